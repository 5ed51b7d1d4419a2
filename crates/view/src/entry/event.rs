//! What happens around the conversation: commands, compactions, notices, seams.

use super::{Attachment, CutText};
use crate::id::EntryId;
use crate::json::Json;

view_types! {
    /// What a slash command printed.
    pub struct CommandOutput {
        /// Without the slash; absent when the CLI does not say which command it was.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub args: Option<String>,
        /// Markdown or plain text; may hold ANSI colours.
        pub text: CutText,
        pub is_error: bool,
        /// Why there was no useful output: `unavailable_headless`, `unknown`, `failed` …
        #[serde(skip_serializing_if = "Option::is_none")]
        pub outcome: Option<String>,
    }

    /// The context was summarised.
    pub struct Compaction {
        pub state: CompactionState,
        /// `manual` or `auto`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub trigger: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub tokens_before: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub tokens_after: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub duration_ms: Option<u64>,
        /// How many messages were kept word for word.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub kept_messages: Option<u32>,
        /// The summary that stands for everything before.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub summary: Option<CutText>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
    }

    #[derive(Copy, Eq)]
    pub enum CompactionState {
        Running,
        Done,
        Failed,
    }

    /// A line about the session.
    pub struct Notice {
        pub level: NoticeLevel,
        pub text: String,
        pub source: NoticeSource,
        /// The CLI's own label for it (`hook_callback_failed`, `stop-hook-error` …).
        #[serde(skip_serializing_if = "Option::is_none")]
        pub tag: Option<String>,
        /// The tool call it is about.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub entry: Option<EntryId>,
        /// What else came with it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub detail: Option<Json>,
    }

    #[derive(Copy, Eq)]
    pub enum NoticeLevel {
        Info,
        Notice,
        Suggestion,
        Warning,
        Error,
    }

    /// Where a notice comes from.
    #[derive(Copy, Eq)]
    pub enum NoticeSource {
        /// The CLI said it.
        Cli,
        /// A hook said it.
        Hook,
        /// The model was changed by the CLI.
        Model,
        /// A tool call was denied without an ask.
        Permission,
        /// Memories were recalled.
        Memory,
        /// A plugin was installed or failed.
        Plugin,
        /// A background task or another session.
        Task,
        /// The version control system.
        Vcs,
        /// The host itself wrote it into the log.
        Host,
        /// Something the CLI wrote to its error output.
        Stderr,
    }

    /// One run of a hook.
    pub struct HookRun {
        /// `PreToolUse:Bash`, `SessionStart:startup` …
        pub name: String,
        pub event: String,
        pub state: HookState,
        pub stdout: CutText,
        pub stderr: CutText,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub exit_code: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ended_at: Option<u64>,
    }

    #[derive(Copy, Eq)]
    pub enum HookState {
        Running,
        Success,
        Error,
        Cancelled,
    }

    /// The API is being asked again after a failure.
    pub struct Retry {
        pub attempt: u32,
        pub max_retries: u32,
        pub delay_ms: u64,
        /// HTTP status; absent when the connection failed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub status: Option<u32>,
        /// `overloaded`, `rate_limit`, `server_error` …
        pub error: String,
        /// Whether it is over: an answer came, or the turn ended.
        pub over: bool,
    }

    /// The API refused or failed for good.
    pub struct ApiError {
        pub text: String,
        /// `authentication_failed`, `billing_error`, `rate_limit`, `overloaded` …
        pub error: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub status: Option<u32>,
        /// Finer than `error`: `usage_limit_reached`, `connection_failed` …
        #[serde(skip_serializing_if = "Option::is_none")]
        pub code: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub request_id: Option<String>,
    }

    /// A seam of the session.
    pub struct Boundary {
        pub reason: BoundaryReason,
        /// The CLI's session id after the seam.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub session_id: Option<String>,
        /// The CLI's session id before it, when it changed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub previous_session_id: Option<String>,
        /// How the process ended.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub exit: Option<ProcessExit>,
        /// What the host noted with it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
    }

    #[derive(Copy, Eq)]
    pub enum BoundaryReason {
        Started,
        Resumed,
        Forked,
        Cleared,
        /// The CLI began a fresh conversation for another reason.
        Reset,
        /// The process ended as it should.
        Ended,
        /// The process died, or ended with an error.
        Died,
        /// The host closed an idle process; the next message wakes it.
        Parked,
        Woken,
        Imported,
    }

    /// How a process ended.
    pub struct ProcessExit {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub code: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub signal: Option<i32>,
        pub stderr_tail: String,
    }

    /// The turn was interrupted.
    pub struct Interrupted {
        /// While a tool was running or waiting for an answer.
        pub in_tool: bool,
    }

    /// The CLI told the model to go on.
    pub struct Continued {
        pub reason: ContinuedReason,
        pub text: CutText,
    }

    #[derive(Copy, Eq)]
    pub enum ContinuedReason {
        /// A Stop hook was not content.
        StopHook,
        /// The answer was cut (length, connection, refusal, empty answer).
        Cut,
    }

    /// Text the CLI put into the conversation.
    pub struct Injected {
        pub text: CutText,
        pub attachments: Vec<Attachment>,
        /// The tool call that caused it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub entry: Option<EntryId>,
    }

    /// A short summary of tool calls.
    pub struct ToolSummary {
        pub text: String,
        pub entries: Vec<EntryId>,
    }

    /// The state of signing in.
    pub struct AuthStatus {
        pub authenticating: bool,
        pub output: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
    }

    /// Something this version does not know.
    pub struct RawEntry {
        pub reason: RawReason,
        /// `type`, and `type/subtype` where there is one; empty when the line is not JSON.
        pub name: String,
        pub direction: Direction,
        /// The line, cut.
        pub line: CutText,
    }

    #[derive(Copy, Eq)]
    pub enum RawReason {
        /// A type or subtype nobody has told us about.
        Unknown,
        /// A known type with a shape that does not fit.
        Malformed,
        /// Not JSON at all.
        NotJson,
    }

    #[derive(Copy, Eq)]
    pub enum Direction {
        /// From the host to the CLI.
        In,
        /// From the CLI to the host.
        Out,
    }
}
