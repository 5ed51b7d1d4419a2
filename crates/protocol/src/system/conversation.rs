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
        /// About the compaction.
        compact_metadata: Option<Box<CompactMetadata>> = "compact_metadata",
        /// The message it follows.
        logical_parent_uuid: Option<MessageUuid> = "logical_parent_uuid",
        /// It comes from an earlier run.
        historical: Option<bool> = "historical",
    }

    /// What a slash command printed.
    pub struct LocalCommandOutput {
        /// The text.
        content: String = "content",
    }

    /// Memories were brought to mind.
    pub struct MemoryRecall {
        /// How they were found.
        mode: Option<RecallMode> = "mode",
        /// The memories.
        memories: Vec<RecalledMemory> = "memories",
    }

    /// A call was denied without asking anyone.
    pub struct PermissionDenied {
        /// The tool.
        tool_name: String = "tool_name",
        /// The call.
        tool_use_id: ToolUseId = "tool_use_id",
        /// What the model was told.
        message: Option<String> = "message",
        /// The subagent that made the call.
        agent_id: Option<TaskId> = "agent_id",
        /// The kind of reason.
        decision_reason_type: Option<DecisionReasonType> = "decision_reason_type",
        /// The reason.
        decision_reason: Option<String> = "decision_reason",
        /// A code of the reason.
        decision_reason_code: Option<DenialCode> = "decision_reason_code",
    }

    /// A text for the user.
    pub struct Informational {
        /// The text.
        content: String = "content",
        /// How important it is.
        level: Option<InformationLevel> = "level",
        /// The call it is about.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// The turn does not go on.
        prevent_continuation: Option<bool> = "prevent_continuation",
        /// What it is about, in a word.
        tag: Option<String> = "tag",
        /// What became of a prompt.
        prompt_submit_outcome: Option<Box<PromptSubmitOutcome>> = "prompt_submit_outcome",
        /// The model is not the one that was asked for.
        model_restriction: Option<Box<ModelRestriction>> = "model_restriction",
        /// A hook did not decide.
        hook_no_verdict: Option<Box<HookNoVerdict>> = "hook_no_verdict",
        /// It is about the conversation, not part of it.
        is_meta: Option<bool> = "isMeta",
        /// When it was made.
        timestamp: Option<String> = "timestamp",
    }

    /// A passing notice.
    pub struct Notification {
        /// Notices with the same key replace each other.
        key: String = "key",
        /// The text.
        text: String = "text",
        /// How important it is.
        priority: Option<NotificationPriority> = "priority",
        /// A colour for it.
        color: Option<String> = "color",
        /// How long to show it.
        timeout_ms: Option<u64> = "timeout_ms",
    }

    /// The slash commands: all of them, in place of those before.
    pub struct CommandsChanged {
        /// The commands.
        commands: Vec<SlashCommand> = "commands",
    }

    /// Files were kept elsewhere.
    pub struct FilesPersisted {
        /// Those that were.
        files: Vec<PersistedFile> = "files",
        /// Those that could not be.
        failed: Vec<FailedFile> = "failed",
        /// When it was done.
        processed_at: Option<String> = "processed_at",
    }

    /// What an MCP server asked for is done.
    pub struct ElicitationComplete {
        /// The server.
        mcp_server_name: Option<String> = "mcp_server_name",
        /// What it asked for.
        elicitation_id: String = "elicitation_id",
    }

    /// A transcript could not be copied. Made by the official SDK, never by the CLI.
    pub struct MirrorError {
        /// What went wrong.
        error: String = "error",
        /// The transcript.
        key: Option<MirrorKey> = "key",
    }
}

wire_struct! {
    /// About a compaction.
    pub struct CompactMetadata {
        /// What caused it.
        trigger: Option<CompactTrigger> = "trigger",
        /// Tokens before.
        pre_tokens: Option<u64> = "pre_tokens",
        /// Tokens after.
        post_tokens: Option<u64> = "post_tokens",
        /// How long it took.
        duration_ms: Option<u64> = "duration_ms",
        /// The messages that were kept, by their ends.
        preserved_segment: Option<PreservedSegment> = "preserved_segment",
        /// The messages that were kept.
        preserved_messages: Option<PreservedMessages> = "preserved_messages",
        /// Tokens dropped by all compactions.
        cumulative_dropped_tokens: Option<u64> = "cumulative_dropped_tokens",
        /// What the user said about it.
        user_context: Option<String> = "user_context",
        /// How many messages were summarized.
        messages_summarized: Option<u64> = "messages_summarized",
        /// The summary was there already.
        precomputed: Option<RawJson> = "precomputed",
        /// Tools found before.
        pre_compact_discovered_tools: Option<RawJson> = "pre_compact_discovered_tools",
        /// Versions of artifacts read before.
        pre_compact_artifact_read_versions: Option<RawJson> = "pre_compact_artifact_read_versions",
    }

    /// Messages that a compaction kept, by their ends.
    pub struct PreservedSegment {
        /// The first.
        head_uuid: Option<MessageUuid> = "head_uuid",
        /// What they hang on.
        anchor_uuid: Option<MessageUuid> = "anchor_uuid",
        /// The last.
        tail_uuid: Option<MessageUuid> = "tail_uuid",
    }

    /// Messages that a compaction kept.
    pub struct PreservedMessages {
        /// What they hang on.
        anchor_uuid: Option<MessageUuid> = "anchor_uuid",
        /// Those that are shown.
        uuids: Vec<MessageUuid> = "uuids",
        /// All of them.
        all_uuids: Vec<MessageUuid> = "all_uuids",
    }

    /// A memory.
    pub struct RecalledMemory {
        /// Where it is kept.
        path: Option<String> = "path",
        /// Whose it is.
        scope: Option<MemoryScope> = "scope",
        /// What it says.
        content: Option<String> = "content",
    }

    /// What became of a prompt.
    pub struct PromptSubmitOutcome {
        /// What happened.
        kind: Option<PromptOutcome> = "kind",
        /// Why there was no decision.
        no_verdict_kind: Option<String> = "no_verdict_kind",
        /// The prompt stays in the conversation.
        prompt_kept: Option<bool> = "prompt_kept",
        /// Why.
        reason: Option<String> = "reason",
    }

    /// The model is not the one that was asked for.
    pub struct ModelRestriction {
        /// The one that was asked for.
        requested_model: Option<String> = "requested_model",
        /// The one that is used.
        effective_model: Option<String> = "effective_model",
        /// When it was found out: `start`, `switch` or `resume`.
        at: Option<String> = "at",
    }

    /// A hook did not decide.
    pub struct HookNoVerdict {
        /// What the hook is for.
        hook_event: Option<HookEvent> = "hook_event",
        /// The call it was asked about.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// It took too long.
        timed_out: Option<bool> = "timed_out",
        /// The plugin it comes from.
        plugin_id: Option<String> = "plugin_id",
        /// Where that plugin is.
        plugin_root: Option<String> = "plugin_root",
    }

    /// A file that was kept elsewhere.
    pub struct PersistedFile {
        /// The file.
        filename: String = "filename",
        /// Its id there.
        file_id: Option<String> = "file_id",
    }

    /// A file that could not be kept elsewhere.
    pub struct FailedFile {
        /// The file.
        filename: String = "filename",
        /// Why.
        error: Option<String> = "error",
    }

    /// A transcript.
    pub struct MirrorKey {
        /// The project.
        project_key: Option<String> = "projectKey",
        /// The session.
        session_id: Option<SessionId> = "sessionId",
        /// A part of it.
        subpath: Option<String> = "subpath",
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
