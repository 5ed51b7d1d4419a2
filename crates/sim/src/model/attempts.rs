//! Counts the failures of the same request.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

/// The maximum number of remembered requests; beyond it the counts are reset, which at worst repeats a failure.
const LIMIT: usize = 10_000;

/// Failures per conversation and block.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    failed: Mutex<HashMap<u64, u32>>,
}

impl Attempts {
    /// Returns whether the failing block at `index` still applies to this request, and counts it.
    pub(super) fn fails(&self, messages: &Value, index: usize, times: Option<u32>) -> bool {
        let Some(times) = times else {
            return true;
        };
        let mut hasher = DefaultHasher::new();
        messages.to_string().hash(&mut hasher);
        index.hash(&mut hasher);
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.len() > LIMIT {
            failed.clear();
        }
        let count = failed.entry(hasher.finish()).or_default();
        if *count >= times {
            return false;
        }
        *count += 1;
        true
    }
}
