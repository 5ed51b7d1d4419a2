//! Starting a runner that outlives whoever starts it.
//!
//! The server starts its own program once more with `detach`, which makes a session of its own,
//! starts `run` and ends at once. So the runner is nobody's child but init's, and no signal of a
//! terminal or of a process group reaches it. The config goes through stdin, because it may hold
//! secrets and arguments can be seen by everyone; the answer comes through stdout.

use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use serde::{Deserialize, Serialize};

use crate::{Config, runner};

/// The program that becomes the runner.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    args: Vec<OsString>,
}

impl Program {
    /// Names a program and the arguments after which it hands the rest to [`crate::main`].
    pub fn new<A: Into<OsString>>(
        path: impl Into<PathBuf>,
        args: impl IntoIterator<Item = A>,
    ) -> Self {
        Self {
            path: path.into(),
            args: args.into_iter().map(Into::into).collect(),
        }
    }

    /// This program itself, also when its file was replaced since it started.
    pub fn this<A: Into<OsString>>(args: impl IntoIterator<Item = A>) -> io::Result<Self> {
        let path = if cfg!(target_os = "linux") {
            PathBuf::from("/proc/self/exe")
        } else {
            env::current_exe()?
        };
        Ok(Self::new(path, args))
    }

    fn stage(&self, stage: &str) -> Command {
        let mut command = Command::new(&self.path);
        command.arg0("pilothouse-runner");
        command.args(&self.args).arg(stage);
        command
    }
}

/// A runner that listens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launched {
    pub runner_pid: u32,
    pub cli_pid: u32,
    pub epoch: u32,
}

/// What a runner says when it listens, or cannot.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Ready {
    Launched(Launched),
    Failed(String),
}

impl Ready {
    /// Tells the one who launched this process.
    pub(crate) fn tell(&self) -> io::Result<()> {
        let line = serde_json::to_string(self)?;
        writeln!(io::stdout(), "{line}")
    }
}

/// Starts a runner and waits until it listens.
///
/// This blocks for some milliseconds: call it where blocking is allowed.
pub fn launch(program: &Program, config: &Config) -> io::Result<Launched> {
    config.check().map_err(io::Error::other)?;
    pilothouse_log::create_log_dir(&config.log_dir)?;
    let errors = pilothouse_log::private::options()
        .create(true)
        .append(true)
        .open(config.log_dir.join("runner.err"))?;
    let mut child = program
        .stage("detach")
        .current_dir("/")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(errors)
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(&serde_json::to_vec(config)?)?;
    }
    let mut line = String::new();
    if let Some(stdout) = child.stdout.take() {
        BufReader::new(stdout).read_line(&mut line)?;
    }
    child.wait()?;
    match serde_json::from_str(&line) {
        Ok(Ready::Launched(launched)) => Ok(launched),
        Ok(Ready::Failed(message)) => Err(io::Error::other(message)),
        Err(_) => Err(io::Error::other("the runner ended before it was ready")),
    }
}

/// Runs a stage of a runner: what the program does after [`Program`]'s arguments.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<_> = args.into_iter().collect();
    let result = match args.first().and_then(|stage| stage.to_str()) {
        Some("detach") => detach(args.len()),
        Some("run") => runner::run(),
        _ => Err(io::Error::other("this command is for the host itself")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            writeln!(io::stderr(), "pilothouse-runner: {error}").ok();
            ExitCode::FAILURE
        }
    }
}

/// Starts this program once more, with all of its arguments but the last `own`.
fn detach(own: usize) -> io::Result<()> {
    rustix::process::setsid()?;
    let args: Vec<_> = env::args_os().skip(1).collect();
    let before = args.len().saturating_sub(own);
    Program::this(&args[..before])?
        .stage("run")
        .env(pilothouse_process::RUNNER, "1")
        .spawn()?;
    Ok(())
}
