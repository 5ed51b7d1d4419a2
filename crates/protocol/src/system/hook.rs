//! Hooks and plugins at work: `system/hook_*` and `system/plugin_install`.

use crate::hook::HookEvent;
use crate::message::stamp::stamped_struct;
use crate::wire::wire_string;

stamped_struct! {
    /// A hook began.
    pub struct HookStarted {
        /// This run of the hook.
        hook_id: String = "hook_id",
        /// The hook.
        hook_name: Option<String> = "hook_name",
        /// What it is for.
        hook_event: Option<HookEvent> = "hook_event",
    }

    /// A hook printed something.
    pub struct HookProgress {
        /// This run of the hook.
        hook_id: String = "hook_id",
        /// The hook.
        hook_name: Option<String> = "hook_name",
        /// What it is for.
        hook_event: Option<HookEvent> = "hook_event",
        /// What it printed to stdout.
        stdout: Option<String> = "stdout",
        /// What it printed to stderr.
        stderr: Option<String> = "stderr",
        /// What it printed in all.
        output: Option<String> = "output",
    }

    /// A hook is done.
    pub struct HookResponse {
        /// This run of the hook.
        hook_id: String = "hook_id",
        /// The hook.
        hook_name: Option<String> = "hook_name",
        /// What it is for.
        hook_event: Option<HookEvent> = "hook_event",
        /// What it printed to stdout.
        stdout: Option<String> = "stdout",
        /// What it printed to stderr.
        stderr: Option<String> = "stderr",
        /// What it printed in all.
        output: Option<String> = "output",
        /// Its exit code.
        exit_code: Option<i64> = "exit_code",
        /// How it ended.
        outcome: Option<HookOutcome> = "outcome",
    }

    /// Plugins are being installed.
    pub struct PluginInstall {
        /// How far it is.
        status: PluginInstallStatus = "status",
        /// The plugin.
        name: Option<String> = "name",
        /// Why it failed.
        error: Option<String> = "error",
    }
}

wire_string! {
    /// How a hook ended.
    pub enum HookOutcome {
        /// It succeeded.
        "success" => Success,
        /// It failed.
        "error" => Error,
        /// It was stopped.
        "cancelled" => Cancelled,
    }

    /// How far the installing of plugins is.
    pub enum PluginInstallStatus {
        /// It began.
        "started" => Started,
        /// One plugin is there.
        "installed" => Installed,
        /// One plugin could not be installed.
        "failed" => Failed,
        /// All are done.
        "completed" => Completed,
    }
}
