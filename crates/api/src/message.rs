//! Messages, the queue, answers.

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
    /// Chosen by the sender, so that sending again after a lost answer does no harm.
    pub uuid: Option<String>,
    pub text: String,
    /// Ids of uploads: pictures and documents.
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

/// When a message goes to the CLI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum SendWhen {
    /// At once when nothing runs, else when the turn ends. A held message is released.
    #[default]
    Queue,
    /// At once: a running turn takes it up after the next tool result.
    Steer,
    /// At once, stopping the running turn.
    Now,
}

/// What became of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SentMessage {
    pub uuid: String,
    /// Whether it waits in the host's queue.
    pub queued: bool,
    /// The record that holds it; it is on disk.
    pub seq: u64,
}

/// Alters a message that waits.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateQueued {
    pub text: Option<String>,
    /// Its new place in the queue, from 0.
    #[serde(default, deserialize_with = "integer::optional")]
    pub place: Option<u32>,
    /// Sends it after all, `steer` or `now`; `queue` releases a held message.
    pub when: Option<SendWhen>,
}

bounds! { UpdateQueued {} }

/// An answer to an ask. Which kinds fit depends on the ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum AnswerAsk {
    /// Lets the tool run.
    Allow {
        /// Runs with this input instead.
        input: Option<Json>,
        /// Suggestions to remember, as they came or with another destination.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<Json>>"))]
        remember: Vec<Json>,
    },
    /// Does not.
    Deny {
        /// Told to the model.
        message: Option<String>,
        /// Also stops the turn; the message is then sent as the next prompt.
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
        /// The plan as the person edited it.
        plan: Option<String>,
        /// The mode to go on in.
        mode: Option<String>,
    },
    /// Fills in an elicitation.
    Elicit {
        /// `accept`, `decline` or `cancel`.
        action: String,
        content: Option<Json>,
    },
    /// Answers a dialog with any payload.
    Dialog { payload: Json },
}

bounds! { AnswerAsk {} }

/// What became of an answer with which something is remembered. Without that there is nothing to tell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AskAnswered {
    /// What is remembered from now on, and where, as sentences.
    pub remembered: Vec<String>,
}

/// The answer to one question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QuestionAnswer {
    /// The labels that were chosen; none with a free text only.
    #[serde(default)]
    pub labels: Vec<String>,
    /// A text of the person's own.
    pub text: Option<String>,
    /// A remark beside the choice.
    pub notes: Option<String>,
}

/// A file given to the host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Upload {
    pub id: String,
    pub name: String,
    pub media_type: String,
    pub size: u64,
}
