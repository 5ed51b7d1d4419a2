//! The conformance suite, which is a separate package: compares the simulator with the real CLI.

use std::process::Command;

use crate::arguments::Scope;
use crate::repository::Repository;
use crate::test::report::Report;
use crate::{Outcome, cli_cache, command, tools};

pub(crate) use cli_cache::programs;

pub(crate) const NO_CONFORMANCE: &str = "there is no conformance/ in this checkout";

/// `cargo xtask conformance [ARGUMENTS]`: runs the suite with these arguments.
pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    if !repository.has_conformance() {
        return Err(NO_CONFORMANCE.to_owned());
    }
    prepare(repository)?;
    command::run(suite(repository, arguments))
}

/// `cargo xtask record SCENARIO`: plays a scenario with the reference version and stores the recording as a fixture.
pub(crate) fn record(repository: &Repository, arguments: &[String]) -> Outcome {
    let [scenario] = arguments else {
        return Err("record takes the name of a scenario in conformance/scenarios".to_owned());
    };
    let words = ["--record", "--program", "none", "--only", scenario];
    run(repository, &words.map(str::to_owned))?;
    println!("look through the new files in fixtures/recordings before you commit them");
    Ok(())
}

/// The step of `cargo xtask test`: runs the suite from the workspace build.
pub(crate) fn test(repository: &Repository, scope: Scope) -> Outcome<Report> {
    let summary = repository.scratch().join("conformance.summary");
    // A summary of an earlier run must not be read if this run writes none.
    std::fs::remove_file(&summary).ok();
    let mut suite = Command::new(repository.binaries().join("conformance"));
    suite
        .current_dir(repository.root())
        .arg("--sim")
        .arg(repository.binaries().join("pilothouse-sim"))
        .env("PILOTHOUSE_SUMMARY", &summary);
    if scope == Scope::Full {
        suite.arg("--full");
    }
    command::run(suite)?;
    Report::read(&summary)
}

/// Installs the pinned versions of the CLI.
pub(crate) fn install(repository: &Repository) -> Outcome {
    tools::require_node()?;
    cli_cache::install_pinned(repository)
}

/// Installs the CLI, and builds the suite and the simulator with its mutants.
fn prepare(repository: &Repository) -> Outcome {
    install(repository)?;
    let mut build = command::cargo(repository.root(), &["build", "--all-features"]);
    build.args([
        "--package",
        "pilothouse",
        "--package",
        "pilothouse-conformance",
    ]);
    command::run(build)
}

fn suite(repository: &Repository, arguments: &[String]) -> Command {
    let mut suite = Command::new(repository.binaries().join("conformance"));
    suite.current_dir(repository.root());
    if !arguments
        .iter()
        .any(|argument| argument.starts_with("--sim"))
    {
        suite
            .arg("--sim")
            .arg(repository.binaries().join("pilothouse-sim"));
    }
    suite.args(arguments);
    suite
}
