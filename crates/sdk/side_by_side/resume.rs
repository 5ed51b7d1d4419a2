use pilothouse_sdk::{Cli, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().nth(1).unwrap_or_default();
    let cli = Cli::locate()?;
    let first = cli.prompt(prompt).await?;
    let session = cli.session().resume(first.session_id());
    println!("{}", session.prompt("What did I say?").await?);
    Ok(())
}
