//! The entries of a transcript: what happened, in order, each with a stable id.

mod event;
mod message;

use serde::{Deserialize, Serialize};

pub use event::{
    ApiError, AuthStatus, Boundary, BoundaryReason, CommandOutput, Compaction, CompactionState,
    Continued, ContinuedReason, Direction, HookRun, HookState, Injected, Interrupted, Notice,
    NoticeLevel, NoticeSource, ProcessExit, RawEntry, RawReason, Retry, ToolSummary,
};
pub use message::{Attachment, AttachmentKind, Delivery, SlashCommand, UserMessage};

use crate::id::{AskId, EntryId, JobId};
use crate::json::Json;
use crate::tool::ToolCall;
use crate::turn::TurnEnd;

view_types! {
    /// One thing that happened, as a person sees it.
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
}

/// What kind of thing an entry is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
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

impl EntryBody {
    /// The texts that may come from another record than the one that began the entry.
    pub fn cut_texts(&mut self) -> Vec<&mut CutText> {
        match self {
            Self::Command(output) => vec![&mut output.text],
            Self::Compaction(compaction) => compaction.summary.iter_mut().collect(),
            Self::Hook(run) => vec![&mut run.stdout, &mut run.stderr],
            Self::Continued(continued) => vec![&mut continued.text],
            Self::Injected(injected) => vec![&mut injected.text],
            Self::Raw(raw) => vec![&mut raw.line],
            _ => Vec::new(),
        }
    }

    /// Lines about the session. They are short, unless the CLI puts a whole output into one.
    pub fn lines(&mut self) -> Vec<&mut String> {
        match self {
            Self::Notice(notice) => vec![&mut notice.text],
            Self::ApiError(error) => vec![&mut error.text],
            Self::Turn(end) => end.errors.iter_mut().chain(&mut end.text).collect(),
            Self::Boundary(boundary) => boundary.text.iter_mut().collect(),
            Self::Compaction(compaction) => compaction.error.iter_mut().collect(),
            Self::Summary(summary) => vec![&mut summary.text],
            Self::Auth(auth) => auth.output.iter_mut().chain(&mut auth.error).collect(),
            Self::User(message) => match &mut message.delivery {
                Delivery::Blocked { reason } => reason.iter_mut().collect(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }
}

view_types! {
    /// Text that may have been cut, with the way to the rest: the full text is served under the
    /// entry's id.
    #[derive(Default)]
    pub struct CutText {
        pub text: String,
        /// Whether `text` is only the beginning (and, for output, the end) of the whole.
        pub truncated: bool,
        /// Length of the whole in bytes of UTF-8.
        pub full_size: u64,
        /// The record that holds the whole, when it was cut and neither the entry nor the call names it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seq: Option<u64>,
    }

    /// Prose of the model.
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

    /// References from an entry to what is shown elsewhere in the view.
    #[derive(Default)]
    pub struct Links {
        #[serde(skip_serializing_if = "Option::is_none")]
        pub ask: Option<AskId>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub job: Option<JobId>,
    }
}
