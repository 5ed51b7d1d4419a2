//! The `system` message and its subtypes.

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
        /// The start of a turn, with the configuration of the session.
        "init" => Init(Box<Init>),
        /// The activity of the CLI, or a change of mode.
        "status" => Status(Box<Status>),
        /// A request to the API is being retried.
        "api_retry" => ApiRetry(Box<ApiRetry>),
        /// Progress of a control request of the host.
        "control_request_progress" => ControlRequestProgress(Box<ControlRequestProgress>),
        /// The session became idle, running, or needs a person.
        "session_state_changed" => SessionStateChanged(Box<SessionStateChanged>),
        /// How much the model has thought.
        "thinking_tokens" => ThinkingTokens(Box<ThinkingTokens>),
        /// The worker is shutting down.
        "worker_shutting_down" => WorkerShuttingDown(Box<WorkerShuttingDown>),
        /// Data of the session could not be written to disk.
        "session_writes_lost" => SessionWritesLost(Box<SessionWritesLost>),
        /// A task started.
        "task_started" => TaskStarted(Box<TaskStarted>),
        /// A task changed.
        "task_updated" => TaskUpdated(Box<TaskUpdated>),
        /// Progress of a task.
        "task_progress" => TaskProgress(Box<TaskProgress>),
        /// A task ended.
        "task_notification" => TaskNotification(Box<TaskNotification>),
        /// The running tasks.
        "background_tasks_changed" => BackgroundTasksChanged(Box<BackgroundTasksChanged>),
        /// The conversation was compacted.
        "compact_boundary" => CompactBoundary(Box<CompactBoundary>),
        /// Output of a slash command.
        "local_command_output" => LocalCommandOutput(Box<LocalCommandOutput>),
        /// A text for the user.
        "informational" => Informational(Box<Informational>),
        /// A temporary notice.
        "notification" => Notification(Box<Notification>),
        /// A call was denied without a permission request.
        "permission_denied" => PermissionDenied(Box<PermissionDenied>),
        /// The slash commands changed.
        "commands_changed" => CommandsChanged(Box<CommandsChanged>),
        /// Memories were recalled.
        "memory_recall" => MemoryRecall(Box<MemoryRecall>),
        /// Files were persisted.
        "files_persisted" => FilesPersisted(Box<FilesPersisted>),
        /// An elicitation of an MCP server was completed.
        "elicitation_complete" => ElicitationComplete(Box<ElicitationComplete>),
        /// A transcript could not be copied.
        "mirror_error" => MirrorError(Box<MirrorError>),
        /// A hook started.
        "hook_started" => HookStarted(Box<HookStarted>),
        /// A hook printed something.
        "hook_progress" => HookProgress(Box<HookProgress>),
        /// A hook ended.
        "hook_response" => HookResponse(Box<HookResponse>),
        /// Plugins are being installed.
        "plugin_install" => PluginInstall(Box<PluginInstall>),
        /// The model refused, and another one answers.
        "model_refusal_fallback" => ModelRefusalFallback(Box<ModelRefusalFallback>),
        /// The model refused, and no other one answers.
        "model_refusal_no_fallback" => ModelRefusalNoFallback(Box<ModelRefusalNoFallback>),
        /// The model is not available, and another one answers.
        "model_fallback" => ModelFallback(Box<ModelFallback>),
        /// The title of the session changed.
        "session_title_changed" => SessionTitleChanged(Box<SessionTitleChanged>),
        /// A pull request was detected.
        "code_change_published" => CodeChangePublished(Box<CodeChangePublished>),
        /// The repository changed.
        "vcs_state_changed" => VcsStateChanged(Box<VcsStateChanged>),
        /// Feedback was drafted.
        "feedback_draft_queued" => FeedbackDraftQueued(Box<FeedbackDraftQueued>),
        /// A later message replaced a turn.
        "turn_preempted" => TurnPreempted(Box<TurnPreempted>),
        /// A message of another session is held.
        "peer_message_hold" => PeerMessageHold(Box<PeerMessageHold>),
        /// Attached files of a message are missing.
        "file_attachments_missing" => FileAttachmentsMissing(Box<FileAttachmentsMissing>),
        /// A request to the API failed; older CLIs.
        "api_error" => ApiError(Box<ApiErrorNotice>),
        /// How long a turn took; older CLIs.
        "turn_duration" => TurnDuration(Box<TurnDuration>),
        /// Results of `Stop` hooks; older CLIs.
        "stop_hook_summary" => StopHookSummary(Box<StopHookSummary>),
        /// A slash command and its output; older CLIs.
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
