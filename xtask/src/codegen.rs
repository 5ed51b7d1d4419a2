//! Files that tests generate: TypeScript types and JSON Schemas from the types of the API and the view, the page's client and
//! the table in docs/api.md from the server's table of routes.
//!
//! The generators are development dependencies, so neither the crates nor this tool pay for them.

use crate::repository::Repository;
use crate::{Outcome, arguments, command};

/// The tests that compare generated files, in the modules `generated` of two crates.
const TESTS: &str = "generated::";
/// How many there are in each.
const PASSED: &str = "2 passed";

/// `cargo xtask codegen [--check]`.
pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    match arguments::flag(arguments, "codegen", "--check")? {
        true => compare(repository),
        false => write(repository),
    }
}

fn write(repository: &Repository) -> Outcome {
    let api: &[&str] = &["test", "--package", "pilothouse-api", "--lib", TESTS];
    let server: &[&str] = &["test", "--package", "pilothouse-server", "--lib", TESTS];
    for arguments in [api, server] {
        let mut test = command::cargo(repository.root(), arguments);
        test.env("PILOTHOUSE_CODEGEN", "write");
        command::run(test)?;
    }
    Ok(())
}

fn compare(repository: &Repository) -> Outcome {
    // As the Rust tests were built: a narrower choice of crates would build them again with fewer features.
    let arguments = ["test", "--workspace", "--all-features", "--lib", TESTS];
    let (output, success) = command::tee(command::cargo(repository.root(), &arguments))?;
    // A test that was renamed would otherwise pass by not being there.
    match success && output.matches(PASSED).count() == 2 {
        true => Ok(()),
        false => Err("generated files are out of date: run `cargo xtask codegen`".to_owned()),
    }
}
