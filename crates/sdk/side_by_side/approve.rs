use pilothouse_sdk::{Cli, Decision, Result};

#[tokio::main]
async fn main() -> Result<()> {
    let prompt = std::env::args().nth(1).unwrap_or_default();
    let session = Cli::locate()?.session().permissions(|request| async move {
        match request.command() {
            Some(command) if command.starts_with("git ") => Decision::allow(),
            _ => Decision::deny("only git is allowed"),
        }
    });
    println!("{}", session.prompt(prompt).await?);
    Ok(())
}
