//! Background work and subagents: `system/task_*` and `system/background_tasks_changed`.

use crate::ids::{TaskId, ToolUseId};
use crate::mcp::McpResourceLink;
use crate::message::stamp::stamped_struct;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// A task began.
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
        /// It is not to be shown in the transcript.
        skip_transcript: Option<bool>,
        /// It goes on by itself and nobody waits for it.
        ambient: Option<bool>,
        awaited: Option<bool>,
        owned_by_subagent: Option<bool>,
    }

    /// Something about a task changed.
    pub struct TaskUpdated {
        task_id: TaskId,
        run_id: Option<String>,
        patch: TaskPatch,
    }

    /// A task is under way.
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

    /// A task is over.
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
        /// It is not to be shown in the transcript.
        skip_transcript: Option<bool>,
        /// It went on by itself and nobody waited for it.
        ambient: Option<bool>,
        handback: Option<TaskHandback>,
        handback_report: Option<HandbackReport>,
    }

    /// The tasks that are running: all of them, in place of the set before.
    pub struct BackgroundTasksChanged {
        tasks: Vec<BackgroundTask>,
    }
}

wire_struct! {
    /// What changed about a task.
    pub struct TaskPatch {
        status: Option<TaskStatus>,
        description: Option<String>,
        /// When it ended, in milliseconds since 1970.
        end_time: Option<u64>,
        total_paused_ms: Option<u64>,
        error: Option<String>,
        is_backgrounded: Option<bool>,
    }

    /// What a task used.
    pub struct TaskUsage {
        total_tokens: Option<u64>,
        tool_uses: Option<u64>,
        duration_ms: Option<u64>,
    }

    /// The report on the work of a task.
    pub struct HandbackReport {
        text: Option<String>,
        warning: Option<String>,
    }

    /// A task that is running.
    pub struct BackgroundTask {
        task_id: TaskId,
        run_id: Option<String>,
        task_type: Option<TaskType>,
        subagent_type: Option<String>,
        description: Option<String>,
        parent_task_id: Option<TaskId>,
        /// It goes on by itself and nobody waits for it.
        ambient: Option<bool>,
        awaited: Option<bool>,
        off_host: Option<bool>,
    }
}

wire_string! {
    /// The kind of task.
    pub enum TaskType {
        /// A subagent.
        "local_agent" => LocalAgent,
        /// A shell command.
        "local_bash" => LocalBash,
        /// A workflow.
        "local_workflow" => LocalWorkflow,
        /// A subagent elsewhere.
        "remote_agent" => RemoteAgent,
        /// A task of an MCP server.
        "mcp_task" => McpTask,
    }

    /// The state of a task.
    pub enum TaskStatus {
        /// It has not begun.
        "pending" => Pending,
        /// It is under way.
        "running" => Running,
        /// It came to its end.
        "completed" => Completed,
        /// It failed.
        "failed" => Failed,
        /// It was stopped.
        "killed" => Killed,
        /// It waits.
        "paused" => Paused,
    }

    /// How a task ended.
    pub enum TaskOutcome {
        /// It came to its end.
        "completed" => Completed,
        /// It failed.
        "failed" => Failed,
        /// It was stopped.
        "stopped" => Stopped,
    }

    /// How the work of a task is handed back.
    pub enum TaskHandback {
        /// It is sent.
        "send" => Send,
        /// It is sent with a warning.
        "flagged" => Flagged,
        /// It is held back.
        "withheld" => Withheld,
    }
}

impl TaskStatus {
    /// Returns whether the task is over.
    pub fn is_final(&self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Killed)
    }
}
