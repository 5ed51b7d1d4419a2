//! Schedules and worktrees.

use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Input of CronCreate.
    #[derive(Default)]
    pub struct CronCreateInput {
        cron: String,
        prompt: String,
        recurring: Option<bool>,
        durable: Option<bool>,
    }

    /// A cron job: the result of CronCreate, and an element of CronList's.
    #[derive(Default)]
    pub struct CronJob {
        id: String,
        cron: Option<String>,
        human_schedule: Option<String> = "humanSchedule",
        prompt: Option<String>,
        recurring: Option<bool>,
        durable: Option<bool>,
        next_fire_at: Option<f64> = "nextFireAt",
    }

    /// Input of CronDelete.
    #[derive(Default)]
    pub struct CronDeleteInput {
        id: String,
    }

    /// Result of CronDelete.
    #[derive(Default)]
    pub struct CronDeleteResult {
        id: String,
        ended_loop_wakeup: Option<bool> = "endedLoopWakeup",
    }

    /// Result of CronList.
    #[derive(Default)]
    pub struct CronListResult {
        jobs: Vec<CronJob>,
    }

    /// Input of ScheduleWakeup.
    #[derive(Default)]
    pub struct ScheduleWakeupInput {
        delay_seconds: Option<f64> = "delaySeconds",
        reason: Option<String>,
        prompt: Option<String>,
        stop: Option<bool>,
        noop: Option<bool>,
    }

    /// Result of ScheduleWakeup.
    #[derive(Default)]
    pub struct ScheduleWakeupResult {
        scheduled_for: Option<f64> = "scheduledFor",
        clamped_delay_seconds: Option<f64> = "clampedDelaySeconds",
        /// The delay differs from the requested one.
        was_clamped: Option<bool> = "wasClamped",
        /// There are no further wake-ups.
        stopped: Option<bool>,
        cancelled_wakeups: Option<RawJson> = "cancelledWakeups",
    }

    /// Input of EnterWorktree.
    #[derive(Default)]
    pub struct EnterWorktreeInput {
        name: Option<String>,
        path: Option<String>,
    }

    /// Result of EnterWorktree.
    #[derive(Default)]
    pub struct EnterWorktreeResult {
        worktree_path: Option<String> = "worktreePath",
        worktree_branch: Option<String> = "worktreeBranch",
        message: Option<String>,
    }

    /// Input of ExitWorktree.
    #[derive(Default)]
    pub struct ExitWorktreeInput {
        /// `keep` or `remove`.
        action: Option<String>,
        discard_changes: Option<bool>,
    }

    /// Result of ExitWorktree.
    #[derive(Default)]
    pub struct ExitWorktreeResult {
        /// `keep` or `remove`.
        action: Option<String>,
        original_cwd: Option<String> = "originalCwd",
        worktree_path: Option<String> = "worktreePath",
        worktree_branch: Option<String> = "worktreeBranch",
        tmux_session_name: Option<String> = "tmuxSessionName",
        discarded_files: Option<u64> = "discardedFiles",
        discarded_commits: Option<u64> = "discardedCommits",
        message: Option<String>,
    }
}
