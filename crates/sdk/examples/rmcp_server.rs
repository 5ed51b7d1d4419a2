//! An in-process server written with rmcp: `cargo run --features rmcp --example rmcp_server`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use pilothouse_sdk::mcp::RmcpServer;
use pilothouse_sdk::{Cli, Decision, Result};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{schemars, tool, tool_router};
use serde::Deserialize;

#[derive(Clone, Default)]
struct Counter {
    value: Arc<AtomicI64>,
}

#[derive(Deserialize, schemars::JsonSchema)]
struct Increment {
    /// How much to add.
    by: i64,
}

#[tool_router(server_handler)]
impl Counter {
    #[tool(description = "Add to the counter")]
    fn increment(&self, Parameters(Increment { by }): Parameters<Increment>) -> String {
        let value = self.value.fetch_add(by, Ordering::SeqCst) + by;
        println!("the counter is {value}");
        value.to_string()
    }
}

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let (session, _) = Cli::locate()?
        .session()
        .mcp_server("counter", RmcpServer::new(Counter::default()))
        .permissions(|_| async { Decision::allow() })
        .start()
        .await?;
    println!("{}", session.ask(prompt).await?);
    session.close().await?;
    Ok(())
}
