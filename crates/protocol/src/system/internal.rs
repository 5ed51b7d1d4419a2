//! What the CLI says without publishing it. May change without notice: read it, never depend on it.

use crate::ids::MessageUuid;
use crate::message::stamp::stamped_struct;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// A pull request was seen.
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
        /// What it is about: `bug`, `idea` or `missing_capability`.
        draft_type: Option<String>,
        title: Option<String>,
        details_preview: Option<String>,
    }

    /// The session has a name, or another one.
    pub struct SessionTitleChanged {
        title: String,
    }

    /// A later message took the place of a turn.
    pub struct TurnPreempted {
        reason: Option<String>,
        preempted_by_uuid: Option<MessageUuid>,
        preempted_message_uuids: Vec<MessageUuid>,
    }

    /// A message of another session waits.
    pub struct PeerMessageHold {
        state: HoldState,
        message_uuid: Option<MessageUuid>,
        /// By which way it came: `bridge`, `stdin` or `socket`.
        lane: Option<String>,
        from: Option<String>,
        from_name: Option<String>,
        cause: Option<String>,
        outcome: Option<String>,
    }

    /// Files that came with a message are missing.
    pub struct FileAttachmentsMissing {
        message_uuid: Option<MessageUuid>,
        sent_count: Option<u64>,
        missing: Vec<MissingAttachment>,
    }
}

wire_struct! {
    /// A file that did not come with its message.
    pub struct MissingAttachment {
        file_uuid: String,
        reason: Option<String>,
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
}
