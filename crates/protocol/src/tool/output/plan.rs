//! Questions, plans, tasks, schedules and worktrees.

use std::collections::BTreeMap;

use crate::raw::RawJson;
use crate::tool::{AnswerAnnotation, Question, TaskStatus, Todo};
use crate::wire::wire_struct;

wire_struct! {
    /// Result of AskUserQuestion.
    #[derive(Default)]
    pub struct AskUserQuestionResult {
        /// The questions.
        questions: Vec<Question> = "questions",
        /// The answers by the text of the question.
        answers: BTreeMap<String, RawJson> = "answers",
        /// What the person said instead.
        response: Option<String> = "response",
        /// More about the answers.
        annotations: BTreeMap<String, AnswerAnnotation> = "annotations",
        /// Nobody was there for so long.
        afk_timeout_ms: Option<f64> = "afkTimeoutMs",
    }

    /// Result of EnterPlanMode.
    #[derive(Default)]
    pub struct EnterPlanModeResult {
        /// What the model is told.
        message: Option<String> = "message",
    }

    /// Result of ExitPlanMode.
    #[derive(Default)]
    pub struct ExitPlanModeResult {
        /// The plan; null if there is none.
        plan: Option<String> = "plan",
        /// A subagent planned.
        is_agent: Option<bool> = "isAgent",
        /// The file it stands in.
        file_path: Option<String> = "filePath",
        /// Tasks can be handed on.
        has_task_tool: Option<bool> = "hasTaskTool",
        /// The person changed it.
        plan_was_edited: Option<bool> = "planWasEdited",
        /// The leader must approve it.
        awaiting_leader_approval: Option<bool> = "awaitingLeaderApproval",
        /// By this request.
        request_id: Option<String> = "requestId",
    }

    /// Result of TodoWrite.
    #[derive(Default)]
    pub struct TodoWriteResult {
        /// The list before.
        old_todos: Vec<Todo> = "oldTodos",
        /// The list after.
        new_todos: Vec<Todo> = "newTodos",
    }

    /// Result of TaskCreate.
    #[derive(Default)]
    pub struct TaskCreateResult {
        /// The task.
        task: TaskEntry = "task",
    }

    /// Result of TaskGet.
    #[derive(Default)]
    pub struct TaskGetResult {
        /// The task; null if there is none.
        task: Option<TaskEntry> = "task",
    }

    /// Result of TaskList.
    #[derive(Default)]
    pub struct TaskListResult {
        /// The tasks.
        tasks: Vec<TaskEntry> = "tasks",
    }

    /// A task of the model's list.
    #[derive(Default)]
    pub struct TaskEntry {
        /// Identifies it.
        id: String = "id",
        /// What.
        subject: Option<String> = "subject",
        /// More about it.
        description: Option<String> = "description",
        /// How it stands.
        status: Option<TaskStatus> = "status",
        /// Whose it is.
        owner: Option<String> = "owner",
        /// Tasks that wait for it.
        blocks: Vec<String> = "blocks",
        /// Tasks it waits for.
        blocked_by: Vec<String> = "blockedBy",
    }

    /// Result of TaskUpdate.
    #[derive(Default)]
    pub struct TaskUpdateResult {
        /// It was done.
        success: Option<bool> = "success",
        /// The task.
        task_id: Option<String> = "taskId",
        /// What changed.
        updated_fields: Vec<String> = "updatedFields",
        /// Why it was not done.
        error: Option<String> = "error",
        /// How it stood and stands.
        status_change: Option<StatusChange> = "statusChange",
    }

    /// How a task stood and stands.
    #[derive(Default)]
    pub struct StatusChange {
        /// Before.
        from: Option<TaskStatus> = "from",
        /// After.
        to: Option<TaskStatus> = "to",
    }

    /// Something that is scheduled: the result of CronCreate, and an element of CronList's.
    #[derive(Default)]
    pub struct CronJob {
        /// Identifies it.
        id: String = "id",
        /// When, as cron has it.
        cron: Option<String> = "cron",
        /// When, in words.
        human_schedule: Option<String> = "humanSchedule",
        /// What will be asked.
        prompt: Option<String> = "prompt",
        /// More than once.
        recurring: Option<bool> = "recurring",
        /// It outlives the session.
        durable: Option<bool> = "durable",
        /// When next.
        next_fire_at: Option<RawJson> = "nextFireAt",
    }

    /// Result of CronDelete.
    #[derive(Default)]
    pub struct CronDeleteResult {
        /// What was scheduled.
        id: String = "id",
        /// It was a loop.
        ended_loop_wakeup: Option<bool> = "endedLoopWakeup",
    }

    /// Result of CronList.
    #[derive(Default)]
    pub struct CronListResult {
        /// All that is scheduled.
        jobs: Vec<CronJob> = "jobs",
    }

    /// Result of ScheduleWakeup.
    #[derive(Default)]
    pub struct ScheduleWakeupResult {
        /// When.
        scheduled_for: Option<RawJson> = "scheduledFor",
        /// How much later.
        clamped_delay_seconds: Option<f64> = "clampedDelaySeconds",
        /// That is not what was asked for.
        was_clamped: Option<bool> = "wasClamped",
        /// It will not go on.
        stopped: Option<bool> = "stopped",
        /// What was scheduled before.
        cancelled_wakeups: Option<RawJson> = "cancelledWakeups",
    }

    /// Result of EnterWorktree.
    #[derive(Default)]
    pub struct EnterWorktreeResult {
        /// Its directory.
        worktree_path: Option<String> = "worktreePath",
        /// Its branch.
        worktree_branch: Option<String> = "worktreeBranch",
        /// What the model is told.
        message: Option<String> = "message",
    }

    /// Result of ExitWorktree.
    #[derive(Default)]
    pub struct ExitWorktreeResult {
        /// `keep` or `remove`.
        action: Option<String> = "action",
        /// The directory before.
        original_cwd: Option<String> = "originalCwd",
        /// Its directory.
        worktree_path: Option<String> = "worktreePath",
        /// Its branch.
        worktree_branch: Option<String> = "worktreeBranch",
        /// Its terminal.
        tmux_session_name: Option<String> = "tmuxSessionName",
        /// Files thrown away.
        discarded_files: Option<u64> = "discardedFiles",
        /// Commits thrown away.
        discarded_commits: Option<u64> = "discardedCommits",
        /// What the model is told.
        message: Option<String> = "message",
    }
}
