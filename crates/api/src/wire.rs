//! The records in the log of a session.

use serde::{Deserialize, Serialize};

/// A record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct WireRecord {
    pub seq: u64,
    pub at: u64,
    /// The number of the process of the session.
    pub epoch: u32,
    /// `out`, `in`, `err`, `spawn`, `exit`, `note`.
    pub kind: String,
    /// The sender, for lines to the CLI and for notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// Type and subtype, such as `system/init`; empty if there is none.
    pub name: String,
    /// Whether this version does not recognize the message.
    pub unknown: bool,
    pub size: u64,
    /// The line; truncated if it is longer than requested.
    pub text: String,
}

/// A page of records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct WirePage {
    pub records: Vec<WireRecord>,
    /// Pass it as `after` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// A recording as a sequence of changes of the view.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Replay {
    /// The view before the first line.
    pub view: pilothouse_view::SessionView,
    /// The changes of each line, in order; including lines without changes.
    pub sets: Vec<pilothouse_view::ChangeSet>,
}
