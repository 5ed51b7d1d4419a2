//! The simulated CLI: a replacement for `claude` that needs no account and no network.
//!
//! It accepts the flags of `claude`, implements its stream-json protocol on stdin and stdout, and plays a script
//! ([`crate::script`]). One thread runs everything on a current-thread runtime; two more move lines between the pipes
//! and that thread, so that a host that does not read never stops the conversation, as with the real program.

mod abort;
mod agents;
mod asks;
mod call;
mod catalog;
mod clock;
mod compact;
mod control;
mod cost;
mod dialect;
mod failure;
mod faults;
mod files;
mod flags;
mod frames;
mod help;
mod hidden;
mod hooks;
mod initialize;
mod input;
mod limits;
mod mcp;
mod mutant;
mod output;
mod permission;
mod queue;
mod reply;
mod result;
mod rewind;
mod rules;
mod run;
mod session;
mod settings;
mod slash;
mod tasks;
mod tools;
mod tour;
mod transcript;
mod turn;

use std::ffi::OsString;

use flags::{Early, Options};
#[cfg(feature = "mutants")]
pub use mutant::MUTANTS;

/// Runs the simulated CLI with the arguments after the program's name and returns its exit code.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> i32 {
    let arguments: Vec<String> = arguments
        .into_iter()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    match Options::parse(&arguments) {
        Ok(options) => run::run(options),
        Err(Early::Help) => {
            output::print(&help::text());
            0
        }
        Err(Early::Version) => {
            let version = version_of(&arguments);
            output::print(&format!("{} (Claude Code)\n", version.as_str()));
            0
        }
        Err(Early::Error(message)) => {
            output::print_error(&message);
            1
        }
    }
}

fn version_of(arguments: &[String]) -> dialect::Version {
    let position = arguments
        .iter()
        .position(|argument| argument == "--as-version");
    let text = position.and_then(|position| arguments.get(position + 1));
    text.map(|text| dialect::Version::parse(text))
        .unwrap_or_default()
}
