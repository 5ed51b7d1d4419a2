//! What the model says, what it is told, how turns end, and the smaller messages.

use pilothouse_protocol::Message;

use super::reads;

#[test]
fn assistant() {
    reads!(
        "assistant", Message::Assistant(row) => row,
        message, parent_tool_use_id, error, request_id, user_message_uuid, user_message_uuids, resume_reason,
        resumed_from_incomplete_thinking, supersedes, aborted, agent_id, subagent_type, task_description,
        timestamp, context_usage, usage_report, tool_use_meta, narration_block_indexes, narration_hint,
        thinking_duration_ms, thinking_display, is_meta, is_virtual, historical, is_api_error_message,
        api_error_status, api_error, api_error_params, api_error_code, api_error_type, api_error_origin,
        error_details, refused_message_id, local_command_source, local_command_run, local_command_outcome,
        batch_tool_uses, wire_tool_inputs, wire_ingest_context, advisor_model, attribution_agent,
        attribution_skill, attribution_plugin, attribution_mcp_server, attribution_mcp_tool, session_id,
        uuid,
    );
}

#[test]
fn user() {
    reads!(
        "user", Message::User(row) => row,
        message, parent_tool_use_id, is_synthetic = "isSynthetic", tool_use_result, priority, origin,
        should_query = "shouldQuery", timestamp, client_composed, agent_id, subagent_type, task_description,
        pasted_content, inline_pastes, is_replay = "isReplay", file_attachments, tool_result_meta, mcp_meta,
        is_meta, is_visible_in_transcript_only, is_virtual, is_compact_summary, summarize_metadata,
        source_tool_use_id, source_tool_assistant_uuid, image_paste_ids, plan_content, permission_mode,
        interrupted_message_id, refused_message_id, retracted_message_uuids, plugin_prompt, client_platform,
        inbound_origin, server_received_wall_ms, historical, seeded_summon, text_not_typed, initiator,
        requeue_if_interrupted_within_ms, ultrathink_typed, tool_states, session_id, uuid,
    );
}

#[test]
fn stream_event() {
    reads!(
        "stream_event", Message::StreamEvent(row) => row,
        event, parent_tool_use_id, api_message_id, ttft_ms, user_message_uuid, user_message_uuids,
        resume_reason, thinking_display, abandoned_blocks, text_runs_joined, owed_rows, session_id, uuid,
    );
}

#[test]
fn result_success() {
    reads!(
        "result/success", Message::Result(row) => row,
        subtype, is_error, result, structured_output, deferred_tool_use, api_error_status, local_command,
        terminal_reason, ttft_ms, ttft_stream_ms, time_to_request_ms, time_to_request_from_spawn_ms,
        request_sent_wall_ms, first_content_frame_ms, first_stream_post_ms, first_stream_post_ack_ms,
        first_stream_post_queue_wait_ms, first_stream_post_queued_behind, first_stream_post_wall_ms,
        first_text_post_ms, first_text_post_queue_wait_ms, first_text_post_queued_behind,
        first_text_post_wall_ms, warm_spare_claimed, time_origin_ms, first_request_input_tokens,
        first_request_cache_read_input_tokens, api_error, api_error_code, api_error_type, api_error_origin,
        restored_rewind, duration_ms, duration_api_ms, num_turns, stop_reason, total_cost_usd, usage,
        model_usage = "modelUsage", model_usage_since_last_result, permission_denials, queued_turn_count,
        result_index, credential_expires_at, fast_mode_state, fast_mode_disabled_reason, origin,
        user_message_uuid, user_message_uuids, resume_reason, subagent_stats, safety_stops,
        interrupted_by_shutdown, stopped_by_permission_check, session_id, uuid,
    );
}

#[test]
fn result_error_during_execution() {
    reads!(
        "result/error_during_execution", Message::Result(row) => row,
        subtype, is_error, errors, terminal_reason, startup_failure_reason, invalid_config_file, runner_exit,
        policy_answer, policy_answer_reason, duration_ms, duration_api_ms, num_turns, stop_reason,
        total_cost_usd, usage, model_usage = "modelUsage", model_usage_since_last_result, permission_denials,
        queued_turn_count, result_index, credential_expires_at, fast_mode_state, fast_mode_disabled_reason,
        origin, user_message_uuid, user_message_uuids, resume_reason, subagent_stats, safety_stops,
        interrupted_by_shutdown, stopped_by_permission_check, session_id, uuid,
    );
}

#[test]
fn result_error_max_turns() {
    reads!(
        "result/error_max_turns", Message::Result(row) => row,
        subtype, is_error, errors, terminal_reason, duration_ms, duration_api_ms, num_turns, stop_reason,
        total_cost_usd, usage, model_usage = "modelUsage", model_usage_since_last_result, permission_denials,
        queued_turn_count, result_index, credential_expires_at, fast_mode_state, fast_mode_disabled_reason,
        origin, user_message_uuid, user_message_uuids, resume_reason, subagent_stats, safety_stops,
        interrupted_by_shutdown, stopped_by_permission_check, session_id, uuid,
    );
}

#[test]
fn result_error_max_budget_usd() {
    reads!(
        "result/error_max_budget_usd", Message::Result(row) => row,
        subtype, is_error, errors, terminal_reason, duration_ms, duration_api_ms, num_turns, stop_reason,
        total_cost_usd, usage, model_usage = "modelUsage", model_usage_since_last_result, permission_denials,
        queued_turn_count, result_index, credential_expires_at, fast_mode_state, fast_mode_disabled_reason,
        origin, user_message_uuid, user_message_uuids, resume_reason, subagent_stats, safety_stops,
        interrupted_by_shutdown, stopped_by_permission_check, session_id, uuid,
    );
}

#[test]
fn result_error_max_structured_output_retries() {
    reads!(
        "result/error_max_structured_output_retries", Message::Result(row) => row,
        subtype, is_error, errors, terminal_reason, duration_ms, duration_api_ms, num_turns, stop_reason,
        total_cost_usd, usage, model_usage = "modelUsage", model_usage_since_last_result, permission_denials,
        queued_turn_count, result_index, credential_expires_at, fast_mode_state, fast_mode_disabled_reason,
        origin, user_message_uuid, user_message_uuids, resume_reason, subagent_stats, safety_stops,
        interrupted_by_shutdown, stopped_by_permission_check, session_id, uuid,
    );
}

#[test]
fn tool_progress() {
    reads!(
        "tool_progress", Message::ToolProgress(row) => row,
        tool_use_id, tool_name, parent_tool_use_id, elapsed_time_seconds, task_id, heartbeat, subagent_type,
        subagent_retry, session_id, uuid,
    );
}

#[test]
fn tool_use_summary() {
    reads!(
        "tool_use_summary", Message::ToolUseSummary(row) => row,
        summary, preceding_tool_use_ids, timestamp, session_id, uuid,
    );
}

#[test]
fn auth_status() {
    reads!(
        "auth_status", Message::AuthStatus(row) => row,
        is_authenticating = "isAuthenticating", output, error, session_id, uuid,
    );
}

#[test]
fn rate_limit_event() {
    reads!(
        "rate_limit_event", Message::RateLimitEvent(row) => row,
        rate_limit_info, session_id, uuid,
    );
}

#[test]
fn prompt_suggestion() {
    reads!(
        "prompt_suggestion", Message::PromptSuggestion(row) => row,
        suggestion, session_id, uuid,
    );
}

#[test]
fn conversation_reset() {
    reads!(
        "conversation_reset", Message::ConversationReset(row) => row,
        new_conversation_id, trigger, user_message_uuid, timestamp, session_id, uuid,
    );
}

#[test]
fn active_goal() {
    reads!(
        "active_goal", Message::ActiveGoal(row) => row,
        value, session_id, uuid,
    );
}

#[test]
fn keep_alive() {
    reads!(
        "keep_alive", Message::KeepAlive(row) => row,
        startup_mark,
    );
}
