//! Background work and subagents: `system/task_*` and `system/background_tasks_changed`.

use crate::ids::{TaskId, ToolUseId};
use crate::mcp::McpResourceLink;
use crate::message::stamp::stamped_struct;
use crate::wire::{wire_string, wire_struct};

stamped_struct! {
    /// A task began.
    pub struct TaskStarted {
        /// The task.
        task_id: TaskId = "task_id",
        /// What it does.
        description: Option<String> = "description",
        /// This run of the task.
        run_id: Option<String> = "run_id",
        /// The call that started it.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// The kind of subagent.
        subagent_type: Option<String> = "subagent_type",
        /// It runs in the background.
        is_backgrounded: Option<bool> = "is_backgrounded",
        /// How deep it is nested.
        spawn_depth: Option<u64> = "spawn_depth",
        /// The task that started it.
        parent_task_id: Option<TaskId> = "parent_task_id",
        /// The kind of task.
        task_type: Option<TaskType> = "task_type",
        /// The workflow it runs.
        workflow_name: Option<String> = "workflow_name",
        /// What a subagent was asked.
        prompt: Option<String> = "prompt",
        /// It is not to be shown in the transcript.
        skip_transcript: Option<bool> = "skip_transcript",
        /// It goes on by itself and nobody waits for it.
        ambient: Option<bool> = "ambient",
        /// Somebody waits for it.
        awaited: Option<bool> = "awaited",
        /// A subagent started it.
        owned_by_subagent: Option<bool> = "owned_by_subagent",
    }

    /// Something about a task changed.
    pub struct TaskUpdated {
        /// The task.
        task_id: TaskId = "task_id",
        /// This run of the task.
        run_id: Option<String> = "run_id",
        /// What changed.
        patch: TaskPatch = "patch",
    }

    /// A task is under way.
    pub struct TaskProgress {
        /// The task.
        task_id: TaskId = "task_id",
        /// What it does now.
        description: Option<String> = "description",
        /// What it has used.
        usage: Option<TaskUsage> = "usage",
        /// This run of the task.
        run_id: Option<String> = "run_id",
        /// The call that started it.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// The kind of subagent.
        subagent_type: Option<String> = "subagent_type",
        /// The tool it used last.
        last_tool_name: Option<String> = "last_tool_name",
        /// How far it is, in words.
        summary: Option<String> = "summary",
    }

    /// A task is over.
    pub struct TaskNotification {
        /// The task.
        task_id: TaskId = "task_id",
        /// How it ended.
        status: Option<TaskOutcome> = "status",
        /// The file with its output.
        output_file: Option<String> = "output_file",
        /// What became of it, in words.
        summary: Option<String> = "summary",
        /// This run of the task.
        run_id: Option<String> = "run_id",
        /// The call that started it.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// Why it was stopped.
        reason: Option<String> = "reason",
        /// What it used.
        usage: Option<TaskUsage> = "usage",
        /// Resources it links to.
        resource_links: Vec<McpResourceLink> = "resource_links",
        /// It is not to be shown in the transcript.
        skip_transcript: Option<bool> = "skip_transcript",
        /// It went on by itself and nobody waited for it.
        ambient: Option<bool> = "ambient",
        /// How its work is handed back.
        handback: Option<TaskHandback> = "handback",
        /// The report on its work.
        handback_report: Option<HandbackReport> = "handback_report",
    }

    /// The tasks that are running: all of them, in place of the set before.
    pub struct BackgroundTasksChanged {
        /// The tasks.
        tasks: Vec<BackgroundTask> = "tasks",
    }

    /// What a task is doing, in a phrase.
    pub struct TaskSummary {
        /// The phrase; null when there is none.
        detail: Option<String> = "detail",
    }
}

wire_struct! {
    /// What changed about a task.
    pub struct TaskPatch {
        /// Its state.
        status: Option<TaskStatus> = "status",
        /// What it does.
        description: Option<String> = "description",
        /// When it ended, in milliseconds since 1970.
        end_time: Option<u64> = "end_time",
        /// How long it was paused.
        total_paused_ms: Option<u64> = "total_paused_ms",
        /// Why it failed.
        error: Option<String> = "error",
        /// It runs in the background.
        is_backgrounded: Option<bool> = "is_backgrounded",
    }

    /// What a task used.
    pub struct TaskUsage {
        /// Tokens.
        total_tokens: Option<u64> = "total_tokens",
        /// Calls of tools.
        tool_uses: Option<u64> = "tool_uses",
        /// Time.
        duration_ms: Option<u64> = "duration_ms",
    }

    /// The report on the work of a task.
    pub struct HandbackReport {
        /// The report.
        text: Option<String> = "text",
        /// What to be careful about.
        warning: Option<String> = "warning",
    }

    /// A task that is running.
    pub struct BackgroundTask {
        /// The task.
        task_id: TaskId = "task_id",
        /// This run of the task.
        run_id: Option<String> = "run_id",
        /// The kind of task.
        task_type: Option<TaskType> = "task_type",
        /// The kind of subagent.
        subagent_type: Option<String> = "subagent_type",
        /// What it does.
        description: Option<String> = "description",
        /// The task that started it.
        parent_task_id: Option<TaskId> = "parent_task_id",
        /// It goes on by itself and nobody waits for it.
        ambient: Option<bool> = "ambient",
        /// Somebody waits for it.
        awaited: Option<bool> = "awaited",
        /// It runs elsewhere.
        off_host: Option<bool> = "off_host",
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
