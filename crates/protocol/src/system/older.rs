//! What only older CLIs say, and newer ones only write to their transcripts.

use crate::ids::{MessageUuid, ToolUseId};
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::wire_struct;

stamped_struct! {
    /// A request to the API failed and is tried again; now [`super::ApiRetry`].
    pub struct ApiErrorNotice {
        /// How important it is.
        level: Option<String> = "level",
        /// The error.
        error: Option<RawJson> = "error",
        /// What caused it.
        cause: Option<RawJson> = "cause",
        /// How long it waits before another try.
        retry_in_ms: Option<f64> = "retryInMs",
        /// Which try it was.
        retry_attempt: Option<u64> = "retryAttempt",
        /// How many there are at most.
        max_retries: Option<u64> = "maxRetries",
        /// When it happened.
        timestamp: Option<String> = "timestamp",
    }

    /// How long a turn took.
    pub struct TurnDuration {
        /// The time.
        duration_ms: Option<u64> = "durationMs",
        /// When it ended.
        timestamp: Option<String> = "timestamp",
        /// It is about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
    }

    /// What the hooks on stopping did.
    pub struct StopHookSummary {
        /// How many ran.
        hook_count: Option<u64> = "hookCount",
        /// Each of them.
        hook_infos: Vec<StopHookInfo> = "hookInfos",
        /// What went wrong.
        hook_errors: Vec<RawJson> = "hookErrors",
        /// The turn did not go on.
        prevented_continuation: Option<bool> = "preventedContinuation",
        /// Why.
        stop_reason: Option<String> = "stopReason",
        /// One of them printed something.
        has_output: Option<bool> = "hasOutput",
        /// How important it is.
        level: Option<String> = "level",
        /// When it happened.
        timestamp: Option<String> = "timestamp",
        /// What the hooks ran for.
        tool_use_id: Option<ToolUseId> = "toolUseID",
    }

    /// A slash command and what it printed; now [`super::LocalCommandOutput`].
    pub struct LocalCommand {
        /// The text.
        content: Option<String> = "content",
        /// How important it is.
        level: Option<String> = "level",
        /// When it happened.
        timestamp: Option<String> = "timestamp",
        /// It is about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
    }

    /// Results of tools were dropped from the context here.
    pub struct MicrocompactBoundary {
        /// What to tell the user.
        content: Option<String> = "content",
        /// About the dropping.
        microcompact_metadata: Option<Box<MicrocompactMetadata>> = "microcompactMetadata",
        /// How important it is.
        level: Option<String> = "level",
        /// When it happened.
        timestamp: Option<String> = "timestamp",
        /// It is about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
    }
}

wire_struct! {
    /// A hook that ran when a turn was about to stop.
    pub struct StopHookInfo {
        /// What it ran.
        command: Option<String> = "command",
        /// What a prompt hook asked.
        prompt_text: Option<String> = "promptText",
    }

    /// About results that were dropped from the context.
    pub struct MicrocompactMetadata {
        /// What caused it.
        trigger: Option<super::CompactTrigger> = "trigger",
        /// Tokens before.
        pre_tokens: Option<u64> = "preTokens",
        /// Tokens dropped.
        tokens_saved: Option<u64> = "tokensSaved",
        /// The calls whose results are gone.
        compacted_tool_ids: Vec<ToolUseId> = "compactedToolIds",
        /// The attachments that are gone.
        cleared_attachment_uuids: Vec<MessageUuid> = "clearedAttachmentUUIDs",
    }
}
