use pilothouse_sdk::{Cli, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let (session, _) = Cli::locate()?.session().start().await?;
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let mut turn = session.stream(line).await?;
        while let Some(step) = turn.next().await {
            print!("{}", step.text().unwrap_or_default());
        }
        println!("\n(${:.4})", turn.result().await?.cost_usd());
    }
    session.close().await?;
    Ok(())
}
