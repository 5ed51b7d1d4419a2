//! Settings.

use super::constructors;
use crate::object::JsonObject;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// Where a setting or a rule comes from.
    pub enum SettingSource {
        /// The user's settings.
        "userSettings" => UserSettings,
        /// The project's settings.
        "projectSettings" => ProjectSettings,
        /// The project's settings of this user alone.
        "localSettings" => LocalSettings,
        /// The command line, or `apply_flag_settings`.
        "flagSettings" => FlagSettings,
        /// The organization.
        "policySettings" => PolicySettings,
        /// An argument of the command line.
        "cliArg" => CommandLine,
        /// A slash command.
        "command" => Command,
        /// This session.
        "session" => Session,
        /// A mounted MCP server.
        "mcpMount" => McpMount,
        /// The choice of tools.
        "toolsNarrowing" => ToolsNarrowing,
        /// The policy of an MCP server.
        "mcpServerPolicy" => McpServerPolicy,
        /// The host's sign-in.
        "hostCredential" => HostCredential,
    }
}

wire_struct! {
    /// Lays settings over all others, for this session. Top-level keys replace, `null` takes one away.
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

    /// Asks for the settings.
    #[derive(Default)]
    pub struct GetSettings {
    }

    /// The settings.
    #[derive(Default)]
    pub struct GetSettingsResponse {
        effective: Option<JsonObject>,
        sources: Vec<SettingsOfSource>,
        applied: Option<AppliedSettings>,
        /// What could not be read.
        errors: Vec<SettingsError>,
        withheld: Option<bool>,
        remote_control_policy_lock_reason: Option<String>,
    }

    /// What one source says.
    #[derive(Default)]
    pub struct SettingsOfSource {
        source: Option<SettingSource>,
        settings: Option<JsonObject>,
    }

    /// What a session uses.
    #[derive(Default)]
    pub struct AppliedSettings {
        model: Option<String>,
        effort: Option<String>,
        advisor: Option<String>,
        ultracode: Option<bool>,
        ultracode_requested: Option<bool> = "ultracodeRequested",
        ultracode_available: Option<bool> = "ultracodeAvailable",
        /// Thinking very hard is to be had.
        ultrathink_available: Option<bool> = "ultrathinkAvailable",
        /// Reads outside the working directories are blocked.
        outside_file_tool_reads_blocked: Option<bool> = "outsideFileToolReadsBlocked",
        /// Writes outside the working directories are blocked.
        outside_file_tool_writes_blocked: Option<bool> = "outsideFileToolWritesBlocked",
        /// Only folders named at the start count as inside.
        outside_blocks_count_launch_folders_only: Option<bool> = "outsideBlocksCountLaunchFoldersOnly",
        /// The environment of the start left its own files in place.
        launch_env_left_own_files_in_place: Option<bool> = "launchEnvLeftOwnFilesInPlace",
    }

    /// What could not be read in a settings file.
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
