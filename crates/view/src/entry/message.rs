//! Messages of the person and what comes with them.

use serde::{Deserialize, Serialize};

use super::CutText;
use crate::session::Who;

view_types! {
    /// A message of the person.
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
}

/// How far a message has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
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
    /// A stop took it back before it ran. The host moves it to the held messages.
    Held,
    /// The process died before it was taken up.
    Lost,
    /// The CLI swallowed it: its uuid had been used before.
    Duplicate,
    /// A hook refused it; its text goes back to the sender.
    Blocked {
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", ts(optional))]
        reason: Option<String>,
    },
}

view_types! {
    /// A slash command with its arguments.
    pub struct SlashCommand {
        /// Without the slash.
        pub name: String,
        pub args: String,
    }

    /// A file, image or document that came with a message or a result.
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
    #[derive(Copy, Eq)]
    pub enum AttachmentKind {
        Image,
        Document,
        /// A search result given to the model.
        SearchResult,
        /// A tool that was made available by name.
        ToolReference,
        Other,
    }
}
