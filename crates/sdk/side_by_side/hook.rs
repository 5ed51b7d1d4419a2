use pilothouse_sdk::{Cli, HookEvent, HookOutput, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().nth(1).unwrap_or_default();
    let session = Cli::locate()?
        .session()
        .hook(HookEvent::PreToolUse, "Bash", |call| async move {
            match call.command() {
                Some(command) if command.contains("curl") => HookOutput::block("no downloads"),
                _ => HookOutput::proceed(),
            }
        });
    println!("{}", session.prompt(prompt).await?);
    Ok(())
}
