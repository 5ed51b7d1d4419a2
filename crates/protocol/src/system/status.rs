//! Status messages: `system/status` and related ones.

use crate::ids::{MessageUuid, RequestId};
use crate::message::AssistantError;
use crate::message::stamp::stamped_struct;
use crate::permission::PermissionMode;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// The activity of the CLI, or a change of mode.
    pub struct Status {
        /// The activity; null when it is done.
        status: Option<StatusKind>,
        /// The new permission mode, if it changed.
        permission_mode: Option<PermissionMode> = "permissionMode",
        compact_result: Option<CompactResult>,
        compact_error: Option<String>,
        /// The length of the summary so far.
        compact_output_chars: Option<u64>,
        /// A turn that would continue waits for a plan.
        resume_held_for_plan: Option<bool>,
        user_message_uuids: Vec<MessageUuid>,
    }

    /// The session became idle, running, or needs a person. Sent only if enabled.
    pub struct SessionStateChanged {
        state: SessionState,
        /// For the host's library, not for its user.
        sdk_host_only: Option<bool>,
    }

    /// A request to the API failed and is being retried.
    pub struct ApiRetry {
        attempt: Option<u64>,
        /// The maximum number of retries.
        max_retries: Option<u64>,
        /// The delay before the retry.
        retry_delay_ms: Option<u64>,
        /// The HTTP status; null if there was no response.
        error_status: Option<u32>,
        error: Option<AssistantError>,
        no_response: Option<NoResponse>,
    }

    /// Progress of a control request of the host.
    pub struct ControlRequestProgress {
        request_id: RequestId,
        status: Option<ControlProgress>,
        attempt: Option<u64>,
        /// The maximum number of retries.
        max_retries: Option<u64>,
        /// The delay before the retry.
        retry_delay_ms: Option<u64>,
        /// The HTTP status; null if there was no response.
        error_status: Option<u32>,
    }

    /// An estimate of how much the model has thought.
    pub struct ThinkingTokens {
        estimated_tokens: Option<u64>,
        /// Tokens since the last message.
        estimated_tokens_delta: Option<u64>,
        user_message_uuid: Option<MessageUuid>,
    }

    /// The worker is shutting down.
    pub struct WorkerShuttingDown {
        reason: Option<String>,
    }

    /// Some data of the session could not be written to disk.
    pub struct SessionWritesLost {
        error_code: Option<String>,
        lost: Vec<LostWrite>,
        /// The sessions with incomplete transcripts.
        transcript_session_ids: Vec<crate::ids::SessionId>,
    }
}

wire_struct! {
    /// The time without a response.
    pub struct NoResponse {
        waited_ms: Option<u64>,
        /// The delay before the retry.
        retry_wait_ms: Option<u64>,
    }
}

wire_string! {
    /// The activity of the CLI.
    pub enum StatusKind {
        /// Compacting the conversation.
        "compacting" => Compacting,
        /// Waiting for the model; sent only with partial messages.
        "requesting" => Requesting,
    }

    /// The outcome of a compaction.
    pub enum CompactResult {
        /// It succeeded.
        "success" => Success,
        /// It failed.
        "failed" => Failed,
    }

    /// The state of a session.
    pub enum SessionState {
        /// Waiting for a message.
        "idle" => Idle,
        /// Running.
        "running" => Running,
        /// Waiting for a person.
        "requires_action" => RequiresAction,
    }

    /// The progress of a control request.
    pub enum ControlProgress {
        /// It started.
        "started" => Started,
        /// A request to the API is being retried.
        "api_retry" => ApiRetry,
    }

    /// Data that was not written to disk.
    pub enum LostWrite {
        /// The transcript.
        "transcript" => Transcript,
        /// The user's settings.
        "global_config" => GlobalConfig,
    }
}
