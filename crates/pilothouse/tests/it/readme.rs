//! The code of the documents is code: it is compiled here, and stands there as it stands here.
#![allow(
    dead_code,
    clippy::print_stdout,
    reason = "it is there to be compiled, and prints as an example does"
)]

use pilothouse_sdk::{Cli, Decision};

use crate::docs::repository;

async fn readme() -> pilothouse_sdk::Result<()> {
    // README.md
    let (session, _) = Cli::locate()?
        .session()
        .cwd("/repo")
        .permissions(|request| async move {
            if request.tool_name == "Edit" {
                Decision::allow()
            } else {
                Decision::deny("only edits are allowed")
            }
        })
        .start()
        .await?;
    let mut turn = session.stream("Fix the failing test.").await?;
    while let Some(step) = turn.next().await {
        print!("{}", step.text().unwrap_or_default());
    }
    println!("${:.4}", turn.result().await?.cost_usd());
    // end
    Ok(())
}

async fn guide() -> pilothouse_sdk::Result<()> {
    // docs/sdk.md
    let (session, _) = Cli::locate()?
        .session()
        .cwd("/repo")
        .model("sonnet")
        .permissions(|request| async move {
            if request.tool_name == "Edit" {
                Decision::allow()
            } else {
                Decision::deny("only edits are allowed")
            }
        })
        .start()
        .await?;
    println!("{}", session.ask("Fix the failing test.").await?);
    session.close().await?;
    // end
    Ok(())
}

/// Code without what a formatter may change.
fn bare(code: &str) -> String {
    let letters = code.chars().filter(|letter| !letter.is_whitespace());
    letters.collect::<String>().replace(",)", ")")
}

#[test]
fn the_code_of_the_documents_is_compiled() {
    let here = include_str!("readme.rs");
    for page in ["README.md", "docs/sdk.md"] {
        let marked = here.split_once(&format!("// {page}\n")).unwrap().1;
        let compiled = marked.split_once("// end\n").unwrap().0;
        let text = std::fs::read_to_string(repository().join(page)).unwrap();
        let block = text.split_once("```rust\n").unwrap().1;
        let shown = block.split_once("```").unwrap().0;
        assert_eq!(bare(shown), bare(compiled), "{page}");
        assert!(
            shown.lines().count() < 20,
            "{page}: it is to be read at a glance"
        );
    }
}
