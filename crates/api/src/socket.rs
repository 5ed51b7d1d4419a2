//! The WebSocket at `/api/ws`: live views of many sessions on one connection.

use serde::{Deserialize, Serialize};

use pilothouse_view::change::ChangeSet;
use pilothouse_view::view::SessionView;

use super::host::HostInfo;
use super::session::SessionSummary;

/// What a browser says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum SocketCommand {
    /// Shows a session from now on. With `after`, only what came after that sequence is sent, if the host still can.
    Subscribe {
        session: String,
        after: Option<u64>,
    },
    /// Shows it no longer.
    Unsubscribe {
        session: String,
    },
    /// Keeps the list of sessions up to date from now on.
    WatchSessions,
    Ping,
}

/// What a browser hears.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum SocketUpdate {
    /// First of all: what the host is. A page of another version reloads itself.
    Hello {
        host: Box<HostInfo>,
    },
    /// The view of a session, whole: in answer to a subscription, or when changes were missed.
    Snapshot {
        session: String,
        view: Box<SessionView>,
    },
    /// What changed since, in order. The first comes right after the snapshot's sequence.
    Changes {
        session: String,
        sets: Vec<ChangeSet>,
    },
    /// The subscription resumed: no snapshot is needed, the changes after the given sequence follow.
    Resumed {
        session: String,
        after: u64,
    },
    /// The list of sessions, whole: in answer to watching it.
    Sessions {
        sessions: Vec<SessionSummary>,
    },
    /// A session is new in the list or has changed.
    SessionSet {
        session: Box<SessionSummary>,
    },
    SessionRemoved {
        session: String,
    },
    /// The reader was too slow or the session is gone; subscribe again.
    Dropped {
        session: String,
        reason: String,
    },
    Pong,
    /// A command could not be carried out.
    Refused {
        #[serde(skip_serializing_if = "Option::is_none")]
        session: Option<String>,
        problem: String,
    },
}
