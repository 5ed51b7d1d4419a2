//! Sessions: list, create, update, fork.

use serde::{Deserialize, Serialize};

use pilothouse_view::ask::Ask;
use pilothouse_view::id::{AskId, EntryId};
use pilothouse_view::json::Json;
use pilothouse_view::session::Liveness;

use super::bounds::{
    ARGUMENT, ARGUMENTS, Bound, CONTROL_REQUEST, FIRST_MODE, MODE, NAME, TITLE, bounds,
};
use super::integer;
use super::message::NewMessage;
use super::project::{ProjectSettings, ProjectSettingsState};

/// A session in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct SessionSummary {
    /// The server's ID of the session; it never changes.
    pub id: String,
    /// The CLI's newest ID of the conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cli_session_id: Option<String>,
    pub title: String,
    /// The project directory.
    pub project: String,
    /// The directory in which it runs, if that is not the project directory: a worktree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worktree: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    pub status: SessionStatus,
    pub liveness: Liveness,
    /// The number of open requests.
    pub asks: u32,
    /// The beginning of the newest text.
    pub last_line: String,
    /// Sequence and time of the newest record.
    pub seq: u64,
    pub at: u64,
    pub created_at: u64,
    pub cost_usd: f64,
    pub queued: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub permission_mode: Option<String>,
    pub archived: bool,
    /// Whether it is in the group of pinned sessions.
    #[serde(default)]
    pub pinned: bool,
    /// The oldest open request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asking: Option<Asking>,
    /// What the one tool call that runs works on, in a line: a command, or the name of the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<String>,
    /// The newest permission request, question or plan that is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_ask: Option<AskId>,
    /// A turn ended, and its end was not yet visible on any device.
    #[serde(default)]
    pub ready_for_review: bool,
    /// The last turn ended with an error, and there is no newer message.
    #[serde(default)]
    pub turn_failed: bool,
    /// Files changed by tools of this session; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<Changed>,
    /// The reason why it ended or could not start, as a sentence with a suggested fix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Set if the project's settings need a decision or were left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_settings: Option<ProjectSettingsState>,
}

impl SessionSummary {
    /// Returns whether the session cannot start before a person decides about its project's settings.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.project_settings == Some(ProjectSettingsState::Undecided)
    }

    /// Returns whether the process or the last turn failed.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.status == SessionStatus::Failed || self.turn_failed
    }

    /// Returns the number of open requests, including the question about the project's settings.
    #[must_use]
    pub fn requests(&self) -> u32 {
        self.asks + u32::from(self.is_undecided())
    }
}

/// An open request of a session, for lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Asking {
    pub kind: AskingKind,
    /// The tool that would run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The beginning of the command, the path, the question or the plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The time of the request, in milliseconds since 1970.
    pub since: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum AskingKind {
    Permission,
    Question,
    Plan,
    /// A form of an MCP server.
    Form,
    /// A dialog of the CLI.
    Dialog,
    /// Whether to use the project's settings.
    Trust,
}

/// Files that differ from their state at the start of the session, and the number of changed lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    pub files: u32,
    pub added: u64,
    pub removed: u64,
}

/// Reports that the end of a turn was visible on this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LookAt {
    /// The number of finished turns: `usage.turns` of the view.
    #[serde(deserialize_with = "integer::integer")]
    pub turns: u32,
}

bounds! { LookAt {} }

/// The state of a session's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum SessionStatus {
    /// A CLI process is running.
    Live,
    /// A process is starting.
    Starting,
    /// No process; the next message starts one.
    Parked,
    /// Closed by a person; it can be resumed.
    Closed,
    /// The CLI exited or could not start; it can be resumed.
    Failed,
}

/// A deleted session that can still be restored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RemovedSession {
    pub id: String,
    /// Empty if an earlier version deleted it.
    pub title: String,
    pub project: String,
    /// When it was deleted, in milliseconds since 1970.
    pub removed_at: u64,
    /// When it will be erased.
    pub erased_at: u64,
}

/// A page of the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct SessionPage {
    pub sessions: Vec<SessionSummary>,
    /// Pass it as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Creates a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateSession {
    /// An absolute path.
    pub project: String,
    pub title: Option<String>,
    /// Runs in a new git worktree of the project, on a branch with this name; generated if empty.
    pub worktree: Option<String>,
    pub model: Option<String>,
    pub permission_mode: Option<String>,
    pub effort: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub directories: Vec<String>,
    /// MCP servers for this session, in the format of `.mcp.json`.
    pub mcp_servers: Option<Json>,
    pub append_system_prompt: Option<String>,
    /// The cost at which the server warns or pauses the session, depending on its settings.
    pub budget_usd: Option<f64>,
    #[serde(default, deserialize_with = "integer::optional")]
    pub max_turns: Option<u32>,
    /// Additional flags of the CLI, as on its command line.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub flags: Vec<String>,
    /// Continues automatically when a rate limit resets.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub continue_after_limit: bool,
    /// Writes the CLI's debug log into the session's directory.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub debug: bool,
    /// Resumes a conversation from the CLI's own transcripts.
    pub resume: Option<String>,
    /// With `resume`: continues a copy, and leaves the conversation unchanged.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub fork: bool,
    /// The decision about the project's settings. Without it, a project with items that were not accepted is rejected
    /// with 409 and the code `trustRequired`.
    pub project_settings: Option<ProjectSettings>,
    /// The first message.
    pub message: Option<NewMessage>,
}

bounds! {
    CreateSession {
        title: TITLE,
        model: NAME,
        permission_mode: FIRST_MODE,
        effort: NAME,
        directories: ARGUMENTS,
        mcp_servers: Bound::Object,
        append_system_prompt: ARGUMENT,
        budget_usd: Bound::Above(0.0),
        max_turns: Bound::Within(1, u32::MAX),
        flags: ARGUMENTS,
        message: Bound::Nested,
    }
}

/// Changes the server's settings of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateSession {
    pub title: Option<String>,
    pub archived: Option<bool>,
    pub pinned: Option<bool>,
    pub model: Option<String>,
    pub permission_mode: Option<String>,
    pub effort: Option<String>,
    pub thinking: Option<bool>,
    pub fast_mode: Option<bool>,
    pub output_style: Option<String>,
    /// The cost at which the server warns or pauses the session, depending on its settings; 0 for no budget.
    pub budget_usd: Option<f64>,
    pub continue_after_limit: Option<bool>,
    /// Replaces the budget with which the CLI was started by `--max-budget-usd`; 0 for none. A running process keeps
    /// the old budget until it is restarted.
    pub cli_budget_usd: Option<f64>,
    /// Must be `bypassPermissions` if that mode is requested: typed by the user.
    pub confirm: Option<String>,
}

bounds! {
    UpdateSession {
        title: TITLE,
        model: NAME,
        permission_mode: MODE,
        effort: NAME,
        output_style: NAME,
        budget_usd: Bound::AtLeast(0.0),
        cli_budget_usd: Bound::AtLeast(0.0),
    }
}

/// Continues a copy of a session from one of its messages.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ForkSession {
    /// The UUID of the last message to keep; all messages if absent.
    pub at: Option<String>,
    /// The entry of the last answer to keep, if it is one of the model: it has no UUID in the view.
    pub entry: Option<EntryId>,
    pub title: Option<String>,
    pub message: Option<NewMessage>,
}

bounds! {
    ForkSession {
        title: TITLE,
        message: Bound::Nested,
    }
    NotBoth(at, entry)
}

/// An action on a session's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Lifecycle {
    /// Stops the process; the next message starts one.
    Park,
    /// Starts a process.
    Wake,
    /// Stops the process until the session is resumed.
    Close,
    /// Kills an unresponsive process, and starts another one.
    Restart,
    /// Starts a new conversation with a summary of the old one, because the CLI's transcript was lost.
    Fresh,
}

/// Starts or stops a session's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeLifecycle {
    pub action: Lifecycle,
}

bounds! { ChangeLifecycle {} }

/// Interrupts the turn. Queued messages are held, unless one of the fields is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Interrupt {
    /// Discards the queued messages.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub cancel_queued: bool,
    /// Continues with the queued messages.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub keep_queue: bool,
}

bounds! {
    Interrupt {}
    NotBoth(cancel_queued, keep_queue)
}

/// The effect of an interrupt on the queued messages, by UUID. A message returned by the CLI has a new UUID.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Interruption {
    pub held: Vec<String>,
    pub discarded: Vec<String>,
}

/// Sends held messages, as if they had just been queued.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ReleaseHeld {
    /// The UUIDs of the messages; all held messages if absent.
    pub messages: Option<Vec<String>>,
}

bounds! { ReleaseHeld {} }

/// The background tasks that were stopped, by ID.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StoppedTasks {
    pub stopped: Vec<String>,
}

/// Restores files to their state before a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rewind {
    /// The UUID of the message.
    pub message: String,
    /// Returns the changes without making them.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub dry_run: bool,
}

bounds! { Rewind {} }

/// The changes of a rewind, made or planned.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct RewindReport {
    pub can_rewind: bool,
    pub files: Vec<String>,
    pub insertions: u64,
    pub deletions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A control request of the CLI's protocol, passed through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ControlCall {
    /// `mcp_status`, `get_context_usage`, `side_question` …
    pub subtype: String,
    /// The other fields of the request.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Json>"))]
    pub request: Json,
}

bounds! {
    ControlCall {
        subtype: CONTROL_REQUEST,
        request: Bound::Object,
    }
}

/// A request of any session: a row of the inbox.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct InboxItem {
    pub session: String,
    pub title: String,
    pub project: String,
    pub asking: Asking,
    /// The whole request; absent for the decision about the project's settings, which `GET /api/sessions/{id}/trust`
    /// returns and `POST` makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// Whether a notification shows the whole request, and may decide it.
    pub one_tap: bool,
}

/// Answers the trust question of a session, which then starts or restarts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DecideProjectSettings {
    pub project_settings: ProjectSettings,
}

bounds! { DecideProjectSettings {} }
