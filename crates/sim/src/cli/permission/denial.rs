//! Denials without a permission request: texts and sources.

use serde_json::{Value, json};

use super::bash;
use crate::cli::call::Call;
use crate::cli::session::Sim;

/// A denial without a permission request.
#[derive(Debug)]
pub(in crate::cli) struct Denial {
    pub(in crate::cli) message: String,
    /// The source of the denial.
    pub(in crate::cli) source: &'static str,
    pub(in crate::cli) reason_type: Option<&'static str>,
    pub(in crate::cli) kind: &'static str,
    /// Fields of a `system/permission_denied` frame.
    pub(in crate::cli) frame: Option<Value>,
    /// Fields of a preceding `system/informational` frame.
    pub(in crate::cli) notice: Option<Value>,
}

impl Denial {
    pub(super) fn by_rule(call: &Call, source: &str, is_exact: bool) -> Self {
        let what = match call.input.get("command").and_then(Value::as_str) {
            Some(command) => format!("{} with command {command}", call.name),
            None => call.name.clone(),
        };
        let reason = if is_exact {
            "rule"
        } else {
            "subcommandResults"
        };
        Self {
            message: format!("Permission to use {what} has been denied."),
            source: if source == "session" {
                "user_reject"
            } else {
                "config"
            },
            reason_type: Some(reason),
            kind: "permission-rule",
            frame: Some(json!({ "decision_reason_type": reason })),
            notice: None,
        }
    }

    pub(super) fn by_mode(sim: &Sim, call: &Call) -> Self {
        Self {
            message: sim.message(
                "denied_by_mode",
                &[("tool", &call.name), ("workaround", &WORKAROUND)],
            ),
            source: "config",
            reason_type: Some("mode"),
            kind: "permission-rule",
            frame: Some(json!({ "decision_reason_type": "mode" })),
            notice: None,
        }
    }

    pub(super) fn by_auto_mode(call: &Call, host: &str) -> Self {
        Self {
            message: format!(
                "Auto mode is unavailable: its safety check does not run for this session, so {} was \
                 not run. Other actions that need the check will be denied too, and retrying won't \
                 help. Finish what you can without them, then tell the user what is blocked and that \
                 they can switch to another permission mode.",
                call.name
            ),
            source: "config",
            reason_type: Some("classifier"),
            kind: "automode-unavailable",
            frame: Some(json!({
                "decision_reason_type": "classifier",
                "decision_reason_code": "auto_mode_no_check_in_session",
                "decision_reason": "Classifier unavailable",
            })),
            notice: Some(json!({
                "content": format!(
                    "Auto mode can't check actions in this session. Its safety check runs on the \
                     server, and your requests go through {host}, which doesn't pass it through."
                ),
                "isMeta": false,
                "level": "warning",
                "tag": "auto_mode_no_server_check",
            })),
        }
    }

    /// No host answers permission requests in this process.
    pub(in crate::cli) fn no_host(sim: &Sim, call: &Call) -> Self {
        let message = match call.input.get("command").and_then(Value::as_str) {
            Some(command) => bash::needs_approval(sim, command),
            None => format!(
                "Claude requested permissions to use {}, but you haven't granted it yet.",
                call.name
            ),
        };
        Self {
            message,
            source: "config",
            reason_type: None,
            kind: "user-rejected",
            frame: Some(json!({})),
            notice: None,
        }
    }
}

const WORKAROUND: &str = "IMPORTANT: You *may* attempt to accomplish this action using other tools \
    that might naturally be used to accomplish this goal, e.g. using head instead of cat. But you \
    *should not* attempt to work around this denial in malicious ways, e.g. do not use your ability \
    to run tests to execute non-test actions. You should only try to work around this restriction in \
    reasonable ways that do not attempt to bypass the intent behind this denial. If you believe this \
    capability is essential to complete the user's request, STOP and explain to the user what you \
    were trying to do and why you need this permission. Let the user decide how to proceed.";
