//! Events of a turn.

use super::hook_inputs;
use crate::ids::TaskId;
use crate::wire::wire_struct;

hook_inputs! {
    /// Input of `UserPromptSubmit`.
    pub struct UserPromptSubmitInput {
        /// The prompt.
        prompt: String = "prompt",
        /// The source: `user`, `sdk`, `system`, `loop_wakeup`, `schedule_wakeup`, `poll_event`.
        source: Option<String> = "source",
        /// The title of the session.
        session_title: Option<String> = "session_title",
    }

    /// Input of `UserPromptExpansion`.
    pub struct UserPromptExpansionInput {
        /// `slash_command` or `mcp_prompt`.
        expansion_type: Option<String> = "expansion_type",
        /// The command.
        command_name: String = "command_name",
        /// The arguments.
        command_args: Option<String> = "command_args",
        /// The source of the command.
        command_source: Option<String> = "command_source",
        /// The expanded prompt.
        prompt: Option<String> = "prompt",
    }

    /// Input of `Stop`.
    pub struct StopInput {
        /// A hook has already made the model continue.
        stop_hook_active: Option<bool> = "stop_hook_active",
        /// The last answer.
        last_assistant_message: Option<String> = "last_assistant_message",
        /// Background tasks.
        background_tasks: Vec<HookBackgroundTask> = "background_tasks",
        /// Scheduled jobs.
        session_crons: Vec<HookCron> = "session_crons",
    }

    /// Input of `StopFailure`.
    pub struct StopFailureInput {
        /// The kind of error that ended the turn.
        error: Option<String> = "error",
        /// Details of the error.
        error_details: Option<String> = "error_details",
        /// The last answer.
        last_assistant_message: Option<String> = "last_assistant_message",
    }

    /// Input of `SubagentStart`; the base names the subagent.
    pub struct SubagentStartInput {
    }

    /// Input of `SubagentStop`; the base names the subagent.
    pub struct SubagentStopInput {
        /// A hook has already made the subagent continue.
        stop_hook_active: Option<bool> = "stop_hook_active",
        /// Its transcript on disk.
        agent_transcript_path: Option<String> = "agent_transcript_path",
        /// Its last answer.
        last_assistant_message: Option<String> = "last_assistant_message",
        /// Background tasks.
        background_tasks: Vec<HookBackgroundTask> = "background_tasks",
        /// Scheduled jobs.
        session_crons: Vec<HookCron> = "session_crons",
    }

    /// Input of `Notification`.
    pub struct NotificationInput {
        /// The text.
        message: String = "message",
        /// Its title.
        title: Option<String> = "title",
        /// The kind: `permission_prompt`, `idle_prompt`, …
        notification_type: Option<String> = "notification_type",
    }

    /// Input of `TeammateIdle`.
    pub struct TeammateIdleInput {
        /// The teammate.
        teammate_name: Option<String> = "teammate_name",
        /// Its team.
        team_name: Option<String> = "team_name",
    }

    /// Input of `TaskCreated` and `TaskCompleted`.
    pub struct TaskInput {
        /// The task.
        task_id: Option<TaskId> = "task_id",
        /// The subject.
        task_subject: Option<String> = "task_subject",
        /// The description.
        task_description: Option<String> = "task_description",
        /// The owner of the task.
        teammate_name: Option<String> = "teammate_name",
        /// The team of the owner.
        team_name: Option<String> = "team_name",
    }

    /// Input of `MessageDisplay`.
    pub struct MessageDisplayInput {
        /// The turn.
        turn_id: Option<String> = "turn_id",
        /// The message.
        message_id: Option<String> = "message_id",
        /// The index of the chunk.
        index: Option<u64> = "index",
        /// True for the last chunk.
        is_final: Option<bool> = "final",
        /// The text of the chunk.
        delta: Option<String> = "delta",
    }
}

wire_struct! {
    /// A background task.
    #[derive(Default)]
    pub struct HookBackgroundTask {
        id: Option<TaskId>,
        kind: Option<String> = "type",
        status: Option<String>,
        description: Option<String>,
        command: Option<String>,
        agent_type: Option<String>,
        server: Option<String>,
        tool: Option<String>,
        name: Option<String>,
    }

    /// A scheduled job.
    #[derive(Default)]
    pub struct HookCron {
        id: Option<String>,
        schedule: Option<String>,
        recurring: Option<bool>,
        prompt: Option<String>,
    }
}
