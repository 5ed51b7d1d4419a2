use pilothouse_sdk::{Cli, Error, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().nth(1).unwrap_or_default();
    match Cli::locate()?.session().max_turns(1).prompt(prompt).await {
        Err(Error::Turn(result)) => println!("{} for ${:.4}", result.subtype, result.cost_usd()),
        result => println!("{}", result?),
    }
    Ok(())
}
