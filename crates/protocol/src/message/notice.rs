//! The smaller messages: progress, suggestions, resets, sign-in.

use crate::ids::{MessageUuid, SessionId, TaskId, ToolUseId};
use crate::message::stamp::stamped_struct;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// A tool is still running.
    pub struct ToolProgress {
        /// The call.
        tool_use_id: ToolUseId = "tool_use_id",
        /// The tool.
        tool_name: Option<String> = "tool_name",
        /// The call that started the subagent this came from; null on the main thread.
        parent_tool_use_id: Option<ToolUseId> = "parent_tool_use_id",
        /// How long it has been running.
        elapsed_time_seconds: Option<f64> = "elapsed_time_seconds",
        /// The task it belongs to.
        task_id: Option<TaskId> = "task_id",
        /// Sent only to say that it is alive.
        heartbeat: Option<bool> = "heartbeat",
        /// The kind of subagent.
        subagent_type: Option<String> = "subagent_type",
        /// The subagent's request to the API is tried again.
        subagent_retry: Option<Box<SubagentRetry>> = "subagent_retry",
    }

    /// What a run of calls did, in a sentence.
    pub struct ToolUseSummary {
        /// The sentence.
        summary: String = "summary",
        /// The calls.
        preceding_tool_use_ids: Vec<ToolUseId> = "preceding_tool_use_ids",
        /// When it was made.
        timestamp: Option<String> = "timestamp",
    }

    /// How a sign-in goes on.
    pub struct AuthStatus {
        /// It is under way.
        is_authenticating: Option<bool> = "isAuthenticating",
        /// What it printed.
        output: Vec<String> = "output",
        /// Why it failed.
        error: Option<String> = "error",
    }

    /// What the user may want to say next.
    pub struct PromptSuggestion {
        /// The text.
        suggestion: String = "suggestion",
    }

    /// The conversation begins anew, with another id.
    pub struct ConversationReset {
        /// The new conversation.
        new_conversation_id: SessionId = "new_conversation_id",
        /// What caused it.
        trigger: Option<ResetTrigger> = "trigger",
        /// The message that caused it.
        user_message_uuid: Option<MessageUuid> = "user_message_uuid",
        /// When it happened.
        timestamp: Option<String> = "timestamp",
    }

    /// The goal that the session works towards, or that there is none.
    pub struct ActiveGoal {
        /// The goal.
        value: Option<Goal> = "value",
    }

    /// Text of the model, without anything else; older CLIs.
    pub struct StreamlinedText {
        /// The text.
        text: String = "text",
    }

    /// What calls of tools did so far, in a sentence; older CLIs.
    pub struct StreamlinedToolUseSummary {
        /// The sentence.
        tool_summary: String = "tool_summary",
    }
}

wire_struct! {
    /// A subagent's request to the API is tried again.
    pub struct SubagentRetry {
        /// The subagent.
        agent_id: Option<TaskId> = "agent_id",
        /// Which try comes next.
        attempt: Option<u64> = "attempt",
        /// How many there are at most.
        max_retries: Option<u64> = "max_retries",
        /// How long it waits before that.
        retry_delay_ms: Option<u64> = "retry_delay_ms",
        /// The HTTP status; null when there was no answer.
        error_status: Option<u32> = "error_status",
        /// What went wrong.
        error_category: Option<String> = "error_category",
    }

    /// A goal.
    pub struct Goal {
        /// When it is reached.
        condition: String = "condition",
        /// How often it was tried.
        iterations: Option<u64> = "iterations",
        /// When it was set, in milliseconds since 1970.
        set_at: Option<u64> = "set_at",
        /// Tokens used before it was set.
        tokens_at_start: Option<u64> = "tokens_at_start",
        /// Why it is not reached yet.
        last_reason: Option<String> = "last_reason",
    }
}

wire_string! {
    /// What made a conversation begin anew.
    pub enum ResetTrigger {
        /// The command `/clear`.
        "clear" => Clear,
        /// A plan was accepted with a clean start.
        "plan_mode_exit" => PlanModeExit,
        /// A new session was asked for.
        "fresh_session" => FreshSession,
        /// The first steps are done.
        "onboarding" => Onboarding,
    }
}
