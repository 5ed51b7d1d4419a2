//! Asks in the terminal before a tool runs, and remembers the tools that are always allowed.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use pilothouse_sdk::protocol::permission::PermissionDestination;
use pilothouse_sdk::{Cli, Decision, Result};
use tokio::io::{AsyncBufReadExt, BufReader, stdin};
use tokio::sync::Mutex;

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    // Several requests can be open at once; the terminal shows one at a time.
    let terminal = std::sync::Arc::new(Mutex::new(BufReader::new(stdin()).lines()));
    let (session, _) = Cli::locate()?
        .session()
        .permissions(move |request| {
            let terminal = terminal.clone();
            async move {
                let mut lines = terminal.lock().await;
                println!(
                    "{} {} [y]es, [a]lways in this session, [n]o?",
                    request.tool_name, request.input
                );
                let line = tokio::select! {
                    line = lines.next_line() => line.ok().flatten().unwrap_or_default(),
                    () = request.cancelled.cancelled() => return Decision::deny("withdrawn"),
                };
                match line.trim() {
                    "y" => Decision::allow(),
                    "a" => Decision::allow()
                        .remember_suggestions(&request, &PermissionDestination::Session),
                    "n" => Decision::deny("the user said no"),
                    other => Decision::deny(other),
                }
            }
        })
        .start()
        .await?;
    println!("{}", session.ask(prompt).await?);
    session.close().await?;
    Ok(())
}
