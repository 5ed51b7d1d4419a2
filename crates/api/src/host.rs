//! The server, its devices, and problems.

use serde::{Deserialize, Serialize};

use super::bounds::bounds;
use super::project::TrustReport;

/// Information about the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct HostInfo {
    pub version: String,
    /// Changes with every build of the page; a page with another value reloads itself.
    pub build: String,
    pub view_version: u32,
    /// The installed CLI.
    pub cli: CliInfo,
    /// Whether sessions are simulated.
    pub demo: bool,
    pub limits: HostLimits,
    /// The scope of this device.
    pub scope: Scope,
    /// The name of the requesting device.
    pub device: String,
    pub hostname: String,
    pub home: String,
    /// The public key for push messages, if they are configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub push_key: Option<String>,
}

/// The CLI that the server runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct CliInfo {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    pub verdict: CliVerdict,
    /// A sentence with a suggested fix, if there is a problem.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CliVerdict {
    /// A version that this server was tested with.
    Verified,
    /// A version newer than the tested ones.
    Newer,
    /// A version older than the tested ones.
    Older,
    /// Not installed.
    Missing,
    /// Installed, but not working.
    Broken,
    /// The simulator.
    Simulated,
}

/// Size limits for clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HostLimits {
    pub upload_bytes: u64,
    pub message_bytes: u64,
    pub live_sessions: u32,
}

/// The scope of a device or token; each includes the ones before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Scope {
    /// Read.
    View,
    /// Answer permission requests.
    Answer,
    /// Send messages, start and stop sessions.
    Control,
    /// Manage devices, trust and settings.
    Admin,
}

/// Exchanges the token of a pairing link for a cookie and a key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Login {
    pub token: String,
    /// A name for this device.
    pub device: Option<String>,
}

bounds! { Login {} }

/// The response to a login. Send the key in the header `x-pilothouse-key` of every request, together with the cookie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LoggedIn {
    pub key: String,
    pub device: Device,
}

/// A paired device or a token.
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
    /// Whether it is the requesting device.
    pub current: bool,
}

/// An error, as `application/problem+json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// A stable code for programs: `notFound`, `settled`, `conflict` …
    pub code: String,
    /// The problem, as a sentence.
    pub title: String,
    /// How to fix it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    pub status: u16,
    /// With the code `trustRequired`: the items that a person must decide about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trust: Option<Box<TrustReport>>,
}

/// Creates a link for pairing another device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pair {
    pub scope: Scope,
    pub name: Option<String>,
}

bounds! { Pair {} }

/// The pairing link. It works once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Pairing {
    pub link: String,
    pub expires_at: u64,
}

/// Creates a bearer token for scripts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewToken {
    pub name: String,
    pub scope: Scope,
}

bounds! { NewToken {} }

/// The token, which is returned only once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct MadeToken {
    pub token: String,
    pub device: Device,
}
