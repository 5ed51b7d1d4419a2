//! The end of a turn: the `result` message.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::ids::{MessageUuid, RequestId, ToolUseId};
use crate::message::mode::{FastModeDisabledReason, FastModeState};
use crate::message::origin::MessageOrigin;
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::usage::{ModelUsage, Usage};
use crate::wire::{wire_string, wire_struct};

mod reason;

pub use reason::{ResultSubtype, StartupFailure, TerminalReason};

stamped_struct! {
    /// The end of a turn: its outcome, its last text and its usage.
    ///
    /// Telemetry that the CLI does not publish stays in `extra`.
    pub struct ResultMessage {
        /// The kind of ending. It does not determine whether the turn succeeded: see [`ResultMessage::failed`].
        subtype: ResultSubtype,
        /// Whether the turn failed, regardless of the subtype.
        is_error: Option<bool>,
        /// The final text, or the text of an error; only with the subtype `success`.
        result: Option<String>,
        /// Error messages; with the other subtypes.
        errors: Vec<String>,
        duration_ms: Option<u64>,
        /// Time spent in the API.
        duration_api_ms: Option<u64>,
        /// Requests to the model in this turn.
        num_turns: Option<u64>,
        stop_reason: Option<String>,
        /// Cost in dollars, cumulative for the run.
        total_cost_usd: Option<f64>,
        usage: Option<Box<Usage>>,
        /// Tokens and cost by model, cumulative, subagents included.
        model_usage: BTreeMap<String, ModelUsage> = "modelUsage",
        /// Tokens and cost by model since the last result.
        model_usage_since_last_result: BTreeMap<String, ModelUsage>,
        /// Denied calls.
        permission_denials: Vec<PermissionDenial>,
        /// Messages still in the CLI's queue; another turn follows if there are any.
        queued_turn_count: Option<u64>,
        terminal_reason: Option<TerminalReason>,
        /// Counts the results of a run from 0; a gap is a lost result.
        result_index: Option<u64>,
        credential_expires_at: Option<String>,
        fast_mode_state: Option<FastModeState>,
        /// Why fast mode is not available.
        fast_mode_disabled_reason: Option<FastModeDisabledReason>,
        /// The origin of the turn's message; absent for an ordinary prompt.
        origin: Option<MessageOrigin>,
        user_message_uuid: Option<MessageUuid>,
        user_message_uuids: Vec<MessageUuid>,
        /// Why an interrupted turn continued.
        resume_reason: Option<String>,
        /// The answer in the requested format.
        structured_output: Option<RawJson>,
        /// A call that a hook deferred.
        deferred_tool_use: Option<Box<DeferredToolUse>>,
        /// The slash command that was answered without the model.
        local_command: Option<String>,
        /// The HTTP status of an API error.
        api_error_status: Option<u32>,
        api_error: Option<String>,
        api_error_code: Option<String>,
        api_error_type: Option<String>,
        api_error_origin: Option<String>,
        /// Why the CLI did not start.
        startup_failure_reason: Option<StartupFailure>,
        /// The settings file that could not be read.
        invalid_config_file: Option<Box<InvalidConfigFile>>,
        runner_exit: Option<Box<RunnerExit>>,
        policy_answer: Option<RawJson>,
        policy_answer_reason: Option<RawJson>,
        restored_rewind: Option<RestoredRewind>,
        subagent_stats: Option<Box<SubagentStats>>,
        safety_stops: Option<u64>,
        interrupted_by_shutdown: Option<bool>,
        stopped_by_permission_check: Option<bool>,
        ttft_ms: Option<u64>,
        /// Time to the first event of the stream.
        ttft_stream_ms: Option<u64>,
        time_to_request_ms: Option<u64>,
        /// Time from the start of the process to the first request.
        time_to_request_from_spawn_ms: Option<u64>,
        /// When the request was sent, in milliseconds since 1970.
        request_sent_wall_ms: Option<f64>,
        /// Time to the first content on stdout.
        first_content_frame_ms: Option<u64>,
        /// Time to the first post of the stream.
        first_stream_post_ms: Option<u64>,
        first_stream_post_ack_ms: Option<u64>,
        first_stream_post_queue_wait_ms: Option<u64>,
        first_stream_post_queued_behind: Option<QueuedBehind>,
        /// The time of that post, in milliseconds since 1970.
        first_stream_post_wall_ms: Option<f64>,
        /// Time to the first post of text.
        first_text_post_ms: Option<u64>,
        first_text_post_queue_wait_ms: Option<u64>,
        first_text_post_queued_behind: Option<QueuedBehind>,
        /// The time of that post, in milliseconds since 1970.
        first_text_post_wall_ms: Option<f64>,
        /// A spare process took over the session.
        warm_spare_claimed: Option<bool>,
        /// The origin of the times, in milliseconds since 1970.
        time_origin_ms: Option<f64>,
        first_request_input_tokens: Option<u64>,
        first_request_cache_read_input_tokens: Option<u64>,
    }
}

wire_struct! {
    /// A denied call.
    pub struct PermissionDenial {
        /// The tool; the Agent tool is called `Task` here.
        tool_name: String,
        tool_use_id: Option<ToolUseId>,
        tool_input: Option<RawJson>,
    }

    /// A call that a hook deferred.
    pub struct DeferredToolUse {
        id: ToolUseId,
        name: String,
        input: Option<RawJson>,
    }

    /// A settings file that could not be read.
    pub struct InvalidConfigFile {
        path: String,
        is_global: Option<bool>,
        backup_searched: Option<bool>,
        backup_path: Option<String>,
    }

    /// The exit of a runner.
    pub struct RunnerExit {
        /// `setup` or `run`.
        phase: Option<String>,
        exit_code: Option<i64>,
        signal: Option<RawJson>,
    }

    /// A rewind that was restored.
    pub struct RestoredRewind {
        request_id: Option<RequestId>,
        last_message_uuid: Option<MessageUuid>,
    }

    /// Statistics of subagents.
    pub struct SubagentStats {
        spawned: Option<u64>,
        requested: Option<SubagentsRequested>,
        started_in_background: Option<u64>,
        by_type: BTreeMap<String, u64>,
        max_depth: Option<u64>,
        spawned_by_subagents: Option<u64>,
        completed: Option<u64>,
        failed: Option<u64>,
        killed: Option<SubagentsKilled>,
        /// How many were refused.
        refused: Option<SubagentsRefused>,
    }

    /// How subagents were requested.
    pub struct SubagentsRequested {
        background: Option<u64>,
        foreground: Option<u64>,
        unset: Option<u64>,
    }

    /// What stopped subagents.
    pub struct SubagentsKilled {
        parent: Option<u64>,
        user: Option<u64>,
        system: Option<u64>,
    }

    /// Why subagents were refused.
    pub struct SubagentsRefused {
        depth_limit: Option<u64>,
        concurrency_limit: Option<u64>,
        budget: Option<u64>,
    }
}

wire_string! {
    /// What delayed a post.
    pub enum QueuedBehind {
        /// A durable post.
        "durable_post" => DurablePost,
        /// An ephemeral post.
        "ephemeral_post" => EphemeralPost,
        /// The delay before a retry.
        "retry_backoff" => RetryBackoff,
        /// A hold.
        "hold" => Hold,
        /// Nothing.
        "none" => Nothing,
    }
}

impl ResultMessage {
    /// Returns whether the turn failed. `is_error` decides; without it, the subtype does.
    pub fn failed(&self) -> bool {
        self.is_error
            .unwrap_or(self.subtype != ResultSubtype::Success)
    }

    /// Returns the error message: `errors`, else `result`, else the subtype. `None` if the turn did not fail.
    pub fn error_text(&self) -> Option<Cow<'_, str>> {
        if !self.failed() {
            return None;
        }
        if !self.errors.is_empty() {
            return Some(self.errors.join("\n").into());
        }
        let text = self.result.as_deref().filter(|text| !text.is_empty());
        Some(text.unwrap_or(self.subtype.as_str()).into())
    }

    /// Returns the final text, if the turn did not fail.
    pub fn text(&self) -> Option<&str> {
        if self.failed() {
            None
        } else {
            self.result.as_deref()
        }
    }

    /// Returns whether an interrupt ended the turn.
    ///
    /// CLI 2.1.38 gives no reason: the subtype of such a turn is an error in execution, but `is_error` is false.
    pub fn was_interrupted(&self) -> bool {
        match &self.terminal_reason {
            Some(reason) => reason.is_abort(),
            None => {
                self.subtype == ResultSubtype::ErrorDuringExecution
                    && self.is_error == Some(false)
                    && self.errors.is_empty()
            }
        }
    }
}
