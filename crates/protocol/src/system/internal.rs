//! Unpublished messages of the CLI. They may change without notice: parse them, but never depend on them.

use crate::ids::MessageUuid;
use crate::message::stamp::stamped_struct;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// A pull request was detected.
    pub struct CodeChangePublished {
        provider: Option<String>,
        url: Option<String>,
        repo: Option<String>,
        identifier: Option<String>,
        action: Option<String>,
        branch: Option<String>,
    }

    /// The repository changed.
    pub struct VcsStateChanged {
        kind: VcsChange,
        cwd: Option<String>,
        branch: Option<String>,
    }

    /// Feedback was drafted.
    pub struct FeedbackDraftQueued {
        draft_id: Option<String>,
        /// The type: `bug`, `idea` or `missing_capability`.
        draft_type: Option<String>,
        title: Option<String>,
        details_preview: Option<String>,
    }

    /// The title of the session changed.
    pub struct SessionTitleChanged {
        title: String,
    }

    /// A later message replaced a turn.
    pub struct TurnPreempted {
        reason: Option<String>,
        preempted_by_uuid: Option<MessageUuid>,
        preempted_message_uuids: Vec<MessageUuid>,
    }

    /// A message of another session is held.
    pub struct PeerMessageHold {
        state: HoldState,
        message_uuid: Option<MessageUuid>,
        /// The channel: `bridge`, `stdin` or `socket`.
        lane: Option<String>,
        from: Option<String>,
        from_name: Option<String>,
        cause: Option<String>,
        outcome: Option<String>,
    }

    /// Attached files of a message are missing.
    pub struct FileAttachmentsMissing {
        message_uuid: Option<MessageUuid>,
        sent_count: Option<u64>,
        missing: Vec<MissingAttachment>,
    }
}

wire_struct! {
    /// A missing attachment.
    pub struct MissingAttachment {
        file_uuid: String,
        reason: Option<String>,
    }
}

wire_string! {
    /// A change of a repository.
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

    /// The state of a held message.
    pub enum HoldState {
        /// It is held.
        "held" => Held,
        /// It was delivered.
        "released" => Released,
        /// It was dropped.
        "dropped" => Dropped,
    }
}
