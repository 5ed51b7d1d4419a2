//! Results of cron and wake-up tools. The simulator starts nothing by itself.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::{ToolResult, text};
use crate::cli::call::Call;
use crate::cli::clock::short_id;

const MINUTE_MS: u64 = 60_000;

pub(super) fn cron_create(call: &Call) -> ToolResult {
    let id = short_id('c', 7);
    let recurring = call.input.get("recurring") != Some(&Value::Bool(false));
    let schedule = text(call, "cron");
    let kind = if recurring {
        "recurring job"
    } else {
        "one-shot task"
    };
    let content = format!(
        "Scheduled {kind} {id} ({schedule}). Session-only (not written to disk, dies when Claude exits)."
    );
    ToolResult::success(
        content,
        json!({
            "id": id, "humanSchedule": schedule, "recurring": recurring, "durable": false,
            "nextFireAt": next_minute(60),
        }),
    )
}

pub(super) fn cron_delete(call: &Call) -> ToolResult {
    let id = text(call, "id");
    ToolResult::success(format!("Cancelled job {id}."), json!({ "id": id }))
}

pub(super) fn wakeup(call: &Call) -> ToolResult {
    if call.input.get("stop") == Some(&Value::Bool(true)) {
        return ToolResult::success(
            "Loop stopped \u{2014} cancelled 1 pending wakeup(s); no further dynamic-loop wakeups scheduled.",
            json!({
                "scheduledFor": 0, "clampedDelaySeconds": 0, "wasClamped": false, "stopped": true,
                "cancelledWakeups": 1,
            }),
        );
    }
    let delay = call.input.get("delaySeconds").and_then(Value::as_u64);
    let delay = delay.unwrap_or(60).clamp(60, 3600);
    let at = next_minute(delay);
    ToolResult::success(
        format!("Next wakeup scheduled (in {delay}s)."),
        json!({ "scheduledFor": at, "clampedDelaySeconds": delay, "wasClamped": false }),
    )
}

/// The first full minute after this number of seconds.
fn next_minute(seconds: u64) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |now| now.as_millis() as u64);
    (now + seconds * 1000).div_ceil(MINUTE_MS) * MINUTE_MS
}
