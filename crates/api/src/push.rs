//! Push messages to browsers.

use serde::{Deserialize, Serialize};

use super::bounds::bounds;

/// The subscription of a browser, as returned by its push manager.
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

/// The content of a push message, encrypted for its device.
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
    /// The request to answer, at `api/sessions/{session}/asks/{ask}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ask: Option<String>,
    /// The tool of the request, or the kind of request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    /// The command, the path, the question, or the last text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether the notification may have buttons for Allow and Deny.
    pub one_tap: bool,
    /// The number of open requests in all sessions.
    pub waiting: u32,
}

/// The reason for a push message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum PushKind {
    /// A session needs a person.
    Ask,
    /// A turn ended.
    Ended,
    /// The CLI exited or could not start.
    Failed,
}
