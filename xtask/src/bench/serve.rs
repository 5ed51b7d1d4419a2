//! `cargo xtask bench serve [--program PATH]`: measures the server under load, with bench/serve.

use super::build;
use crate::repository::Repository;
use crate::{Outcome, command};

pub(super) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let scratch = repository.scratch().join("bench");
    build(repository, &scratch, "serve", "bench-serve")?;
    let program = super::host_program(repository, arguments, "serve")?;
    let driver = scratch.join("target/release/bench-serve");
    let mut bench = command::program(repository.root(), &driver.display().to_string(), &[]);
    bench
        .arg(program)
        .arg(repository.scratch().join("bench-serve"));
    command::run(bench)
}
