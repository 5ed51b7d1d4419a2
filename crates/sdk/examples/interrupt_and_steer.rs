//! Interrupts a turn as soon as the answer begins, and sends another prompt.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use pilothouse_sdk::{Cli, Error, Priority, Prompt, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (first, second) = (
        arguments.next().unwrap_or_default(),
        arguments.next().unwrap_or_default(),
    );
    let (session, _) = Cli::locate()?.session().start().await?;
    let mut turn = session.stream(first).await?;
    while let Some(step) = turn.next().await {
        if let Some(text) = step.text() {
            println!("began with: {text}");
            break;
        }
    }
    let receipt = session.interrupt().await?;
    println!("{} prompts still wait", receipt.still_queued.len());
    if let Err(Error::Turn(result)) = turn.result().await {
        println!("the turn was interrupted: {}", result.was_interrupted());
    }
    let answer = session
        .ask(Prompt::text(second).priority(Priority::Next))
        .await?;
    println!("then: {}", answer.text());
    session.close().await?;
    Ok(())
}
