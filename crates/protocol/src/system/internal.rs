//! What the CLI says without publishing it. May change without notice: read it, never depend on it.

use crate::ids::{MessageUuid, RequestId, TaskId, ToolUseId};
use crate::message::stamp::stamped_struct;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// What a turn came to, in words.
    pub struct PostTurnSummary {
        /// The message it sums up.
        summarizes_uuid: Option<MessageUuid> = "summarizes_uuid",
        /// The kind of state.
        status_category: Option<String> = "status_category",
        /// The state in words.
        status_detail: Option<String> = "status_detail",
        /// What a person should do.
        needs_action: Option<String> = "needs_action",
    }

    /// What belongs to the session.
    pub struct SessionMetadata {
        /// The metadata.
        metadata: Option<SessionMetadataBody> = "metadata",
    }

    /// Asks of a worker before this one are settled, except these.
    pub struct InheritedAsksSettled {
        /// The requests that are still open.
        kept_request_ids: Vec<RequestId> = "kept_request_ids",
    }

    /// A pull request was seen.
    pub struct CodeChangePublished {
        /// Who hosts it.
        provider: Option<String> = "provider",
        /// Where it is.
        url: Option<String> = "url",
        /// The repository.
        repo: Option<String> = "repo",
        /// Its number.
        identifier: Option<String> = "identifier",
        /// What happened to it.
        action: Option<String> = "action",
        /// Its branch.
        branch: Option<String> = "branch",
    }

    /// The repository changed.
    pub struct VcsStateChanged {
        /// What happened.
        kind: VcsChange = "kind",
        /// Where.
        cwd: Option<String> = "cwd",
        /// On which branch.
        branch: Option<String> = "branch",
    }

    /// Feedback was drafted.
    pub struct FeedbackDraftQueued {
        /// The draft.
        draft_id: Option<String> = "draft_id",
        /// What it is about: `bug`, `idea` or `missing_capability`.
        draft_type: Option<String> = "draft_type",
        /// Its title.
        title: Option<String> = "title",
        /// Its beginning.
        details_preview: Option<String> = "details_preview",
    }

    /// The session has a name, or another one.
    pub struct SessionTitleChanged {
        /// The name.
        title: String = "title",
    }

    /// A later message took the place of a turn.
    pub struct TurnPreempted {
        /// Why.
        reason: Option<String> = "reason",
        /// The later message.
        preempted_by_uuid: Option<MessageUuid> = "preempted_by_uuid",
        /// The messages whose turn it was.
        preempted_message_uuids: Vec<MessageUuid> = "preempted_message_uuids",
    }

    /// A message of another session waits.
    pub struct PeerMessageHold {
        /// Whether it waits.
        state: HoldState = "state",
        /// The message.
        message_uuid: Option<MessageUuid> = "message_uuid",
        /// By which way it came: `bridge`, `stdin` or `socket`.
        lane: Option<String> = "lane",
        /// Who sent it.
        from: Option<String> = "from",
        /// The sender's name.
        from_name: Option<String> = "from_name",
        /// Why it waits.
        cause: Option<String> = "cause",
        /// What became of it.
        outcome: Option<String> = "outcome",
    }

    /// The effort of one turn ended.
    pub struct PerTurnEffortChanged {
        /// Whether a turn has an effort of its own.
        per_turn_effort_active: Option<bool> = "per_turn_effort_active",
    }

    /// The automatic mode takes long to decide about a call.
    pub struct PermissionCheckStatus {
        /// The call.
        tool_use_id: ToolUseId = "tool_use_id",
        /// The subagent that made it.
        agent_id: Option<TaskId> = "agent_id",
        /// Whether it is still deciding.
        status: PermissionCheck = "status",
    }

    /// The instructions are very long.
    pub struct InstructionSizeWarning {
        /// Their length.
        total_chars: Option<u64> = "total_chars",
        /// How long they should be at most.
        total_limit_chars: Option<u64> = "total_limit_chars",
        /// How many files they are.
        file_count: Option<u64> = "file_count",
        /// The length of the longest.
        largest_chars: Option<u64> = "largest_chars",
    }

    /// Files that came with a message are missing.
    pub struct FileAttachmentsMissing {
        /// The message.
        message_uuid: Option<MessageUuid> = "message_uuid",
        /// How many were sent.
        sent_count: Option<u64> = "sent_count",
        /// Those that are missing.
        missing: Vec<MissingAttachment> = "missing",
    }

    /// What the user seems to be building.
    pub struct DevIntent {
        /// `ios_app` or `android_app`.
        kind: Option<String> = "kind",
        /// What told it.
        trigger: Option<String> = "trigger",
    }

    /// A turn can be handed over.
    pub struct TurnHandoffAvailable {
        /// The version of the offer.
        version: Option<u64> = "v",
        /// The tools.
        tools: Vec<RawJson> = "tools",
        /// Which worker this is.
        worker_epoch: Option<f64> = "worker_epoch",
    }

    /// A session in the cloud changed.
    pub struct CloudSessionDelta {
        /// Counts the changes.
        seq: Option<u64> = "seq",
        /// What changed.
        changed: Vec<RawJson> = "changed",
        /// The session.
        cloud_session: Option<RawJson> = "cloud_session",
    }

    /// Remote control of this session changed.
    pub struct BridgeState {
        /// The new state.
        state: String = "state",
        /// More about it.
        detail: Option<String> = "detail",
        /// Why it failed.
        failure_kind: Option<String> = "failure_kind",
        /// It works again.
        recovered: Option<bool> = "recovered",
        /// Which bridge it is.
        bridge_epoch: Option<RawJson> = "bridge_epoch",
    }
}

wire_struct! {
    /// What belongs to the session.
    pub struct SessionMetadataBody {
        /// What it published.
        artifacts: Vec<SessionArtifact> = "artifacts",
    }

    /// Something the session published.
    pub struct SessionArtifact {
        /// Where it is.
        url: String = "url",
        /// What to call it.
        title: Option<String> = "title",
        /// A picture for it.
        favicon: Option<String> = "favicon",
        /// Always `frame`.
        kind: Option<String> = "kind",
        /// When it changed last.
        updated_at: Option<RawJson> = "updated_at",
    }

    /// A file that did not come with its message.
    pub struct MissingAttachment {
        /// The file.
        file_uuid: String = "file_uuid",
        /// Why it is missing.
        reason: Option<String> = "reason",
    }
}

wire_string! {
    /// What happened to a repository.
    pub enum VcsChange {
        /// A commit.
        "commit" => Commit,
        /// A push.
        "push" => Push,
        /// A merge.
        "merge" => Merge,
        /// A rebase.
        "rebase" => Rebase,
    }

    /// Whether a message waits.
    pub enum HoldState {
        /// It waits.
        "held" => Held,
        /// It was delivered.
        "released" => Released,
        /// It was thrown away.
        "dropped" => Dropped,
    }

    /// Whether the automatic mode is deciding.
    pub enum PermissionCheck {
        /// It is.
        "checking" => Checking,
        /// It has decided.
        "done" => Done,
    }
}
