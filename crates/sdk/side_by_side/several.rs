use pilothouse_sdk::{Cli, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().nth(1).unwrap_or_default();
    let cli = Cli::locate()?;
    let (one, two) = tokio::try_join!(cli.prompt(&prompt), cli.prompt("And how old is it?"))?;
    println!("{one}\n{two}");
    Ok(())
}
