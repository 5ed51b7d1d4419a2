//! What runs in the background.

use super::constructors;
use crate::ids::{TaskId, ToolUseId};
use crate::wire::wire_struct;

wire_struct! {
    /// Stops a task. A `task_notification` follows.
    #[derive(Default)]
    pub struct StopTask {
        /// The task.
        task_id: TaskId = "task_id",
    }

    /// Moves what runs in the foreground to the background.
    #[derive(Default)]
    pub struct BackgroundTasks {
        /// Only this call.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
    }

    /// Whether it was moved.
    #[derive(Default)]
    pub struct BackgroundTasksResponse {
        /// It was; only for a single call.
        backgrounded: Option<bool> = "backgrounded",
    }

    /// Asks for the output of a shell or monitor.
    #[derive(Default)]
    pub struct GetTaskOutput {
        /// The task.
        task_id: TaskId = "task_id",
    }

    /// The end of the output: at most 8 KiB.
    #[derive(Default)]
    pub struct GetTaskOutputResponse {
        /// The text.
        output: String = "output",
        /// How much there is in all.
        total_bytes: Option<u64> = "total_bytes",
        /// This is not all.
        truncated: Option<bool> = "truncated",
    }

    /// Starts a shell in the background; for cloud sessions.
    #[derive(Default)]
    pub struct StartShellTask {
        /// The program.
        command: String = "command",
        /// Its arguments.
        args: Vec<String> = "args",
        /// Where it runs.
        cwd: Option<String> = "cwd",
        /// Its environment.
        env: std::collections::BTreeMap<String, String> = "env",
        /// How long it may take.
        timeout_ms: Option<u64> = "timeout_ms",
        /// What it does.
        description: Option<String> = "description",
    }

    /// Whether it was started.
    #[derive(Default)]
    pub struct StartShellTaskResponse {
        /// `started` or `denied`.
        status: Option<String> = "status",
        /// The task.
        task_id: Option<TaskId> = "task_id",
        /// Why not.
        message: Option<String> = "message",
    }
}

constructors! {
    StopTask(task_id: TaskId);
    GetTaskOutput(task_id: TaskId);
    StartShellTask(command: String);
}
