//! A running program: lines in, lines out, and a recording of both.

use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, Command};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// The timeout for the exit of a program after it was told to end.
const EXIT_PATIENCE: Duration = Duration::from_secs(5);

/// One line of a recording.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    /// Milliseconds since the first process was started.
    pub(crate) at: u64,
    /// Whether the host wrote it.
    pub(crate) inward: bool,
    /// The line as JSON, or as text if it is not JSON.
    pub(crate) line: Result<Value, String>,
}

/// The exit of a process.
#[derive(Debug, Clone)]
pub(crate) struct Ended {
    pub(crate) status: String,
    pub(crate) stderr: String,
}

/// The parameters for starting a process.
#[derive(Debug, Clone)]
pub(crate) struct Launch {
    pub(crate) program: Vec<String>,
    pub(crate) cwd: PathBuf,
    pub(crate) env: Vec<(String, String)>,
    /// Whether commands of tools really run; the simulator only returns their outcome.
    pub(crate) runs_commands: bool,
}

/// A process and its pipes.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: mpsc::UnboundedReceiver<String>,
    stderr: JoinHandle<String>,
}

impl Process {
    pub(crate) fn start(launch: &Launch) -> Result<Self> {
        let mut child = command(launch)?
            .spawn()
            .with_context(|| format!("cannot start {}", launch.program.join(" ")))?;
        let stdout = child.stdout.take().context("no stdout")?;
        let mut stderr = child.stderr.take().context("no stderr")?;
        let (sender, lines) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            while matches!(reader.read_until(b'\n', &mut line).await, Ok(read) if read > 0) {
                let text = String::from_utf8_lossy(&line)
                    .trim_end_matches('\n')
                    .to_owned();
                line.clear();
                if sender.send(text).is_err() {
                    return;
                }
            }
        });
        let stderr = tokio::spawn(async move {
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).await.ok();
            String::from_utf8_lossy(&text).into_owned()
        });
        Ok(Self {
            stdin: child.stdin.take(),
            child,
            lines,
            stderr,
        })
    }

    /// Writes text. If the program has exited, the next wait reports it.
    pub(crate) async fn write(&mut self, text: &str) {
        if let Some(stdin) = &mut self.stdin {
            stdin.write_all(text.as_bytes()).await.ok();
            stdin.flush().await.ok();
        }
    }

    pub(crate) fn close_stdin(&mut self) {
        self.stdin = None;
    }

    /// Returns the next line, or `None` after the end of stdout.
    pub(crate) async fn next_line(&mut self) -> Option<String> {
        self.lines.recv().await
    }

    /// Sends a signal by its name.
    pub(crate) fn signal(&self, name: &str) -> Result<()> {
        let Some(pid) = self.child.id() else {
            bail!("the program has already exited");
        };
        let status = std::process::Command::new("kill")
            .args(["-s", name.trim_start_matches("SIG"), &pid.to_string()])
            .status()
            .context("cannot run kill")?;
        if !status.success() {
            bail!("kill -s {name} failed");
        }
        Ok(())
    }

    /// Waits for the exit; a program that does not exit is killed, which is reported.
    pub(crate) async fn end(mut self) -> Ended {
        let waited = tokio::time::timeout(EXIT_PATIENCE, self.child.wait()).await;
        let status = match waited {
            Ok(Ok(status)) => describe(status),
            Ok(Err(error)) => format!("unknown: {error}"),
            Err(_) => {
                self.child.kill().await.ok();
                "did not exit".to_owned()
            }
        };
        // Grandchildren may keep stderr open for a long time.
        let stderr = tokio::time::timeout(Duration::from_secs(1), self.stderr).await;
        Ended {
            status,
            stderr: stderr.ok().and_then(Result::ok).unwrap_or_default(),
        }
    }
}

fn command(launch: &Launch) -> Result<Command> {
    let (program, arguments) = launch.program.split_first().context("no program")?;
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(&launch.cwd)
        .env_clear()
        .envs(launch.env.iter().cloned())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .kill_on_drop(true);
    Ok(command)
}

fn describe(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    match (status.code(), status.signal()) {
        (Some(code), _) => code.to_string(),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "unknown".to_owned(),
    }
}

/// Reads a line as JSON, or keeps its text.
pub(crate) fn parse(line: &str) -> Result<Value, String> {
    serde_json::from_str(line).map_err(|_| line.to_owned())
}

/// The recorded line of the host or the program.
pub(crate) fn recorded(at: u64, inward: bool, line: &str) -> Recorded {
    Recorded {
        at,
        inward,
        line: parse(line),
    }
}

impl Recorded {
    /// The line of a recording file.
    pub(crate) fn to_json(&self) -> Value {
        let direction = if self.inward { "in" } else { "out" };
        match &self.line {
            Ok(line) => json!({"t": self.at, "dir": direction, "line": line}),
            Err(raw) => json!({"t": self.at, "dir": direction, "raw": raw}),
        }
    }
}

/// A temporary home and project, removed when dropped.
#[derive(Debug)]
pub(crate) struct Scratch {
    pub(crate) root: tempfile::TempDir,
}

impl Scratch {
    pub(crate) fn new() -> Result<Self> {
        let root = tempfile::Builder::new().prefix("ph").tempdir()?;
        let scratch = Self { root };
        for directory in [
            scratch.home(),
            scratch.config(),
            scratch.project(),
            scratch.temporary(),
        ] {
            std::fs::create_dir_all(directory)?;
        }
        Ok(scratch)
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.root.path().join("home")
    }

    pub(crate) fn config(&self) -> PathBuf {
        self.home().join(".claude")
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.root.path().join("project")
    }

    pub(crate) fn temporary(&self) -> PathBuf {
        self.root.path().join("tmp")
    }

    /// Writes a file of the scenario.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = match name.strip_prefix("~/") {
            Some(rest) => self.home().join(rest),
            None => self.project().join(name),
        };
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
        Ok(())
    }
}

/// The environment of every program: its own home, a dummy key, and no network access outside of this machine.
pub(crate) fn environment(scratch: &Scratch, base_url: &str) -> Vec<(String, String)> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let path = std::env::var("PATH").unwrap_or_default();
    [
        ("PATH", path),
        ("HOME", text(&scratch.home())),
        ("CLAUDE_CONFIG_DIR", text(&scratch.config())),
        ("TMPDIR", text(&scratch.temporary())),
        ("CLAUDE_CODE_TMPDIR", text(&scratch.temporary())),
        ("LANG", "C.UTF-8".to_owned()),
        ("TZ", "UTC".to_owned()),
        ("ANTHROPIC_API_KEY", "dummy".to_owned()),
        ("ANTHROPIC_BASE_URL", base_url.to_owned()),
        ("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1".to_owned()),
        ("DISABLE_TELEMETRY", "1".to_owned()),
        ("DISABLE_AUTOUPDATER", "1".to_owned()),
        ("DISABLE_ERROR_REPORTING", "1".to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}
