//! Stops a turn as soon as the answer has begun, and goes another way.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use pilothouse_sdk::{Cli, Outcome, Priority, Prompt, Result, Step};

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (first, second) = (
        arguments.next().unwrap_or_default(),
        arguments.next().unwrap_or_default(),
    );
    let (session, events) = Cli::locate()?.session().start().await?;
    let mut steps = events.steps();
    let sent = session.send(first).await?;
    while let Some(step) = steps.next().await {
        if let Step::Text { text, .. } = step {
            println!("began with: {text}");
            break;
        }
    }
    let receipt = session.interrupt().await?;
    println!("{} prompts still wait", receipt.still_queued.len());
    if let Outcome::Finished(result) = sent.outcome().await? {
        println!("the turn was interrupted: {}", result.was_interrupted());
    }
    let answer = session
        .ask(Prompt::text(second).priority(Priority::Next))
        .await?;
    println!("then: {}", answer.text().unwrap_or_default());
    session.close().await?;
    Ok(())
}
