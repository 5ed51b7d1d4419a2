//! Events of hooks and plugins: `system/hook_*` and `system/plugin_install`.

use crate::hook::HookEvent;
use crate::message::stamp::stamped_struct;
use crate::wire::wire_string;

stamped_struct! {
    /// A hook started.
    pub struct HookStarted {
        hook_id: String,
        hook_name: Option<String>,
        hook_event: Option<HookEvent>,
    }

    /// A hook printed output.
    pub struct HookProgress {
        hook_id: String,
        hook_name: Option<String>,
        hook_event: Option<HookEvent>,
        stdout: Option<String>,
        stderr: Option<String>,
        output: Option<String>,
    }

    /// A hook ended.
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
    /// The outcome of a hook.
    pub enum HookOutcome {
        /// It succeeded.
        "success" => Success,
        /// It failed.
        "error" => Error,
        /// It was cancelled.
        "cancelled" => Cancelled,
    }

    /// The progress of an installation of plugins.
    pub enum PluginInstallStatus {
        /// It started.
        "started" => Started,
        /// One plugin was installed.
        "installed" => Installed,
        /// One plugin could not be installed.
        "failed" => Failed,
        /// All plugins are done.
        "completed" => Completed,
    }
}
