//! The `pilothouse` program: one binary for the host, the simulator and the tools around the wire.

mod serve;
mod wire;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Hosts the Claude Code CLI: durable sessions, any device, nothing lost.
#[derive(Parser)]
#[command(name = "pilothouse", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Starts the host, prints its link and opens the browser.
    Serve(serve::Arguments),
    /// Looks at recordings and raw streams of the wire.
    Wire {
        #[command(subcommand)]
        command: wire::Command,
    },
    /// The simulated CLI: takes the flags of `claude`, needs no login and no network.
    #[command(disable_help_flag = true)]
    Sim {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// A scripted Messages API on loopback, for the real CLI.
    #[command(disable_help_flag = true)]
    Model {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Owns one CLI process; started by the host.
    #[command(hide = true, disable_help_flag = true)]
    Runner {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Serve(arguments) => serve::run(arguments),
        Command::Runner { arguments } => pilothouse_runner::main(arguments),
        Command::Wire { command } => wire::run(&command),
        Command::Sim { arguments } => exit_code(pilothouse_sim::cli::main(arguments)),
        Command::Model { arguments } => pilothouse_sim::model::main(arguments),
    }
}

fn exit_code(code: i32) -> ExitCode {
    ExitCode::from(u8::try_from(code).unwrap_or(1))
}
