//! Background tasks and subagents: `system/task_*` and `system/background_tasks_changed`.

use crate::ids::{TaskId, ToolUseId};
use crate::mcp::McpResourceLink;
use crate::message::stamp::stamped_struct;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// A task started.
    pub struct TaskStarted {
        task_id: TaskId,
        description: Option<String>,
        run_id: Option<String>,
        tool_use_id: Option<ToolUseId>,
        subagent_type: Option<String>,
        is_backgrounded: Option<bool>,
        spawn_depth: Option<u64>,
        parent_task_id: Option<TaskId>,
        task_type: Option<TaskType>,
        workflow_name: Option<String>,
        prompt: Option<String>,
        /// Hidden from the transcript.
        skip_transcript: Option<bool>,
        /// The task runs independently; no other task waits for it.
        ambient: Option<bool>,
        awaited: Option<bool>,
        owned_by_subagent: Option<bool>,
    }

    /// A task changed.
    pub struct TaskUpdated {
        task_id: TaskId,
        run_id: Option<String>,
        patch: TaskPatch,
    }

    /// Progress of a task.
    pub struct TaskProgress {
        task_id: TaskId,
        description: Option<String>,
        usage: Option<TaskUsage>,
        run_id: Option<String>,
        tool_use_id: Option<ToolUseId>,
        subagent_type: Option<String>,
        last_tool_name: Option<String>,
        summary: Option<String>,
    }

    /// A task ended.
    pub struct TaskNotification {
        task_id: TaskId,
        status: Option<TaskOutcome>,
        output_file: Option<String>,
        summary: Option<String>,
        run_id: Option<String>,
        tool_use_id: Option<ToolUseId>,
        reason: Option<String>,
        usage: Option<TaskUsage>,
        resource_links: Vec<McpResourceLink>,
        /// Hidden from the transcript.
        skip_transcript: Option<bool>,
        /// The task ran independently; no other task waited for it.
        ambient: Option<bool>,
        handback: Option<TaskHandback>,
        handback_report: Option<HandbackReport>,
    }

    /// The complete list of running tasks; replaces the earlier one.
    pub struct BackgroundTasksChanged {
        tasks: Vec<BackgroundTask>,
    }
}

wire_struct! {
    /// The changed fields of a task.
    pub struct TaskPatch {
        status: Option<TaskStatus>,
        description: Option<String>,
        /// When it ended, in milliseconds since 1970.
        end_time: Option<u64>,
        total_paused_ms: Option<u64>,
        error: Option<String>,
        is_backgrounded: Option<bool>,
    }

    /// Usage of a task.
    pub struct TaskUsage {
        total_tokens: Option<u64>,
        tool_uses: Option<u64>,
        duration_ms: Option<u64>,
    }

    /// The report of a task.
    pub struct HandbackReport {
        text: Option<String>,
        warning: Option<String>,
    }

    /// A running task.
    pub struct BackgroundTask {
        task_id: TaskId,
        run_id: Option<String>,
        task_type: Option<TaskType>,
        subagent_type: Option<String>,
        description: Option<String>,
        parent_task_id: Option<TaskId>,
        /// The task runs independently; no other task waits for it.
        ambient: Option<bool>,
        awaited: Option<bool>,
        off_host: Option<bool>,
    }
}

wire_string! {
    /// The type of a task.
    pub enum TaskType {
        /// A subagent.
        "local_agent" => LocalAgent,
        /// A shell command.
        "local_bash" => LocalBash,
        /// A workflow.
        "local_workflow" => LocalWorkflow,
        /// A remote subagent.
        "remote_agent" => RemoteAgent,
        /// A task of an MCP server.
        "mcp_task" => McpTask,
    }

    /// The state of a task.
    pub enum TaskStatus {
        /// It has not started.
        "pending" => Pending,
        /// It is running.
        "running" => Running,
        /// It finished.
        "completed" => Completed,
        /// It failed.
        "failed" => Failed,
        /// It was killed.
        "killed" => Killed,
        /// It is paused.
        "paused" => Paused,
    }

    /// The outcome of a task.
    pub enum TaskOutcome {
        /// It finished.
        "completed" => Completed,
        /// It failed.
        "failed" => Failed,
        /// It was stopped.
        "stopped" => Stopped,
    }

    /// How the result of a task is handed back.
    pub enum TaskHandback {
        /// It is sent.
        "send" => Send,
        /// It is sent with a warning.
        "flagged" => Flagged,
        /// It is withheld.
        "withheld" => Withheld,
    }
}

impl TaskStatus {
    /// Returns whether the task has ended.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Killed)
    }
}
