//! The tests that need the real CLI: the crates' own with `real` in their name, and the main paths and the panels in a browser.
//!
//! They are part of every test binary and do nothing until `PILOTHOUSE_REAL_CLI` names a program, so plain `cargo test` needs none.

use std::path::Path;

use crate::repository::Repository;
use crate::steps::Done;
use crate::{Outcome, browser, cli_cache, command};

/// The crates that have such tests.
const PACKAGES: [&str; 3] = ["pilothouse-sdk", "pilothouse-server", "pilothouse"];

/// The step of `cargo xtask test`: everything with the first pinned version, the sessions of the SDK and the doctor with the others.
pub(crate) fn test(repository: &Repository) -> Outcome<Done> {
    command::build_host(repository.root())?;
    let programs = cli_cache::programs(repository)?;
    for (place, (version, program)) in programs.iter().enumerate() {
        println!("with {version}");
        match place {
            0 => {
                run(repository, program, &PACKAGES, "real")?;
                browser::test_with(repository, program)?;
            }
            _ => {
                run(repository, program, &PACKAGES[..1], "real::")?;
                run(repository, program, &PACKAGES[2..], "doctor::the_real_cli")?;
            }
        }
    }
    Ok(Done::Passed)
}

fn run(repository: &Repository, program: &Path, packages: &[&str], filter: &str) -> Outcome {
    let mut arguments = vec!["test", "--all-features", "--test", "it"];
    for package in packages {
        arguments.extend(["--package", package]);
    }
    arguments.extend(["--", filter]);
    let mut cargo = command::cargo(repository.root(), &arguments);
    cargo.env("PILOTHOUSE_REAL_CLI", program);
    command::run(cargo)
}
