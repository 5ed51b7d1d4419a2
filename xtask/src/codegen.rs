//! TypeScript types and JSON Schemas, generated from the Rust types by tests of the view crate.
//!
//! The generators are development dependencies there, so neither the crate nor this tool pays for them.

use crate::repository::Repository;
use crate::{Outcome, arguments, command};

/// The tests that compare ui/src/api/generated.ts and crates/server/src/openapi/schemas.json with the types.
const TYPES_TESTS: &str = "generated::";

/// `cargo xtask codegen [--check]`.
pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    match arguments::flag(arguments, "codegen", "--check")? {
        true => compare(repository),
        false => write(repository),
    }
}

fn write(repository: &Repository) -> Outcome {
    // The whole crate is run, for any of its tests may own a generated file.
    let mut test = command::cargo(repository.root(), &["test", "--package", "pilothouse-view"]);
    test.env("PILOTHOUSE_CODEGEN", "write");
    command::run(test)
}

fn compare(repository: &Repository) -> Outcome {
    // As the Rust tests were built: a narrower choice of crates would build them again with fewer features.
    let arguments = [
        "test",
        "--workspace",
        "--all-features",
        "--lib",
        TYPES_TESTS,
    ];
    let (output, success) = command::tee(command::cargo(repository.root(), &arguments))?;
    // A test that was renamed would otherwise pass by not being there.
    match success && output.contains("2 passed") {
        true => Ok(()),
        false => Err("the generated types are out of date: run `cargo xtask codegen`".to_owned()),
    }
}
