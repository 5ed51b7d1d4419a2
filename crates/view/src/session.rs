//! The session itself: what it is, whether it lives, what it has and what it changed.

use serde::{Deserialize, Serialize};

use crate::entry::{Attachment, CutText, ProcessExit};
use crate::id::EntryId;

view_types! {
    /// Who did something.
    pub struct Who {
        pub kind: WhoKind,
        /// The device's or the rule's name.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
        /// The device's ID, which no other device ever has. Records of 0.1.0 have none.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub device: Option<String>,
    }

    #[derive(Copy, Eq)]
    pub enum WhoKind {
        Device,
        Rule,
        Host,
    }

    /// What the session is and has. Everything that changes rarely.
    #[derive(Default)]
    pub struct SessionInfo {
        /// The CLI's session id; it changes with `/clear`, fork and fresh start.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub session_id: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub title: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub cwd: Option<String>,
        pub additional_directories: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub model: Option<String>,
        /// `default`, `acceptEdits`, `plan`, `bypassPermissions`, `dontAsk`, `auto`, `delegate`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub permission_mode: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub output_style: Option<String>,
        pub output_styles: Vec<String>,
        /// `off`, `on` or `cooldown`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub fast_mode: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub effort: Option<String>,
        /// Version of the CLI.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub version: Option<String>,
        pub capabilities: Vec<String>,
        pub tools: Vec<String>,
        pub commands: Vec<Command>,
        pub agents: Vec<AgentInfo>,
        pub skills: Vec<String>,
        pub plugins: Vec<Plugin>,
        pub mcp_servers: Vec<McpServer>,
        pub models: Vec<ModelInfo>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub account: Option<Account>,
        /// Whether files can be rewound to a message (set when the process was started with it).
        pub checkpointing: bool,
        /// A goal the CLI pursues by itself.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub goal: Option<Goal>,
        /// What the person might say next, offered by the CLI.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub prompt_suggestion: Option<String>,
    }
}

impl SessionInfo {
    /// Whether the CLI gives back messages that it has not started when a turn is stopped.
    pub fn takes_back(&self) -> bool {
        self.capabilities
            .iter()
            .any(|name| name == "interrupt_cancel_queued_v1")
    }
}

view_types! {
    /// A slash command that can be sent.
    pub struct Command {
        /// Without the slash.
        pub name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub argument_hint: Option<String>,
        pub aliases: Vec<String>,
        /// Whether it only makes sense in a terminal.
        pub terminal_only: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub plugin: Option<String>,
    }

    pub struct AgentInfo {
        pub name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub model: Option<String>,
    }

    pub struct Plugin {
        pub name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub path: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub version: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub source: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
    }

    pub struct McpServer {
        pub name: String,
        /// `connected`, `failed`, `pending`, `disabled`, `needs-auth` …
        pub status: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
        /// `user`, `project`, `local`, `dynamic`, `plugin`, `sdk` …
        #[serde(skip_serializing_if = "Option::is_none")]
        pub source: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub scope: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub transport: Option<String>,
        /// Name and version the server gives itself.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub server_name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub server_version: Option<String>,
        /// Its tools' own names, when known.
        pub tools: Vec<String>,
    }

    pub struct ModelInfo {
        /// What to send to choose it.
        pub value: String,
        pub display_name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub description: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub resolved_model: Option<String>,
        pub effort_levels: Vec<String>,
        pub supports_fast_mode: bool,
        pub supports_auto_mode: bool,
        pub supports_thinking_off: bool,
    }

    #[derive(Default)]
    pub struct Account {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub email: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub organization: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub subscription: Option<String>,
        /// Where the key comes from; absent or `none` when not signed in.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub api_key_source: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub token_source: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub provider: Option<String>,
    }

    pub struct Goal {
        pub condition: String,
        pub iterations: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub last_reason: Option<String>,
    }

    /// What the session is doing, for a sentence with a clock.
    pub struct Liveness {
        pub activity: Activity,
        /// Since when, milliseconds since 1970.
        pub since: u64,
        /// When the running turn began.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub turn_started_at: Option<u64>,
        /// The running turn, or the last one.
        pub turn: u32,
        /// The CLI process, counted from 1.
        pub epoch: u32,
    }
}

/// What the session is doing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(
    tag = "state",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Activity {
    /// No process has been started yet.
    NotStarted,
    /// The process is there and has not answered yet.
    Starting,
    Idle,
    /// A message was sent and its turn has not begun.
    Sent,
    /// Waiting for the model's first token.
    Requesting,
    Thinking {
        entry: EntryId,
    },
    Writing {
        entry: EntryId,
    },
    /// The model writes the input of a tool call.
    Calling {
        entry: EntryId,
    },
    /// Tools run.
    Tools {
        entries: Vec<EntryId>,
    },
    /// A person must decide; `asks` of the view say what.
    Waiting,
    Retrying {
        attempt: u32,
        max_retries: u32,
        /// When the next attempt starts, milliseconds since 1970.
        next_at: u64,
        error: String,
    },
    Compacting,
    /// The turn is over and background work goes on.
    Background {
        jobs: u32,
    },
    /// The host closed the process; the next message wakes it.
    Parked,
    /// The process has ended.
    Ended {
        exit: ProcessExit,
    },
}

view_types! {
    /// A message that has not been given to the CLI yet.
    pub struct QueuedMessage {
        /// The uuid it will be sent with.
        pub uuid: String,
        pub text: CutText,
        pub attachments: Vec<Attachment>,
        pub at: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub who: Option<Who>,
        /// Why it waits: a turn runs, the limit of live sessions is reached …
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
        /// Whether it waits for a person: the turn was stopped, and nothing is sent until they release it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
        pub held: bool,
    }

    /// Something the CLI will start by itself: a cron job or a wake-up.
    pub struct Schedule {
        pub id: String,
        pub schedule: ScheduleKind,
        /// The times of a cron job in words, or the reason for a wake-up.
        pub text: String,
        /// What the CLI will be asked then.
        pub prompt: CutText,
        pub recurring: bool,
        /// When it starts next, milliseconds since 1970. Absent when only the CLI knows.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub next_at: Option<u64>,
    }

    #[derive(Copy, Eq)]
    pub enum ScheduleKind {
        Cron,
        Wakeup,
    }

    /// A file that tools of this session changed, with its changes added up.
    pub struct FileChange {
        pub path: String,
        pub change: FileChangeKind,
        /// Lines added and removed against the file as it was before the session.
        pub additions: u64,
        pub deletions: u64,
        /// The changes added up; empty when they could not be, see `exact`.
        pub hunks: Vec<Hunk>,
        /// Whether `hunks` is the true difference: false when something else changed the file in
        /// between, or when it is too long to be kept. The entries still hold each change.
        pub exact: bool,
        /// How many tool calls changed it, and the newest of them.
        pub edits: u32,
        pub entry: EntryId,
        pub at: u64,
    }

    #[derive(Copy, Eq)]
    pub enum FileChangeKind {
        Created,
        Modified,
        /// A cell of a notebook was changed.
        Notebook,
    }

    /// A hunk of a unified diff.
    pub struct Hunk {
        pub old_start: u64,
        pub old_lines: u64,
        pub new_start: u64,
        pub new_lines: u64,
        /// Each begins with a space, `-` or `+`.
        pub lines: Vec<String>,
    }

    /// A message to which files can be rewound.
    pub struct Checkpoint {
        /// The message's uuid: `user_message_id` of `rewind_files`.
        pub uuid: String,
        pub entry: EntryId,
        pub at: u64,
        /// The beginning of the message.
        pub preview: String,
    }

    /// What the host itself keeps about the session.
    #[derive(Default)]
    pub struct HostState {
        pub archived: bool,
        /// Whether it is in the group of pinned sessions.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
        pub pinned: bool,
        /// What the session may cost before it is paused.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub budget_usd: Option<f64>,
        /// Whether it goes on by itself when a rate limit resets, if somebody chose.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub continue_after_limit: Option<bool>,
        /// Whether the model thinks before it answers, if somebody chose.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub thinking: Option<bool>,
    }
}
