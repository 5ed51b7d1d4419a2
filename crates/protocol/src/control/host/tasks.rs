//! Requests about background tasks.

use super::constructors;
use crate::ids::{TaskId, ToolUseId};
use crate::wire::wire_struct;

wire_struct! {
    /// Stops a task. A `task_notification` follows.
    #[derive(Default)]
    pub struct StopTask {
        task_id: TaskId,
    }

    /// Moves a running call to the background.
    #[derive(Default)]
    pub struct BackgroundTasks {
        tool_use_id: Option<ToolUseId>,
    }

    /// Whether the call was moved.
    #[derive(Default)]
    pub struct BackgroundTasksResponse {
        /// Only for a single call.
        backgrounded: Option<bool>,
    }

    /// Returns the output of a shell or monitor.
    #[derive(Default)]
    pub struct GetTaskOutput {
        task_id: TaskId,
    }

    /// The end of the output: at most 8 KiB.
    #[derive(Default)]
    pub struct GetTaskOutputResponse {
        output: String,
        total_bytes: Option<u64>,
        truncated: Option<bool>,
    }
}

constructors! {
    BackgroundTasks(tool_use_id: Option<ToolUseId>);
    StopTask(task_id: TaskId);
    GetTaskOutput(task_id: TaskId);
}
