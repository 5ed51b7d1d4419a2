//! The origin of user messages.

use crate::ids::{MessageUuid, TaskId};
use crate::raw::RawJson;
use crate::wire::{wire_enum, wire_string, wire_struct};

wire_enum! {
    /// The origin of a message.
    pub enum MessageOrigin by "kind" {
        /// A person typed it.
        "human" => Human(HumanOrigin),
        /// An MCP server pushed it.
        "channel" => Channel(ChannelOrigin),
        /// Another session sent it.
        "peer" => Peer(Box<PeerOrigin>),
        /// A background task is done.
        "task-notification" => TaskNotification(Box<TaskNotificationOrigin>),
        /// The coordinator of a team sent it.
        "coordinator" => Coordinator(CoordinatorOrigin),
        /// The origin is unknown.
        "unclassified" => Unclassified(UnclassifiedOrigin),
        /// An observer sent it.
        "observer" => Observer(ObserverOrigin),
        /// The CLI continued automatically.
        "auto-continuation" => AutoContinuation(AutoContinuationOrigin),
        /// An observed event.
        "observer-activity" => ObserverActivity(ObserverActivityOrigin),
        /// Speech in a voice call.
        "voice-call" => VoiceCall(VoiceCallOrigin),
    }
}

wire_struct! {
    /// A person typed it.
    #[derive(Default)]
    pub struct HumanOrigin {
    }

    /// An MCP server pushed it.
    pub struct ChannelOrigin {
        server: Option<String>,
    }

    /// Another session sent it.
    pub struct PeerOrigin {
        from: Option<String>,
        from_mode: Option<PeerMode> = "fromMode",
        name: Option<String>,
        from_session: Option<String> = "fromSession",
        inbound_origin: Option<RawJson>,
        sender_task_id: Option<TaskId> = "senderTaskId",
        body: Option<String>,
        verified_peer_pid: Option<u64> = "verifiedPeerPid",
        handback: Option<bool>,
        flagged: Option<bool>,
        /// A note on the work that is handed back.
        handback_note: Option<String> = "handbackNote",
        /// The report on the work that is handed back.
        handback_report_text: Option<String> = "handbackReportText",
        members: Vec<PeerMember>,
    }

    /// One of several combined messages.
    pub struct PeerMember {
        body: Option<String>,
    }

    /// A background task is done.
    pub struct TaskNotificationOrigin {
        subkind: Option<TaskNotificationKind>,
        fire_reason: Option<String> = "fireReason",
        producer: Option<String>,
        run_id: Option<String> = "runId",
        task_kind: Option<String> = "taskKind",
    }

    /// The coordinator of a team sent it.
    #[derive(Default)]
    pub struct CoordinatorOrigin {
    }

    /// The origin is unknown.
    #[derive(Default)]
    pub struct UnclassifiedOrigin {
    }

    /// An observer sent it.
    pub struct ObserverOrigin {
        from: Option<String>,
        sender_task_id: Option<TaskId> = "senderTaskId",
    }

    /// The CLI continued automatically.
    #[derive(Default)]
    pub struct AutoContinuationOrigin {
    }

    /// An observed event.
    #[derive(Default)]
    pub struct ObserverActivityOrigin {
    }

    /// Speech in a voice call.
    pub struct VoiceCallOrigin {
        request_uuid: Option<MessageUuid> = "requestUuid",
        in_reply_to_uuid: Option<MessageUuid> = "inReplyToUuid",
        said_at: Option<RawJson> = "saidAt",
    }
}

wire_string! {
    /// Whether another session sends permission requests.
    pub enum PeerMode {
        /// It skips them.
        "bypass" => Bypass,
        /// It sends them.
        "prompting" => Prompting,
    }

    /// The source of the notification.
    pub enum TaskNotificationKind {
        /// A schedule.
        "scheduled-trigger" => ScheduledTrigger,
        /// Another session.
        "peer-send-message" => PeerSendMessage,
        /// A project's relay.
        "projects-relay" => ProjectsRelay,
        /// The session's inbox.
        "session-inbox" => SessionInbox,
    }
}
