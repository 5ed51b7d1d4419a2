//! Takes a conversation up again, and a copy of it beside.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use pilothouse_sdk::{Cli, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let cli = Cli::locate()?;
    let (session, events) = cli.session().start().await?;
    drop(events);
    println!(
        "first: {}",
        session
            .ask("remember the number 7")
            .await?
            .text()
            .unwrap_or_default()
    );
    let id = session.session_id().unwrap_or_else(|| "unknown".into());
    session.close().await?;

    let (resumed, events) = cli.session().resume(&id).start().await?;
    drop(events);
    println!(
        "resumed: {}",
        resumed
            .ask("which number was it?")
            .await?
            .text()
            .unwrap_or_default()
    );
    println!(
        "the id is the same: {}",
        resumed.session_id().as_ref() == Some(&id)
    );
    resumed.close().await?;

    let (forked, events) = cli.session().fork(&id).start().await?;
    drop(events);
    println!(
        "forked: {}",
        forked.ask("and doubled?").await?.text().unwrap_or_default()
    );
    println!(
        "the id is another: {}",
        forked.session_id().as_ref() != Some(&id)
    );
    forked.close().await?;
    Ok(())
}
