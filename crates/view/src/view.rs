//! The view of a session: what a reader holds, and how changes alter it.

use std::collections::BTreeMap;

use crate::ask::Ask;
use crate::entry::Entry;
use crate::id::EntryId;
use crate::job::{Job, TaskItem};
use crate::session::{
    Activity, Checkpoint, FileChange, HostState, Liveness, QueuedMessage, Schedule, SessionInfo,
};
use crate::turn::Usage;

/// Version of the view's format and of its changes.
pub const VIEW_VERSION: u32 = 1;

/// How many settled asks a view remembers, so that other devices can say who answered.
pub const CLOSED_ASKS: usize = 16;

/// How many checkpoints a view lists; older ones are on their messages.
pub const CHECKPOINTS: usize = 100;

view_types! {
    /// A session as a person sees it. A snapshot of it is what a reader starts from; it may hold only
    /// the newest entries, the older ones come in pages.
    pub struct SessionView {
        pub version: u32,
        /// Sequence and wall time of the newest record in this view: the last sign of life.
        pub seq: u64,
        pub at: u64,
        /// By ascending order. Entries of subagents are among them, with `parent` set.
        pub entries: Vec<Entry>,
        /// Whether there are older entries than these.
        pub has_older: bool,
        /// The entry before which the older ones end, if there are some. It need not be the first: entries that can
        /// still change are here however old they are.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        pub older_than: Option<EntryId>,
        /// Text that is still being written, by entry: prose, thinking, or the JSON of a tool's input.
        #[cfg_attr(feature = "schema", ts(type = "{ [key in EntryId]: string }"))]
        pub drafts: BTreeMap<EntryId, String>,
        /// Open asks, oldest first.
        pub asks: Vec<Ask>,
        /// The newest settled asks, oldest first.
        pub closed_asks: Vec<Ask>,
        pub jobs: Vec<Job>,
        pub tasks: Vec<TaskItem>,
        pub info: SessionInfo,
        pub liveness: Liveness,
        pub usage: Usage,
        /// Messages the host holds back until the CLI can take them.
        pub queue: Vec<QueuedMessage>,
        /// Cron jobs and wake-ups of the CLI.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "schema", ts(optional, as = "Option<Vec<Schedule>>"))]
        pub schedules: Vec<Schedule>,
        pub files: Vec<FileChange>,
        pub checkpoints: Vec<Checkpoint>,
        pub host: HostState,
    }

    /// Older entries, oldest first, as a reader asks for them.
    pub struct EntryPage {
        pub entries: Vec<Entry>,
        /// Whether there are still older ones.
        pub has_older: bool,
    }
}

impl EntryPage {
    /// The entry before which the older ones end, if there are some.
    pub fn end_of_older(&self) -> Option<EntryId> {
        let first = self.entries.first().filter(|_| self.has_older);
        first.map(|entry| entry.id.clone())
    }
}

impl Default for SessionView {
    fn default() -> Self {
        Self {
            version: VIEW_VERSION,
            seq: 0,
            at: 0,
            entries: Vec::new(),
            has_older: false,
            older_than: None,
            drafts: BTreeMap::new(),
            asks: Vec::new(),
            closed_asks: Vec::new(),
            jobs: Vec::new(),
            tasks: Vec::new(),
            info: SessionInfo::default(),
            liveness: Liveness::default(),
            usage: Usage::default(),
            queue: Vec::new(),
            schedules: Vec::new(),
            files: Vec::new(),
            checkpoints: Vec::new(),
            host: HostState::default(),
        }
    }
}

impl Default for Liveness {
    fn default() -> Self {
        Self {
            activity: Activity::NotStarted,
            since: 0,
            turn_started_at: None,
            turn: 0,
            epoch: 0,
        }
    }
}
