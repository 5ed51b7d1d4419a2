//! How the session is doing: `system/status` and its neighbours.

use crate::ids::{MessageUuid, RequestId};
use crate::message::AssistantError;
use crate::message::stamp::stamped_struct;
use crate::permission::PermissionMode;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// What the CLI is busy with, or a change of mode.
    pub struct Status {
        /// What it is busy with; null when it is done.
        status: Option<StatusKind> = "status",
        /// The new permission mode, when it changed.
        permission_mode: Option<PermissionMode> = "permissionMode",
        /// How a compaction ended.
        compact_result: Option<CompactResult> = "compact_result",
        /// Why it failed.
        compact_error: Option<String> = "compact_error",
        /// How much of the summary is written.
        compact_output_chars: Option<u64> = "compact_output_chars",
        /// A turn that would go on waits for a plan.
        resume_held_for_plan: Option<bool> = "resume_held_for_plan",
        /// The prompts this turn answers.
        user_message_uuids: Vec<MessageUuid> = "user_message_uuids",
    }

    /// Whether the session works, waits for a person, or waits for a message. Must be switched on.
    pub struct SessionStateChanged {
        /// The new state.
        state: SessionState = "state",
        /// Meant for the host's library, not for its user.
        sdk_host_only: Option<bool> = "sdk_host_only",
    }

    /// A request to the API failed and is tried again.
    pub struct ApiRetry {
        /// Which try comes next.
        attempt: Option<u64> = "attempt",
        /// How many there are at most.
        max_retries: Option<u64> = "max_retries",
        /// How long it waits before that.
        retry_delay_ms: Option<u64> = "retry_delay_ms",
        /// The HTTP status; null when there was no answer.
        error_status: Option<u32> = "error_status",
        /// What went wrong.
        error: Option<AssistantError> = "error",
        /// How long there was no answer.
        no_response: Option<NoResponse> = "no_response",
    }

    /// A control request of the host is under way.
    pub struct ControlRequestProgress {
        /// The request.
        request_id: RequestId = "request_id",
        /// How far it is.
        status: Option<ControlProgress> = "status",
        /// Which try comes next.
        attempt: Option<u64> = "attempt",
        /// How many there are at most.
        max_retries: Option<u64> = "max_retries",
        /// How long it waits before that.
        retry_delay_ms: Option<u64> = "retry_delay_ms",
        /// The HTTP status; null when there was no answer.
        error_status: Option<u32> = "error_status",
    }

    /// An estimate of how much the model has thought.
    pub struct ThinkingTokens {
        /// Tokens of the block so far.
        estimated_tokens: Option<u64> = "estimated_tokens",
        /// Tokens since the last message.
        estimated_tokens_delta: Option<u64> = "estimated_tokens_delta",
        /// The prompt this turn answers.
        user_message_uuid: Option<MessageUuid> = "user_message_uuid",
    }

    /// The worker is about to end.
    pub struct WorkerShuttingDown {
        /// Why.
        reason: Option<String> = "reason",
    }

    /// What the session wrote to disk was lost, in part.
    pub struct SessionWritesLost {
        /// The error of the operating system.
        error_code: Option<String> = "error_code",
        /// What was lost.
        lost: Vec<LostWrite> = "lost",
        /// The sessions whose transcripts are not complete.
        transcript_session_ids: Vec<crate::ids::SessionId> = "transcript_session_ids",
    }
}

wire_struct! {
    /// How long there was no answer.
    pub struct NoResponse {
        /// How long it waited.
        waited_ms: Option<u64> = "waited_ms",
        /// How long it waits before another try.
        retry_wait_ms: Option<u64> = "retry_wait_ms",
    }
}

wire_string! {
    /// What the CLI is busy with.
    pub enum StatusKind {
        /// It compacts the conversation.
        "compacting" => Compacting,
        /// It waits for the model; only with partial messages.
        "requesting" => Requesting,
    }

    /// How a compaction ended.
    pub enum CompactResult {
        /// It succeeded.
        "success" => Success,
        /// It failed.
        "failed" => Failed,
    }

    /// Whether a session works or waits.
    pub enum SessionState {
        /// It waits for a message.
        "idle" => Idle,
        /// It works.
        "running" => Running,
        /// It waits for a person to answer.
        "requires_action" => RequiresAction,
    }

    /// How far a control request is.
    pub enum ControlProgress {
        /// It began.
        "started" => Started,
        /// A request to the API is tried again.
        "api_retry" => ApiRetry,
    }

    /// What was not written to disk.
    pub enum LostWrite {
        /// The transcript.
        "transcript" => Transcript,
        /// The user's settings.
        "global_config" => GlobalConfig,
    }
}
