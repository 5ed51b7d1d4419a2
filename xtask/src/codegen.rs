//! The TypeScript types of the view, generated from the Rust types by a test of the view crate.
//!
//! The generator is a development dependency there, so neither the crate nor this tool pays for it.

use crate::repository::Repository;
use crate::steps::Done;
use crate::{Outcome, arguments, command, ui};

/// `cargo xtask codegen [--check]`.
pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let check = arguments::flag(arguments, "codegen", "--check")?;
    generate(repository, if check { Mode::Check } else { Mode::Write })
}

/// The step of `cargo xtask test`.
pub(crate) fn check(repository: &Repository) -> Outcome<Done> {
    if !repository.has_ui() {
        return Ok(Done::Skipped(ui::NO_UI));
    }
    generate(repository, Mode::Check)?;
    Ok(Done::Passed)
}

#[derive(PartialEq, Eq)]
enum Mode {
    Write,
    Check,
}

fn generate(repository: &Repository, mode: Mode) -> Outcome {
    let mut test = command::cargo(
        repository.root(),
        &[
            "test",
            "--package",
            "pilothouse-view",
            "--test",
            "it",
            "generated",
        ],
    );
    if mode == Mode::Write {
        test.env("PILOTHOUSE_CODEGEN", "write");
    }
    command::run(test)
}
