//! `cargo xtask api [ARGUMENTS]`: requests generated from the API description, sent to a server with the simulator.

use std::fs;

use crate::repository::Repository;
use crate::test::prepare;
use crate::{Outcome, command, python};

pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    prepare(repository)?;
    send(repository, arguments)
}

/// Sends the requests to the built server. The arguments are those of Schemathesis.
pub(crate) fn send(repository: &Repository, arguments: &[String]) -> Outcome {
    let suite = repository.root().join("conformance/api");
    let list = suite.join("requirements.txt");
    let requirements = fs::read_to_string(&list)
        .map_err(|error| format!("cannot read {}: {error}", list.display()))?;
    let scratch = repository.scratch().join("api");
    let python = python::environment(&scratch, "schemathesis", &requirements)?;
    let interpreter = python.display().to_string();
    let mut send = command::program(repository.root(), &interpreter, &[]);
    send.arg(suite.join("run.py"))
        .arg(repository.binaries().join("pilothouse"))
        .arg(scratch.join("server"))
        .args(arguments);
    command::run(send)
}
