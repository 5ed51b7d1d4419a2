use pilothouse_sdk::{Cli, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().nth(1).unwrap_or_default();
    let mut turn = Cli::locate()?.stream(prompt).await?;
    while let Some(step) = turn.next().await {
        print!("{}", step.text().unwrap_or_default());
    }
    turn.result().await?;
    Ok(())
}
