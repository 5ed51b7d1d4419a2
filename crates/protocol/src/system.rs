//! What the CLI tells about the session: the `system` message and its subtypes.

mod init;
mod status;
mod task;

pub use init::*;
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
        "session_state_changed" => SessionStateChanged(SessionStateChanged),
        /// How much the model has thought.
        "thinking_tokens" => ThinkingTokens(ThinkingTokens),
        /// The worker is about to end.
        "worker_shutting_down" => WorkerShuttingDown(WorkerShuttingDown),
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
        "background_tasks_changed" => BackgroundTasksChanged(BackgroundTasksChanged),
        /// What a task is doing, in a phrase.
        "task_summary" => TaskSummary(TaskSummary),
    }
}
