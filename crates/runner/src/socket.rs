//! What goes over a runner's socket: version 1.
//!
//! Both directions carry frames: a length of four bytes, little endian, that counts what
//! follows; one byte that says what sort of frame it is; the body.
//!
//! | byte | to the runner | from the runner |
//! |---|---|---|
//! | 0 | [`Request`], JSON | [`Reply`], JSON |
//! | 1 | | one or more whole records in the log's own encoding |
//! | 2 | [`Write`]: a byte of flags (1: sync), then one record in the log's encoding | |
//!
//! Sorts of frame and types of JSON that a side does not know are skipped, except that a runner
//! refuses a request it does not know when the request has an id.
//!
//! # The conversation
//!
//! A client says [`Hello`] first. The runner answers [`Welcome`], or [`Reply::Refused`] without
//! an id and hangs up. Then records follow, from the one after `after` on: first what is there,
//! then one [`Reply::CaughtUp`], then what is new. Replies to requests come between them.
//!
//! The version spoken is the lower one of the two that hello and welcome name.

mod codec;
#[cfg(test)]
mod tests;

use pilothouse_log::{Exit, Record};
use serde::{Deserialize, Serialize};

pub use codec::{Frame, FrameDecoder, FrameError, MAX_FRAME_TO_RUNNER, RecordFrame};
pub(crate) use codec::{FrameReader, FromClient, FromRunner};

/// The version of the socket's format that this crate speaks.
pub const VERSION: u32 = 1;

/// What a client may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Writes to the CLI and to the log. There is one: the newest takes it from the one before.
    Control,
    /// Reads.
    Observe,
}

/// The first frame of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The highest version the client speaks.
    pub version: u32,
    pub role: Role,
    /// The client has every record up to this one; 0 for none.
    pub after: u64,
}

/// What a client asks of the runner, besides writing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Request {
    Hello(Hello),
    /// Closes the CLI's stdin: it finishes what it has and ends.
    CloseStdin {
        id: String,
    },
    /// Sends a signal to the CLI's process, by number.
    Signal {
        id: String,
        signal: i32,
    },
    /// Ends the CLI: stdin is closed, after the grace it gets SIGTERM, at last SIGKILL.
    Terminate {
        id: String,
        grace_ms: u64,
    },
    Status {
        id: String,
    },
    Ping {
        id: String,
    },
    #[serde(other)]
    Unknown,
}

/// What the runner says, besides records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reply {
    Welcome(Welcome),
    /// Every record up to this one was sent; what follows is new.
    CaughtUp {
        seq: u64,
    },
    /// A write is in the log, and synced if that was asked for.
    Written {
        id: String,
        seq: u64,
        /// The same id was written before; nothing was done this time.
        #[serde(default)]
        repeated: bool,
    },
    /// A request that is not a write was carried out.
    Done {
        id: String,
    },
    /// A request or a write was not carried out.
    Refused {
        /// None when the connection itself is refused.
        #[serde(default)]
        id: Option<String>,
        code: Refusal,
        message: String,
    },
    Status(Status),
    Pong {
        id: String,
    },
    /// A newer client controls the session; this one observes from here on.
    ControlLost,
    /// The CLI ended and every record was sent; the connection closes.
    Exited {
        /// The sequence of the exit record.
        seq: u64,
        exit: Exit,
    },
    #[serde(other)]
    Unknown,
}

impl Reply {
    pub(crate) fn refused(id: Option<String>, code: Refusal, message: &str) -> Self {
        let message = message.to_owned();
        Self::Refused { id, code, message }
    }
}

/// What a client learns when it is let in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Welcome {
    /// The version that is spoken on this connection.
    pub version: u32,
    /// The version of the program the runner runs.
    pub runner_version: String,
    /// The host's id of the session.
    pub session: String,
    pub runner_pid: u32,
    pub cli_pid: u32,
    pub epoch: u32,
    /// The first sequence this runner can send; earlier ones are in sealed segments.
    pub first_seq: u64,
    /// The last sequence there is.
    pub head_seq: u64,
    pub role: Role,
}

/// How a runner is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Status {
    pub id: String,
    pub cli_pid: u32,
    pub epoch: u32,
    pub head_seq: u64,
    /// Whether a client controls the session.
    pub controlled: bool,
    /// How many clients are connected, this one included.
    pub clients: u32,
    /// Whether the CLI's last word was that it has nothing to do.
    pub idle: bool,
    pub stdin_open: bool,
    pub disk_full: bool,
}

/// Why something was refused, as a word programs can read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Refusal {
    /// The client observes.
    NotInControl,
    /// The disk is full; it can be tried again when there is room.
    DiskFull,
    /// The CLI's stdin is closed or the CLI is ending.
    Closed,
    /// The CLI does not read and too much waits for it already.
    Busy,
    /// The log could not be written.
    Log,
    /// The request itself is wrong.
    Invalid,
    /// The client runs inside a session, or as another user.
    Forbidden,
    /// A word of a later version.
    Unknown(String),
}

impl Refusal {
    /// Returns the word that goes over the socket.
    pub fn as_str(&self) -> &str {
        match self {
            Self::NotInControl => "not_in_control",
            Self::DiskFull => "disk_full",
            Self::Closed => "closed",
            Self::Busy => "busy",
            Self::Log => "log",
            Self::Invalid => "invalid",
            Self::Forbidden => "forbidden",
            Self::Unknown(word) => word,
        }
    }
}

impl From<String> for Refusal {
    fn from(word: String) -> Self {
        match word.as_str() {
            "not_in_control" => Self::NotInControl,
            "disk_full" => Self::DiskFull,
            "closed" => Self::Closed,
            "busy" => Self::Busy,
            "log" => Self::Log,
            "invalid" => Self::Invalid,
            "forbidden" => Self::Forbidden,
            _ => Self::Unknown(word),
        }
    }
}

impl From<Refusal> for String {
    fn from(refusal: Refusal) -> Self {
        refusal.as_str().to_owned()
    }
}

/// A line for the CLI or a note for the log.
///
/// The record's kind says which: `In` or `Note`. Its id is applied once; its sequence, time and
/// epoch are the runner's to fill in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// Whether the answer waits for the disk.
    pub sync: bool,
    pub record: Record,
}
