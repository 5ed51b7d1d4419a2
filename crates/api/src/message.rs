//! Messages, the queue, responses to permission requests.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use pilothouse_view::json::Json;

use super::bounds::{UPLOADS, UUID, bounds};
use super::integer;

/// A message to a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewMessage {
    /// Chosen by the sender, so that resending after a lost response is safe.
    pub uuid: Option<String>,
    pub text: String,
    /// IDs of uploads: images and documents.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub uploads: Vec<String>,
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<SendWhen>"))]
    pub when: SendWhen,
}

bounds! {
    NewMessage {
        uuid: UUID,
        uploads: UPLOADS,
    }
    AnyOf(text, uploads)
}

/// When a message is sent to the CLI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum SendWhen {
    /// Immediately if no turn is running, else when the turn ends. A held message is released.
    #[default]
    Queue,
    /// Immediately: a running turn reads it after the next tool result.
    Steer,
    /// Immediately, interrupting the running turn.
    Now,
}

/// The state of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SentMessage {
    pub uuid: String,
    /// Whether it is in the server's queue.
    pub queued: bool,
    /// The sequence of its record, which is on disk.
    pub seq: u64,
}

/// Changes a queued message.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateQueued {
    pub text: Option<String>,
    /// The new position in the queue, from 0.
    #[serde(default, deserialize_with = "integer::optional")]
    pub place: Option<u32>,
    /// Sends it with `steer` or `now`; `queue` releases a held message.
    pub when: Option<SendWhen>,
}

bounds! { UpdateQueued {} }

/// The answer to a request. The valid kinds depend on the request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum AnswerAsk {
    /// Allows the call.
    Allow {
        /// Replaces the input of the call.
        input: Option<Json>,
        /// Suggestions to remember, unchanged or with another destination.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<Json>>"))]
        remember: Vec<Json>,
    },
    /// Denies the call.
    Deny {
        /// The message for the model.
        message: Option<String>,
        /// Also interrupts the turn; the message is then sent as the next prompt.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        interrupt: bool,
    },
    /// Answers questions, by the text of each.
    Answers {
        answers: BTreeMap<String, QuestionAnswer>,
    },
    /// Approves a plan.
    ApprovePlan {
        /// The plan with the user's edits.
        plan: Option<String>,
        /// The new permission mode.
        mode: Option<String>,
    },
    /// Answers an elicitation.
    Elicit {
        /// `accept`, `decline` or `cancel`.
        action: String,
        content: Option<Json>,
    },
    /// Answers a dialog with any payload.
    Dialog { payload: Json },
}

bounds! { AnswerAsk {} }

/// The result of an answer with which something is remembered. Other answers have no result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AskAnswered {
    /// What is remembered, and where, as sentences.
    pub remembered: Vec<String>,
}

/// The answer to one question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuestionAnswer {
    /// The labels of the chosen options; empty for free text only.
    #[serde(default)]
    pub labels: Vec<String>,
    /// Free text.
    pub text: Option<String>,
    /// A note on the answer.
    pub notes: Option<String>,
}

/// An uploaded file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    pub id: String,
    pub name: String,
    pub media_type: String,
    pub size: u64,
}
