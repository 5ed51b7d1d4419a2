//! Requests about settings.

use super::constructors;
use crate::object::JsonObject;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// The source of a setting or rule.
    pub enum SettingSource {
        /// The user's settings.
        "userSettings" => UserSettings,
        /// The project's settings.
        "projectSettings" => ProjectSettings,
        /// The user's own settings for the project.
        "localSettings" => LocalSettings,
        /// The command line, or `apply_flag_settings`.
        "flagSettings" => FlagSettings,
        /// Managed settings of the organization.
        "policySettings" => PolicySettings,
        /// An argument of the command line.
        "cliArg" => CommandLine,
        /// A slash command.
        "command" => Command,
        /// This session.
        "session" => Session,
        /// A mounted MCP server.
        "mcpMount" => McpMount,
        /// The selection of tools.
        "toolsNarrowing" => ToolsNarrowing,
        /// The policy of an MCP server.
        "mcpServerPolicy" => McpServerPolicy,
        /// The host's credentials.
        "hostCredential" => HostCredential,
    }
}

wire_struct! {
    /// Overrides settings for this session. Top-level keys are replaced, `null` removes one.
    #[derive(Default)]
    pub struct ApplyFlagSettings {
        settings: JsonObject,
    }

    /// Writes a setting to a file. Few keys are allowed.
    #[derive(Default)]
    pub struct UpdateSettings {
        /// `localSettings` (for `outputStyle`) or `userSettings` (for `effortLevel`).
        source: String,
        settings: JsonObject,
    }

    /// Returns the settings.
    #[derive(Default)]
    pub struct GetSettings {
    }

    /// The settings.
    #[derive(Default)]
    pub struct GetSettingsResponse {
        effective: Option<JsonObject>,
        sources: Vec<SettingsOfSource>,
        applied: Option<AppliedSettings>,
        /// Settings files that could not be read.
        errors: Vec<SettingsError>,
        withheld: Option<bool>,
        remote_control_policy_lock_reason: Option<String>,
    }

    /// The settings of one source.
    #[derive(Default)]
    pub struct SettingsOfSource {
        source: Option<SettingSource>,
        settings: Option<JsonObject>,
    }

    /// The settings in effect.
    #[derive(Default)]
    pub struct AppliedSettings {
        model: Option<String>,
        effort: Option<String>,
        advisor: Option<String>,
        ultracode: Option<bool>,
        ultracode_requested: Option<bool> = "ultracodeRequested",
        ultracode_available: Option<bool> = "ultracodeAvailable",
        /// The highest thinking level is available.
        ultrathink_available: Option<bool> = "ultrathinkAvailable",
        /// Reads outside the working directories are blocked.
        outside_file_tool_reads_blocked: Option<bool> = "outsideFileToolReadsBlocked",
        /// Writes outside the working directories are blocked.
        outside_file_tool_writes_blocked: Option<bool> = "outsideFileToolWritesBlocked",
        /// Only directories named at startup count as inside.
        outside_blocks_count_launch_folders_only: Option<bool> = "outsideBlocksCountLaunchFoldersOnly",
        /// The environment at startup left the CLI's own files in place.
        launch_env_left_own_files_in_place: Option<bool> = "launchEnvLeftOwnFilesInPlace",
    }

    /// An error in a settings file.
    #[derive(Default)]
    pub struct SettingsError {
        file: Option<String>,
        path: Option<String>,
        message: Option<String>,
    }
}

constructors! {
    ApplyFlagSettings(settings: JsonObject);
    UpdateSettings(source: String, settings: JsonObject);
}
