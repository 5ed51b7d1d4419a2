//! The conformance suite, which is a package of its own: the simulator beside the real CLI.

use std::process::Command;

use crate::repository::Repository;
use crate::steps::Done;
use crate::{Outcome, cli_cache, command, tools};

const NO_CONFORMANCE: &str = "there is no conformance/ in this checkout";

/// `cargo xtask conformance [ARGUMENTS]`: the suite's own command line.
pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    require(repository)?;
    prepare(repository)?;
    command::run(suite(repository, arguments)?)
}

/// `cargo xtask record NAME`.
pub(crate) fn record(repository: &Repository, arguments: &[String]) -> Outcome {
    if arguments.is_empty() {
        return Err("record takes the name of the recording to make".to_owned());
    }
    let mut all = vec!["record".to_owned()];
    all.extend_from_slice(arguments);
    run(repository, &all)
}

/// The step of `cargo xtask test`.
pub(crate) fn test(repository: &Repository) -> Outcome<Done> {
    if !repository.has_conformance() {
        return Ok(Done::Skipped(NO_CONFORMANCE));
    }
    prepare(repository)?;
    command::run(suite(repository, &[])?)?;
    Ok(Done::Passed)
}

fn require(repository: &Repository) -> Outcome {
    match repository.has_conformance() {
        true => Ok(()),
        false => Err(NO_CONFORMANCE.to_owned()),
    }
}

/// Makes sure of everything the suite needs: Node for the CLI, Python for one of the SDKs, the CLI, the simulator.
fn prepare(repository: &Repository) -> Outcome {
    tools::require_node()?;
    tools::require_python()?;
    cli_cache::install_pinned(repository)?;
    command::run(command::cargo(
        repository.root(),
        &["build", "--package", "pilothouse"],
    ))
}

fn suite(repository: &Repository, arguments: &[String]) -> Outcome<Command> {
    let manifest = repository.conformance().join("Cargo.toml");
    let mut suite = command::cargo(repository.root(), &["run", "--quiet", "--manifest-path"]);
    suite
        .arg(manifest)
        .arg("--")
        .args(arguments)
        .env("PILOTHOUSE_CLI_CACHE", cli_cache::directory()?)
        .env("PILOTHOUSE_BIN", repository.binaries());
    Ok(suite)
}
