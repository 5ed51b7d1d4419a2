//! Allows and denies calls by rules in the CLI's own syntax; calls that no rule matches are denied.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks to a terminal"
)]

use pilothouse_sdk::rules::{Rules, Surroundings};
use pilothouse_sdk::{Cli, Decision, PermissionRequest};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let prompt = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let rules = Rules::new(Surroundings::new(std::env::current_dir()?))
        .allow("Bash(make allowed:*)")?
        .allow("Edit(src/**)")?
        .deny("Bash(rm:*)")?;

    // A dry run shows the verdict of the rules.
    let judged = rules.explain(
        "Bash",
        &serde_json::json!({"command": "make allowed && rm x"}),
    );
    println!("dry run: {:?}", judged.verdict);

    let otherwise = |request: PermissionRequest| async move {
        println!("nobody decides about {}", request.input.as_str());
        Decision::deny("only what the rules allow")
    };
    let (session, _) = Cli::locate()?
        .session()
        .permissions(rules.or_else(otherwise))
        .start()
        .await?;
    let result = session.ask(prompt).await?;
    println!("{} calls were denied", result.permission_denials.len());
    session.close().await?;
    Ok(())
}
