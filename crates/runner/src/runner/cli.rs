//! The CLI's process and its three pipes.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use rustix::process::Pid;
use tokio::io::AsyncWriteExt;
use tokio::net::unix::pipe;
use tokio::sync::mpsc;

use pilothouse_process::{Mark, RUNNER, end_with_parent};

use crate::Config;

/// A CLI that was started.
pub(super) struct Cli {
    pub(super) pid: Pid,
    /// None when it was closed.
    pub(super) stdin: Option<Stdin>,
    pub(super) stdout: pipe::Receiver,
    pub(super) stderr: pipe::Receiver,
}

/// Starts the CLI. To be called from the main thread: the parent-death signal comes when the
/// thread that started the process ends, not when its process does.
pub(super) fn start(config: &Config) -> io::Result<Cli> {
    let mut command = Command::new(&config.argv[0]);
    command
        .args(&config.argv[1..])
        .current_dir(&config.cwd)
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for name in &config.env_remove {
        command.env_remove(name);
    }
    command.envs(config.env.iter().map(|(name, value)| (name, value)));
    command.env_remove(RUNNER);
    let (variable, mark) = Mark::session(&config.session).to_environment();
    command.env(variable, mark);
    // The CLI would work on, unlogged, when the runner dies.
    end_with_parent(&mut command);
    let mut child = command.spawn().map_err(|error| {
        let message = format!("failed to start {}: {error}", config.argv[0]);
        io::Error::new(error.kind(), message)
    })?;

    let missing = || io::Error::other("the CLI has no pipe");
    let stdin = OwnedFd::from(child.stdin.take().ok_or_else(missing)?);
    let stdout = OwnedFd::from(child.stdout.take().ok_or_else(missing)?);
    let stderr = OwnedFd::from(child.stderr.take().ok_or_else(missing)?);
    Ok(Cli {
        pid: Pid::from_child(&child),
        stdin: Some(Stdin::new(pipe::Sender::from_owned_fd(stdin)?)),
        stdout: pipe::Receiver::from_owned_fd(stdout)?,
        stderr: pipe::Receiver::from_owned_fd(stderr)?,
    })
}

/// Lines on their way to the CLI.
pub(super) struct Stdin {
    lines: mpsc::UnboundedSender<Bytes>,
    waiting: Arc<AtomicUsize>,
}

impl Stdin {
    fn new(mut pipe: pipe::Sender) -> Self {
        let (lines, mut queue) = mpsc::unbounded_channel::<Bytes>();
        let waiting = Arc::new(AtomicUsize::new(0));
        let written = Arc::clone(&waiting);
        tokio::spawn(async move {
            while let Some(line) = queue.recv().await {
                let length = line.len();
                let line = [&line[..], b"\n"].concat();
                if pipe.write_all(&line).await.is_err() {
                    break;
                }
                written.fetch_sub(length, Ordering::Relaxed);
            }
        });
        Self { lines, waiting }
    }
}

impl Cli {
    pub(super) fn id(&self) -> u32 {
        self.pid.as_raw_nonzero().get().cast_unsigned()
    }

    /// Returns how many bytes the CLI has not taken yet.
    pub(super) fn waiting(&self) -> usize {
        let waiting = |stdin: &Stdin| stdin.waiting.load(Ordering::Relaxed);
        self.stdin.as_ref().map_or(0, waiting)
    }

    /// Says whether the CLI still takes lines.
    pub(super) fn listens(&self) -> bool {
        let is_open = |stdin: &Stdin| !stdin.lines.is_closed();
        self.stdin.as_ref().is_some_and(is_open)
    }

    /// Sends a line. When the CLI stopped listening it is lost, as its exit will show.
    pub(super) fn push(&self, line: Bytes) {
        if let Some(stdin) = &self.stdin {
            stdin.waiting.fetch_add(line.len(), Ordering::Relaxed);
            stdin.lines.send(line).ok();
        }
    }
}
