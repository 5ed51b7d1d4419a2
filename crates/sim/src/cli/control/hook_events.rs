//! The response to `get_hooks_listing`.

use serde_json::{Value, json};

/// Events of hooks, and whether they support a matcher.
const HOOK_EVENTS: &[(&str, &str, bool)] = &[
    ("PreToolUse", "Before a tool runs", true),
    ("PostToolUse", "After a tool has run", true),
    ("PostToolUseFailure", "After a tool has failed", true),
    ("PostToolBatch", "After all tools of a reply", false),
    ("PermissionDenied", "After auto mode refuses a call", true),
    ("Notification", "When a notification is sent", true),
    ("UserPromptSubmit", "When a message is sent", false),
    ("SessionStart", "When a session starts", true),
    ("Stop", "When a turn is about to end", false),
    ("SubagentStart", "When a subagent starts", true),
    ("SubagentStop", "When a subagent is about to end", true),
    ("PreCompact", "Before compaction", true),
    ("PostCompact", "After compaction", true),
    ("PermissionRequest", "When permission is asked", true),
    ("SessionEnd", "When a session ends", true),
];

pub(super) fn hooks_listing() -> Value {
    let catalog: Value = HOOK_EVENTS
        .iter()
        .map(|(name, summary, matcher)| {
            json!({ "name": name, "summary": summary, "supportsMatcher": matcher })
        })
        .collect();
    json!({ "events": [], "hooks": [], "eventCatalog": catalog })
}
