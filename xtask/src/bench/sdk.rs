//! `cargo xtask bench sdk`: measures the cost of a message for the host, with our SDK and with others.
//!
//! All of them drive the same fast program, which prints the same transcript.

use std::path::{Path, PathBuf};

use super::{NO_PEERS, PYTHON_SDK, build, python_sdk};
use crate::repository::Repository;
use crate::stamp::{Hash, Stamp};
use crate::{Outcome, arguments, command, tools};

/// The TypeScript SDK to measure.
const TYPESCRIPT_SDK: &str = "@anthropic-ai/claude-agent-sdk@0.3.325";

/// The Rust SDKs to measure, with the versions pinned in bench/sdk/peers/Cargo.toml.
const RUST_SDKS: [&str; 4] = [
    "claude-codes,2.1.316",
    "claude-agent-sdk-rs,0.6.4",
    "cc-sdk,0.8.1",
    "anthropic-agent-sdk,0.2.75",
];

pub(super) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let rounds = arguments::rounds(arguments)?.to_string();
    tools::require_node()?;
    let scratch = repository.scratch().join("bench");
    let programs = scratch.join("target/release");
    build(repository, &scratch, "sdk", "bench-sdk")?;
    let hosts = hosts(repository, &scratch, &programs)?;
    let driver = programs.join("bench-sdk").display().to_string();
    let mut bench = command::program(repository.root(), &driver, &["--rounds", &rounds]);
    bench.arg("--scratch").arg(scratch.join("transcripts"));
    bench.arg("--fake").arg(programs.join("bench-sdk-fake"));
    for host in hosts {
        bench.args(["--host", &host]);
    }
    command::run(bench)
}

/// Builds or installs the hosts; ours is the first, because the others are compared with it.
fn hosts(repository: &Repository, scratch: &Path, programs: &Path) -> Outcome<Vec<String>> {
    // Built separately: otherwise cargo would enable our features of shared dependencies for the peers.
    build(repository, scratch, "sdk", "bench-sdk-ours")?;
    let ours = programs.join("bench-sdk-ours").display().to_string();
    let mut hosts = vec![
        format!("pilothouse-sdk,,{ours}"),
        format!("pipe,(the limit: reads and counts lines),{ours}"),
    ];
    match build(repository, scratch, "sdk", "bench-sdk-peers") {
        Ok(()) => {
            let peers = programs.join("bench-sdk-peers").display().to_string();
            hosts.extend(RUST_SDKS.map(|sdk| format!("{sdk},{peers}")));
        }
        Err(_) => println!("{NO_PEERS}"),
    }
    let scripts = repository.root().join("bench/sdk/scripts");
    let installed = typescript_sdk(scratch)?;
    hosts.push(format!(
        "typescript,{TYPESCRIPT_SDK},node,{},{}",
        scripts.join("typescript_sdk.mjs").display(),
        installed.display()
    ));
    let python = python_sdk(scratch)?;
    hosts.push(format!(
        "python,{PYTHON_SDK},{},{}",
        python.display(),
        scripts.join("python_sdk.py").display()
    ));
    Ok(hosts)
}

/// Installs the TypeScript SDK into a separate directory and returns it.
fn typescript_sdk(scratch: &Path) -> Outcome<PathBuf> {
    let directory = scratch.join("typescript");
    let mut hash = Hash::new();
    hash.field(TYPESCRIPT_SDK.as_bytes());
    let stamp = Stamp::new(scratch, "typescript");
    if stamp.is(hash) && directory.is_dir() {
        return Ok(directory);
    }
    std::fs::create_dir_all(&directory)
        .map_err(|error| format!("cannot make {}: {error}", directory.display()))?;
    // The optional dependency is the CLI itself, which is not measured.
    let arguments = ["install", "--no-audit", "--no-fund", "--omit=optional"];
    let mut npm = command::program(scratch, "npm", &arguments);
    npm.arg("--prefix").arg(&directory).arg(TYPESCRIPT_SDK);
    command::run(npm)?;
    stamp.set(hash)?;
    Ok(directory)
}
