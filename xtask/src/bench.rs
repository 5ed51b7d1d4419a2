//! `cargo xtask bench`: measures other libraries for comparison, the page, the server and the tap.
//!
//! The benchmarks are packages outside the workspace with their own lock files, so that tests never build the peers.

mod sdk;
mod serve;
mod tap;

use std::path::{Path, PathBuf};

use crate::repository::Repository;
use crate::{Outcome, arguments, browser, command, python, tools, ui};

/// The Python SDK to measure, pinned like the Rust peers in bench/wire/peers/Cargo.toml.
const PYTHON_SDK: &str = "claude-agent-sdk==0.2.182";

const NO_PEERS: &str = "the Rust peers did not build and are not measured; one of them needs OpenSSL's headers (Debian: apt-get install libssl-dev pkg-config)";

pub(crate) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    match arguments.split_first() {
        Some((name, rest)) if name == "wire" => wire(repository, rest),
        Some((name, rest)) if name == "sdk" => sdk::run(repository, rest),
        Some((name, rest)) if name == "ui" => ui(repository, rest),
        Some((name, rest)) if name == "serve" => serve::run(repository, rest),
        Some((name, rest)) if name == "tap" => tap::run(repository, rest),
        _ => Err("bench takes the name of a benchmark: wire, sdk, ui, serve or tap".to_owned()),
    }
}

/// The program to measure: the named one, or a release build that includes the page.
fn host_program(repository: &Repository, arguments: &[String], bench: &str) -> Outcome<PathBuf> {
    match arguments {
        [] => {}
        [flag, path] if flag == "--program" => return Ok(PathBuf::from(path)),
        _ => {
            return Err(format!(
                "bench {bench} takes --program and a path, or nothing"
            ));
        }
    }
    if repository.has_ui() {
        ui::build(repository)?;
    }
    let mut build = command::cargo(repository.root(), &["build", "--locked", "--release"]);
    build.args(["--package", "pilothouse"]);
    command::run(build)?;
    let programs = repository.binaries().with_file_name("release");
    Ok(programs.join("pilothouse"))
}

/// Measures a session of 20,000 entries and a fast stream in Chromium.
fn ui(repository: &Repository, arguments: &[String]) -> Outcome {
    arguments::none(arguments, "bench ui")?;
    browser::bench(repository)
}

/// Builds our parser and the peers, and runs them with the same transcripts.
fn wire(repository: &Repository, arguments: &[String]) -> Outcome {
    let rounds = arguments::rounds(arguments)?;
    tools::require_node()?;
    let scratch = repository.scratch().join("bench");
    let programs = scratch.join("target/release");
    // Built separately: otherwise cargo would enable our features of shared dependencies for the peers.
    build(repository, &scratch, "wire", "bench-wire")?;
    build(repository, &scratch, "wire", "bench-wire-ours")?;
    let python = python_sdk(&scratch)?;
    let scripts = repository.root().join("bench/wire/scripts");
    let mut contestants = vec![
        programs.join("bench-wire-ours").display().to_string(),
        format!(
            "{},{}",
            python.display(),
            scripts.join("python_sdk.py").display()
        ),
        format!(
            "node,--expose-gc,{}",
            scripts.join("node_readline.mjs").display()
        ),
    ];
    match build(repository, &scratch, "wire", "bench-wire-peers") {
        Ok(()) => contestants.insert(1, programs.join("bench-wire-peers").display().to_string()),
        Err(_) => println!("{NO_PEERS}"),
    }
    let driver = programs.join("bench-wire").display().to_string();
    let mut bench = command::program(
        repository.root(),
        &driver,
        &["--rounds", &rounds.to_string()],
    );
    bench.arg("--corpora").arg(scratch.join("corpora"));
    for contestant in contestants {
        bench.args(["--contestant", &contestant]);
    }
    command::run(bench)
}

/// Builds a package of a benchmark. All benchmarks share a target directory, because they share their peers.
fn build(repository: &Repository, scratch: &Path, bench: &str, package: &str) -> Outcome {
    let mut cargo = command::cargo(
        &repository.root().join("bench").join(bench),
        &["build", "--locked"],
    );
    cargo.args(["--release", "--package", package]);
    cargo.arg("--target-dir").arg(scratch.join("target"));
    command::run(cargo)
}

/// Installs the Python SDK and returns its interpreter.
fn python_sdk(scratch: &Path) -> Outcome<PathBuf> {
    python::environment(scratch, "python", PYTHON_SDK)
}
