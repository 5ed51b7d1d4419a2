//! Push messages to browsers.

use serde::{Deserialize, Serialize};

/// Where a browser takes push messages, as its push manager tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PushSubscription {
    pub endpoint: String,
    pub keys: PushKeys,
}

/// The keys of a subscription, base64url.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PushKeys {
    pub p256dh: String,
    pub auth: String,
}
