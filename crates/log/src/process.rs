//! How a CLI process began and how it ended.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Kind, Record, Who};

/// The payload of a `spawn` record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spawn {
    /// The program and its arguments, as they were given.
    #[serde(default)]
    pub argv: Vec<String>,
    /// The directory it was started in.
    #[serde(default)]
    pub cwd: String,
    /// The names of the variables that were set for the CLI; never their values.
    #[serde(default)]
    pub env_names: Vec<String>,
    /// The version of the CLI, when it was known before it started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cli_version: Option<String>,
    /// The CLI's own id of the session, when it was chosen or resumed by the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cli_session_id: Option<String>,
    /// The CLI's process.
    #[serde(default)]
    pub pid: u32,
    /// The runner's process.
    #[serde(default)]
    pub runner_pid: u32,
    /// The version of the program that runs the runner.
    #[serde(default)]
    pub runner_version: String,
    /// Fields of later versions.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl Spawn {
    /// Makes the record that says it; the host wrote it.
    pub fn to_record(&self) -> Record {
        record(Kind::Spawn, self)
    }
}

impl Exit {
    /// A CLI that could not be started.
    #[must_use]
    pub fn not_started(error: &std::io::Error) -> Self {
        Self {
            reason: ExitReason::NotStarted,
            message: Some(error.to_string()),
            ..Self::default()
        }
    }

    /// Makes the record that says it; the host wrote it.
    pub fn to_record(&self) -> Record {
        record(Kind::Exit, self)
    }
}

fn record(kind: Kind, payload: &impl Serialize) -> Record {
    // Every key is text, so writing cannot fail; were it to, readers would see an unreadable record.
    let bytes = serde_json::to_vec(payload).unwrap_or_default();
    Record::new(kind, Who::Host, bytes)
}

/// The payload of an `exit` record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Exit {
    /// The exit code, when the CLI ended by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<i32>,
    /// The signal that ended the CLI.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    /// What part the host had in it.
    #[serde(default)]
    pub reason: ExitReason,
    /// The last of what the CLI wrote to its stderr.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr_tail: String,
    /// The sequence of the last line of stdout, when it ended without a newline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_line: Option<u64>,
    /// What went wrong, for people, when the reason alone does not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Fields of later versions.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Why a CLI process ended, as far as the host had a part in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum ExitReason {
    /// It ended by itself.
    #[default]
    Exited,
    /// A client asked for its end.
    Told,
    /// Nobody was attached and it had nothing to do.
    Idle,
    /// It could not be started.
    NotStarted,
    /// The runner got a signal to end.
    RunnerStopped,
    /// The runner died; a server wrote this afterwards.
    RunnerDied,
    /// A reason this version does not know.
    Unknown(String),
}

impl ExitReason {
    /// Returns the word that stands in the log.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Exited => "exited",
            Self::Told => "told",
            Self::Idle => "idle",
            Self::NotStarted => "not_started",
            Self::RunnerStopped => "runner_stopped",
            Self::RunnerDied => "runner_died",
            Self::Unknown(word) => word,
        }
    }
}

impl From<String> for ExitReason {
    fn from(word: String) -> Self {
        match word.as_str() {
            "exited" => Self::Exited,
            "told" => Self::Told,
            "idle" => Self::Idle,
            "not_started" => Self::NotStarted,
            "runner_stopped" => Self::RunnerStopped,
            "runner_died" => Self::RunnerDied,
            _ => Self::Unknown(word),
        }
    }
}

impl From<ExitReason> for String {
    fn from(reason: ExitReason) -> Self {
        reason.as_str().to_owned()
    }
}
