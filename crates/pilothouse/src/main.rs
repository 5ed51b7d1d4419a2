//! The `pilothouse` program: one binary for the host, the simulator and the tools around the wire.

mod attach;
mod consent;
mod doctor;
mod exit;
mod link;
mod man_pages;
mod output;
mod paths;
mod recording;
mod replay;
mod run;
mod sanitize;
mod serve;
mod service;
mod sessions;
mod style;
mod tap;
mod terminal;
mod upgrade;
mod wire;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Host Claude Code sessions on this machine and use them from any device.
///
/// Without a command, start the server and open the browser.
#[derive(Parser)]
#[command(name = "pilothouse", version, args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
struct Program {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Arguments,
}

const EXAMPLES: &str = "\
Examples:
  pilothouse                          start the server and open the browser
  pilothouse --demo                   the same with simulated sessions: no sign-in, no cost
  pilothouse run 'Fix the test'       run one prompt in the terminal
  pilothouse attach                   attach the terminal to a session
  pilothouse doctor                   check the installed Claude CLI
  pilothouse tap -- claude ...        record the protocol between a program and the CLI

Each command has its own examples: pilothouse run --help";

/// These two have helps of their own; this is for their manual pages.
const SIM_EXAMPLES: &str = "\
Examples:
  pilothouse sim --help
  pilothouse sim -p 'say something'";

const MODEL_EXAMPLES: &str = "\
Examples:
  pilothouse model --help
  pilothouse model --listen 127.0.0.1:8787";

#[derive(Subcommand)]
enum Command {
    /// Start the server and open the browser.
    #[command(after_help = serve::EXAMPLES)]
    Serve(serve::Arguments),
    /// Play a recording in the browser or to stdout.
    Replay(replay::Arguments),
    /// Print shell completions.
    Completions(man_pages::Completions),
    /// Print the manual page.
    Man(man_pages::Man),
    /// Check recordings of the protocol.
    #[command(after_help = "Example:\n  pilothouse wire check session.ndjson")]
    Wire {
        #[command(subcommand)]
        command: wire::Command,
    },
    /// Run one prompt in the terminal and exit.
    Run(run::Arguments),
    /// Run the server as a service that starts with the machine.
    #[command(after_help = service::EXAMPLES)]
    Service {
        #[command(subcommand)]
        command: service::Command,
    },
    /// Replace this program with the latest release.
    Upgrade(upgrade::Arguments),
    /// Print a sign-in link for the running server.
    Link(link::Arguments),
    /// Attach to a session; detaching leaves it running.
    Attach(attach::Arguments),
    /// List, show, export, import and search sessions.
    Sessions(sessions::Arguments),
    /// Check the installed Claude CLI and suggest fixes.
    Doctor(doctor::Arguments),
    /// Record the protocol between a program and the Claude CLI.
    Tap(tap::Arguments),
    /// Simulate the Claude CLI without an account or a network.
    #[command(disable_help_flag = true, after_help = SIM_EXAMPLES)]
    Sim {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Serve a scripted Messages API on loopback for the real CLI.
    #[command(disable_help_flag = true, after_help = MODEL_EXAMPLES)]
    Model {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
}

fn main() -> ExitCode {
    if let Some(arguments) = arguments_of("runner") {
        return pilothouse_runner::main(arguments);
    }
    if let Some(mut arguments) = arguments_of(tap::RECORDER) {
        return tap::record(arguments.next().map(PathBuf::from).as_deref());
    }
    let arguments = Program::parse_from(arguments());
    let Some(command) = arguments.command else {
        return serve::run(arguments.serve);
    };
    match command {
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Completions(which) => man_pages::completions::<Program>(&which),
        Command::Man(where_to) => man_pages::man::<Program>(&where_to),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Run(arguments) => run::run(arguments),
        Command::Service { command } => service::run(&command),
        Command::Upgrade(arguments) => upgrade::run(&arguments),
        Command::Link(arguments) => link::run(&arguments),
        Command::Attach(arguments) => attach::run(arguments),
        Command::Sessions(arguments) => sessions::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::Tap(arguments) => tap::run(&arguments),
        Command::Wire { command } => wire::run(&command),
        Command::Sim { arguments } => exit_code(pilothouse_sim::cli::main(arguments)),
        Command::Model { arguments } => pilothouse_sim::model::main(arguments),
    }
}

/// What follows a word by which the program starts itself: as the process that owns one CLI, or that writes a recording.
///
/// It is read without the parser: that one describes every command of the program before it looks at the first word, and
/// what it touches would stay in the memory of a process of which there is one for each session. And what nobody types
/// needs neither help nor completions.
fn arguments_of(word: &str) -> Option<impl Iterator<Item = OsString>> {
    let mut arguments = std::env::args_os().skip(1);
    (arguments.next()? == word).then_some(arguments)
}

/// The arguments, with the flags of the CLI behind a `--` where a command takes them.
fn arguments() -> Vec<OsString> {
    let mut given = std::env::args_os();
    let mut arguments: Vec<OsString> = given.by_ref().take(2).collect();
    if arguments.get(1).is_some_and(|command| command == "run") {
        arguments.extend(run::split(given));
    } else {
        arguments.extend(given);
    }
    arguments
}

fn exit_code(code: i32) -> ExitCode {
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}
