//! What the CLI tells about the session: the `system` message and its subtypes.

mod conversation;
mod hook;
mod init;
mod internal;
mod model;
mod older;
mod status;
mod task;
mod ui;

pub use conversation::*;
pub use hook::*;
pub use init::*;
pub use internal::*;
pub use model::*;
pub use older::*;
pub use status::*;
pub use task::*;
pub use ui::*;

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
        /// What a task is doing, in a phrase.
        "task_summary" => TaskSummary(Box<TaskSummary>),
        /// What a turn came to, in words.
        "post_turn_summary" => PostTurnSummary(Box<PostTurnSummary>),
        /// What belongs to the session.
        "session_metadata" => SessionMetadata(Box<SessionMetadata>),
        /// Asks of a worker before this one are settled.
        "inherited_asks_settled" => InheritedAsksSettled(Box<InheritedAsksSettled>),
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
        /// The effort of one turn ended.
        "per_turn_effort_changed" => PerTurnEffortChanged(Box<PerTurnEffortChanged>),
        /// The automatic mode takes long to decide.
        "permission_check_status" => PermissionCheckStatus(Box<PermissionCheckStatus>),
        /// The instructions are very long.
        "instruction_size_warning" => InstructionSizeWarning(Box<InstructionSizeWarning>),
        /// Files that came with a message are missing.
        "file_attachments_missing" => FileAttachmentsMissing(Box<FileAttachmentsMissing>),
        /// What the user seems to be building.
        "dev_intent" => DevIntent(Box<DevIntent>),
        /// A turn can be handed over.
        "turn_handoff_available" => TurnHandoffAvailable(Box<TurnHandoffAvailable>),
        /// A session in the cloud changed.
        "cloud_session_delta" => CloudSessionDelta(Box<CloudSessionDelta>),
        /// Remote control of this session changed.
        "bridge_state" => BridgeState(Box<BridgeState>),
        /// What plugins show must be drawn again.
        "ui_invalidate" => UiInvalidate(Box<UiInvalidate>),
        /// A plugin wrote to its log.
        "ui_log" => UiLog(Box<UiLog>),
        /// A plugin shows a passing notice.
        "ui_toast" => UiToast(Box<UiToast>),
        /// A plugin notifies the user.
        "ui_notify" => UiNotify(Box<UiNotify>),
        /// A plugin takes a notification back.
        "ui_notify_cancel" => UiNotifyCancel(Box<UiNotifyCancel>),
        /// A plugin shows its state.
        "ui_status" => UiStatus(Box<UiStatus>),
        /// The panes of plugins.
        "ui_panes" => UiPanes(Box<UiPanes>),
        /// Where plugins put rows.
        "ui_placed" => UiPlaced(Box<UiPlaced>),
        /// A plugin scrolls.
        "ui_scroll" => UiScroll(Box<UiScroll>),
        /// A plugin wants the focus.
        "ui_focus" => UiFocus(Box<UiFocus>),
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
    }
}
