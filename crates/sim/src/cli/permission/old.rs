//! What the older version says about permissions in its own way.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::bash::redirect_target;
use super::{Verdict, add_rules, ask};
use crate::cli::session::Sim;

/// Fields of `can_use_tool` that came after it.
const NEWER_FIELDS: &[&str] = &[
    "description",
    "decision_reason_type",
    "decision_reason_rule_source",
    "decision_reason_hook_event",
    "decision_reason_hook_source",
    "server_policy_ask_only",
    "classifier_approvable",
    "suppress_always_allow_rule",
];

pub(super) fn forget_newer_fields(fields: &mut Map<String, Value>) {
    fields.retain(|name, _| !NEWER_FIELDS.contains(&name.as_str()));
}

/// Asks about a path that a command changes: the directory and the mode are offered, no rule.
pub(super) fn ask_to_write(part: &str, path: &Path) -> Verdict {
    let parent = path.parent().unwrap_or(path).display().to_string();
    let mut suggestions = vec![
        json!({ "type": "addDirectories", "directories": [parent], "destination": "session" }),
    ];
    if redirect_target(part).is_none() {
        suggestions
            .push(json!({ "type": "setMode", "mode": "acceptEdits", "destination": "session" }));
    }
    ask(json!({
        "permission_suggestions": suggestions,
        "blocked_path": path.display().to_string(),
    }))
}

/// Asks about a path outside that a command reads.
pub(super) fn ask_to_read(rule: Value, path: &Path) -> Verdict {
    ask(json!({
        "permission_suggestions": [add_rules(vec![rule], "session")],
        "blocked_path": path.display().to_string(),
    }))
}

/// The refusal of a write in the project when nobody can be asked.
pub(super) fn blocked(sim: &Sim, command: &str, path: &Path) -> String {
    format!(
        "{command} in '{}' was blocked. For security, Claude Code may only create or modify files in \
         the allowed working directories for this session: '{}'.",
        path.display(),
        sim.cwd.display()
    )
}
