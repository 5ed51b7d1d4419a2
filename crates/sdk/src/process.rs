//! The CLI as a child process, and all processes that it starts.
//!
//! A process group is not sufficient: each Bash command of the CLI has its own session.
//! Therefore each process of a session has a mark in its environment, and when the session ends for any reason, all
//! processes with the mark are ended.
//! On Linux the CLI also gets a SIGTERM when its host dies without cleaning up.
//!
//! Not covered: a process that cleared its environment, started its own session, and lost its parent before the sweep.

mod spawner;
mod stderr;
mod user;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tokio::process::{Child, ChildStdin, ChildStdout, Command};

use crate::error::{Error, Result};
use pilothouse_process::{Kind, signal_group, sweep};
pub use pilothouse_process::{MARK, Mark, processes_marked};
pub(crate) use stderr::StderrTail;
pub(crate) use user::User;

/// The process to start: program, arguments, directory, environment.
#[derive(Debug, Clone, Default)]
pub(crate) struct Launch {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<OsString>,
    pub(crate) cwd: Option<PathBuf>,
    pub(crate) env_clear: bool,
    pub(crate) env_remove: Vec<OsString>,
    pub(crate) env: Vec<(OsString, OsString)>,
    pub(crate) user: Option<User>,
}

/// How long remaining processes have to end after SIGTERM.
const LEFTOVER_GRACE: Duration = Duration::from_millis(400);

/// The timeouts of the steps of ending a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CloseTimeouts {
    /// From closing stdin to SIGTERM. The CLI finishes its work in this time.
    pub drain: Duration,
    /// From SIGTERM to SIGKILL.
    pub terminate: Duration,
}

impl CloseTimeouts {
    /// Sets both steps.
    pub fn new(drain: Duration, terminate: Duration) -> Self {
        Self { drain, terminate }
    }

    /// For a session without owners: no time to drain.
    pub(crate) fn at_once() -> Self {
        Self {
            drain: Duration::ZERO,
            terminate: Duration::from_secs(1),
        }
    }
}

impl Default for CloseTimeouts {
    fn default() -> Self {
        Self {
            drain: Duration::from_secs(5),
            terminate: Duration::from_secs(5),
        }
    }
}

/// A running CLI.
pub(crate) struct Process {
    pub(crate) pid: u32,
    child: Child,
    guard: Guard,
    pub(crate) stderr: StderrTail,
}

/// The pipes to a process.
pub(crate) struct Pipes {
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: ChildStdout,
}

/// A callback for each line of stderr.
pub(crate) type OnStderr = Arc<dyn Fn(&str) + Send + Sync>;

impl Process {
    /// Starts a process with its own mark.
    pub(crate) async fn spawn(
        launch: &Launch,
        mark: Mark,
        on_stderr: Option<OnStderr>,
    ) -> Result<(Self, Pipes)> {
        let spawn_error = |source: std::io::Error| Error::Spawn {
            path: launch.program.clone(),
            source: Arc::new(source),
        };
        let mut child = spawner::spawn(command(launch, &mark))
            .await
            .map_err(spawn_error)?;
        let pid = child.id().unwrap_or_default();
        // Create the guard first: from here on an early return ends the process.
        let guard = Guard {
            mark,
            pid,
            armed: true,
        };
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(spawn_error(std::io::Error::other("no pipes")));
        };
        widen(&stdout);
        let stderr = StderrTail::drain(stderr, on_stderr);
        Ok((
            Self {
                pid,
                child,
                guard,
                stderr,
            },
            Pipes { stdin, stdout },
        ))
    }

    /// Waits until the process itself has ended.
    pub(crate) async fn wait(&mut self) -> std::io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Ends the process: waits for it to exit by itself, then SIGTERM, then SIGKILL. Its stdin must have been closed.
    pub(crate) async fn end(&mut self, timeouts: CloseTimeouts) -> std::io::Result<ExitStatus> {
        if let Ok(status) = tokio::time::timeout(timeouts.drain, self.child.wait()).await {
            return status;
        }
        signal_group(self.pid, Kind::Terminate);
        if let Ok(status) = tokio::time::timeout(timeouts.terminate, self.child.wait()).await {
            return status;
        }
        signal_group(self.pid, Kind::Kill);
        self.child.wait().await
    }

    /// Ends all remaining processes of the session. Returns their number.
    pub(crate) async fn sweep(&mut self) -> usize {
        let guard = self.guard.take();
        // Reading all of `/proc` takes milliseconds, but may block.
        tokio::task::spawn_blocking(move || guard.sweep())
            .await
            .unwrap_or_default()
    }
}

fn command(launch: &Launch, mark: &Mark) -> Command {
    let mut command = Command::new(&launch.program);
    command.args(&launch.args);
    if launch.env_clear {
        command.env_clear();
    }
    for name in &launch.env_remove {
        command.env_remove(name);
    }
    command.envs(launch.env.iter().map(|(name, value)| (name, value)));
    let (variable, value) = mark.to_environment();
    command.env(variable, value);
    if let Some(cwd) = &launch.cwd {
        command.current_dir(cwd);
    }
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.kill_on_drop(true);
    #[cfg(unix)]
    {
        command.process_group(0);
        if let Some(user) = &launch.user {
            // The standard library also drops our supplementary groups.
            command.uid(user.uid).gid(user.gid);
        }
    }
    command
}

/// A larger pipe means fewer wake-ups while much is printed; failures are ignored.
#[cfg(target_os = "linux")]
fn widen(stdout: &ChildStdout) {
    use std::os::fd::AsFd;
    if let Err(error) = rustix::pipe::fcntl_setpipe_size(stdout.as_fd(), 256 * 1024) {
        tracing::debug!(%error, "the pipe keeps its size");
    }
}

#[cfg(not(target_os = "linux"))]
fn widen(_stdout: &ChildStdout) {}

/// Ends all processes of a session when it is dropped without a sweep.
struct Guard {
    mark: Mark,
    pid: u32,
    armed: bool,
}

impl Guard {
    fn take(&mut self) -> Self {
        let taken = Self {
            mark: self.mark.clone(),
            pid: self.pid,
            armed: self.armed,
        };
        self.armed = false;
        taken
    }

    fn sweep(mut self) -> usize {
        self.armed = false;
        sweep(&self.mark, Some(self.pid), LEFTOVER_GRACE)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if self.armed {
            sweep(&self.mark, Some(self.pid), LEFTOVER_GRACE);
        }
    }
}
