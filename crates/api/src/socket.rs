//! The WebSocket at `/api/ws`: live views of many sessions on one connection.

use serde::{Deserialize, Serialize};

use pilothouse_view::change::ChangeSet;
use pilothouse_view::view::SessionView;

use super::host::HostInfo;
use super::session::SessionSummary;

/// A message from a browser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum SocketCommand {
    /// Subscribes to a session. With `after`, only changes after that sequence are sent, if they are still available.
    Subscribe {
        session: String,
        after: Option<u64>,
    },
    /// Ends a subscription.
    Unsubscribe {
        session: String,
    },
    /// Subscribes to the list of sessions.
    WatchSessions,
    Ping,
}

/// A message to a browser.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum SocketUpdate {
    /// The first message: information about the server. A page of another version reloads itself.
    Hello {
        host: Box<HostInfo>,
    },
    /// The complete view of a session: for a new subscription, or if changes were missed.
    Snapshot {
        session: String,
        view: Box<SessionView>,
    },
    /// The following changes, in order. The first one continues the snapshot's sequence.
    Changes {
        session: String,
        sets: Vec<ChangeSet>,
    },
    /// The subscription resumed: there is no snapshot, the changes after the given sequence follow.
    Resumed {
        session: String,
        after: u64,
    },
    /// The complete list of sessions, for a new subscription.
    Sessions {
        sessions: Vec<SessionSummary>,
    },
    /// A session was added to the list or has changed.
    SessionSet {
        session: Box<SessionSummary>,
    },
    SessionRemoved {
        session: String,
    },
    /// The reader was too slow or the session was removed; subscribe again.
    Dropped {
        session: String,
        reason: String,
    },
    Pong,
    /// A command failed.
    Refused {
        #[serde(skip_serializing_if = "Option::is_none")]
        session: Option<String>,
        problem: String,
    },
}
