//! The confirmation of a command that changes the machine.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use crate::exit;

#[derive(clap::Args)]
pub(crate) struct Consent {
    /// Do not ask for confirmation.
    #[arg(long, short)]
    yes: bool,
}

impl Consent {
    /// Returns the exit code if the person did not agree.
    pub(crate) fn ask(&self, question: &str) -> Option<ExitCode> {
        if self.yes {
            return None;
        }
        if !io::stdin().is_terminal() {
            let message = "not confirmed: stdin is not a terminal; pass --yes to confirm";
            return Some(exit::fail_with(exit::USAGE, message));
        }
        drop(write!(io::stdout(), "{question} [y/N] "));
        drop(io::stdout().flush());
        let mut answer = String::new();
        let read = io::stdin().read_line(&mut answer);
        let agreed = ["y", "yes"].contains(&answer.trim().to_lowercase().as_str());
        match read {
            Ok(_) if agreed => None,
            _ => Some(exit::fail_with(exit::DENIED, "nothing was changed")),
        }
    }
}
