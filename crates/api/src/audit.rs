//! Decisions about permission requests.

use serde::{Deserialize, Serialize};

/// The outcome of a permission request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    test,
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "AuditDecision"),
    schemars(rename = "AuditDecision")
)]
#[serde(rename_all = "camelCase")]
pub enum Decision {
    Allowed,
    Denied,
    /// A question, a plan or a form was answered.
    Answered,
    /// The CLI withdrew the request, or its process exited.
    Withdrawn,
}

/// The origin of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum DecidedBy {
    Person,
    Rule,
    Host,
    /// The CLI withdrew its request.
    Cli,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    pub id: String,
    pub at: u64,
    pub session: String,
    pub title: String,
    pub project: String,
    pub tool: String,
    /// The command, the path, or the beginning of the input.
    pub summary: String,
    pub decision: Decision,
    pub by: DecidedBy,
    /// The name of the device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The ID of the device. A name can be reused after a device was revoked, an ID cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device_id: Option<String>,
    /// The matching rule, such as `allow Bash(git *)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The rules that were remembered with the decision, and their scope.
    pub remembered: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A page of decisions, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct AuditPage {
    pub entries: Vec<AuditEntry>,
    /// Pass it as `cursor` for the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
