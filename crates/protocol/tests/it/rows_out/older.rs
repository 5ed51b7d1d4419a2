//! What only older CLIs say.

use pilothouse_protocol::Message;
use pilothouse_protocol::system::SystemMessage;

use super::reads;

#[test]
fn streamlined_text() {
    reads!(
        "streamlined_text", Message::StreamlinedText(row) => row,
        text, session_id, uuid,
    );
}

#[test]
fn streamlined_tool_use_summary() {
    reads!(
        "streamlined_tool_use_summary", Message::StreamlinedToolUseSummary(row) => row,
        tool_summary, session_id, uuid,
    );
}

#[test]
fn api_error() {
    reads!(
        "system/api_error", Message::System(SystemMessage::ApiError(row)) => row,
        level, error, cause, retry_in_ms = "retryInMs", retry_attempt = "retryAttempt",
        max_retries = "maxRetries", timestamp, session_id, uuid,
    );
}

#[test]
fn turn_duration() {
    reads!(
        "system/turn_duration", Message::System(SystemMessage::TurnDuration(row)) => row,
        duration_ms = "durationMs", timestamp, is_meta = "isMeta", session_id, uuid,
    );
}

#[test]
fn stop_hook_summary() {
    reads!(
        "system/stop_hook_summary", Message::System(SystemMessage::StopHookSummary(row)) => row,
        hook_count = "hookCount", hook_infos = "hookInfos", hook_errors = "hookErrors",
        prevented_continuation = "preventedContinuation", stop_reason = "stopReason",
        has_output = "hasOutput", level, timestamp, tool_use_id = "toolUseID", session_id, uuid,
    );
}

#[test]
fn local_command() {
    reads!(
        "system/local_command", Message::System(SystemMessage::LocalCommand(row)) => row,
        content, level, timestamp, is_meta = "isMeta", session_id, uuid,
    );
}

#[test]
fn microcompact_boundary() {
    reads!(
        "system/microcompact_boundary", Message::System(SystemMessage::MicrocompactBoundary(row)) => row,
        content, microcompact_metadata = "microcompactMetadata", level, timestamp, is_meta = "isMeta",
        session_id, uuid,
    );
}
