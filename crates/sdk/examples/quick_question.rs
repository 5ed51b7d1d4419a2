//! Asks one question and prints the answer: `cargo run --example quick_question -- "Why is the sky blue?"`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use pilothouse_sdk::{Cli, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let question = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let answer = Cli::locate()?.prompt(question).await?;
    println!("{answer}");
    eprintln!("${:.4}", answer.cost.usd);
    Ok(())
}
