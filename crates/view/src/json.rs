//! JSON that the view carries without interpreting it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A JSON value as the CLI or the host wrote it: tool input, structured results, schemas.
/// Keeping it whole lets a new renderer be written without a change here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Json(
    #[cfg_attr(
        feature = "schema",
        ts(type = "null | boolean | number | string | Json[] | { [key: string]: Json }")
    )]
    pub Value,
);

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        Self(value)
    }
}
