//! What can go wrong, one variant for each thing a caller can do about it.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pilothouse_protocol::command::CommandProblems;
use pilothouse_protocol::ids::RequestId;

use crate::turn::{Limit, TurnResult};

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something failed.
///
/// What the CLI prints is never an error: lines that are unknown, malformed or not JSON are events.
///
/// Its debug form is its message, because that is what a `main` that returns it prints.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no CLI where we looked.
    #[error("{}", describe_missing(.looked_in, *.given))]
    NotFound {
        /// Every place that was tried.
        looked_in: Vec<PathBuf>,
        /// What named the only place to try: a variable, or the caller.
        given: Option<&'static str>,
    },
    /// The program could not be started.
    #[error("start the CLI: {source}: {path}", path = .path.display())]
    Spawn {
        /// The program.
        path: PathBuf,
        /// What the operating system said.
        source: Arc<io::Error>,
    },
    /// The program does not answer like the CLI.
    #[error("read the version of the CLI: {reason}: {path}", path = .path.display())]
    Version {
        /// The program.
        path: PathBuf,
        /// What it did instead.
        reason: String,
    },
    /// An option cannot be used as given.
    #[error("use option {option}: {reason}")]
    Option {
        /// The flag or field.
        option: String,
        /// What is wrong.
        reason: String,
    },
    /// The command line contains something that the CLI, or this version of it, does not accept.
    #[error("the command line is not valid: {0}")]
    Command(CommandProblems),
    /// The CLI answered the request with an error.
    #[error("{subtype}: the CLI answered: {message}")]
    Rejected {
        /// The request.
        subtype: String,
        /// What the CLI said.
        message: String,
        /// Its code for it, where it has one.
        code: Option<String>,
    },
    /// The CLI does not know the request; an older one may leave it unanswered instead, which is a [`Error::Timeout`].
    #[error("{subtype}: this version of the CLI does not support it")]
    Unsupported {
        /// The request.
        subtype: String,
    },
    /// The answer came, but does not fit its type.
    #[error("{subtype}: unexpected answer: {reason}")]
    Answer {
        /// The request.
        subtype: String,
        /// What does not fit.
        reason: String,
    },
    /// No answer came in time.
    #[error("{subtype}: no answer within {after:?}")]
    Timeout {
        /// The request.
        subtype: String,
        /// How long we waited.
        after: Duration,
    },
    /// An interrupt was not acknowledged in time; the session can be killed and resumed.
    #[error("interrupt: no receipt within {after:?}, the CLI does not respond")]
    Unresponsive {
        /// How long we waited.
        after: Duration,
    },
    /// The CLI has exited.
    #[error("the CLI has exited: {0}")]
    Exited(Arc<Exit>),
    /// The session was closed on our side.
    #[error("the session is closed")]
    Closed,
    /// The request of the CLI is not open: it was answered, withdrawn, or never made.
    #[error("request {request_id} is not open")]
    NotOpen {
        /// The request.
        request_id: RequestId,
    },
    /// A file or directory could not be read or written.
    #[error("{action}: {source}: {path}", path = .path.display())]
    File {
        /// What was being done.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: Arc<io::Error>,
    },
    /// A session store failed.
    #[error("{action} the session store: {reason}")]
    Store {
        /// What was being done.
        action: &'static str,
        /// What the store said.
        reason: String,
    },
    /// There is no such session on disk.
    #[error("no session {id} on disk")]
    NoSession {
        /// The id that was looked for.
        id: String,
    },
    /// A message holds something that cannot be sent.
    #[error("content cannot be sent: {reason}")]
    Content {
        /// What is wrong with it.
        reason: String,
    },
    /// A turn failed, ran into a limit, or was interrupted. The result says which, and what it cost.
    #[error("{}", describe_turn(.0))]
    Turn(Box<TurnResult>),
    /// The session interrupted a turn that reached one of its limits. The result has what it cost.
    #[error("the turn was stopped: {limit}")]
    Limit {
        /// The limit.
        limit: Limit,
        /// How the turn ended.
        result: Box<TurnResult>,
    },
    /// The budget of the session is spent, so the prompt was not sent.
    #[error("the prompt was not sent: the budget of ${limit:.2} is spent (${spent:.2})")]
    BudgetSpent {
        /// The whole budget, in dollars.
        limit: f64,
        /// What was spent, in dollars.
        spent: f64,
    },
    /// No turn answered the prompt.
    #[error("the prompt was not answered: {reason}")]
    Unanswered {
        /// Why.
        reason: &'static str,
    },
}

impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// Returns the result of the turn that failed, with what it cost.
    pub fn turn_result(&self) -> Option<&TurnResult> {
        match self {
            Self::Turn(result) | Self::Limit { result, .. } => Some(result),
            _ => None,
        }
    }

    pub(crate) fn file(action: &'static str, path: impl Into<PathBuf>, source: io::Error) -> Self {
        Self::File {
            action,
            path: path.into(),
            source: Arc::new(source),
        }
    }
}

/// How a CLI process ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Exit {
    /// The exit code, if it exited by itself.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The last of what it printed on stderr.
    pub stderr_tail: String,
    /// The text of the last result, if that was an error.
    pub last_error: Option<String>,
    /// Whether the session asked for it, by `close` or by being dropped.
    pub expected: bool,
    /// Processes of the session that had to be ended after it.
    pub swept: usize,
}

impl Exit {
    /// Makes the exit of a process that somebody else watched, such as a runner.
    pub fn new(code: Option<i32>, signal: Option<i32>, stderr_tail: impl Into<String>) -> Self {
        Self {
            code,
            signal,
            stderr_tail: stderr_tail.into(),
            ..Self::default()
        }
    }

    /// Returns whether the process ended well: by itself with code 0, or because it was asked to.
    pub fn is_success(&self) -> bool {
        self.expected || self.code == Some(0)
    }
}

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.code, self.signal) {
            (Some(code), _) => write!(f, "exit code {code}")?,
            (None, Some(signal)) => write!(f, "signal {signal}")?,
            (None, None) => f.write_str("the stream ended")?,
        }
        if let Some(error) = &self.last_error {
            write!(f, "; last result: {error}")?;
        }
        let tail = self.stderr_tail.trim();
        // The CLI says many things twice.
        let told = self.last_error.as_ref().is_some_and(|error| error == tail);
        if !tail.is_empty() && !told {
            write!(f, "; stderr: {tail}")?;
        }
        Ok(())
    }
}

fn describe_turn(result: &TurnResult) -> String {
    // What the CLI says about an interrupt is meant for its own developers.
    if result.was_interrupted() {
        return "the turn was interrupted".to_owned();
    }
    let reason = result.error_text();
    format!(
        "the turn failed: {}",
        reason.unwrap_or_else(|| result.subtype.as_str().into())
    )
}

fn describe_missing(looked_in: &[PathBuf], given: Option<&str>) -> String {
    const INSTALL: &str = "install it with `npm install -g @anthropic-ai/claude-code` or from https://claude.com/claude-code";
    let places = display_paths(looked_in);
    match given {
        Some(given) => format!(
            "no Claude Code CLI found: {given} names no program; correct it, or {INSTALL}; looked in {places}"
        ),
        None => format!(
            "no Claude Code CLI found; {INSTALL}, or set CLAUDE_PATH to it; looked in {places}"
        ),
    }
}

fn display_paths(paths: &[PathBuf]) -> String {
    paths
        .iter()
        .map(|path| path.display().to_string())
        .collect::<Vec<_>>()
        .join(", ")
}
