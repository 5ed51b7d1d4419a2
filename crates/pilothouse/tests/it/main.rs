//! The commands, in a terminal and through pipes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "the helpers of tests are tests"
)]

mod attach;
mod commands;
mod demo;
mod docs;
mod doctor;
mod host;
mod link;
mod man_pages;
mod messages;
mod pty;
mod readme;
mod replay;
mod run;
mod sanitize;
#[path = "../scenes/scenes.rs"]
mod scenes;
mod serve;
mod service;
mod sessions;
mod start;
mod support;
mod tap;
mod upgrade;

/// A test file that is not named above would never run.
#[test]
fn no_file_was_forgotten() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let named = include_str!("main.rs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            name == "main" || named.contains(&format!("mod {name};")),
            "{name} is not named in main.rs"
        );
    }
}
