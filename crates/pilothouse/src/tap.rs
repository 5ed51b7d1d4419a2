//! `pilothouse tap`: sits between a host and its CLI, passes every byte on as it comes, and records both directions.
//!
//! Each direction has a thread of its own that reads, hands the bytes to the recorder and writes them on; it never waits for the end of a line.
//! The recorder is a process of its own, in a session of its own: when the tap is killed, it still writes down all that has passed.

mod pump;
mod recorder;
mod signals;

use std::ffi::OsString;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;

use pump::Chunks;
pub(crate) use recorder::run as record;

use crate::output::print_error;

/// What a shell answers when it cannot start a program.
const CANNOT_START: u8 = 127;

/// The word by which the recorder is started.
pub(crate) const RECORDER: &str = "tap-recorder";

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Recording to write; a number is appended if the file exists
    /// [default: $XDG_STATE_HOME/pilothouse/taps/TIME-PID.ndjson, or below ~/.local/state].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Program and its arguments.
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    command: Vec<OsString>,
}

const EXAMPLES: &str = "\
Bytes pass unchanged and without delay in both directions, and so do signals and the exit code.
The recording contains the whole conversation and is readable by you alone.

Examples:
  pilothouse tap -- claude -p --output-format stream-json --verbose 'Say hello'
  pilothouse tap --out session.ndjson -- claude --input-format stream-json --output-format stream-json --verbose -p
  printf '#!/bin/sh\\nexec pilothouse tap -- /usr/local/bin/claude \"$@\"\\n' > claude-tapped    # for hosts that need one path

Then:
  pilothouse wire check session.ndjson
  pilothouse replay session.ndjson

Exit codes: those of the program; 127 if it cannot be started, 2 if the recording cannot be created.";

pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    // Before any thread is made, so that all of them inherit the mask and only one waits for signals.
    let before = match signals::block() {
        Ok(before) => before,
        Err(error) => {
            print_error(&format!("cannot take signals: {error}"));
            return ExitCode::from(2);
        }
    };
    let mut recorder = match start_recorder(arguments.out.clone()) {
        Ok(recorder) => recorder,
        Err(error) => {
            print_error(&format!("cannot record: {error}"));
            return ExitCode::from(2);
        }
    };
    let passed = spawn(&arguments.command, before).and_then(|child| pass(child, &mut recorder));
    // The recording is whole before the host learns of the end.
    drop(recorder.stdin.take());
    match recorder.wait() {
        Ok(status) if status.success() => {}
        _ => print_error("the recording is not complete"),
    }
    match passed {
        Ok(status) => end_as(status),
        Err(error) => {
            let program = arguments.command[0].display();
            print_error(&format!(
                "cannot start {program}: {error}; give the program after `--`, with its path"
            ));
            ExitCode::from(CANNOT_START)
        }
    }
}

/// Starts the recorder, which makes the file and says so by a line before anything is passed on.
fn start_recorder(out: Option<PathBuf>) -> io::Result<Child> {
    use io::{BufRead, BufReader};
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(RECORDER);
    if let Some(out) = out {
        command.arg(std::path::absolute(out)?);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    signals::own_session(&mut command);
    let mut recorder = command.spawn()?;
    let mut answer = String::new();
    if let Some(stdout) = recorder.stdout.take() {
        BufReader::new(stdout).read_line(&mut answer)?;
    }
    match answer.trim() {
        "ready" => Ok(recorder),
        other => {
            recorder.wait()?;
            Err(io::Error::other(other.to_owned()))
        }
    }
}

fn spawn(command: &[OsString], before: signals::Before) -> io::Result<Child> {
    let mut program = Command::new(&command[0]);
    program.args(&command[1..]);
    program.stdin(Stdio::piped()).stdout(Stdio::piped());
    // Its stderr is ours, untouched.
    signals::unblock(&mut program, before);
    signals::die_with_parent(&mut program);
    program.spawn()
}

/// Passes bytes and signals until the program has ended and everything it said is passed on.
fn pass(mut child: Child, recorder: &mut Child) -> io::Result<ExitStatus> {
    let chunks = Arc::new(Chunks::new(recorder.stdin.take()));
    let (program_ended, program_lives) = io::pipe()?;
    signals::forward(child.id());
    if let Some(stdin) = child.stdin.take() {
        let chunks = Arc::clone(&chunks);
        // Not joined: it may wait for input that never comes, and ends with the process.
        thread::spawn(move || pump::inwards(stdin, &chunks));
    }
    let outwards = child.stdout.take().map(|stdout| {
        let chunks = Arc::clone(&chunks);
        thread::spawn(move || pump::outwards(stdout, &program_ended, &chunks))
    });
    let status = child.wait()?;
    drop(program_lives);
    if let Some(outwards) = outwards {
        // Errors of the pipe end the passing on, and the host sees that by itself.
        drop(outwards.join());
    }
    chunks.close();
    Ok(status)
}

/// Ends as the program did: with its code, or by the same signal.
fn end_as(status: ExitStatus) -> ExitCode {
    if let Some(signal) = status.signal() {
        signals::die_by(signal);
    }
    ExitCode::from(
        status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .unwrap_or(1),
    )
}
