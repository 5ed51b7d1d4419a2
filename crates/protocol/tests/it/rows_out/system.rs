//! The published subtypes of `system`.

use pilothouse_protocol::Message;
use pilothouse_protocol::system::SystemMessage;

use super::reads;

#[test]
fn init() {
    reads!(
        "system/init", Message::System(SystemMessage::Init(row)) => row,
        api_key_source = "apiKeySource", claude_code_version, cwd, tools, mcp_servers, model,
        permission_mode = "permissionMode", slash_commands, output_style, skills, plugins, agents, betas,
        terminal_slash_commands, plugin_errors, fast_mode_state, fast_mode_disabled_reason, effort,
        view_mode, capabilities, startup_timing, plugin_warnings, mcp_server_errors, footer_indicator,
        per_turn_effort_active, ultrathink_available, ultrathink_typed_raises, analytics_disabled,
        product_feedback_disabled, memory_paths, scratchpad_path, original_cwd, additional_directories,
        synced_skills_path, worker_epoch, powershell_path, client_thinking, flag_restate_noop, cloud_session,
        messaging_socket_path, user_message_uuids, session_id, uuid,
    );
}

#[test]
fn compact_boundary() {
    reads!(
        "system/compact_boundary", Message::System(SystemMessage::CompactBoundary(row)) => row,
        compact_metadata, logical_parent_uuid, historical, session_id, uuid,
    );
}

#[test]
fn status() {
    reads!(
        "system/status", Message::System(SystemMessage::Status(row)) => row,
        status, permission_mode = "permissionMode", compact_result, compact_error, compact_output_chars,
        resume_held_for_plan, user_message_uuids, session_id, uuid,
    );
}

#[test]
fn api_retry() {
    reads!(
        "system/api_retry", Message::System(SystemMessage::ApiRetry(row)) => row,
        attempt, max_retries, retry_delay_ms, error_status, error, no_response, session_id, uuid,
    );
}

#[test]
fn control_request_progress() {
    reads!(
        "system/control_request_progress", Message::System(SystemMessage::ControlRequestProgress(row)) => row,
        request_id, status, attempt, max_retries, retry_delay_ms, error_status, session_id, uuid,
    );
}

#[test]
fn model_refusal_fallback() {
    reads!(
        "system/model_refusal_fallback", Message::System(SystemMessage::ModelRefusalFallback(row)) => row,
        trigger, direction, scope, original_model, fallback_model, request_id, api_refusal_category,
        api_refusal_explanation, retracted_message_uuids, refused_user_message_uuid, content,
        saw_cyber_refusal, api_refusal_cyber_verification, session_id, uuid,
    );
}

#[test]
fn model_refusal_no_fallback() {
    reads!(
        "system/model_refusal_no_fallback", Message::System(SystemMessage::ModelRefusalNoFallback(row)) => row,
        original_model, request_id, api_refusal_category, api_refusal_explanation, refused_user_message_uuid,
        content, session_id, uuid,
    );
}

#[test]
fn local_command_output() {
    reads!(
        "system/local_command_output", Message::System(SystemMessage::LocalCommandOutput(row)) => row,
        content, session_id, uuid,
    );
}

#[test]
fn hook_started() {
    reads!(
        "system/hook_started", Message::System(SystemMessage::HookStarted(row)) => row,
        hook_id, hook_name, hook_event, session_id, uuid,
    );
}

#[test]
fn hook_progress() {
    reads!(
        "system/hook_progress", Message::System(SystemMessage::HookProgress(row)) => row,
        hook_id, hook_name, hook_event, stdout, stderr, output, session_id, uuid,
    );
}

#[test]
fn hook_response() {
    reads!(
        "system/hook_response", Message::System(SystemMessage::HookResponse(row)) => row,
        hook_id, hook_name, hook_event, stdout, stderr, output, exit_code, outcome, session_id, uuid,
    );
}

#[test]
fn plugin_install() {
    reads!(
        "system/plugin_install", Message::System(SystemMessage::PluginInstall(row)) => row,
        status, name, error, session_id, uuid,
    );
}

#[test]
fn task_started() {
    reads!(
        "system/task_started", Message::System(SystemMessage::TaskStarted(row)) => row,
        task_id, description, run_id, tool_use_id, subagent_type, is_backgrounded, spawn_depth,
        parent_task_id, task_type, workflow_name, prompt, skip_transcript, ambient, awaited,
        owned_by_subagent, session_id, uuid,
    );
}

#[test]
fn task_updated() {
    reads!(
        "system/task_updated", Message::System(SystemMessage::TaskUpdated(row)) => row,
        task_id, run_id, patch, session_id, uuid,
    );
}

#[test]
fn task_progress() {
    reads!(
        "system/task_progress", Message::System(SystemMessage::TaskProgress(row)) => row,
        task_id, description, usage, run_id, tool_use_id, subagent_type, last_tool_name, summary, session_id,
        uuid,
    );
}

#[test]
fn task_notification() {
    reads!(
        "system/task_notification", Message::System(SystemMessage::TaskNotification(row)) => row,
        task_id, status, output_file, summary, run_id, tool_use_id, reason, usage, resource_links,
        skip_transcript, ambient, handback, handback_report, session_id, uuid,
    );
}

#[test]
fn background_tasks_changed() {
    reads!(
        "system/background_tasks_changed", Message::System(SystemMessage::BackgroundTasksChanged(row)) => row,
        tasks, session_id, uuid,
    );
}

#[test]
fn thinking_tokens() {
    reads!(
        "system/thinking_tokens", Message::System(SystemMessage::ThinkingTokens(row)) => row,
        estimated_tokens, estimated_tokens_delta, user_message_uuid, session_id, uuid,
    );
}

#[test]
fn session_state_changed() {
    reads!(
        "system/session_state_changed", Message::System(SystemMessage::SessionStateChanged(row)) => row,
        state, sdk_host_only, session_id, uuid,
    );
}

#[test]
fn worker_shutting_down() {
    reads!(
        "system/worker_shutting_down", Message::System(SystemMessage::WorkerShuttingDown(row)) => row,
        reason, session_id, uuid,
    );
}

#[test]
fn commands_changed() {
    reads!(
        "system/commands_changed", Message::System(SystemMessage::CommandsChanged(row)) => row,
        commands, session_id, uuid,
    );
}

#[test]
fn notification() {
    reads!(
        "system/notification", Message::System(SystemMessage::Notification(row)) => row,
        key, text, priority, color, timeout_ms, session_id, uuid,
    );
}

#[test]
fn files_persisted() {
    reads!(
        "system/files_persisted", Message::System(SystemMessage::FilesPersisted(row)) => row,
        files, failed, processed_at, session_id, uuid,
    );
}

#[test]
fn memory_recall() {
    reads!(
        "system/memory_recall", Message::System(SystemMessage::MemoryRecall(row)) => row,
        mode, memories, session_id, uuid,
    );
}

#[test]
fn elicitation_complete() {
    reads!(
        "system/elicitation_complete", Message::System(SystemMessage::ElicitationComplete(row)) => row,
        mcp_server_name, elicitation_id, session_id, uuid,
    );
}

#[test]
fn permission_denied() {
    reads!(
        "system/permission_denied", Message::System(SystemMessage::PermissionDenied(row)) => row,
        tool_name, tool_use_id, message, agent_id, decision_reason_type, decision_reason,
        decision_reason_code, session_id, uuid,
    );
}

#[test]
fn mirror_error() {
    reads!(
        "system/mirror_error", Message::System(SystemMessage::MirrorError(row)) => row,
        error, key, session_id, uuid,
    );
}

#[test]
fn informational() {
    reads!(
        "system/informational", Message::System(SystemMessage::Informational(row)) => row,
        content, level, tool_use_id, prevent_continuation, tag, prompt_submit_outcome, model_restriction,
        hook_no_verdict, is_meta = "isMeta", timestamp, session_id, uuid,
    );
}

#[test]
fn session_writes_lost() {
    reads!(
        "system/session_writes_lost", Message::System(SystemMessage::SessionWritesLost(row)) => row,
        error_code, lost, transcript_session_ids, session_id, uuid,
    );
}
