//! Settings of the host that a person can change while it runs.

use serde::{Deserialize, Serialize};

use super::bounds::{Bound, WEB_URL, bounds};
use super::integer;

/// What happens when a budget is used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum BudgetAction {
    Warn,
    /// Interrupts the turn after the next tool result.
    Pause,
}

/// How a notification is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum NotifyKind {
    /// JSON by POST.
    Webhook,
    /// Plain text by POST, with the title in a header.
    Ntfy,
}

/// Where notifications go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NotifyTarget {
    pub kind: NotifyKind,
    pub url: String,
    /// When a session waits for a person.
    pub asks: bool,
    /// When a turn or a session ends.
    pub ends: bool,
    /// Also says the session's title and what is asked. Without it nothing that was typed leaves the host.
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
    /// How many sessions may have a process at a time.
    #[serde(deserialize_with = "integer::integer")]
    pub live_sessions: u32,
    /// After how long an idle session is parked.
    #[serde(deserialize_with = "integer::integer")]
    pub park_after_seconds: u64,
    /// Whether sealing leaves deltas in the log.
    pub keep_everything: bool,
    /// Archived sessions are removed after so many days.
    #[serde(default, deserialize_with = "integer::optional")]
    pub retention_days: Option<u32>,
    /// Deleted sessions can be restored for so many days; 30 when absent.
    #[serde(default, deserialize_with = "integer::optional")]
    pub trash_days: Option<u32>,
    pub day_budget_usd: Option<f64>,
    pub budget_action: BudgetAction,
    pub notify: Vec<NotifyTarget>,
}

bounds! {
    HostSettings {
        // More processes than this are a slip of the finger.
        live_sessions: Bound::Within(1, 10_000),
        retention_days: Bound::Within(1, u32::MAX),
        trash_days: Bound::Within(1, u32::MAX),
        day_budget_usd: Bound::Above(0.0),
        notify: Bound::List(usize::MAX, &Bound::Nested),
    }
}
