//! Settings of the server that can be changed while it is running.

use serde::{Deserialize, Serialize};

use super::bounds::{Bound, WEB_URL, bounds};
use super::integer;

/// The action when a budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum BudgetAction {
    Warn,
    /// Interrupts the turn after the next tool result.
    Pause,
}

/// The format of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum NotifyKind {
    /// JSON by POST.
    Webhook,
    /// Plain text by POST, with the title in a header.
    Ntfy,
}

/// The target of notifications.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NotifyTarget {
    pub kind: NotifyKind,
    pub url: String,
    /// When a session needs a person.
    pub asks: bool,
    /// When a turn or a session ends.
    pub ends: bool,
    /// Includes the session's title and the text of the request. If false, notifications contain no text from sessions.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub text: bool,
}

bounds! { NotifyTarget { url: WEB_URL } }

/// The settings. `PUT` replaces all of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HostSettings {
    /// The maximum number of sessions with a process.
    #[serde(deserialize_with = "integer::integer")]
    pub live_sessions: u32,
    /// The idle time after which a session's process is stopped.
    #[serde(deserialize_with = "integer::integer")]
    pub park_after_seconds: u64,
    /// Whether sealing keeps deltas in the log.
    pub keep_everything: bool,
    /// The number of days after which archived sessions are deleted.
    #[serde(default, deserialize_with = "integer::optional")]
    pub retention_days: Option<u32>,
    /// The number of days for which deleted sessions can be restored; 30 if absent.
    #[serde(default, deserialize_with = "integer::optional")]
    pub trash_days: Option<u32>,
    pub day_budget_usd: Option<f64>,
    pub budget_action: BudgetAction,
    pub notify: Vec<NotifyTarget>,
}

bounds! {
    HostSettings {
        // A larger number is certainly a mistake.
        live_sessions: Bound::Within(1, 10_000),
        retention_days: Bound::Within(1, u32::MAX),
        trash_days: Bound::Within(1, u32::MAX),
        day_budget_usd: Bound::Above(0.0),
        notify: Bound::List(usize::MAX, &Bound::Nested),
    }
}
