//! What only older CLIs say, and newer ones only write to their transcripts.

use crate::ids::{MessageUuid, ToolUseId};
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::wire_struct;

stamped_struct! {
    /// A request to the API failed and is tried again; now [`super::ApiRetry`].
    pub struct ApiErrorNotice {
        level: Option<String>,
        error: Option<RawJson>,
        cause: Option<RawJson>,
        /// How long it waits before another try.
        retry_in_ms: Option<f64> = "retryInMs",
        retry_attempt: Option<u64> = "retryAttempt",
        /// How many there are at most.
        max_retries: Option<u64> = "maxRetries",
        timestamp: Option<String>,
    }

    /// How long a turn took.
    pub struct TurnDuration {
        duration_ms: Option<u64> = "durationMs",
        timestamp: Option<String>,
        /// It is about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
    }

    /// What the hooks on stopping did.
    pub struct StopHookSummary {
        hook_count: Option<u64> = "hookCount",
        hook_infos: Vec<StopHookInfo> = "hookInfos",
        hook_errors: Vec<RawJson> = "hookErrors",
        /// The turn did not go on.
        prevented_continuation: Option<bool> = "preventedContinuation",
        stop_reason: Option<String> = "stopReason",
        has_output: Option<bool> = "hasOutput",
        level: Option<String>,
        timestamp: Option<String>,
        tool_use_id: Option<ToolUseId> = "toolUseID",
    }

    /// A slash command and what it printed; now [`super::LocalCommandOutput`].
    pub struct LocalCommand {
        content: Option<String>,
        level: Option<String>,
        timestamp: Option<String>,
        /// It is about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
    }

    /// Results of tools were dropped from the context here.
    pub struct MicrocompactBoundary {
        content: Option<String>,
        microcompact_metadata: Option<Box<MicrocompactMetadata>> = "microcompactMetadata",
        level: Option<String>,
        timestamp: Option<String>,
        /// It is about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
    }
}

wire_struct! {
    /// A hook that ran when a turn was about to stop.
    pub struct StopHookInfo {
        command: Option<String>,
        prompt_text: Option<String> = "promptText",
    }

    /// About results that were dropped from the context.
    pub struct MicrocompactMetadata {
        trigger: Option<super::CompactTrigger>,
        pre_tokens: Option<u64> = "preTokens",
        tokens_saved: Option<u64> = "tokensSaved",
        compacted_tool_ids: Vec<ToolUseId> = "compactedToolIds",
        cleared_attachment_uuids: Vec<MessageUuid> = "clearedAttachmentUUIDs",
    }
}
