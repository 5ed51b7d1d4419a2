//! The entries of a transcript: what happened, in order, each with a stable id.

use serde::{Deserialize, Serialize};

use crate::id::{AskId, EntryId, JobId};
use crate::json::Json;
use crate::session::Who;
use crate::tool::ToolCall;
use crate::turn::TurnEnd;

/// One thing that happened, as a person sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    pub id: EntryId,
    /// Where the entry stands: entries are shown by ascending order. Numbers are given once and
    /// may have holes; a message that waited gets a new one when it is taken up.
    pub order: u64,
    /// Wall time of the record that began the entry, milliseconds since 1970.
    pub at: u64,
    /// Which CLI process of the session it belongs to, counted from 1 (0: before any).
    pub epoch: u32,
    /// Which turn it belongs to, counted from 1 over the whole log; absent between turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// The tool call under which it is shown: set for everything a subagent does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<EntryId>,
    pub body: EntryBody,
}

/// What kind of thing an entry is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum EntryBody {
    /// A message of the person (or of whoever writes to the session).
    User(UserMessage),
    /// Prose of the model.
    Text(TextEntry),
    /// The model's thinking.
    Thinking(ThinkingEntry),
    /// A tool call with its state and result.
    Tool(Box<ToolCall>),
    /// What a slash command printed without asking the model.
    Command(CommandOutput),
    /// The context was summarised to make room, or is being summarised.
    Compaction(Compaction),
    /// A line the CLI or the host says about the session.
    Notice(Notice),
    /// A hook of the user's settings ran.
    Hook(HookRun),
    /// The API is being asked again.
    Retry(Retry),
    /// The API refused or failed for good.
    ApiError(ApiError),
    /// A turn ended.
    Turn(Box<TurnEnd>),
    /// The session began, was resumed, forked or cleared, or its process ended.
    Boundary(Boundary),
    /// The turn was interrupted here.
    Interrupted(Interrupted),
    /// The CLI told the model to go on (a Stop hook, an answer that was cut).
    Continued(Continued),
    /// Text the CLI put into the conversation by itself, such as the body of a skill.
    Injected(Injected),
    /// A short summary of the tool calls before it.
    Summary(ToolSummary),
    /// The state of signing in.
    Auth(AuthStatus),
    /// A frame this version does not know, or a line that could not be read.
    Raw(RawEntry),
}

/// Text that may have been cut, with the way to the rest: the full text is served under the
/// entry's id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct CutText {
    pub text: String,
    /// Whether `text` is only the beginning (and, for output, the end) of the whole.
    pub truncated: bool,
    /// Length of the whole in bytes of UTF-8.
    pub full_size: u64,
}

/// A message of the person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct UserMessage {
    /// The uuid it was sent with; also the name of its checkpoint for rewinding files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uuid: Option<String>,
    pub text: CutText,
    pub attachments: Vec<Attachment>,
    pub delivery: Delivery,
    /// Who wrote it, when the log says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub who: Option<Who>,
    /// Where it came from when nobody typed it: `task-notification`, `peer`, `channel` …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// The slash command it is, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<SlashCommand>,
    /// `now`, `next` or `later`, when it was sent with a priority.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<String>,
    /// Whether files can be rewound to the state before this message.
    pub checkpoint: bool,
}

/// How far a message has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(
    tag = "state",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Delivery {
    /// Written to the CLI, no receipt yet.
    Sent,
    /// The CLI has it and will take it up later.
    Queued,
    /// The CLI works on it.
    Running,
    /// Its turn has ended.
    Done,
    /// It was cancelled before or while it ran.
    Cancelled,
    /// The process died before it was taken up.
    Lost,
    /// The CLI swallowed it: its uuid had been used before.
    Duplicate,
    /// A hook refused it; its text goes back to the sender.
    Blocked {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        reason: Option<String>,
    },
}

/// A slash command with its arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct SlashCommand {
    /// Without the slash.
    pub name: String,
    pub args: String,
}

/// A file, image or document that came with a message or a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Attachment {
    pub kind: AttachmentKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub media_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Address of a picture or document that is not embedded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The text of a text document, cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<CutText>,
    /// Base64 of small pictures. Larger ones are served under the entry's id and this index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// Its place among the content blocks of the message or result.
    pub index: u32,
    /// Size of the content in bytes.
    pub size: u64,
}

/// What an attachment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum AttachmentKind {
    Image,
    Document,
    /// A search result given to the model.
    SearchResult,
    /// A tool that was made available by name.
    ToolReference,
    Other,
}

/// Prose of the model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct TextEntry {
    /// Empty while it streams: the text is then the view's draft of this id.
    pub text: String,
    pub streaming: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    pub citations: Vec<Citation>,
    /// Cut by an interrupt; may end in the middle of a word.
    pub aborted: bool,
}

/// A source the model cites.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Citation {
    /// `web_search_result_location`, `char_location`, `page_location` …
    pub citation_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The passage that is cited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// The citation as it came, for positions inside the source.
    pub source: Json,
}

/// The model's thinking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct ThinkingEntry {
    /// Empty while it streams: the text is then the view's draft of this id.
    pub text: String,
    pub streaming: bool,
    /// Hidden by the API: there is no text.
    pub redacted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    /// The CLI's estimate of tokens thought so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

/// What a slash command printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum CompactionState {
    Running,
    Done,
    Failed,
}

/// A line about the session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum NoticeLevel {
    Info,
    Notice,
    Suggestion,
    Warning,
    Error,
}

/// Where a notice comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum HookState {
    Running,
    Success,
    Error,
    Cancelled,
}

/// The API is being asked again after a failure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct ProcessExit {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signal: Option<i32>,
    pub stderr_tail: String,
}

/// The turn was interrupted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Interrupted {
    /// While a tool was running or waiting for an answer.
    pub in_tool: bool,
}

/// The CLI told the model to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Continued {
    pub reason: ContinuedReason,
    pub text: CutText,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ContinuedReason {
    /// A Stop hook was not content.
    StopHook,
    /// The answer was cut (length, connection, refusal, empty answer).
    Cut,
}

/// Text the CLI put into the conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Injected {
    pub text: CutText,
    pub attachments: Vec<Attachment>,
    /// The tool call that caused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryId>,
}

/// A short summary of tool calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct ToolSummary {
    pub text: String,
    pub entries: Vec<EntryId>,
}

/// The state of signing in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct AuthStatus {
    pub authenticating: bool,
    pub output: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// Something this version does not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct RawEntry {
    pub reason: RawReason,
    /// `type`, and `type/subtype` where there is one; empty when the line is not JSON.
    pub name: String,
    pub direction: Direction,
    /// The line, cut.
    pub line: CutText,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum RawReason {
    /// A type or subtype nobody has told us about.
    Unknown,
    /// A known type with a shape that does not fit.
    Malformed,
    /// Not JSON at all.
    NotJson,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Direction {
    /// From the host to the CLI.
    In,
    /// From the CLI to the host.
    Out,
}

/// References from an entry to what is shown elsewhere in the view.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Links {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<AskId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<JobId>,
}
