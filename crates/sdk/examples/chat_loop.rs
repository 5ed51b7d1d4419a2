//! A conversation in the terminal: each line is a prompt, and the answer is printed as it streams.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use std::io::Write;

use pilothouse_sdk::{Cli, Result, Step};
use tokio::io::{AsyncBufReadExt, BufReader, stdin};

#[tokio::main]
async fn main() -> Result<()> {
    let (session, _) = Cli::locate()?.session().start().await?;
    let mut lines = BufReader::new(stdin()).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        let mut turn = session.stream(line).await?;
        while let Some(step) = turn.next().await {
            match step {
                Step::Text { text, .. } => {
                    print!("{text}");
                    // If the terminal is closed, the program ends soon anyway.
                    std::io::stdout().flush().ok();
                }
                Step::ToolCalled { call, .. } => println!("[{}]", call.name),
                _ => {}
            }
        }
        println!("\n({} tokens)", turn.result().await?.output_tokens());
    }
    session.close().await?;
    Ok(())
}
