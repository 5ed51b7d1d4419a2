//! Everything that a session can do.

use bytes::Bytes;
use pilothouse_api::message::SentMessage;
use pilothouse_api::session::Interruption;
use pilothouse_log::{Note, Who};
use pilothouse_runner::Config;
use pilothouse_view::ChangeSet;
use serde_json::Value;

use super::Refusal;
use super::input::{Life, ReplyId};
use super::projection::Applied;

/// Something to be done. Effects are carried out in order.
pub(super) enum Effect {
    /// Writes a record, by the runner while one is attached, else into the file. Its record acknowledges it.
    Append {
        key: String,
        who: Who,
        body: Body,
    },
    /// Attaches to the runner if one lives, else writes the end of a dead process into the log.
    Recover {
        is_open: bool,
    },
    WantSlot,
    /// Needs no slot any more, neither taken nor wanted.
    FreeSlot,
    /// The slot is needed by a session that works.
    KeepSlot,
    /// Checks trust, the conversation and the CLI, and makes the command line.
    Prepare {
        life: Life,
    },
    Launch {
        life: Life,
        config: Box<Config>,
    },
    /// Asks the process to end.
    Terminate,
    Kill,
    /// Lets go of a runner that gives no records.
    Detach,
    /// Keeps what an answer makes the CLI write into the project from asking again.
    AcceptWrites(Value),
    /// Reads messages that were sent, by their records.
    ReadLines(Vec<u64>),
    ReadSpending,
    ReadDigest,
    /// Carries out what a record means for the index.
    Index(Box<Applied>),
    Publish {
        changes: ChangeSet,
        jumped: bool,
    },
    /// Saves the projection.
    Save,
    Reply(ReplyId, Result<Answer, Refusal>),
    /// The session is over: nothing more is done.
    Ended,
}

/// What a record says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Body {
    Note(Note),
    /// A line to the CLI.
    Line(Bytes),
    /// The line of an earlier record.
    Again(u64),
}

/// The answer to a call.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Answer {
    Done,
    Sent(SentMessage),
    Stopped(Interruption),
    Value(Value),
    /// The ID of a rule.
    Rule(String),
    /// The summary of the session as it is then.
    Summary,
}
