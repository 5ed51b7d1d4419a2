//! The `pilothouse` program: one binary for the host, the simulator and the tools around the wire.

mod attach;
mod doctor;
mod exit;
mod link;
mod paper;
mod paths;
mod recording;
mod replay;
mod run;
mod sanitize;
mod say;
mod serve;
mod sessions;
mod style;
mod tap;
mod terminal;
mod wire;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Hosts the Claude Code CLI: durable sessions, any device, nothing lost.
///
/// Without a command the host is started and the browser opened.
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
  pilothouse                          the host, in your browser
  pilothouse --demo                   the same with simulated sessions: no login, no cost
  pilothouse run 'Mend the test'      one task in the terminal
  pilothouse attach                   joins a session of the host from the terminal
  pilothouse doctor                   whether the installed CLI fits, and what to do
  pilothouse tap -- claude ...        records what another host and the CLI say to each other

Every command has examples of its own: pilothouse run --help";

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
    /// Starts the host, prints its link and opens the browser.
    #[command(after_help = serve::EXAMPLES)]
    Serve(serve::Arguments),
    /// Shows a recording in the browser, or prints it at its own pace.
    Replay(replay::Arguments),
    /// Writes completions for a shell.
    Completions(paper::Completions),
    /// Writes the manual.
    Man(paper::Man),
    /// Looks at recordings and raw streams of the wire.
    #[command(after_help = "Example:\n  pilothouse wire check session.ndjson")]
    Wire {
        #[command(subcommand)]
        command: wire::Command,
    },
    /// Does one task in the terminal; the exit code tells the outcome.
    Run(run::Arguments),
    /// Print a sign-in link for the running server.
    Link(link::Arguments),
    /// Joins a session of the running host from the terminal; leaving it leaves it running.
    Attach(attach::Arguments),
    /// Lists, shows, exports, imports and searches sessions, also with no host running.
    Sessions(sessions::Arguments),
    /// Looks at the installed CLI and says whether it fits, and what to do.
    Doctor(doctor::Arguments),
    /// Sits between a host and its CLI, passes every byte on and records the wire.
    Tap(tap::Arguments),
    /// The simulated CLI: takes the flags of `claude`, needs no login and no network.
    #[command(disable_help_flag = true, after_help = SIM_EXAMPLES)]
    Sim {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// A scripted Messages API on loopback, for the real CLI.
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
        Command::Completions(which) => paper::completions::<Program>(&which),
        Command::Man(where_to) => paper::man::<Program>(&where_to),
        Command::Serve(arguments) => serve::run(arguments),
        Command::Run(arguments) => run::run(arguments),
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
