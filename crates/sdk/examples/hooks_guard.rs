//! A hook that checks every command before it runs, and blocks forbidden ones.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use std::time::Duration;

use pilothouse_sdk::hook::{HookEvent, HookOutput};
use pilothouse_sdk::{Cli, Decision, HookCall, HookPoint, Result};

async fn guard(call: HookCall) -> HookOutput {
    let command = call.command().unwrap_or_default();
    if command.contains("curl") {
        println!("blocked: {command}");
        return HookOutput::block("this project downloads nothing");
    }
    HookOutput::proceed()
}

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let point = HookPoint::on(HookEvent::PreToolUse)
        .matching("Bash")
        .timeout(Duration::from_secs(10))
        .block_on_failure();
    let (session, _) = Cli::locate()?
        .session()
        .permissions(|_| async { Decision::allow() })
        .hook_at(point, guard)
        .hook(HookEvent::Stop, "", |_| async {
            println!("the model stops");
            HookOutput::proceed()
        })
        .start()
        .await?;
    println!("{}", session.ask(prompt).await?);
    session.close().await?;
    Ok(())
}
