//! Flags of the command line, one method each.

use std::ffi::OsString;
use std::path::Path;

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::command::{
    Autocompact, CommandLine, Flag, PermissionPrompts, SettingsFile, ThinkingMode,
};
use pilothouse_protocol::control::ThinkingDisplay;
use pilothouse_protocol::ids::MessageUuid;
use pilothouse_protocol::mcp::McpServerConfig;
use pilothouse_protocol::message::Effort;
use pilothouse_protocol::permission::PermissionMode;

use super::SessionBuilder;

/// Generates methods that change the command line: `Flag: method(arguments) = command line;`.
macro_rules! flag_methods {
    ($command:ident: $( $(#[$doc:meta])* $flag:ident: $method:ident($($argument:ident: $type:ty)?) = $changed:expr; )*) => {
        impl SessionBuilder {$(
            $(#[$doc])*
            pub fn $method(self $(, $argument: $type)?) -> Self {
                self.command_line_with(|$command| $changed)
            }
        )*}

        /// The flags that these methods change.
        #[cfg(test)]
        const BY_METHOD: &[Flag] = &[$(Flag::$flag),*];
    };
}

flag_methods! { command:
    /// The model: an alias such as `sonnet`, or an ID.
    Model: model(model: impl Into<OsString>) = command.model(model);
    /// The model to use when the first one is overloaded or missing.
    FallbackModel: fallback_model(model: impl Into<OsString>) = command.fallback_model(model);
    /// The agent that answers, by name.
    Agent: agent(name: impl Into<OsString>) = command.agent(name);
    /// The permission mode.
    PermissionMode: permission_mode(mode: PermissionMode) = command.permission_mode(&mode);
    /// Answers permission requests with an MCP tool, by its full name. Excludes [`SessionBuilder::permissions`].
    PermissionPromptTool: permission_prompt_tool(name: impl Into<OsString>) = command.permission_prompt_tool(name);
    /// Whether permission requests are sent to the host.
    PermissionPrompts: permission_prompts(answerer: PermissionPrompts) = command.permission_prompts(answerer);
    /// Allows switching to the mode that skips all permission requests.
    AllowDangerouslySkipPermissions: allow_dangerously_skip_permissions() = command.allow_dangerously_skip_permissions();
    /// Skips all permission requests: every call runs.
    DangerouslySkipPermissions: dangerously_skip_permissions() = command.dangerously_skip_permissions();
    /// Tools that run without a permission request, as rules: `Read`, `Bash(git *)`, `mcp__server__tool`.
    AllowedTools: allowed_tools(rules: impl IntoIterator<Item: AsRef<str>>) = each(rules, command, CommandLine::allowed_tools);
    /// Tools that never run, as rules.
    DisallowedTools: disallowed_tools(rules: impl IntoIterator<Item: AsRef<str>>) = each(rules, command, CommandLine::disallowed_tools);
    /// The available tools; an empty list means none, `default` means the CLI's own.
    Tools: tools(names: impl IntoIterator<Item: AsRef<str>>) = command.tools(names);
    /// The effort level of the model.
    Effort: effort(effort: Effort) = command.effort(&effort);
    /// Whether the model thinks.
    Thinking: thinking(mode: ThinkingMode) = command.thinking(mode);
    /// How thinking is shown.
    ThinkingDisplay: thinking_display(display: ThinkingDisplay) = command.thinking_display(&display);
    /// The maximum number of thinking tokens.
    MaxThinkingTokens: max_thinking_tokens(tokens: u64) = command.max_thinking_tokens(tokens);
    /// The maximum number of rounds in a turn.
    MaxTurns: max_turns(turns: u32) = command.max_turns(turns);
    /// The maximum cost in dollars; a turn that would exceed it ends.
    MaxBudgetUsd: max_budget_usd(dollars: f64) = command.max_budget_usd(dollars);
    /// The maximum number of tokens of a task.
    TaskBudget: task_budget(tokens: u64) = command.task_budget(tokens);
    /// Beta features of the model's API.
    Betas: betas(names: impl IntoIterator<Item: AsRef<str>>) = each(names, command, CommandLine::betas);
    /// Uses only the MCP servers given here.
    StrictMcpConfig: strict_mcp_config() = command.strict_mcp_config();
    /// Settings that override those of files.
    Settings: settings(settings: JsonObject) = command.settings(&settings);
    /// An additional settings file. Replaces [`SessionBuilder::settings`].
    Settings: settings_file(path: impl AsRef<Path>) = command.settings_file(path);
    /// Managed settings of the organization.
    ManagedSettings: managed_settings(settings: JsonObject) = command.managed_settings(&settings);
    /// The settings files to read; an empty list means none.
    SettingSources: setting_sources(files: impl IntoIterator<Item = SettingsFile>) = command.setting_sources(files);
    /// The location of the project's configuration, if not the working directory.
    ProjectConfigRoot: project_config_root(directory: impl Into<OsString>) = command.project_config_root(directory);
    /// An additional directory that the CLI may work in.
    AddDir: add_dir(directory: impl Into<OsString>) = command.add_dir(directory);
    /// A directory with a plugin.
    PluginDir: plugin_dir(directory: impl Into<OsString>) = command.plugin_dir(directory);
    /// A directory with a plugin whose MCP servers are not started.
    PluginDirNoMcp: plugin_dir_without_mcp(directory: impl Into<OsString>) = command.plugin_dir_no_mcp(directory);
    /// The URL of a plugin.
    PluginUrl: plugin_url(address: impl Into<OsString>) = command.plugin_url(address);
    /// A file to download at startup, as `file_id:path`.
    File: file(file: impl Into<OsString>) = command.file(file);
    /// Writes no transcript; the session cannot be resumed.
    NoSessionPersistence: no_session_persistence() = command.no_session_persistence();
    /// Sends transcript entries to the host as they are written.
    SessionMirror: session_mirror() = command.session_mirror();
    /// Includes events of hooks from settings files.
    IncludeHookEvents: include_hook_events() = command.include_hook_events();
    /// Disables slash commands.
    DisableSlashCommands: disable_slash_commands() = command.disable_slash_commands();
    /// Starts without hooks, plugins, memory and instructions.
    Bare: bare() = command.bare();
    /// Starts without customization.
    SafeMode: safe_mode() = command.safe_mode();
    /// Starts in restricted mode.
    Restricted: restricted() = command.restricted();
    /// Resumes without the turn of this prompt.
    ResumeDropsTurn: resume_drops_turn(prompt: MessageUuid) = command.resume_drops_turn(prompt.as_str());
    /// Allows the model to send messages besides its answer.
    Brief: brief() = command.brief();
    /// Sets the name of the session.
    Name: name(name: impl Into<OsString>) = command.name(name);
    /// When the CLI compacts the conversation.
    Autocompact: autocompact(when: Autocompact) = command.autocompact(when);
    /// Enables the debug log, by category.
    Debug: debug(filter: impl Into<OsString>) = command.debug(filter);
    /// Writes the debug log to a file.
    DebugFile: debug_file(path: impl Into<OsString>) = command.debug_file(path);
    /// Works in a git worktree of this name.
    Worktree: worktree(name: impl Into<OsString>) = command.worktree(name);
    /// Connects to an editor.
    Ide: ide() = command.ide();
    /// Enables the browser extension.
    Chrome: chrome() = command.chrome();
    /// Disables the browser extension.
    NoChrome: no_chrome() = command.no_chrome();
    /// Disables deltas: an answer arrives block by block.
    IncludePartialMessages: without_partial_messages() = command.without(Flag::IncludePartialMessages);
    /// Disables the echo of prompts and answers.
    ReplayUserMessages: without_replay() = command.without(Flag::ReplayUserMessages);
}

impl SessionBuilder {
    /// MCP servers that the CLI starts or connects to, by name. For servers in this process, use
    /// [`SessionBuilder::mcp_server`].
    pub fn mcp_config<N: AsRef<str>>(
        self,
        servers: impl IntoIterator<Item = (N, McpServerConfig)>,
    ) -> Self {
        let servers: Vec<_> = servers.into_iter().collect();
        let servers = servers.iter().map(|(name, server)| (name.as_ref(), server));
        self.command_line_with(|command| command.without(Flag::McpConfig).mcp_servers(servers))
    }

    /// Changes the command line in any way: all flags and variables of the CLI are available.
    pub fn command_line_with(mut self, change: impl FnOnce(CommandLine) -> CommandLine) -> Self {
        self.command = change(self.command);
        self
    }
}

/// Repeats a flag for each value.
fn each(
    values: impl IntoIterator<Item: AsRef<str>>,
    command: CommandLine,
    give: fn(CommandLine, String) -> CommandLine,
) -> CommandLine {
    values.into_iter().fold(command, |command, value| {
        give(command, value.as_ref().to_owned())
    })
}

#[cfg(test)]
mod tests;
