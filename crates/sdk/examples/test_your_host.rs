//! Tests a program that uses this crate: the simulator replaces the CLI.
//!
//! Build it with `cargo build -p pilothouse`, set `CLAUDE_PATH` to `pilothouse-sim`, and script the answers of the
//! model.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pilothouse_sdk::{Cli, Decision, PermissionRequest, Result};

/// The host under test: it counts permission requests and denies all of them.
async fn count_asks(cli: &Cli, prompt: String) -> Result<usize> {
    let asks = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asks);
    let handler = move |request: PermissionRequest| {
        counter.fetch_add(1, Ordering::Relaxed);
        async move { Decision::deny(format!("{} is not for this host", request.tool_name)) }
    };
    let (session, _) = cli.session().permissions(handler).start().await?;
    session.ask(prompt).await?;
    session.close().await?;
    Ok(asks.load(Ordering::Relaxed))
}

#[tokio::main]
async fn main() -> Result<()> {
    let script = serde_json::json!([
        {"type": "tool_use", "name": "Write", "input": {"file_path": "a.txt", "content": "a"}},
        {"type": "tool_use", "name": "Write", "input": {"file_path": "b.txt", "content": "b"}},
    ]);
    let asks = count_asks(&Cli::locate()?, format!("SCRIPT:{script}")).await?;
    assert_eq!(asks, 2);
    println!("two asks, as scripted");
    Ok(())
}
