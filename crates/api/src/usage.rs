//! The cost of sessions.

use serde::{Deserialize, Serialize};

/// Usage of one day, project and model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UsageRow {
    /// In the format `2026-01-31`, in the time zone of the server.
    pub day: String,
    pub project: String,
    pub model: String,
    pub cost_usd: f64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cache_read_tokens: u64,
    pub cache_write_tokens: u64,
    pub turns: u64,
}

/// Usage over several days.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct UsageReport {
    pub rows: Vec<UsageRow>,
    pub today_usd: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day_budget_usd: Option<f64>,
}
