//! Runs git with bounds on its time and on what it prints.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::Command;

use super::guard::{Guard, NAMES, NAMES_BYTES};

/// How long git may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How git is run in one directory.
pub(super) struct Run {
    directory: PathBuf,
    guard: Guard,
}

/// What git printed.
pub(super) struct Output {
    pub(super) bytes: Vec<u8>,
    /// It printed more than was read.
    pub(super) truncated: bool,
}

impl Run {
    /// Reads which programs the configuration names, and disables them. A list that is too long disables nothing
    /// behind its end, so such a repository is not read.
    pub(super) async fn prepare(directory: &Path) -> Option<Self> {
        let mut run = Self {
            directory: directory.to_owned(),
            guard: Guard::default(),
        };
        let names = run.output(&NAMES, NAMES_BYTES).await?;
        if names.truncated {
            tracing::warn!(directory = %directory.display(), "git is not used: the configuration has too many settings");
            return None;
        }
        if let Err(error) = run.guard.disable(&names.bytes) {
            tracing::warn!(directory = %directory.display(), %error, "git is not used");
            return None;
        }
        Some(run)
    }

    /// Where git runs.
    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Runs git and returns what it printed, unless it failed or took too long.
    pub(super) async fn output(&self, arguments: &[&str], most: usize) -> Option<Output> {
        self.with_input(arguments, Vec::new(), most).await
    }

    /// The same for a short answer.
    pub(super) async fn text(&self, arguments: &[&str]) -> Option<String> {
        let output = self.output(arguments, 64 * 1024).await?;
        String::from_utf8(output.bytes).ok()
    }

    /// Runs git with this on its stdin.
    pub(super) async fn with_input(
        &self,
        arguments: &[&str],
        input: Vec<u8>,
        most: usize,
    ) -> Option<Output> {
        let finished = tokio::time::timeout(PATIENCE, self.finish(arguments, input, most)).await;
        match finished {
            Ok(Ok(output)) => output,
            Ok(Err(error)) => {
                tracing::debug!(%error, "git could not be run");
                None
            }
            Err(_) => {
                tracing::warn!(command = arguments.first(), "git took too long");
                None
            }
        }
    }

    async fn finish(
        &self,
        arguments: &[&str],
        input: Vec<u8>,
        most: usize,
    ) -> std::io::Result<Option<Output>> {
        let mut child = self.command(arguments).spawn()?;
        if let Some(mut stdin) = child.stdin.take() {
            // Written beside the reading, or both sides could wait for each other.
            tokio::spawn(async move {
                // Git may stop reading early; its answer tells what it made of it.
                drop(stdin.write_all(&input).await);
            });
        }
        let Some(stdout) = child.stdout.take() else {
            return Ok(None);
        };
        let output = read_some(stdout, most).await?;
        if output.truncated {
            child.kill().await?;
            return Ok(Some(output));
        }
        let status = child.wait().await?;
        // 1 is the answer "none" of `check-ignore`, and "none set" of `config`.
        let answered = matches!(status.code(), Some(0 | 1));
        Ok(answered.then_some(output))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::from(self.guard.command());
        command
            .args(arguments)
            .current_dir(&self.directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        command
    }
}

async fn read_some(mut stdout: impl AsyncRead + Unpin, most: usize) -> std::io::Result<Output> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    (&mut stdout).take(limit).read_to_end(&mut bytes).await?;
    let truncated = bytes.len() > most;
    bytes.truncate(most);
    Ok(Output { bytes, truncated })
}
