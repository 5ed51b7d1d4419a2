//! The records of a session as they stand in its log.

use serde::{Deserialize, Serialize};

/// One record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct WireRecord {
    pub seq: u64,
    pub at: u64,
    /// Which process of the session.
    pub epoch: u32,
    /// `out`, `in`, `err`, `spawn`, `exit`, `note`.
    pub kind: String,
    /// Who wrote it, for what was written to the CLI and for notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// Type and subtype, as `system/init`; empty for what has none.
    pub name: String,
    /// Whether this version does not know the message.
    pub unknown: bool,
    pub size: u64,
    /// The line; cut where it is longer than asked for.
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

/// A recording as what a reader would have seen, step by step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Replay {
    /// The view before the first line.
    pub view: pilothouse_view::SessionView,
    /// What each line changed, in order; lines that changed nothing are there too.
    pub sets: Vec<pilothouse_view::ChangeSet>,
}
