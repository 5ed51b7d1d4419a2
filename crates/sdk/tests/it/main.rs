//! Sessions with real processes.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "the helpers of tests are tests"
)]

mod behavior;
mod examples;
mod faults;
mod migration;
mod process;
#[path = "../shared/programs.rs"]
mod programs;
mod rules;
#[path = "../shared/side_by_side.rs"]
mod shared_side_by_side;
mod side_by_side;
mod simulated;
mod support;
#[allow(
    dead_code,
    unused_imports,
    reason = "some of it is for the tests with the real CLI"
)]
#[path = "../rules/table.rs"]
mod table;

/// A test file without a `mod` above would never run.
#[test]
fn no_file_was_forgotten() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it");
    let named = include_str!("main.rs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(
            name == "main" || named.contains(&format!("mod {name};")),
            "{name} is not named in main.rs"
        );
    }
}
