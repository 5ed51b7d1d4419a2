//! The smaller messages: progress, suggestions, resets, sign-in.

use crate::ids::{MessageUuid, SessionId, TaskId, ToolUseId};
use crate::message::stamp::stamped_struct;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// A tool is still running.
    pub struct ToolProgress {
        tool_use_id: ToolUseId,
        tool_name: Option<String>,
        /// The call that started the subagent this came from; null on the main thread.
        parent_tool_use_id: Option<ToolUseId>,
        elapsed_time_seconds: Option<f64>,
        task_id: Option<TaskId>,
        /// Sent only to say that it is alive.
        heartbeat: Option<bool>,
        subagent_type: Option<String>,
        /// The subagent's request to the API is tried again.
        subagent_retry: Option<Box<SubagentRetry>>,
    }

    /// What a run of calls did, in a sentence.
    pub struct ToolUseSummary {
        summary: String,
        preceding_tool_use_ids: Vec<ToolUseId>,
        timestamp: Option<String>,
    }

    /// How a sign-in goes on.
    pub struct AuthStatus {
        is_authenticating: Option<bool> = "isAuthenticating",
        output: Vec<String>,
        error: Option<String>,
    }

    /// What the user may want to say next.
    pub struct PromptSuggestion {
        suggestion: String,
    }

    /// The conversation begins anew, with another id.
    pub struct ConversationReset {
        new_conversation_id: SessionId,
        trigger: Option<ResetTrigger>,
        user_message_uuid: Option<MessageUuid>,
        timestamp: Option<String>,
    }

    /// The goal that the session works towards, or that there is none.
    pub struct ActiveGoal {
        value: Option<Goal>,
    }

    /// Text of the model, without anything else; older CLIs.
    pub struct StreamlinedText {
        text: String,
    }

    /// What calls of tools did so far, in a sentence; older CLIs.
    pub struct StreamlinedToolUseSummary {
        tool_summary: String,
    }
}

wire_struct! {
    /// A subagent's request to the API is tried again.
    pub struct SubagentRetry {
        agent_id: Option<TaskId>,
        attempt: Option<u64>,
        /// How many there are at most.
        max_retries: Option<u64>,
        /// How long it waits before that.
        retry_delay_ms: Option<u64>,
        /// The HTTP status; null when there was no answer.
        error_status: Option<u32>,
        error_category: Option<String>,
    }

    /// A goal.
    pub struct Goal {
        condition: String,
        iterations: Option<u64>,
        /// When it was set, in milliseconds since 1970.
        set_at: Option<u64>,
        /// Tokens used before it was set.
        tokens_at_start: Option<u64>,
        /// Why it is not reached yet.
        last_reason: Option<String>,
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
