//! Later, and elsewhere: schedules and worktrees.

use crate::wire::wire_struct;

wire_struct! {
    /// Input of CronCreate.
    #[derive(Default)]
    pub struct CronCreateInput {
        /// When, as cron has it.
        cron: String = "cron",
        /// What will be asked.
        prompt: String = "prompt",
        /// More than once.
        recurring: Option<bool> = "recurring",
        /// It outlives the session.
        durable: Option<bool> = "durable",
    }

    /// Input of CronDelete.
    #[derive(Default)]
    pub struct CronDeleteInput {
        /// What was scheduled.
        id: String = "id",
    }

    /// Input of ScheduleWakeup.
    #[derive(Default)]
    pub struct ScheduleWakeupInput {
        /// How much later.
        delay_seconds: Option<f64> = "delaySeconds",
        /// Why.
        reason: Option<String> = "reason",
        /// What will be asked.
        prompt: Option<String> = "prompt",
        /// No more.
        stop: Option<bool> = "stop",
        /// Nothing.
        noop: Option<bool> = "noop",
    }

    /// Input of EnterWorktree.
    #[derive(Default)]
    pub struct EnterWorktreeInput {
        /// Its name.
        name: Option<String> = "name",
        /// Its directory.
        path: Option<String> = "path",
    }

    /// Input of ExitWorktree.
    #[derive(Default)]
    pub struct ExitWorktreeInput {
        /// `keep` or `remove`.
        action: Option<String> = "action",
        /// Changes are thrown away.
        discard_changes: Option<bool> = "discard_changes",
    }
}
