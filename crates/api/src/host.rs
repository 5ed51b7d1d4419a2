//! The host itself, its devices, problems.

use serde::{Deserialize, Serialize};

use super::bounds::bounds;
use super::project::TrustReport;

/// What the host is and what it found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct HostInfo {
    pub version: String,
    /// Changes with every build of the page; a page that differs reloads itself.
    pub build: String,
    pub view_version: u32,
    /// The installed CLI.
    pub cli: CliInfo,
    /// Whether sessions are simulated.
    pub demo: bool,
    pub limits: HostLimits,
    /// What this device may do.
    pub scope: Scope,
    /// The device that is asking.
    pub device: String,
    pub hostname: String,
    pub home: String,
    /// Public key for push messages, when they are set up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub push_key: Option<String>,
}

/// The CLI the host drives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct CliInfo {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    pub verdict: CliVerdict,
    /// One sentence with a next step, when something is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CliVerdict {
    /// A version this host was tested with.
    Verified,
    /// A version newer than those.
    Newer,
    /// A version older than those.
    Older,
    /// Not installed.
    Missing,
    /// Installed, and does not work.
    Broken,
    /// The simulator.
    Simulated,
}

/// Sizes a client must respect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HostLimits {
    pub upload_bytes: u64,
    pub message_bytes: u64,
    pub live_sessions: u32,
}

/// What a device or token may do; each includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Scope {
    /// Reads.
    View,
    /// Answers asks.
    Answer,
    /// Sends messages, starts and stops sessions.
    Control,
    /// Devices, trust, settings.
    Admin,
}

/// Trades the token of a printed link for a cookie and a key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Login {
    pub token: String,
    /// A name for this device.
    pub device: Option<String>,
}

bounds! { Login {} }

/// The answer to a login. The key goes into the header `x-pilothouse-key` of every request, beside the cookie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LoggedIn {
    pub key: String,
    pub device: Device,
}

/// A device or token that may come in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Device {
    pub id: String,
    pub name: String,
    pub scope: Scope,
    /// Whether it is a bearer token for scripts.
    pub token: bool,
    pub created_at: u64,
    pub seen_at: u64,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// What went wrong, as `application/problem+json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// A stable word for programs: `notFound`, `settled`, `conflict` …
    pub code: String,
    /// What happened, as a sentence.
    pub title: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    pub status: u16,
    /// With the code `trustRequired`: what a person must decide about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<Box<TrustReport>>,
}

/// Makes a link by which another device comes in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pair {
    pub scope: Scope,
    pub name: Option<String>,
}

bounds! { Pair {} }

/// The link. It works once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Pairing {
    pub link: String,
    pub expires_at: u64,
}

/// Makes a bearer token for scripts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewToken {
    pub name: String,
    pub scope: Scope,
}

bounds! { NewToken {} }

/// The token, told this once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MadeToken {
    pub token: String,
    pub device: Device,
}
