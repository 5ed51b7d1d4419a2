//! What changed: the only way a view is altered, in Rust and in the browser.

use serde::{Deserialize, Serialize};

use crate::ask::{Ask, AskState};
use crate::entry::{Citation, Delivery, Entry};
use crate::id::{AskId, EntryId, JobId};
use crate::job::{Job, TaskItem};
use crate::session::{
    Checkpoint, FileChange, HostState, Liveness, QueuedMessage, Schedule, SessionInfo,
};
use crate::tool::{ToolPatch, ToolResult, ToolState};
use crate::turn::Usage;

/// One alteration of a view. Entries are addressed by id, never by place.
///
/// A reader that lacks an entry (it is on a page that has not been loaded) ignores a change to
/// it: the page will hold the entry as it is then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Change {
    /// Adds an entry at the place its order gives, or replaces the entry with this id.
    /// A draft of this id is dropped.
    EntrySet {
        entry: Box<Entry>,
    },
    /// The entry is gone: the CLI took it back.
    EntryRemoved {
        id: EntryId,
    },
    /// Text was added to the draft of an entry that streams.
    Appended {
        id: EntryId,
        text: String,
    },
    /// The draft is the entry's text: it is complete.
    DraftKept {
        id: EntryId,
        /// Sources of a text.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<Citation>>"))]
        citations: Vec<Citation>,
        /// How long the model thought.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        duration_ms: Option<u64>,
        /// The text was cut by an interrupt.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
        aborted: bool,
    },
    /// The CLI's estimate for a thinking entry that streams.
    ThinkingTokens {
        id: EntryId,
        tokens: u64,
    },
    /// A message came further. Fields that are absent stay as they are; a new order moves it.
    DeliveryChanged {
        id: EntryId,
        delivery: Delivery,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        order: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        turn: Option<u32>,
        /// The uuid the CLI gave to a message that was sent without one.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        uuid: Option<String>,
    },
    /// A tool call moved on. Fields that are absent stay as they are.
    ToolChanged {
        id: EntryId,
        #[serde(flatten)]
        patch: Box<ToolPatch>,
    },
    /// A tool call has its result.
    ToolResultSet {
        id: EntryId,
        state: ToolState,
        ended_at: u64,
        result: Box<ToolResult>,
    },
    /// An ask was opened, or its question changed.
    AskSet {
        ask: Box<Ask>,
    },
    /// An ask is settled: it leaves the open ones and joins the closed ones.
    AskClosed {
        id: AskId,
        state: AskState,
    },
    /// A job is new or has changed.
    JobSet {
        job: Box<Job>,
    },
    /// A finished job is no longer listed.
    JobRemoved {
        id: JobId,
    },
    /// The task list.
    TasksSet {
        tasks: Vec<TaskItem>,
    },
    /// What the session is and has.
    InfoSet {
        info: Box<SessionInfo>,
    },
    LivenessSet {
        liveness: Liveness,
    },
    UsageSet {
        usage: Box<Usage>,
    },
    QueueSet {
        queue: Vec<QueuedMessage>,
    },
    /// Everything the CLI will start by itself.
    SchedulesSet {
        schedules: Vec<Schedule>,
    },
    /// A file was changed by a tool.
    FileSet {
        file: Box<FileChange>,
    },
    /// The file is as it was before the session, or was rewound.
    FileRemoved {
        path: String,
    },
    CheckpointAdded {
        checkpoint: Checkpoint,
    },
    HostSet {
        host: HostState,
    },
}

view_types! {
    /// The changes one record made. What a live reader receives.
    pub struct ChangeSet {
        /// Sequence and wall time of the record.
        pub seq: u64,
        pub at: u64,
        pub changes: Vec<Change>,
    }
}
