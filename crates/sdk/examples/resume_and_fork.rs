//! Resumes a conversation, and a copy of it.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use pilothouse_sdk::{Cli, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let cli = Cli::locate()?;
    let (session, _) = cli.session().start().await?;
    println!("first: {}", session.ask("remember the number 7").await?);
    let id = session.session_id().unwrap_or_else(|| "unknown".into());
    session.close().await?;

    let (resumed, _) = cli.session().resume(&id).start().await?;
    println!("resumed: {}", resumed.ask("which number was it?").await?);
    println!(
        "the id is the same: {}",
        resumed.session_id().as_ref() == Some(&id)
    );
    resumed.close().await?;

    let (forked, _) = cli.session().fork(&id).start().await?;
    println!("forked: {}", forked.ask("and doubled?").await?);
    println!(
        "the id is another: {}",
        forked.session_id().as_ref() != Some(&id)
    );
    forked.close().await?;
    Ok(())
}
