//! The smaller messages: progress, suggestions, resets, sign-in.

use crate::ids::{MessageUuid, SessionId, TaskId, ToolUseId};
use crate::message::stamp::stamped_struct;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// Progress of a running tool.
    pub struct ToolProgress {
        tool_use_id: ToolUseId,
        tool_name: Option<String>,
        /// The call that started the sending subagent; null on the main thread.
        parent_tool_use_id: Option<ToolUseId>,
        elapsed_time_seconds: Option<f64>,
        task_id: Option<TaskId>,
        /// Sent only as a heartbeat.
        heartbeat: Option<bool>,
        subagent_type: Option<String>,
        /// The subagent's request to the API is being retried.
        subagent_retry: Option<Box<SubagentRetry>>,
    }

    /// A summary of several tool calls.
    pub struct ToolUseSummary {
        summary: String,
        preceding_tool_use_ids: Vec<ToolUseId>,
        timestamp: Option<String>,
    }

    /// The progress of a sign-in.
    pub struct AuthStatus {
        is_authenticating: Option<bool> = "isAuthenticating",
        output: Vec<String>,
        error: Option<String>,
    }

    /// A suggestion for the next prompt.
    pub struct PromptSuggestion {
        suggestion: String,
    }

    /// The conversation was reset and has another ID.
    pub struct ConversationReset {
        new_conversation_id: SessionId,
        trigger: Option<ResetTrigger>,
        user_message_uuid: Option<MessageUuid>,
        timestamp: Option<String>,
    }

    /// The goal of the session, if any.
    pub struct ActiveGoal {
        value: Option<Goal>,
    }

    /// Text of the model; older CLIs.
    pub struct StreamlinedText {
        text: String,
    }

    /// A summary of tool calls so far; older CLIs.
    pub struct StreamlinedToolUseSummary {
        tool_summary: String,
    }
}

wire_struct! {
    /// The subagent's request to the API is being retried.
    pub struct SubagentRetry {
        agent_id: Option<TaskId>,
        attempt: Option<u64>,
        /// The maximum number of retries.
        max_retries: Option<u64>,
        /// The delay before the retry.
        retry_delay_ms: Option<u64>,
        /// The HTTP status; null if there was no response.
        error_status: Option<u32>,
        error_category: Option<String>,
    }

    /// A goal.
    pub struct Goal {
        condition: String,
        iterations: Option<u64>,
        /// When the goal was set, in milliseconds since 1970.
        set_at: Option<u64>,
        /// Tokens used before the goal was set.
        tokens_at_start: Option<u64>,
        /// Why the goal is not reached yet.
        last_reason: Option<String>,
    }
}

wire_string! {
    /// The cause of a conversation reset.
    pub enum ResetTrigger {
        /// The command `/clear`.
        "clear" => Clear,
        /// A plan was accepted with a new context.
        "plan_mode_exit" => PlanModeExit,
        /// A new session was requested.
        "fresh_session" => FreshSession,
        /// The onboarding is complete.
        "onboarding" => Onboarding,
    }
}
