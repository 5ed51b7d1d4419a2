//! Several sessions at once, each with its own process.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use pilothouse_sdk::{Cli, Result};
use tokio::task::JoinSet;

#[tokio::main]
async fn main() -> Result<()> {
    let cli = Cli::locate()?;
    let mut sessions = JoinSet::new();
    for number in 1..=4 {
        let cli = cli.clone();
        sessions.spawn(async move {
            let result = cli.prompt(format!("This is question {number}.")).await?;
            Result::Ok((number, result))
        });
    }
    let mut answers = Vec::new();
    while let Some(Ok(answer)) = sessions.join_next().await {
        answers.push(answer?);
    }
    answers.sort_by_key(|(number, _)| *number);
    for (number, answer) in answers {
        println!("{number}: {answer}");
    }
    Ok(())
}
