//! What the CLI tells about the session: the `system` message and its subtypes.

mod conversation;
mod hook;
mod init;
mod internal;
mod model;
mod older;
mod status;
mod task;

pub use conversation::*;
pub use hook::*;
pub use init::*;
pub use internal::*;
pub use model::*;
pub use older::*;
pub use status::*;
pub use task::*;

use crate::message::stamp::stamped_enum;

stamped_enum! {
    /// A message about the session.
    pub enum SystemMessage by "subtype" {
        /// A turn begins: what the session has.
        "init" => Init(Box<Init>),
        /// What the CLI is busy with, or a change of mode.
        "status" => Status(Box<Status>),
        /// A request to the API is tried again.
        "api_retry" => ApiRetry(Box<ApiRetry>),
        /// A control request of the host is under way.
        "control_request_progress" => ControlRequestProgress(Box<ControlRequestProgress>),
        /// Whether the session works or waits.
        "session_state_changed" => SessionStateChanged(Box<SessionStateChanged>),
        /// How much the model has thought.
        "thinking_tokens" => ThinkingTokens(Box<ThinkingTokens>),
        /// The worker is about to end.
        "worker_shutting_down" => WorkerShuttingDown(Box<WorkerShuttingDown>),
        /// What the session wrote to disk was lost.
        "session_writes_lost" => SessionWritesLost(Box<SessionWritesLost>),
        /// A task began.
        "task_started" => TaskStarted(Box<TaskStarted>),
        /// Something about a task changed.
        "task_updated" => TaskUpdated(Box<TaskUpdated>),
        /// A task is under way.
        "task_progress" => TaskProgress(Box<TaskProgress>),
        /// A task is over.
        "task_notification" => TaskNotification(Box<TaskNotification>),
        /// The tasks that are running.
        "background_tasks_changed" => BackgroundTasksChanged(Box<BackgroundTasksChanged>),
        /// The conversation was compacted here.
        "compact_boundary" => CompactBoundary(Box<CompactBoundary>),
        /// What a slash command printed.
        "local_command_output" => LocalCommandOutput(Box<LocalCommandOutput>),
        /// A text for the user.
        "informational" => Informational(Box<Informational>),
        /// A passing notice.
        "notification" => Notification(Box<Notification>),
        /// A call was denied without asking anyone.
        "permission_denied" => PermissionDenied(Box<PermissionDenied>),
        /// The slash commands changed.
        "commands_changed" => CommandsChanged(Box<CommandsChanged>),
        /// Memories were brought to mind.
        "memory_recall" => MemoryRecall(Box<MemoryRecall>),
        /// Files were kept elsewhere.
        "files_persisted" => FilesPersisted(Box<FilesPersisted>),
        /// What an MCP server asked for is done.
        "elicitation_complete" => ElicitationComplete(Box<ElicitationComplete>),
        /// A transcript could not be copied.
        "mirror_error" => MirrorError(Box<MirrorError>),
        /// A hook began.
        "hook_started" => HookStarted(Box<HookStarted>),
        /// A hook printed something.
        "hook_progress" => HookProgress(Box<HookProgress>),
        /// A hook is done.
        "hook_response" => HookResponse(Box<HookResponse>),
        /// Plugins are being installed.
        "plugin_install" => PluginInstall(Box<PluginInstall>),
        /// The model refused, and another one answers.
        "model_refusal_fallback" => ModelRefusalFallback(Box<ModelRefusalFallback>),
        /// The model refused, and no other one answers.
        "model_refusal_no_fallback" => ModelRefusalNoFallback(Box<ModelRefusalNoFallback>),
        /// The model cannot be had, and another one answers.
        "model_fallback" => ModelFallback(Box<ModelFallback>),
        /// The session has a name, or another one.
        "session_title_changed" => SessionTitleChanged(Box<SessionTitleChanged>),
        /// A pull request was seen.
        "code_change_published" => CodeChangePublished(Box<CodeChangePublished>),
        /// The repository changed.
        "vcs_state_changed" => VcsStateChanged(Box<VcsStateChanged>),
        /// Feedback was drafted.
        "feedback_draft_queued" => FeedbackDraftQueued(Box<FeedbackDraftQueued>),
        /// A later message took the place of a turn.
        "turn_preempted" => TurnPreempted(Box<TurnPreempted>),
        /// A message of another session waits.
        "peer_message_hold" => PeerMessageHold(Box<PeerMessageHold>),
        /// Files that came with a message are missing.
        "file_attachments_missing" => FileAttachmentsMissing(Box<FileAttachmentsMissing>),
        /// A request to the API failed; older CLIs.
        "api_error" => ApiError(Box<ApiErrorNotice>),
        /// How long a turn took; older CLIs.
        "turn_duration" => TurnDuration(Box<TurnDuration>),
        /// What the hooks on stopping did; older CLIs.
        "stop_hook_summary" => StopHookSummary(Box<StopHookSummary>),
        /// A slash command and what it printed; older CLIs.
        "local_command" => LocalCommand(Box<LocalCommand>),
        /// Results of tools were dropped from the context; older CLIs.
        "microcompact_boundary" => MicrocompactBoundary(Box<MicrocompactBoundary>),
        untyped
            "post_turn_summary", "task_summary", "session_metadata", "inherited_asks_settled",
            "per_turn_effort_changed", "permission_check_status", "instruction_size_warning", "dev_intent",
            "turn_handoff_available", "cloud_session_delta", "bridge_state", "ui_invalidate", "ui_log",
            "ui_toast", "ui_notify", "ui_notify_cancel", "ui_status", "ui_panes", "ui_placed", "ui_scroll",
            "ui_focus"
            => Untyped,
    }
}
