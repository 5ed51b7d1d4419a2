use pilothouse_sdk::{Cli, Error, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().nth(1).unwrap_or_default();
    let (session, _) = Cli::locate()?.session().start().await?;
    let mut turn = session.stream(prompt).await?;
    while let Some(step) = turn.next().await {
        if step.text().is_some() {
            session.interrupt().await?;
        }
    }
    if let Err(Error::Turn(result)) = turn.result().await {
        println!("{}", result.subtype);
    }
    session.close().await?;
    Ok(())
}
