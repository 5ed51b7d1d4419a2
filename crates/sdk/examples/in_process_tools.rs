//! Tools implemented by functions in this program.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use pilothouse_sdk::mcp::Json;
use pilothouse_sdk::{Cli, Decision, Result, ToolServer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
struct Add {
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
}

#[derive(Deserialize, JsonSchema)]
struct City {
    name: String,
}

#[derive(Serialize)]
struct Weather {
    degrees: f64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let tools = ToolServer::new()
        .tool("add", "Add two numbers", |Add { a, b }: Add| async move {
            println!("adding {a} and {b}");
            a + b
        })
        .read_only_tool(
            "weather",
            "The weather in a city",
            |City { name }: City| async move {
                match name.as_str() {
                    "Atlantis" => Err("there is no weather under water"),
                    _ => Ok(Json(Weather { degrees: 21.5 })),
                }
            },
        );
    let (session, _) = Cli::locate()?
        .session()
        .mcp_server("demo", tools)
        .permissions(|_| async { Decision::allow() })
        .start()
        .await?;
    println!("{}", session.ask(prompt).await?);
    session.close().await?;
    Ok(())
}
