//! Hooks and plugins at work: `system/hook_*` and `system/plugin_install`.

use crate::hook::HookEvent;
use crate::message::stamp::stamped_struct;
use crate::wire::wire_string;

stamped_struct! {
    /// A hook began.
    pub struct HookStarted {
        hook_id: String,
        hook_name: Option<String>,
        hook_event: Option<HookEvent>,
    }

    /// A hook printed something.
    pub struct HookProgress {
        hook_id: String,
        hook_name: Option<String>,
        hook_event: Option<HookEvent>,
        stdout: Option<String>,
        stderr: Option<String>,
        output: Option<String>,
    }

    /// A hook is done.
    pub struct HookResponse {
        hook_id: String,
        hook_name: Option<String>,
        hook_event: Option<HookEvent>,
        stdout: Option<String>,
        stderr: Option<String>,
        output: Option<String>,
        exit_code: Option<i64>,
        outcome: Option<HookOutcome>,
    }

    /// Plugins are being installed.
    pub struct PluginInstall {
        status: PluginInstallStatus,
        name: Option<String>,
        error: Option<String>,
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
