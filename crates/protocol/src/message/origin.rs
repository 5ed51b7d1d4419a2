//! Where a message on the user's side comes from.

use crate::ids::{MessageUuid, TaskId};
use crate::raw::RawJson;
use crate::wire::{wire_enum, wire_string, wire_struct};

wire_enum! {
    /// Where a message comes from.
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
        /// Nobody knows.
        "unclassified" => Unclassified(UnclassifiedOrigin),
        /// An observer sent it.
        "observer" => Observer(ObserverOrigin),
        /// The CLI goes on by itself.
        "auto-continuation" => AutoContinuation(AutoContinuationOrigin),
        /// Something an observer watches happened.
        "observer-activity" => ObserverActivity(ObserverActivityOrigin),
        /// It was said in a call.
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
        /// The server.
        server: Option<String> = "server",
    }

    /// Another session sent it.
    pub struct PeerOrigin {
        /// Who sent it.
        from: Option<String> = "from",
        /// Whether the sender asks for permissions.
        from_mode: Option<PeerMode> = "fromMode",
        /// The sender's name.
        name: Option<String> = "name",
        /// The sender's session.
        from_session: Option<String> = "fromSession",
        /// By which way it came in.
        inbound_origin: Option<RawJson> = "inbound_origin",
        /// The task that sent it.
        sender_task_id: Option<TaskId> = "senderTaskId",
        /// What was sent.
        body: Option<String> = "body",
        /// The process that sent it.
        verified_peer_pid: Option<u64> = "verifiedPeerPid",
        /// Work is handed back.
        handback: Option<bool> = "handback",
        /// It was flagged.
        flagged: Option<bool> = "flagged",
        /// A note on what is handed back.
        handback_note: Option<String> = "handbackNote",
        /// The report on what is handed back.
        handback_report_text: Option<String> = "handbackReportText",
        /// Several messages in one.
        members: Vec<PeerMember> = "members",
    }

    /// One of several messages in one.
    pub struct PeerMember {
        /// What was sent.
        body: Option<String> = "body",
    }

    /// A background task is done.
    pub struct TaskNotificationOrigin {
        /// What told it.
        subkind: Option<TaskNotificationKind> = "subkind",
        /// Why a schedule fired.
        fire_reason: Option<String> = "fireReason",
        /// What produced it.
        producer: Option<String> = "producer",
        /// The run of the task.
        run_id: Option<String> = "runId",
        /// The kind of the task.
        task_kind: Option<String> = "taskKind",
    }

    /// The coordinator of a team sent it.
    #[derive(Default)]
    pub struct CoordinatorOrigin {
    }

    /// Nobody knows where it comes from.
    #[derive(Default)]
    pub struct UnclassifiedOrigin {
    }

    /// An observer sent it.
    pub struct ObserverOrigin {
        /// The observer.
        from: Option<String> = "from",
        /// The observer's task.
        sender_task_id: Option<TaskId> = "senderTaskId",
    }

    /// The CLI goes on by itself.
    #[derive(Default)]
    pub struct AutoContinuationOrigin {
    }

    /// Something an observer watches happened.
    #[derive(Default)]
    pub struct ObserverActivityOrigin {
    }

    /// It was said in a call.
    pub struct VoiceCallOrigin {
        /// The request in the call.
        request_uuid: Option<MessageUuid> = "requestUuid",
        /// What it replies to.
        in_reply_to_uuid: Option<MessageUuid> = "inReplyToUuid",
        /// When it was said.
        said_at: Option<RawJson> = "saidAt",
    }
}

wire_string! {
    /// Whether another session asks for permissions.
    pub enum PeerMode {
        /// It asks for nothing.
        "bypass" => Bypass,
        /// It asks.
        "prompting" => Prompting,
    }

    /// What told that a task is done.
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
