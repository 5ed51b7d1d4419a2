//! What happens to the conversation: compaction, memories, notices, denied calls.

use crate::control::SlashCommand;
use crate::hook::HookEvent;
use crate::ids::{MessageUuid, SessionId, TaskId, ToolUseId};
use crate::message::stamp::stamped_struct;
use crate::permission::DecisionReasonType;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// The conversation was compacted here: what came before is a summary now.
    pub struct CompactBoundary {
        compact_metadata: Option<Box<CompactMetadata>>,
        logical_parent_uuid: Option<MessageUuid>,
        historical: Option<bool>,
    }

    /// What a slash command printed.
    pub struct LocalCommandOutput {
        content: String,
    }

    /// Memories were brought to mind.
    pub struct MemoryRecall {
        mode: Option<RecallMode>,
        memories: Vec<RecalledMemory>,
    }

    /// A call was denied without asking anyone.
    pub struct PermissionDenied {
        tool_name: String,
        tool_use_id: ToolUseId,
        message: Option<String>,
        agent_id: Option<TaskId>,
        decision_reason_type: Option<DecisionReasonType>,
        decision_reason: Option<String>,
        decision_reason_code: Option<DenialCode>,
    }

    /// A text for the user.
    pub struct Informational {
        content: String,
        level: Option<InformationLevel>,
        tool_use_id: Option<ToolUseId>,
        /// The turn does not go on.
        prevent_continuation: Option<bool>,
        /// What it is about, in a word.
        tag: Option<String>,
        prompt_submit_outcome: Option<Box<PromptSubmitOutcome>>,
        /// The model is not the one that was asked for.
        model_restriction: Option<Box<ModelRestriction>>,
        /// A hook did not decide.
        hook_no_verdict: Option<Box<HookNoVerdict>>,
        /// It is about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
        timestamp: Option<String>,
    }

    /// A passing notice.
    pub struct Notification {
        /// Notices with the same key replace each other.
        key: String,
        text: String,
        priority: Option<NotificationPriority>,
        color: Option<String>,
        timeout_ms: Option<u64>,
    }

    /// The slash commands: all of them, in place of those before.
    pub struct CommandsChanged {
        commands: Vec<SlashCommand>,
    }

    /// Files were kept elsewhere.
    pub struct FilesPersisted {
        files: Vec<PersistedFile>,
        /// Those that could not be.
        failed: Vec<FailedFile>,
        processed_at: Option<String>,
    }

    /// What an MCP server asked for is done.
    pub struct ElicitationComplete {
        mcp_server_name: Option<String>,
        elicitation_id: String,
    }

    /// A transcript could not be copied. Made by the official SDK, never by the CLI.
    pub struct MirrorError {
        error: String,
        key: Option<MirrorKey>,
    }
}

wire_struct! {
    /// About a compaction.
    pub struct CompactMetadata {
        trigger: Option<CompactTrigger>,
        pre_tokens: Option<u64>,
        post_tokens: Option<u64>,
        duration_ms: Option<u64>,
        /// The messages that were kept, by their ends.
        preserved_segment: Option<PreservedSegment>,
        preserved_messages: Option<PreservedMessages>,
        cumulative_dropped_tokens: Option<u64>,
        user_context: Option<String>,
        messages_summarized: Option<u64>,
        precomputed: Option<RawJson>,
        pre_compact_discovered_tools: Option<RawJson>,
        /// Versions of artifacts read before.
        pre_compact_artifact_read_versions: Option<RawJson>,
    }

    /// Messages that a compaction kept, by their ends.
    pub struct PreservedSegment {
        head_uuid: Option<MessageUuid>,
        anchor_uuid: Option<MessageUuid>,
        tail_uuid: Option<MessageUuid>,
    }

    /// Messages that a compaction kept.
    pub struct PreservedMessages {
        anchor_uuid: Option<MessageUuid>,
        uuids: Vec<MessageUuid>,
        all_uuids: Vec<MessageUuid>,
    }

    /// A memory.
    pub struct RecalledMemory {
        path: Option<String>,
        scope: Option<MemoryScope>,
        content: Option<String>,
    }

    /// What became of a prompt.
    pub struct PromptSubmitOutcome {
        kind: Option<PromptOutcome>,
        no_verdict_kind: Option<String>,
        prompt_kept: Option<bool>,
        reason: Option<String>,
    }

    /// The model is not the one that was asked for.
    pub struct ModelRestriction {
        requested_model: Option<String>,
        effective_model: Option<String>,
        /// When it was found out: `start`, `switch` or `resume`.
        at: Option<String>,
    }

    /// A hook did not decide.
    pub struct HookNoVerdict {
        hook_event: Option<HookEvent>,
        tool_use_id: Option<ToolUseId>,
        timed_out: Option<bool>,
        plugin_id: Option<String>,
        plugin_root: Option<String>,
    }

    /// A file that was kept elsewhere.
    pub struct PersistedFile {
        filename: String,
        file_id: Option<String>,
    }

    /// A file that could not be kept elsewhere.
    pub struct FailedFile {
        filename: String,
        error: Option<String>,
    }

    /// A transcript.
    pub struct MirrorKey {
        project_key: Option<String> = "projectKey",
        session_id: Option<SessionId> = "sessionId",
        subpath: Option<String>,
    }
}

wire_string! {
    /// What caused a compaction.
    pub enum CompactTrigger {
        /// The user.
        "manual" => Manual,
        /// The CLI.
        "auto" => Auto,
    }

    /// How memories were found.
    pub enum RecallMode {
        /// They were picked.
        "select" => Select,
        /// They were put into words.
        "synthesize" => Synthesize,
    }

    /// Whose a memory is.
    pub enum MemoryScope {
        /// The user's.
        "personal" => Personal,
        /// The team's.
        "team" => Team,
        /// The organization's.
        "organization" => Organization,
    }

    /// Why a call was denied without asking anyone.
    pub enum DenialCode {
        /// The conversation is too long for the model that decides.
        "classifier_transcript_too_long" => ClassifierTranscriptTooLong,
        /// Reading outside is blocked.
        "outside_reads_blocked" => OutsideReadsBlocked,
        /// Memory is paused.
        "memory_paused" => MemoryPaused,
        /// The automatic mode has no check in this session.
        "auto_mode_no_check_in_session" => AutoModeNoCheck,
        /// The automatic mode stopped: no check in this session.
        "auto_mode_stop_no_check_in_session" => AutoModeStopNoCheck,
        /// The automatic mode stopped: calls without a result.
        "auto_mode_stop_no_result_for_calls" => AutoModeStopNoResult,
        /// The automatic mode stopped: no decision.
        "auto_mode_stop_no_verdict" => AutoModeStopNoVerdict,
    }

    /// How important a text is.
    pub enum InformationLevel {
        /// By the way.
        "info" => Info,
        /// Worth knowing.
        "notice" => Notice,
        /// Worth doing.
        "suggestion" => Suggestion,
        /// Something is wrong.
        "warning" => Warning,
    }

    /// What became of a prompt.
    pub enum PromptOutcome {
        /// A hook blocked it.
        "blocked_by_hook" => BlockedByHook,
        /// A hook stopped the turn.
        "stopped_by_hook" => StoppedByHook,
        /// A hook dropped it.
        "dropped_by_hook" => DroppedByHook,
        /// It was not passed on.
        "not_passed_on" => NotPassedOn,
        /// There was no decision.
        "no_verdict" => NoVerdict,
    }

    /// How important a notice is.
    pub enum NotificationPriority {
        /// Little.
        "low" => Low,
        /// Some.
        "medium" => Medium,
        /// Much.
        "high" => High,
        /// It cannot wait.
        "immediate" => Immediate,
    }
}
