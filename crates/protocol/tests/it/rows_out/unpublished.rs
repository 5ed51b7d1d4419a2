//! What the CLI says without publishing it.

use pilothouse_protocol::Message;
use pilothouse_protocol::system::SystemMessage;

use super::reads;

#[test]
fn command_lifecycle() {
    reads!(
        "command_lifecycle", Message::CommandLifecycle(row) => row,
        command_uuid, state, wakeup_source, scheduled_for, ran_ahead, session_id, uuid,
    );
}

#[test]
fn transcript_mirror() {
    reads!(
        "transcript_mirror", Message::TranscriptMirror(row) => row,
        file_path = "filePath", entries,
    );
}

#[test]
fn autocompact_state() {
    reads!(
        "autocompact_state", Message::AutocompactState(row) => row,
        value, session_id, uuid,
    );
}

#[test]
fn post_turn_summary() {
    reads!(
        "system/post_turn_summary", Message::System(SystemMessage::PostTurnSummary(row)) => row,
        summarizes_uuid, status_category, status_detail, needs_action, session_id, uuid,
    );
}

#[test]
fn task_summary() {
    reads!(
        "system/task_summary", Message::System(SystemMessage::TaskSummary(row)) => row,
        detail, session_id, uuid,
    );
}

#[test]
fn session_metadata() {
    reads!(
        "system/session_metadata", Message::System(SystemMessage::SessionMetadata(row)) => row,
        metadata, session_id, uuid,
    );
}

#[test]
fn inherited_asks_settled() {
    reads!(
        "system/inherited_asks_settled", Message::System(SystemMessage::InheritedAsksSettled(row)) => row,
        kept_request_ids, session_id, uuid,
    );
}

#[test]
fn code_change_published() {
    reads!(
        "system/code_change_published", Message::System(SystemMessage::CodeChangePublished(row)) => row,
        provider, url, repo, identifier, action, branch, session_id, uuid,
    );
}

#[test]
fn vcs_state_changed() {
    reads!(
        "system/vcs_state_changed", Message::System(SystemMessage::VcsStateChanged(row)) => row,
        kind, cwd, branch, session_id, uuid,
    );
}

#[test]
fn feedback_draft_queued() {
    reads!(
        "system/feedback_draft_queued", Message::System(SystemMessage::FeedbackDraftQueued(row)) => row,
        draft_id, draft_type, title, details_preview, session_id, uuid,
    );
}

#[test]
fn session_title_changed() {
    reads!(
        "system/session_title_changed", Message::System(SystemMessage::SessionTitleChanged(row)) => row,
        title, session_id, uuid,
    );
}

#[test]
fn turn_preempted() {
    reads!(
        "system/turn_preempted", Message::System(SystemMessage::TurnPreempted(row)) => row,
        reason, preempted_by_uuid, preempted_message_uuids, session_id, uuid,
    );
}

#[test]
fn peer_message_hold() {
    reads!(
        "system/peer_message_hold", Message::System(SystemMessage::PeerMessageHold(row)) => row,
        state, message_uuid, lane, from, from_name, cause, outcome, session_id, uuid,
    );
}

#[test]
fn per_turn_effort_changed() {
    reads!(
        "system/per_turn_effort_changed", Message::System(SystemMessage::PerTurnEffortChanged(row)) => row,
        per_turn_effort_active, session_id, uuid,
    );
}

#[test]
fn permission_check_status() {
    reads!(
        "system/permission_check_status", Message::System(SystemMessage::PermissionCheckStatus(row)) => row,
        tool_use_id, agent_id, status, session_id, uuid,
    );
}

#[test]
fn instruction_size_warning() {
    reads!(
        "system/instruction_size_warning", Message::System(SystemMessage::InstructionSizeWarning(row)) => row,
        total_chars, total_limit_chars, file_count, largest_chars, session_id, uuid,
    );
}

#[test]
fn file_attachments_missing() {
    reads!(
        "system/file_attachments_missing", Message::System(SystemMessage::FileAttachmentsMissing(row)) => row,
        message_uuid, sent_count, missing, session_id, uuid,
    );
}

#[test]
fn dev_intent() {
    reads!(
        "system/dev_intent", Message::System(SystemMessage::DevIntent(row)) => row,
        kind, trigger, session_id, uuid,
    );
}

#[test]
fn turn_handoff_available() {
    reads!(
        "system/turn_handoff_available", Message::System(SystemMessage::TurnHandoffAvailable(row)) => row,
        version = "v", tools, worker_epoch, session_id, uuid,
    );
}

#[test]
fn cloud_session_delta() {
    reads!(
        "system/cloud_session_delta", Message::System(SystemMessage::CloudSessionDelta(row)) => row,
        seq, changed, cloud_session, session_id, uuid,
    );
}

#[test]
fn ui_invalidate() {
    reads!(
        "system/ui_invalidate", Message::System(SystemMessage::UiInvalidate(row)) => row,
        event, prompts_screened, instances, session_id, uuid,
    );
}

#[test]
fn ui_log() {
    reads!(
        "system/ui_log", Message::System(SystemMessage::UiLog(row)) => row,
        plugin, text, session_id, uuid,
    );
}

#[test]
fn ui_toast() {
    reads!(
        "system/ui_toast", Message::System(SystemMessage::UiToast(row)) => row,
        plugin, text, timeout_ms, session_id, uuid,
    );
}

#[test]
fn ui_notify() {
    reads!(
        "system/ui_notify", Message::System(SystemMessage::UiNotify(row)) => row,
        plugin, source, title, text, key, delay_ms, at, until_back, rewritten, session_id, uuid,
    );
}

#[test]
fn ui_notify_cancel() {
    reads!(
        "system/ui_notify_cancel", Message::System(SystemMessage::UiNotifyCancel(row)) => row,
        plugin, source, key, session_id, uuid,
    );
}

#[test]
fn ui_status() {
    reads!(
        "system/ui_status", Message::System(SystemMessage::UiStatus(row)) => row,
        plugin, text, session_id, uuid,
    );
}

#[test]
fn ui_panes() {
    reads!(
        "system/ui_panes", Message::System(SystemMessage::UiPanes(row)) => row,
        panes, shown_id, focused_id, focus_requested_id, session_id, uuid,
    );
}

#[test]
fn ui_placed() {
    reads!(
        "system/ui_placed", Message::System(SystemMessage::UiPlaced(row)) => row,
        rows, session_id, uuid,
    );
}

#[test]
fn ui_scroll() {
    reads!(
        "system/ui_scroll", Message::System(SystemMessage::UiScroll(row)) => row,
        client_id, component, instance_id, offset, follow_end, session_id, uuid,
    );
}

#[test]
fn ui_focus() {
    reads!(
        "system/ui_focus", Message::System(SystemMessage::UiFocus(row)) => row,
        client_id, component, instance_id, plugin, key, session_id, uuid,
    );
}

#[test]
fn bridge_state() {
    reads!(
        "system/bridge_state", Message::System(SystemMessage::BridgeState(row)) => row,
        state, detail, failure_kind, recovered, bridge_epoch, session_id, uuid,
    );
}

#[test]
fn model_fallback() {
    reads!(
        "system/model_fallback", Message::System(SystemMessage::ModelFallback(row)) => row,
        trigger, original_model, fallback_model, content, session_id, uuid,
    );
}
