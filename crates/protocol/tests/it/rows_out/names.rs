//! The rows of the surface.

use pilothouse_protocol::Message;
use pilothouse_protocol::message::ResultSubtype;
use pilothouse_protocol::system::SystemMessage;

use super::{LINES, name_of, row};

/// Published types.
const TYPES: &[&str] = &[
    "assistant",
    "user",
    "result",
    "system",
    "stream_event",
    "tool_progress",
    "auth_status",
    "tool_use_summary",
    "rate_limit_event",
    "prompt_suggestion",
    "conversation_reset",
    "active_goal",
    "control_request",
    "control_response",
    "control_cancel_request",
    "keep_alive",
];

/// Types that the CLI sends without publishing them.
const UNPUBLISHED_TYPES: &[&str] = &[
    "command_lifecycle",
    "transcript_mirror",
    "autocompact_state",
];

/// Types that only older CLIs send.
const OLDER_TYPES: &[&str] = &["streamlined_text", "streamlined_tool_use_summary"];

const RESULTS: &[&str] = &[
    "success",
    "error_during_execution",
    "error_max_turns",
    "error_max_budget_usd",
    "error_max_structured_output_retries",
];

/// Published subtypes of `system`.
const SYSTEM: &[&str] = &[
    "init",
    "compact_boundary",
    "status",
    "api_retry",
    "control_request_progress",
    "model_refusal_fallback",
    "model_refusal_no_fallback",
    "local_command_output",
    "hook_started",
    "hook_progress",
    "hook_response",
    "plugin_install",
    "task_started",
    "task_updated",
    "task_progress",
    "task_notification",
    "background_tasks_changed",
    "thinking_tokens",
    "session_state_changed",
    "worker_shutting_down",
    "commands_changed",
    "notification",
    "files_persisted",
    "memory_recall",
    "elicitation_complete",
    "permission_denied",
    "mirror_error",
    "informational",
    "session_writes_lost",
];

/// Subtypes of `system` that the CLI sends without publishing them.
const UNPUBLISHED_SYSTEM: &[&str] = &[
    "post_turn_summary",
    "task_summary",
    "session_metadata",
    "inherited_asks_settled",
    "code_change_published",
    "vcs_state_changed",
    "feedback_draft_queued",
    "session_title_changed",
    "turn_preempted",
    "peer_message_hold",
    "per_turn_effort_changed",
    "permission_check_status",
    "instruction_size_warning",
    "file_attachments_missing",
    "dev_intent",
    "turn_handoff_available",
    "cloud_session_delta",
    "ui_invalidate",
    "ui_log",
    "ui_toast",
    "ui_notify",
    "ui_notify_cancel",
    "ui_status",
    "ui_panes",
    "ui_placed",
    "ui_scroll",
    "ui_focus",
    "bridge_state",
    "model_fallback",
];

/// Subtypes of `system` that only older CLIs send.
const OLDER_SYSTEM: &[&str] = &[
    "api_error",
    "turn_duration",
    "stop_hook_summary",
    "local_command",
    "microcompact_boundary",
];

/// Every row by its name.
fn names() -> Vec<String> {
    let types = TYPES.iter().chain(UNPUBLISHED_TYPES).chain(OLDER_TYPES);
    let plain = types
        .filter(|kind| !["result", "system"].contains(kind))
        .map(|kind| (*kind).to_owned());
    let results = RESULTS.iter().map(|subtype| format!("result/{subtype}"));
    let system = SYSTEM.iter().chain(UNPUBLISHED_SYSTEM).chain(OLDER_SYSTEM);
    plain
        .chain(results)
        .chain(system.map(|subtype| format!("system/{subtype}")))
        .collect()
}

#[test]
fn every_row_has_a_line_and_every_line_a_row() {
    let mut rows = names();
    let mut lines: Vec<_> = LINES.lines().map(name_of).collect();
    rows.sort();
    lines.sort();
    assert_eq!(rows, lines);
}

#[test]
fn no_row_is_unknown() {
    for name in names() {
        let (message, _) = row(&name);
        let (kind, subtype) = name.split_once('/').unwrap_or((&name, ""));
        assert_eq!(message.tag(), kind);
        match &message {
            Message::Unknown(_) | Message::Malformed(_) => panic!("{name}: {message:?}"),
            Message::System(SystemMessage::Unknown(_) | SystemMessage::Malformed(_)) => {
                panic!("{name}: {message:?}")
            }
            Message::System(message) => assert_eq!(message.tag(), subtype),
            Message::Result(message) => assert_eq!(message.subtype.as_str(), subtype),
            _ => {}
        }
    }
}

#[test]
fn the_types_have_no_other_tags_than_the_rows() {
    let sorted = |lists: &[&[&'static str]]| {
        let mut all = lists.concat();
        all.sort_unstable();
        all
    };
    assert_eq!(
        sorted(&[Message::TAGS]),
        sorted(&[TYPES, UNPUBLISHED_TYPES, OLDER_TYPES])
    );
    assert_eq!(
        sorted(&[SystemMessage::TAGS]),
        sorted(&[SYSTEM, UNPUBLISHED_SYSTEM, OLDER_SYSTEM])
    );
    assert_eq!(sorted(&[ResultSubtype::VALUES]), sorted(&[RESULTS]));
}

#[test]
fn every_stamped_row_has_a_session_and_a_line_id() {
    for name in names() {
        let (message, members) = row(&name);
        let is_untyped = matches!(&message, Message::System(SystemMessage::Untyped(_)));
        let stamped = members.contains_key("session_id") && !is_untyped;
        assert_eq!(
            message.session_id().map(|id| id.as_str()),
            stamped.then_some("s-1"),
            "{name}"
        );
        assert_eq!(
            message.uuid().map(|id| id.as_str()),
            stamped.then_some("u-1"),
            "{name}"
        );
        let parent = message.parent_tool_use_id().map(|id| id.as_str());
        let expected = members.get("parent_tool_use_id").and_then(|id| id.as_str());
        assert_eq!(parent, expected, "{name}");
    }
}
