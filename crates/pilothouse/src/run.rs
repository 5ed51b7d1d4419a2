//! `pilothouse run`: one task in the terminal, streamed, with asks at the prompt; the exit code tells the outcome.
//!
//! The answer goes to stdout. Tools, diffs, asks and errors go to stderr, so that a pipe gets the answer alone.

mod arguments;
mod asks;
mod outcome;
mod prompt;
mod trust;
mod work;

use std::io;
use std::process::ExitCode;

use pilothouse_sdk::{Cli, Error};
use tokio::signal::unix::{SignalKind, signal};

pub(crate) use arguments::{Arguments, split};

use crate::exit;
use crate::serve::Usual;
use crate::terminal::lines::Terminal;

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
    let usual = match Usual::read() {
        Ok(usual) => usual,
        Err(error) => {
            crate::output::print_error(&error.to_string());
            return exit::USAGE;
        }
    };
    let located = match arguments.claude.clone().or_else(|| usual.claude()) {
        Some(path) => Cli::at(path),
        None => Cli::locate(),
    };
    let cli = match located {
        Ok(cli) => cli,
        Err(error) => return failed(&error),
    };
    let mut terminal = Terminal::open();
    let directory = match arguments.directory() {
        Ok(directory) => directory,
        Err(problem) => return usage(&problem),
    };
    let (flag, added) = (arguments.project(), arguments.added());
    let decided = trust::decide(flag, &directory, &added, terminal.as_mut());
    let project = match decided.await {
        Ok(project) => project,
        Err(code) => return code,
    };
    // One listener from here to the end: what is pressed between two others would be lost, or be heard twice.
    let mut stops = match signal(SignalKind::interrupt()) {
        Ok(stops) => stops,
        Err(error) => {
            crate::output::print_error(&format!("cannot listen for Ctrl-C: {error}"));
            return exit::ERROR;
        }
    };
    let builder = arguments.apply(cli.session(), project);
    let (builder, asks) = asks::handle(builder, rules, arguments.yes);
    let started = tokio::select! {
        started = builder.start() => started,
        _ = stops.recv() => return exit::INTERRUPTED,
    };
    match started {
        Ok((session, events)) => {
            let work = work::Work::new(session, asks, stops, terminal, arguments.format());
            work.run(prompt, events).await
        }
        Err(error) => failed(&error),
    }
}

fn usage(problem: &str) -> u8 {
    crate::output::print_error(&format!("{problem}; `pilothouse run --help` has examples"));
    exit::USAGE
}

/// Tells why no session could be had, and what to do.
fn failed(error: &Error) -> u8 {
    let (code, fix) = match error {
        // This one names the way to install it.
        Error::NotFound { .. } => (exit::NO_CLI, ""),
        Error::Spawn { .. } => (exit::NO_CLI, "; name another with --claude PATH"),
        Error::Option { .. } => (exit::USAGE, ""),
        // Its own words say more than anybody else can.
        Error::Exited(exit) if !exit.stderr_tail.trim().is_empty() => (exit::ERROR, ""),
        _ => (exit::ERROR, "; `pilothouse doctor` says more"),
    };
    crate::output::print_error(&format!("{error}{fix}"));
    code
}

/// Whether somebody closed the pipe that is written to.
fn is_closed(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}
