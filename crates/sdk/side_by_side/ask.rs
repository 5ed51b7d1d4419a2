use pilothouse_sdk::{Cli, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().nth(1).unwrap_or_default();
    println!("{}", Cli::locate()?.prompt(prompt).await?);
    Ok(())
}
