//! A structured answer that matches a type.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use pilothouse_sdk::{Cli, Result};
use schemars::JsonSchema;
use serde::Deserialize;

/// A review of a text.
#[derive(Debug, Deserialize, JsonSchema)]
struct Review {
    /// One sentence.
    summary: String,
    /// From 1 to 5.
    stars: u8,
}

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let review: Review = Cli::locate()?
        .session()
        .max_turns(5)
        .prompt_as(prompt)
        .await?;
    println!("{} stars: {}", review.stars, review.summary);
    Ok(())
}
