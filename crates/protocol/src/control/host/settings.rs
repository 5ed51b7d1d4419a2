//! Settings, rules, hooks and what can be loaded again.

use super::constructors;
use crate::control::{AgentInfo, ModelInfo, PluginConfig, SlashCommand};
use crate::mcp::McpServerStatus;
use crate::object::JsonObject;
use crate::permission::PermissionBehavior;
use crate::raw::RawJson;
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

    /// Whether a rule may be changed.
    pub enum RuleEditability {
        /// In a file.
        "persistent" => Persistent,
        /// For this session.
        "session" => Session,
        /// It may not.
        "readonly" => ReadOnly,
    }
}

wire_struct! {
    /// Lays settings over all others, for this session. Top-level keys replace, `null` takes one away.
    #[derive(Default)]
    pub struct ApplyFlagSettings {
        /// The settings.
        settings: JsonObject = "settings",
    }

    /// Writes a setting to a file. Few keys are allowed.
    #[derive(Default)]
    pub struct UpdateSettings {
        /// `localSettings` (for `outputStyle`) or `userSettings` (for `effortLevel`).
        source: String = "source",
        /// The settings.
        settings: JsonObject = "settings",
    }

    /// Asks for the settings.
    #[derive(Default)]
    pub struct GetSettings {
    }

    /// The settings.
    #[derive(Default)]
    pub struct GetSettingsResponse {
        /// What is in force.
        effective: Option<JsonObject> = "effective",
        /// What each source says, lowest first.
        sources: Vec<SettingsOfSource> = "sources",
        /// What the session uses.
        applied: Option<AppliedSettings> = "applied",
        /// What could not be read.
        errors: Vec<SettingsError> = "errors",
        /// Something is not shown.
        withheld: Option<bool> = "withheld",
        /// Why remote control is locked.
        remote_control_policy_lock_reason: Option<String> = "remote_control_policy_lock_reason",
    }

    /// What one source says.
    #[derive(Default)]
    pub struct SettingsOfSource {
        /// The source.
        source: Option<SettingSource> = "source",
        /// Its settings.
        settings: Option<JsonObject> = "settings",
    }

    /// What a session uses.
    #[derive(Default)]
    pub struct AppliedSettings {
        /// The model.
        model: Option<String> = "model",
        /// How hard it thinks.
        effort: Option<String> = "effort",
        /// The adviser.
        advisor: Option<String> = "advisor",
        /// Ultracode is on.
        ultracode: Option<bool> = "ultracode",
        /// Ultracode was asked for.
        ultracode_requested: Option<bool> = "ultracodeRequested",
        /// Ultracode is to be had.
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
        /// The file.
        file: Option<String> = "file",
        /// Where in it.
        path: Option<String> = "path",
        /// What is wrong.
        message: Option<String> = "message",
    }

    /// Asks for the hooks.
    #[derive(Default)]
    pub struct GetHooksListing {
    }

    /// The hooks.
    #[derive(Default)]
    pub struct GetHooksListingResponse {
        /// Events, with the number of their hooks.
        events: Vec<HookEventSummary> = "events",
        /// The hooks.
        hooks: Vec<HookListing> = "hooks",
        /// All events there are.
        event_catalog: Vec<HookEventSummary> = "eventCatalog",
        /// What the organization says.
        policy: Option<HookPolicy> = "policy",
        /// Safe mode is on.
        safe_mode: Option<RawJson> = "safeMode",
        /// Bare mode is on.
        bare_mode: Option<RawJson> = "bareMode",
        /// What could not be read.
        errors: Vec<SettingsError> = "errors",
    }

    /// An event, in short.
    #[derive(Default)]
    pub struct HookEventSummary {
        /// Its name.
        name: String = "name",
        /// When it happens.
        summary: Option<String> = "summary",
        /// Its hooks may have a matcher.
        supports_matcher: Option<bool> = "supportsMatcher",
        /// How many hooks it has.
        hook_count: Option<u64> = "hookCount",
    }

    /// A hook.
    #[derive(Default)]
    pub struct HookListing {
        /// Its event.
        event: Option<String> = "event",
        /// Its matcher.
        matcher: Option<String> = "matcher",
        /// Where it stands.
        source: Option<String> = "source",
        /// The same for people.
        source_label: Option<String> = "sourceLabel",
        /// Its plugin.
        plugin_name: Option<String> = "pluginName",
        /// What it is.
        kind: Option<String> = "type",
        /// What to show.
        display_text: Option<String> = "displayText",
        /// Its command.
        command_text: Option<String> = "commandText",
        /// What the command is called.
        content_label: Option<String> = "contentLabel",
        /// When it runs.
        condition: Option<String> = "condition",
        /// Seconds it may take.
        timeout: Option<f64> = "timeout",
        /// Shown while it runs.
        status_message: Option<String> = "statusMessage",
        /// It runs once only.
        runs_once: Option<bool> = "runsOnce",
        /// It runs in the background.
        runs_in_background: Option<bool> = "runsInBackground",
        /// It is switched off.
        disabled: Option<bool> = "disabled",
        /// How it may be edited.
        editable: Option<RawJson> = "editable",
    }

    /// What the organization says about hooks.
    #[derive(Default)]
    pub struct HookPolicy {
        /// Hooks are off.
        disabled_by_policy: Option<bool> = "disabledByPolicy",
        /// Only the organization's run.
        managed_only: Option<bool> = "managedOnly",
        /// Only plugins' run.
        plugin_only: Option<bool> = "pluginOnly",
        /// None run.
        all_disabled: Option<bool> = "allDisabled",
        /// How many are the organization's.
        policy_hook_count: Option<u64> = "policyHookCount",
        /// What it says could not be read.
        policy_unreadable: Option<bool> = "policyUnreadable",
    }

    /// Asks for the rules in force.
    #[derive(Default)]
    pub struct ListPermissionRules {
    }

    /// The rules in force.
    #[derive(Default)]
    pub struct ListPermissionRulesResponse {
        /// How things stand.
        state: PermissionRuleState = "state",
    }

    /// How permissions stand.
    #[derive(Default)]
    pub struct PermissionRuleState {
        /// The rules.
        rules: Vec<ListedRule> = "rules",
        /// The working directories.
        workspace_directories: Vec<WorkspaceDirectory> = "workspaceDirectories",
        /// Where the session started.
        original_cwd: Option<String> = "originalCwd",
        /// Only the organization's rules count.
        managed_only: Option<bool> = "managedOnly",
        /// What could not be read.
        errors: Vec<SettingsError> = "errors",
        /// Something is not shown.
        withheld: Option<bool> = "withheld",
    }

    /// A rule in force.
    #[derive(Default)]
    pub struct ListedRule {
        /// What it does.
        behavior: Option<PermissionBehavior> = "behavior",
        /// Where it stands.
        source: Option<SettingSource> = "source",
        /// The rule, as settings files have it.
        rule: String = "rule",
        /// What it means, for people.
        description: Option<RuleDescription> = "description",
        /// Whether it may be changed.
        editability: Option<RuleEditability> = "editability",
        /// It is not in force.
        not_in_effect: Option<bool> = "notInEffect",
    }

    /// What a rule means: three pieces of one sentence.
    #[derive(Default)]
    pub struct RuleDescription {
        /// The beginning.
        prefix: Option<String> = "prefix",
        /// The middle, to be stressed.
        emphasis: Option<String> = "emphasis",
        /// The end.
        suffix: Option<String> = "suffix",
    }

    /// A working directory.
    #[derive(Default)]
    pub struct WorkspaceDirectory {
        /// The directory.
        path: String = "path",
        /// What named it.
        source: Option<String> = "source",
    }

    /// Asks for the models.
    #[derive(Default)]
    pub struct ListModels {
    }

    /// The models.
    #[derive(Default)]
    pub struct ListModelsResponse {
        /// The models to choose from.
        models: Vec<ModelInfo> = "models",
    }

    /// Asks for the CLI's version.
    #[derive(Default)]
    pub struct GetBinaryVersion {
    }

    /// The CLI's version.
    #[derive(Default)]
    pub struct GetBinaryVersionResponse {
        /// The version.
        version: String = "version",
        /// When it was built.
        build_time: Option<String> = "buildTime",
    }

    /// Adds a repository to the session.
    #[derive(Default)]
    pub struct RegisterRepoRoot {
        /// Its directory.
        directory: String = "directory",
        /// Its instructions are read.
        reload_claude_md: Option<bool> = "reload_claude_md",
        /// Its plugins are read.
        reload_plugins: Option<bool> = "reload_plugins",
        /// Its skills are read.
        reload_skills: Option<bool> = "reload_skills",
    }

    /// The repository that was added.
    #[derive(Default)]
    pub struct RegisterRepoRootResponse {
        /// Its directory.
        directory: Option<String> = "directory",
    }

    /// Reads plugins again.
    #[derive(Default)]
    pub struct ReloadPlugins {
        /// Nothing changes if the prompt cache would suffer.
        hold_on_cache_impact: Option<bool> = "hold_on_cache_impact",
        /// Plugins to add.
        add_plugins: Vec<PluginConfig> = "add_plugins",
        /// Nothing changes while a turn runs.
        refuse_if_busy: Option<bool> = "refuse_if_busy",
    }

    /// What there is after reading plugins again.
    #[derive(Default)]
    pub struct ReloadPluginsResponse {
        /// Slash commands.
        commands: Vec<SlashCommand> = "commands",
        /// Kinds of subagents.
        agents: Vec<AgentInfo> = "agents",
        /// Plugins.
        plugins: Vec<LoadedPlugin> = "plugins",
        /// MCP servers.
        mcp_servers: Vec<McpServerStatus> = "mcpServers",
        /// How many failed.
        error_count: Option<u64> = "error_count",
        /// Nothing was changed.
        held: Option<bool> = "held",
        /// What it does to the prompt cache.
        cache_impact: Option<CacheImpact> = "cache_impact",
    }

    /// A plugin that was loaded.
    #[derive(Default)]
    pub struct LoadedPlugin {
        /// Its name.
        name: String = "name",
        /// Its directory.
        path: Option<String> = "path",
        /// Where it comes from.
        source: Option<String> = "source",
        /// Its version.
        version: Option<String> = "version",
    }

    /// What a change does to the prompt cache.
    #[derive(Default)]
    pub struct CacheImpact {
        /// Servers that come.
        mcp_servers_added: Vec<String> = "mcp_servers_added",
        /// Servers that go.
        mcp_servers_removed: Vec<String> = "mcp_servers_removed",
        /// What happens to the language server tool.
        lsp_tool_change: Option<String> = "lsp_tool_change",
    }

    /// Reads skills again.
    #[derive(Default)]
    pub struct ReloadSkills {
    }

    /// The skills.
    #[derive(Default)]
    pub struct ReloadSkillsResponse {
        /// The skills.
        skills: Vec<SlashCommand> = "skills",
    }

    /// Reads output styles again.
    #[derive(Default)]
    pub struct ReloadOutputStyles {
    }

    /// The output styles.
    #[derive(Default)]
    pub struct ReloadOutputStylesResponse {
        /// The output styles to choose from.
        available_output_styles: Vec<String> = "available_output_styles",
    }
}

constructors! {
    ApplyFlagSettings(settings: JsonObject);
    UpdateSettings(source: String, settings: JsonObject);
    RegisterRepoRoot(directory: String);
}
