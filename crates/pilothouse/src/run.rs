//! `pilothouse run`: one task in the terminal, streamed, with asks at the prompt; the exit code tells the outcome.
//!
//! The answer goes to stdout. Tools, diffs, asks and errors go to stderr, so that a pipe gets the answer alone.

mod arguments;
mod asks;
mod outcome;
mod prompt;
mod work;

use std::io;
use std::process::ExitCode;

use pilothouse_sdk::{Cli, Error, SessionBuilder};

pub(crate) use arguments::{Arguments, split};

use crate::exit;

pub(crate) fn run(arguments: Arguments) -> ExitCode {
    match exit::block_on(start(arguments)) {
        // A thread may still wait for a line of the terminal; it is not waited for.
        Ok(code) => std::process::exit(code.into()),
        Err(code) => code,
    }
}

async fn start(arguments: Arguments) -> u8 {
    if let Err(problem) = arguments.check() {
        return usage(&problem);
    }
    let prompt = match prompt::compose(arguments.prompt.as_deref()) {
        Ok(prompt) => prompt,
        Err(problem) => return usage(&problem),
    };
    let rules = match arguments.rules() {
        Ok(rules) => rules,
        Err(problem) => return usage(&problem),
    };
    let located = match &arguments.claude {
        Some(path) => Cli::at(path),
        None => Cli::locate(),
    };
    let cli = match located {
        Ok(cli) => cli,
        Err(error) => return failed(&error),
    };
    let (handler, asks) = asks::handler(rules, arguments.yes);
    let builder = arguments.apply(cli.session()).permissions(handler);
    match tokio::select! {
        started = begin(builder) => started,
        _ = tokio::signal::ctrl_c() => return exit::INTERRUPTED,
    } {
        Ok((session, events)) => {
            let work = work::Work::new(session, asks, arguments.format());
            work.run(prompt, events).await
        }
        Err(error) => failed(&error),
    }
}

async fn begin(
    builder: SessionBuilder,
) -> pilothouse_sdk::Result<(pilothouse_sdk::Session, pilothouse_sdk::Events)> {
    builder.start().await
}

fn usage(problem: &str) -> u8 {
    crate::say::complain(&format!("{problem}; `pilothouse run --help` has examples"));
    exit::USAGE
}

/// Tells why no session could be had.
fn failed(error: &Error) -> u8 {
    crate::say::complain(&error.to_string());
    match error {
        Error::NotFound { .. } | Error::Spawn { .. } => exit::NO_CLI,
        Error::Option { .. } => exit::USAGE,
        _ => exit::ERROR,
    }
}

/// Whether somebody closed the pipe that is written to.
fn is_closed(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}
