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
        status: Option<StatusKind>,
        /// The new permission mode, when it changed.
        permission_mode: Option<PermissionMode> = "permissionMode",
        compact_result: Option<CompactResult>,
        compact_error: Option<String>,
        /// How much of the summary is written.
        compact_output_chars: Option<u64>,
        /// A turn that would go on waits for a plan.
        resume_held_for_plan: Option<bool>,
        user_message_uuids: Vec<MessageUuid>,
    }

    /// Whether the session works, waits for a person, or waits for a message. Must be switched on.
    pub struct SessionStateChanged {
        state: SessionState,
        /// Meant for the host's library, not for its user.
        sdk_host_only: Option<bool>,
    }

    /// A request to the API failed and is tried again.
    pub struct ApiRetry {
        attempt: Option<u64>,
        /// How many there are at most.
        max_retries: Option<u64>,
        /// How long it waits before that.
        retry_delay_ms: Option<u64>,
        /// The HTTP status; null when there was no answer.
        error_status: Option<u32>,
        error: Option<AssistantError>,
        no_response: Option<NoResponse>,
    }

    /// A control request of the host is under way.
    pub struct ControlRequestProgress {
        request_id: RequestId,
        status: Option<ControlProgress>,
        attempt: Option<u64>,
        /// How many there are at most.
        max_retries: Option<u64>,
        /// How long it waits before that.
        retry_delay_ms: Option<u64>,
        /// The HTTP status; null when there was no answer.
        error_status: Option<u32>,
    }

    /// An estimate of how much the model has thought.
    pub struct ThinkingTokens {
        estimated_tokens: Option<u64>,
        /// Tokens since the last message.
        estimated_tokens_delta: Option<u64>,
        user_message_uuid: Option<MessageUuid>,
    }

    /// The worker is about to end.
    pub struct WorkerShuttingDown {
        reason: Option<String>,
    }

    /// What the session wrote to disk was lost, in part.
    pub struct SessionWritesLost {
        error_code: Option<String>,
        lost: Vec<LostWrite>,
        /// The sessions whose transcripts are not complete.
        transcript_session_ids: Vec<crate::ids::SessionId>,
    }
}

wire_struct! {
    /// How long there was no answer.
    pub struct NoResponse {
        waited_ms: Option<u64>,
        /// How long it waits before another try.
        retry_wait_ms: Option<u64>,
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
