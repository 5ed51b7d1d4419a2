//! The TypeScript types of the view, generated from the Rust types by a test of the view crate.
//!
//! The generator is a development dependency there, so neither the crate nor this tool pays for it.

use crate::repository::Repository;
use crate::steps::Done;
use crate::{Outcome, arguments, command, ui};

/// The test that compares ui/src/api/generated.ts with the types.
const TYPES_TEST: &str = "generated::typescript_types_are_up_to_date";

/// `cargo xtask codegen [--check]`.
pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    match arguments::flag(arguments, "codegen", "--check")? {
        true => compare(repository),
        false => write(repository),
    }
}

/// The step of `cargo xtask test`.
pub(crate) fn check(repository: &Repository) -> Outcome<Done> {
    if !repository.has_ui() {
        return Ok(Done::Skipped(ui::NO_UI));
    }
    compare(repository)?;
    Ok(Done::Passed)
}

fn write(repository: &Repository) -> Outcome {
    // The whole crate is run, for any of its tests may own a generated file.
    let mut test = command::cargo(repository.root(), &["test", "--package", "pilothouse-view"]);
    test.env("PILOTHOUSE_CODEGEN", "write");
    command::run(test)
}

fn compare(repository: &Repository) -> Outcome {
    let said = command::echo(command::cargo(
        repository.root(),
        &[
            "test",
            "--package",
            "pilothouse-view",
            "--lib",
            TYPES_TEST,
            "--",
            "--exact",
        ],
    ))?;
    // A test that was renamed would otherwise pass by not being there.
    match said.contains("1 passed") {
        true => Ok(()),
        false => Err(format!("pilothouse-view has no test named {TYPES_TEST}")),
    }
}
