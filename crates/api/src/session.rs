//! Sessions: the list, creating, altering, forking.

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
    /// The host's own id; it never changes.
    pub id: String,
    /// The CLI's newest id of the conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cli_session_id: Option<String>,
    pub title: String,
    /// The project directory.
    pub project: String,
    /// Where it runs, when that is not the project directory: a worktree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worktree: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    pub status: SessionStatus,
    pub liveness: Liveness,
    /// How many asks wait for a person.
    pub asks: u32,
    /// The beginning of the newest thing said.
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
    /// The oldest request that waits for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asking: Option<Asking>,
    /// The newest permission request, question or plan that is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_ask: Option<AskId>,
    /// A turn ended, and its end was not visible on any device yet.
    #[serde(default)]
    pub ready_for_review: bool,
    /// The last turn ended with an error, and no message came since.
    #[serde(default)]
    pub turn_failed: bool,
    /// What tools of this session changed; absent when nothing is changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed: Option<Changed>,
    /// Why it ended or could not wake, as a sentence with a next step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// Set when the project's settings wait for a decision or were left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_settings: Option<ProjectSettingsState>,
}

impl SessionSummary {
    /// Whether the session cannot start before a person decided about its project's settings.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.project_settings == Some(ProjectSettingsState::Undecided)
    }

    /// Whether the process or the last turn failed.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.status == SessionStatus::Failed || self.turn_failed
    }

    /// How many requests wait for a person: asks, and the question about the project's settings.
    #[must_use]
    pub fn requests(&self) -> u32 {
        self.asks + u32::from(self.is_undecided())
    }
}

/// What a session asks, in a line.
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
    /// Since when, milliseconds since 1970.
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

/// Files that differ from what they were when the session began, and their lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    pub files: u32,
    pub added: u64,
    pub removed: u64,
}

/// The end of a turn was visible on this device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LookAt {
    /// How many turns of the session had ended: `usage.turns` of its view.
    #[serde(deserialize_with = "integer::integer")]
    pub turns: u32,
}

bounds! { LookAt {} }

/// Whether a session has a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum SessionStatus {
    /// A CLI process runs.
    Live,
    /// Starting or waking.
    Starting,
    /// No process; the next message wakes it.
    Parked,
    /// Ended by a person; it can be resumed.
    Closed,
    /// The CLI died or could not start; it can be resumed.
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

/// Starts a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateSession {
    /// An absolute path.
    pub project: String,
    pub title: Option<String>,
    /// Runs in a new git worktree of the project, on a branch of this name; empty for a made-up one.
    pub worktree: Option<String>,
    pub model: Option<String>,
    pub permission_mode: Option<String>,
    pub effort: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub directories: Vec<String>,
    /// MCP servers for this session, as in `.mcp.json`.
    pub mcp_servers: Option<Json>,
    pub append_system_prompt: Option<String>,
    /// When the session has cost this much, the host warns or pauses it, as its settings say.
    pub budget_usd: Option<f64>,
    #[serde(default, deserialize_with = "integer::optional")]
    pub max_turns: Option<u32>,
    /// Further flags of the CLI, as they would be typed.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub flags: Vec<String>,
    /// Goes on by itself when a rate limit resets.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub continue_after_limit: bool,
    /// Writes the CLI's debug log into the session's directory.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub debug: bool,
    /// Continues a conversation of the CLI's own store instead of a new one.
    pub resume: Option<String>,
    /// With `resume`: leaves that conversation as it is and continues a copy.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub fork: bool,
    /// The answer to the trust question. Without it, a project with items that nobody accepted is refused with 409 and
    /// the code `trustRequired`.
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

/// Alters what the host keeps about a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateSession {
    pub title: Option<String>,
    pub archived: Option<bool>,
    pub model: Option<String>,
    pub permission_mode: Option<String>,
    pub effort: Option<String>,
    pub thinking: Option<bool>,
    pub fast_mode: Option<bool>,
    pub output_style: Option<String>,
    /// When the session has cost this much, the host warns or pauses it, as its settings say; 0 for no budget.
    pub budget_usd: Option<f64>,
    pub continue_after_limit: Option<bool>,
    /// Takes the place of the budget the CLI was started with by `--max-budget-usd`; 0 for none. The process that
    /// runs keeps the one it has, so it must be restarted.
    pub cli_budget_usd: Option<f64>,
    /// Must be `bypassPermissions` when that mode is asked for: typed by the person.
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
    /// The uuid of the last message to keep; all of them when absent.
    pub at: Option<String>,
    /// An answer of the model that is the last to keep, by its entry: it has no uuid in the view.
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

/// What to do with a session's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Lifecycle {
    /// Ends the process; the next message wakes it.
    Park,
    /// Starts a process for it.
    Wake,
    /// Ends it until it is resumed.
    Close,
    /// Kills a process that no longer answers, and starts another.
    Restart,
    /// Starts a new conversation that is told a digest of the old one, because the CLI's history of that is gone.
    Fresh,
}

/// Does something with a session's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeLifecycle {
    pub action: Lifecycle,
}

bounds! { ChangeLifecycle {} }

/// Stops the turn. Waiting messages are held, unless one of the members is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Interrupt {
    /// Discards the messages that wait.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub cancel_queued: bool,
    /// Continues with the messages that wait.
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub keep_queue: bool,
}

bounds! {
    Interrupt {}
    NotBoth(cancel_queued, keep_queue)
}

/// What a stop did with the messages that waited, by their uuids. A message that the CLI gave back has a new uuid.
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
    /// The messages by their uuids; all that are held when absent.
    pub messages: Option<Vec<String>>,
}

bounds! { ReleaseHeld {} }

/// Background work that was stopped, by the ids of its tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct StoppedTasks {
    pub stopped: Vec<String>,
}

/// Restores files to what they were before a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rewind {
    /// The uuid of the message.
    pub message: String,
    /// Only tells what would change.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub dry_run: bool,
}

bounds! { Rewind {} }

/// What a rewind changed, or would change.
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
    /// The other members of the request.
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
    /// The whole request; absent for the question about the project's settings, which `GET /api/sessions/{id}/trust`
    /// lists and `POST` answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<Ask>,
    /// Whether a notification shows all that is asked, and may decide it.
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
