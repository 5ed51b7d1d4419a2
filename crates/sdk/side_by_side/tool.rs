use pilothouse_sdk::{Cli, Result, ToolServer};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Add {
    a: f64,
    b: f64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().nth(1).unwrap_or_default();
    let tools = ToolServer::new();
    let tools = tools.tool(
        "add",
        "Add two numbers",
        |Add { a, b }| async move { a + b },
    );
    let session = Cli::locate()?.session().mcp_server("calc", tools);
    let session = session.allowed_tools(["mcp__calc__add"]);
    println!("{}", session.prompt(prompt).await?);
    Ok(())
}
