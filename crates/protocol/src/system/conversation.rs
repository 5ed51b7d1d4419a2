//! Events of the conversation: compaction, memories, notices, denied calls.

use crate::control::SlashCommand;
use crate::hook::HookEvent;
use crate::ids::{MessageUuid, SessionId, TaskId, ToolUseId};
use crate::message::stamp::stamped_struct;
use crate::permission::DecisionReasonType;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// The conversation was compacted: a summary replaces the messages before.
    pub struct CompactBoundary {
        compact_metadata: Option<Box<CompactMetadata>>,
        logical_parent_uuid: Option<MessageUuid>,
        historical: Option<bool>,
    }

    /// Output of a slash command.
    pub struct LocalCommandOutput {
        content: String,
    }

    /// Memories were recalled.
    pub struct MemoryRecall {
        mode: Option<RecallMode>,
        memories: Vec<RecalledMemory>,
    }

    /// A call was denied without a permission request.
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
        /// The turn does not continue.
        prevent_continuation: Option<bool>,
        /// The topic.
        tag: Option<String>,
        prompt_submit_outcome: Option<Box<PromptSubmitOutcome>>,
        /// The model is not the requested one.
        model_restriction: Option<Box<ModelRestriction>>,
        /// A hook made no decision.
        hook_no_verdict: Option<Box<HookNoVerdict>>,
        /// A message about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
        timestamp: Option<String>,
    }

    /// A temporary notice.
    pub struct Notification {
        /// A notice replaces earlier ones with the same key.
        key: String,
        text: String,
        priority: Option<NotificationPriority>,
        color: Option<String>,
        timeout_ms: Option<u64>,
    }

    /// The complete list of slash commands; replaces the earlier one.
    pub struct CommandsChanged {
        commands: Vec<SlashCommand>,
    }

    /// Files were persisted.
    pub struct FilesPersisted {
        files: Vec<PersistedFile>,
        /// Files that could not be persisted.
        failed: Vec<FailedFile>,
        processed_at: Option<String>,
    }

    /// An elicitation of an MCP server was completed.
    pub struct ElicitationComplete {
        mcp_server_name: Option<String>,
        elicitation_id: String,
    }

    /// A transcript could not be copied. Sent by the official SDK, never by the CLI.
    pub struct MirrorError {
        error: String,
        key: Option<MirrorKey>,
    }
}

wire_struct! {
    /// Details of a compaction.
    pub struct CompactMetadata {
        trigger: Option<CompactTrigger>,
        pre_tokens: Option<u64>,
        post_tokens: Option<u64>,
        duration_ms: Option<u64>,
        /// The preserved messages, by their ends.
        preserved_segment: Option<PreservedSegment>,
        preserved_messages: Option<PreservedMessages>,
        cumulative_dropped_tokens: Option<u64>,
        user_context: Option<String>,
        messages_summarized: Option<u64>,
        precomputed: Option<RawJson>,
        pre_compact_discovered_tools: Option<RawJson>,
        /// Versions of artifacts that were read before.
        pre_compact_artifact_read_versions: Option<RawJson>,
    }

    /// Messages that a compaction preserved, by their ends.
    pub struct PreservedSegment {
        head_uuid: Option<MessageUuid>,
        anchor_uuid: Option<MessageUuid>,
        tail_uuid: Option<MessageUuid>,
    }

    /// Messages that a compaction preserved.
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

    /// The outcome of a prompt.
    pub struct PromptSubmitOutcome {
        kind: Option<PromptOutcome>,
        no_verdict_kind: Option<String>,
        prompt_kept: Option<bool>,
        reason: Option<String>,
    }

    /// The model is not the requested one.
    pub struct ModelRestriction {
        requested_model: Option<String>,
        effective_model: Option<String>,
        /// When the restriction was detected: `start`, `switch` or `resume`.
        at: Option<String>,
    }

    /// A hook made no decision.
    pub struct HookNoVerdict {
        hook_event: Option<HookEvent>,
        tool_use_id: Option<ToolUseId>,
        timed_out: Option<bool>,
        plugin_id: Option<String>,
        plugin_root: Option<String>,
    }

    /// A persisted file.
    pub struct PersistedFile {
        filename: String,
        file_id: Option<String>,
    }

    /// A file that could not be persisted.
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

    /// How memories were recalled.
    pub enum RecallMode {
        /// They were selected.
        "select" => Select,
        /// They were summarized.
        "synthesize" => Synthesize,
    }

    /// The scope of a memory.
    pub enum MemoryScope {
        /// The user.
        "personal" => Personal,
        /// The team.
        "team" => Team,
        /// The organization.
        "organization" => Organization,
    }

    /// Why a call was denied without a permission request.
    pub enum DenialCode {
        /// The conversation is too long for the classifier.
        "classifier_transcript_too_long" => ClassifierTranscriptTooLong,
        /// Reading outside is blocked.
        "outside_reads_blocked" => OutsideReadsBlocked,
        /// Memory is paused.
        "memory_paused" => MemoryPaused,
        /// Auto mode has no check in this session.
        "auto_mode_no_check_in_session" => AutoModeNoCheck,
        /// Auto mode stopped: no check in this session.
        "auto_mode_stop_no_check_in_session" => AutoModeStopNoCheck,
        /// Auto mode stopped: calls without a result.
        "auto_mode_stop_no_result_for_calls" => AutoModeStopNoResult,
        /// Auto mode stopped: no decision.
        "auto_mode_stop_no_verdict" => AutoModeStopNoVerdict,
    }

    /// The level of a text.
    pub enum InformationLevel {
        /// Information.
        "info" => Info,
        /// A notice.
        "notice" => Notice,
        /// A suggestion.
        "suggestion" => Suggestion,
        /// A warning.
        "warning" => Warning,
    }

    /// The outcome of a prompt.
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

    /// The priority of a notice.
    pub enum NotificationPriority {
        /// Low.
        "low" => Low,
        /// Medium.
        "medium" => Medium,
        /// High.
        "high" => High,
        /// Immediate.
        "immediate" => Immediate,
    }
}
