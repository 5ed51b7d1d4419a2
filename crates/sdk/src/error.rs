//! Errors, one variant for each way in which a caller can react.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pilothouse_protocol::command::CommandProblems;
use pilothouse_protocol::ids::RequestId;

use crate::turn::{Limit, TurnResult};

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of this crate.
///
/// Output of the CLI is never an error: lines that are unknown, malformed or not JSON are events.
///
/// The debug format equals the message, because `main` prints the debug format of a returned error.
#[derive(Clone, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No CLI was found.
    #[error("{}", describe_missing(.looked_in, *.given))]
    NotFound {
        /// Every path that was checked.
        looked_in: Vec<PathBuf>,
        /// The source of an explicit path: a variable, or the caller.
        given: Option<&'static str>,
    },
    /// The program could not be started.
    #[error("start the CLI: {source}: {path}", path = .path.display())]
    Spawn {
        /// The program.
        path: PathBuf,
        /// The error of the operating system.
        source: Arc<io::Error>,
    },
    /// The program does not behave like the CLI.
    #[error("read the version of the CLI: {reason}: {path}", path = .path.display())]
    Version {
        /// The program.
        path: PathBuf,
        /// The behavior.
        reason: String,
    },
    /// An option is invalid.
    #[error("use option {option}: {reason}")]
    Option {
        /// The flag or field.
        option: String,
        /// The reason.
        reason: String,
    },
    /// The command line has an argument that the CLI, or this version of it, does not accept.
    #[error("the command line is not valid: {0}")]
    Command(CommandProblems),
    /// The CLI responded with an error.
    #[error("{subtype}: the CLI answered: {message}")]
    Rejected {
        /// The request.
        subtype: String,
        /// The message of the CLI.
        message: String,
        /// The error code, if any.
        code: Option<String>,
    },
    /// The CLI does not support the request. Older CLIs may not respond instead, which is an [`Error::Timeout`].
    #[error("{subtype}: this version of the CLI does not support it")]
    Unsupported {
        /// The request.
        subtype: String,
    },
    /// The response does not match its type.
    #[error("{subtype}: unexpected answer: {reason}")]
    Answer {
        /// The request.
        subtype: String,
        /// The reason.
        reason: String,
    },
    /// There was no response in time.
    #[error("{subtype}: no answer within {after:?}")]
    Timeout {
        /// The request.
        subtype: String,
        /// The timeout.
        after: Duration,
    },
    /// An interrupt was not acknowledged in time; the session can be killed and resumed.
    #[error("interrupt: no receipt within {after:?}, the CLI does not respond")]
    Unresponsive {
        /// The timeout.
        after: Duration,
    },
    /// The CLI has exited.
    #[error("the CLI has exited: {0}")]
    Exited(Arc<Exit>),
    /// The session was closed by this process.
    #[error("the session is closed")]
    Closed,
    /// The request of the CLI is not open: it was answered, withdrawn, or does not exist.
    #[error("request {request_id} is not open")]
    NotOpen {
        /// The request.
        request_id: RequestId,
    },
    /// A file or directory could not be read or written.
    #[error("{action}: {source}: {path}", path = .path.display())]
    File {
        /// The failed action.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: Arc<io::Error>,
    },
    /// A session store failed.
    #[error("{action} the session store: {reason}")]
    Store {
        /// The failed action.
        action: &'static str,
        /// The error of the store.
        reason: String,
    },
    /// There is no such session on disk.
    #[error("no session {id} on disk")]
    NoSession {
        /// The ID.
        id: String,
    },
    /// The content of a message cannot be sent.
    #[error("content cannot be sent: {reason}")]
    Content {
        /// The reason.
        reason: String,
    },
    /// A turn failed, reached a limit, or was interrupted. The result has the reason and the cost.
    #[error("{}", describe_turn(.0))]
    Turn(Box<TurnResult>),
    /// The session interrupted a turn at one of its limits. The result has the cost.
    #[error("the turn was stopped: {limit}")]
    Limit {
        /// The limit.
        limit: Limit,
        /// The result of the turn.
        result: Box<TurnResult>,
    },
    /// The budget of the session is spent, so the prompt was not sent.
    #[error("the prompt was not sent: the budget of ${limit:.2} is spent (${spent:.2})")]
    BudgetSpent {
        /// The whole budget, in dollars.
        limit: f64,
        /// The amount spent, in dollars.
        spent: f64,
    },
    /// No turn answered the prompt.
    #[error("the prompt was not answered: {reason}")]
    Unanswered {
        /// The reason.
        reason: &'static str,
    },
}

impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl Error {
    /// Returns the result of the failed turn, including its cost.
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

/// The exit of a CLI process.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Exit {
    /// The exit code, if it exited by itself.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The end of its stderr.
    pub stderr_tail: String,
    /// The text of the last result, if it was an error.
    pub last_error: Option<String>,
    /// Whether the session requested it, by `close` or by being dropped.
    pub expected: bool,
    /// Processes of the session that had to be ended afterwards.
    pub swept: usize,
}

impl Exit {
    /// Creates the exit of a process that another component watched, such as a runner.
    pub fn new(code: Option<i32>, signal: Option<i32>, stderr_tail: impl Into<String>) -> Self {
        Self {
            code,
            signal,
            stderr_tail: stderr_tail.into(),
            ..Self::default()
        }
    }

    /// Returns whether the process exited successfully: by itself with code 0, or on request.
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
        // The CLI often repeats the error on stderr.
        let told = self.last_error.as_ref().is_some_and(|error| error == tail);
        if !tail.is_empty() && !told {
            write!(f, "; stderr: {tail}")?;
        }
        Ok(())
    }
}

fn describe_turn(result: &TurnResult) -> String {
    // The CLI's message about an interrupt is meant for its own developers.
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
