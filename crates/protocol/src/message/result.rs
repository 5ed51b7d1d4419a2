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
    /// A turn is over: how it ended, what it said last and what it used.
    ///
    /// Telemetry that the CLI does not publish stays in `extra`.
    pub struct ResultMessage {
        /// The kind of ending. It does not say whether the turn succeeded: see [`ResultMessage::failed`].
        subtype: ResultSubtype = "subtype",
        /// Whether the turn failed, whatever the subtype says.
        is_error: Option<bool> = "is_error",
        /// The final text, or the text of an error; only with the subtype `success`.
        result: Option<String> = "result",
        /// What went wrong; with the other subtypes.
        errors: Vec<String> = "errors",
        /// Time of the turn.
        duration_ms: Option<u64> = "duration_ms",
        /// Time of it spent in the API.
        duration_api_ms: Option<u64> = "duration_api_ms",
        /// Requests to the model in this turn.
        num_turns: Option<u64> = "num_turns",
        /// Why the model stopped.
        stop_reason: Option<String> = "stop_reason",
        /// Cost in dollars, cumulative for the run.
        total_cost_usd: Option<f64> = "total_cost_usd",
        /// Tokens of this turn's main loop.
        usage: Option<Box<Usage>> = "usage",
        /// Tokens and cost by model, cumulative, subagents included.
        model_usage: BTreeMap<String, ModelUsage> = "modelUsage",
        /// The same since the last result.
        model_usage_since_last_result: BTreeMap<String, ModelUsage> = "model_usage_since_last_result",
        /// Calls that were not permitted.
        permission_denials: Vec<PermissionDenial> = "permission_denials",
        /// Messages still in the CLI's queue; more than none means that another turn follows.
        queued_turn_count: Option<u64> = "queued_turn_count",
        /// Why the turn ended.
        terminal_reason: Option<TerminalReason> = "terminal_reason",
        /// Counts the results of a run from 0; a gap is a lost result.
        result_index: Option<u64> = "result_index",
        /// When the credentials expire.
        credential_expires_at: Option<String> = "credential_expires_at",
        /// Whether the fast mode is on.
        fast_mode_state: Option<FastModeState> = "fast_mode_state",
        /// Why the fast mode cannot be had.
        fast_mode_disabled_reason: Option<FastModeDisabledReason> = "fast_mode_disabled_reason",
        /// Where the turn's message came from; absent for an ordinary prompt.
        origin: Option<MessageOrigin> = "origin",
        /// The prompt this turn answered.
        user_message_uuid: Option<MessageUuid> = "user_message_uuid",
        /// Every prompt this turn consumed.
        user_message_uuids: Vec<MessageUuid> = "user_message_uuids",
        /// Why a turn that was cut off went on.
        resume_reason: Option<String> = "resume_reason",
        /// The answer in the shape that was asked for.
        structured_output: Option<RawJson> = "structured_output",
        /// A call that a hook put off.
        deferred_tool_use: Option<Box<DeferredToolUse>> = "deferred_tool_use",
        /// The slash command that answered without the model.
        local_command: Option<String> = "local_command",
        /// The HTTP status of an API error.
        api_error_status: Option<u32> = "api_error_status",
        /// What the CLI calls that error.
        api_error: Option<String> = "api_error",
        /// The API's code of that error.
        api_error_code: Option<String> = "api_error_code",
        /// The API's type of that error.
        api_error_type: Option<String> = "api_error_type",
        /// Who made that error.
        api_error_origin: Option<String> = "api_error_origin",
        /// Why the CLI did not start.
        startup_failure_reason: Option<StartupFailure> = "startup_failure_reason",
        /// The settings file that could not be read.
        invalid_config_file: Option<Box<InvalidConfigFile>> = "invalid_config_file",
        /// How a runner ended.
        runner_exit: Option<Box<RunnerExit>> = "runner_exit",
        /// What a policy answered.
        policy_answer: Option<RawJson> = "policy_answer",
        /// Why.
        policy_answer_reason: Option<RawJson> = "policy_answer_reason",
        /// A rewind that was restored.
        restored_rewind: Option<RestoredRewind> = "restored_rewind",
        /// Subagents of the run.
        subagent_stats: Option<Box<SubagentStats>> = "subagent_stats",
        /// Stops for safety.
        safety_stops: Option<u64> = "safety_stops",
        /// The process was shutting down.
        interrupted_by_shutdown: Option<bool> = "interrupted_by_shutdown",
        /// A permission check stopped the turn.
        stopped_by_permission_check: Option<bool> = "stopped_by_permission_check",
        /// Time to the first token.
        ttft_ms: Option<u64> = "ttft_ms",
        /// Time to the first event of the stream.
        ttft_stream_ms: Option<u64> = "ttft_stream_ms",
        /// Time to the first request.
        time_to_request_ms: Option<u64> = "time_to_request_ms",
        /// Time from the start of the process to the first request.
        time_to_request_from_spawn_ms: Option<u64> = "time_to_request_from_spawn_ms",
        /// When the request was sent, in milliseconds since 1970.
        request_sent_wall_ms: Option<f64> = "request_sent_wall_ms",
        /// Time to the first content on stdout.
        first_content_frame_ms: Option<u64> = "first_content_frame_ms",
        /// Time to the first post of the stream.
        first_stream_post_ms: Option<u64> = "first_stream_post_ms",
        /// Time to its acknowledgement.
        first_stream_post_ack_ms: Option<u64> = "first_stream_post_ack_ms",
        /// Time it waited in a queue.
        first_stream_post_queue_wait_ms: Option<u64> = "first_stream_post_queue_wait_ms",
        /// What it waited behind.
        first_stream_post_queued_behind: Option<QueuedBehind> = "first_stream_post_queued_behind",
        /// When it was posted, in milliseconds since 1970.
        first_stream_post_wall_ms: Option<f64> = "first_stream_post_wall_ms",
        /// Time to the first post of text.
        first_text_post_ms: Option<u64> = "first_text_post_ms",
        /// Time it waited in a queue.
        first_text_post_queue_wait_ms: Option<u64> = "first_text_post_queue_wait_ms",
        /// What it waited behind.
        first_text_post_queued_behind: Option<QueuedBehind> = "first_text_post_queued_behind",
        /// When it was posted, in milliseconds since 1970.
        first_text_post_wall_ms: Option<f64> = "first_text_post_wall_ms",
        /// A process that was kept ready took the session.
        warm_spare_claimed: Option<bool> = "warm_spare_claimed",
        /// What the times are counted from, in milliseconds since 1970.
        time_origin_ms: Option<f64> = "time_origin_ms",
        /// Tokens sent with the first request.
        first_request_input_tokens: Option<u64> = "first_request_input_tokens",
        /// Tokens it read from the cache.
        first_request_cache_read_input_tokens: Option<u64> = "first_request_cache_read_input_tokens",
    }
}

wire_struct! {
    /// A call that was not permitted.
    pub struct PermissionDenial {
        /// The tool; the Agent tool is called `Task` here.
        tool_name: String = "tool_name",
        /// The call.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// Its input.
        tool_input: Option<RawJson> = "tool_input",
    }

    /// A call that a hook put off.
    pub struct DeferredToolUse {
        /// The call.
        id: ToolUseId = "id",
        /// The tool.
        name: String = "name",
        /// Its input.
        input: Option<RawJson> = "input",
    }

    /// A settings file that could not be read.
    pub struct InvalidConfigFile {
        /// Where it is.
        path: String = "path",
        /// It is the user's global file.
        is_global: Option<bool> = "is_global",
        /// A backup was looked for.
        backup_searched: Option<bool> = "backup_searched",
        /// The backup that was found.
        backup_path: Option<String> = "backup_path",
    }

    /// How a runner ended.
    pub struct RunnerExit {
        /// `setup` or `run`.
        phase: Option<String> = "phase",
        /// Its exit code.
        exit_code: Option<i64> = "exit_code",
        /// The signal that ended it.
        signal: Option<RawJson> = "signal",
    }

    /// A rewind that was restored.
    pub struct RestoredRewind {
        /// The request for it.
        request_id: Option<RequestId> = "request_id",
        /// The last message that stayed.
        last_message_uuid: Option<MessageUuid> = "last_message_uuid",
    }

    /// Subagents of a run.
    pub struct SubagentStats {
        /// How many were started.
        spawned: Option<u64> = "spawned",
        /// How they were asked for.
        requested: Option<SubagentsRequested> = "requested",
        /// How many began in the background.
        started_in_background: Option<u64> = "started_in_background",
        /// How many of each kind.
        by_type: BTreeMap<String, u64> = "by_type",
        /// How deep they were nested.
        max_depth: Option<u64> = "max_depth",
        /// How many were started by others.
        spawned_by_subagents: Option<u64> = "spawned_by_subagents",
        /// How many came to their end.
        completed: Option<u64> = "completed",
        /// How many failed.
        failed: Option<u64> = "failed",
        /// How many were stopped.
        killed: Option<SubagentsKilled> = "killed",
        /// How many were not started.
        refused: Option<SubagentsRefused> = "refused",
    }

    /// How subagents were asked for.
    pub struct SubagentsRequested {
        /// In the background.
        background: Option<u64> = "background",
        /// In the foreground.
        foreground: Option<u64> = "foreground",
        /// Without saying.
        unset: Option<u64> = "unset",
    }

    /// Who stopped subagents.
    pub struct SubagentsKilled {
        /// Their parent.
        parent: Option<u64> = "parent",
        /// The user.
        user: Option<u64> = "user",
        /// The CLI.
        system: Option<u64> = "system",
    }

    /// Why subagents were not started.
    pub struct SubagentsRefused {
        /// Nested too deep.
        depth_limit: Option<u64> = "depth_limit",
        /// Too many at once.
        concurrency_limit: Option<u64> = "concurrency_limit",
        /// Too expensive.
        budget: Option<u64> = "budget",
    }
}

wire_string! {
    /// What a post waited behind.
    pub enum QueuedBehind {
        /// A post that is kept.
        "durable_post" => DurablePost,
        /// A post that is not kept.
        "ephemeral_post" => EphemeralPost,
        /// A pause before another try.
        "retry_backoff" => RetryBackoff,
        /// A hold.
        "hold" => Hold,
        /// Nothing.
        "none" => Nothing,
    }
}

impl ResultMessage {
    /// Returns whether the turn failed. `is_error` decides; a CLI that leaves it out is judged by the subtype.
    pub fn failed(&self) -> bool {
        self.is_error
            .unwrap_or(self.subtype != ResultSubtype::Success)
    }

    /// Returns why the turn failed, in words: `errors`, else `result`, else the subtype. `None` when it did not fail.
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

    /// Returns the final text of a turn that did not fail.
    pub fn text(&self) -> Option<&str> {
        if self.failed() {
            None
        } else {
            self.result.as_deref()
        }
    }

    /// Returns whether an interrupt ended the turn.
    pub fn was_interrupted(&self) -> bool {
        self.terminal_reason
            .as_ref()
            .is_some_and(TerminalReason::is_abort)
    }
}
