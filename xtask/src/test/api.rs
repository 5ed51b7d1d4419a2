//! Requests that are generated from the API description, sent to a host with the simulator.

use super::step::{Context, Done};
use crate::{Outcome, command, python};

/// The generator, pinned: a newer one may find more.
const SCHEMATHESIS: &str = "schemathesis==4.32.0";

pub(super) fn check(context: &Context<'_>) -> Outcome<Done> {
    let repository = context.repository;
    let scratch = repository.scratch().join("api");
    let python = python::environment(&scratch, "schemathesis", SCHEMATHESIS)?;
    let interpreter = python.display().to_string();
    let mut run = command::program(repository.root(), &interpreter, &["conformance/api/run.py"]);
    run.arg(repository.binaries().join("pilothouse"))
        .arg(scratch.join("host"));
    command::run(run)?;
    Ok(Done::Passed)
}
