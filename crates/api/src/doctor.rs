//! The checks of the installed CLI.

use serde::{Deserialize, Serialize};

use super::host::CliVerdict;

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum CheckOutcome {
    Ok,
    Warning,
    Error,
}

/// A check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct DoctorCheck {
    pub name: String,
    pub outcome: CheckOutcome,
    /// The finding, as a sentence.
    pub text: String,
    /// How to fix it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<String>,
}

/// All checks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct DoctorReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    pub verdict: CliVerdict,
    /// The versions that this server was tested with.
    pub verified: Vec<String>,
    pub checks: Vec<DoctorCheck>,
}
