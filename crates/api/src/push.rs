//! Push messages to browsers.

use serde::{Deserialize, Serialize};

use super::bounds::bounds;

/// Where a browser takes push messages, as its push manager tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PushSubscription {
    pub endpoint: String,
    pub keys: PushKeys,
}

bounds! { PushSubscription {} }

/// The keys of a subscription, base64url.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PushKeys {
    pub p256dh: String,
    pub auth: String,
}

/// What a push message tells, encrypted for the device it goes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct PushMessage {
    pub kind: PushKind,
    pub session: String,
    pub title: String,
    /// The project directory.
    pub project: String,
    pub at: u64,
    /// The ask to answer, at `api/sessions/{session}/asks/{ask}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<String>,
    /// The tool that wants to run, or what else is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The command, the path, the question, or the last thing said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether Allow and Deny may stand on the notification itself.
    pub one_tap: bool,
    /// How many asks wait in all sessions.
    pub waiting: u32,
}

/// Why a push message is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PushKind {
    /// A session waits for a person.
    Ask,
    /// A turn ended.
    Ended,
    /// The CLI died or could not start.
    Failed,
}
