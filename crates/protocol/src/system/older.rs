//! Messages that only older CLIs send, and newer ones only write to their transcripts.

use crate::ids::{MessageUuid, ToolUseId};
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::wire_struct;

stamped_struct! {
    /// A request to the API failed and is retried; now [`super::ApiRetry`].
    pub struct ApiErrorNotice {
        level: Option<String>,
        error: Option<RawJson>,
        cause: Option<RawJson>,
        /// The delay before the retry.
        retry_in_ms: Option<f64> = "retryInMs",
        retry_attempt: Option<u64> = "retryAttempt",
        /// The maximum number of retries.
        max_retries: Option<u64> = "maxRetries",
        timestamp: Option<String>,
    }

    /// The duration of a turn.
    pub struct TurnDuration {
        duration_ms: Option<u64> = "durationMs",
        timestamp: Option<String>,
        /// A message about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
    }

    /// Results of `Stop` hooks.
    pub struct StopHookSummary {
        hook_count: Option<u64> = "hookCount",
        hook_infos: Vec<StopHookInfo> = "hookInfos",
        hook_errors: Vec<RawJson> = "hookErrors",
        /// The turn did not continue.
        prevented_continuation: Option<bool> = "preventedContinuation",
        stop_reason: Option<String> = "stopReason",
        has_output: Option<bool> = "hasOutput",
        level: Option<String>,
        timestamp: Option<String>,
        tool_use_id: Option<ToolUseId> = "toolUseID",
    }

    /// A slash command and its output; now [`super::LocalCommandOutput`].
    pub struct LocalCommand {
        content: Option<String>,
        level: Option<String>,
        timestamp: Option<String>,
        /// A message about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
    }

    /// Results of tools were dropped from the context here.
    pub struct MicrocompactBoundary {
        content: Option<String>,
        microcompact_metadata: Option<Box<MicrocompactMetadata>> = "microcompactMetadata",
        level: Option<String>,
        timestamp: Option<String>,
        /// A message about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
    }
}

wire_struct! {
    /// A `Stop` hook that ran.
    pub struct StopHookInfo {
        command: Option<String>,
        prompt_text: Option<String> = "promptText",
    }

    /// Details of dropped tool results.
    pub struct MicrocompactMetadata {
        trigger: Option<super::CompactTrigger>,
        pre_tokens: Option<u64> = "preTokens",
        tokens_saved: Option<u64> = "tokensSaved",
        compacted_tool_ids: Vec<ToolUseId> = "compactedToolIds",
        cleared_attachment_uuids: Vec<MessageUuid> = "clearedAttachmentUUIDs",
    }
}
