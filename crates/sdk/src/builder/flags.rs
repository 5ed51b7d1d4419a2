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

/// Makes methods that change the command line: `Flag: method(arguments) = command line;`.
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
    /// The model: an alias such as `sonnet`, or an id.
    Model: model(model: impl Into<OsString>) = command.model(model);
    /// The model that is used when the first is overloaded or missing.
    FallbackModel: fallback_model(model: impl Into<OsString>) = command.fallback_model(model);
    /// The agent that answers, by name.
    Agent: agent(name: impl Into<OsString>) = command.agent(name);
    /// How much the CLI may do without asking.
    PermissionMode: permission_mode(mode: PermissionMode) = command.permission_mode(&mode);
    /// Lets an MCP tool answer permission requests, by its full name. Excludes [`SessionBuilder::permissions`].
    PermissionPromptTool: permission_prompt_tool(name: impl Into<OsString>) = command.permission_prompt_tool(name);
    /// Whether permission requests reach the host.
    PermissionPrompts: permission_prompts(answerer: PermissionPrompts) = command.permission_prompts(answerer);
    /// Lets the session be switched to the mode that never asks.
    AllowDangerouslySkipPermissions: allow_dangerously_skip_permissions() = command.allow_dangerously_skip_permissions();
    /// Never asks: every call runs, whatever it is.
    DangerouslySkipPermissions: dangerously_skip_permissions() = command.dangerously_skip_permissions();
    /// Tools that run without a permission request, as rules: `Read`, `Bash(git *)`, `mcp__server__tool`.
    AllowedTools: allowed_tools(rules: impl IntoIterator<Item: AsRef<str>>) = each(rules, command, CommandLine::allowed_tools);
    /// Tools that never run, as rules.
    DisallowedTools: disallowed_tools(rules: impl IntoIterator<Item: AsRef<str>>) = each(rules, command, CommandLine::disallowed_tools);
    /// The tools there are; an empty list means none, `default` means the CLI's own.
    Tools: tools(names: impl IntoIterator<Item: AsRef<str>>) = command.tools(names);
    /// How hard the model thinks.
    Effort: effort(effort: Effort) = command.effort(&effort);
    /// Whether the model thinks.
    Thinking: thinking(mode: ThinkingMode) = command.thinking(mode);
    /// How thinking is shown.
    ThinkingDisplay: thinking_display(display: ThinkingDisplay) = command.thinking_display(&display);
    /// Most tokens of thinking.
    MaxThinkingTokens: max_thinking_tokens(tokens: u64) = command.max_thinking_tokens(tokens);
    /// Most rounds with the model in one turn.
    MaxTurns: max_turns(turns: u32) = command.max_turns(turns);
    /// Most dollars; a turn that would exceed them ends.
    MaxBudgetUsd: max_budget_usd(dollars: f64) = command.max_budget_usd(dollars);
    /// Most tokens of one task.
    TaskBudget: task_budget(tokens: u64) = command.task_budget(tokens);
    /// Features of the model's API that are still being tried.
    Betas: betas(names: impl IntoIterator<Item: AsRef<str>>) = each(names, command, CommandLine::betas);
    /// Uses no MCP servers but those given here.
    StrictMcpConfig: strict_mcp_config() = command.strict_mcp_config();
    /// Settings that are laid over those of files.
    Settings: settings(settings: JsonObject) = command.settings(&settings);
    /// Another settings file. Replaces [`SessionBuilder::settings`].
    Settings: settings_file(path: impl AsRef<Path>) = command.settings_file(path);
    /// Settings of the organization.
    ManagedSettings: managed_settings(settings: JsonObject) = command.managed_settings(&settings);
    /// Which settings files are read; an empty list means none.
    SettingSources: setting_sources(files: impl IntoIterator<Item = SettingsFile>) = command.setting_sources(files);
    /// Where a project's configuration is, when not in the working directory.
    ProjectConfigRoot: project_config_root(directory: impl Into<OsString>) = command.project_config_root(directory);
    /// Another directory the CLI may work in.
    AddDir: add_dir(directory: impl Into<OsString>) = command.add_dir(directory);
    /// A directory with a plugin.
    PluginDir: plugin_dir(directory: impl Into<OsString>) = command.plugin_dir(directory);
    /// A directory with a plugin whose MCP servers are left alone.
    PluginDirNoMcp: plugin_dir_without_mcp(directory: impl Into<OsString>) = command.plugin_dir_no_mcp(directory);
    /// The address of a plugin.
    PluginUrl: plugin_url(address: impl Into<OsString>) = command.plugin_url(address);
    /// A file to fetch at the start, as `file_id:path`.
    File: file(file: impl Into<OsString>) = command.file(file);
    /// Writes no transcript; the session cannot be resumed.
    NoSessionPersistence: no_session_persistence() = command.no_session_persistence();
    /// Sends what it writes to the transcript to the host too.
    SessionMirror: session_mirror() = command.session_mirror();
    /// Sends what hooks of settings files do.
    IncludeHookEvents: include_hook_events() = command.include_hook_events();
    /// Has no slash commands.
    DisableSlashCommands: disable_slash_commands() = command.disable_slash_commands();
    /// Starts with as little as possible.
    Bare: bare() = command.bare();
    /// Starts without customization.
    SafeMode: safe_mode() = command.safe_mode();
    /// Starts restricted.
    Restricted: restricted() = command.restricted();
    /// Goes on without the turn of this prompt, which is left out of the conversation.
    ResumeDropsTurn: resume_drops_turn(prompt: MessageUuid) = command.resume_drops_turn(prompt.as_str());
    /// Lets the model write to the person beside its answer.
    Brief: brief() = command.brief();
    /// Names the session.
    Name: name(name: impl Into<OsString>) = command.name(name);
    /// When to compact.
    Autocompact: autocompact(when: Autocompact) = command.autocompact(when);
    /// Logs for debugging, by category.
    Debug: debug(filter: impl Into<OsString>) = command.debug(filter);
    /// Logs for debugging into a file.
    DebugFile: debug_file(path: impl Into<OsString>) = command.debug_file(path);
    /// Works in a git worktree of this name.
    Worktree: worktree(name: impl Into<OsString>) = command.worktree(name);
    /// Connects to an editor.
    Ide: ide() = command.ide();
    /// Uses the browser extension.
    Chrome: chrome() = command.chrome();
    /// Does not use the browser extension.
    NoChrome: no_chrome() = command.no_chrome();
    /// Sends no deltas: an answer comes block by block.
    IncludePartialMessages: without_partial_messages() = command.without(Flag::IncludePartialMessages);
    /// Does not echo prompts and answers.
    ReplayUserMessages: without_replay() = command.without(Flag::ReplayUserMessages);
}

impl SessionBuilder {
    /// MCP servers that the CLI starts or reaches, by name. Servers of this process go to [`SessionBuilder::mcp_server`].
    pub fn mcp_config<N: AsRef<str>>(
        self,
        servers: impl IntoIterator<Item = (N, McpServerConfig)>,
    ) -> Self {
        let servers: Vec<_> = servers.into_iter().collect();
        let servers = servers.iter().map(|(name, server)| (name.as_ref(), server));
        self.command_line_with(|command| command.without(Flag::McpConfig).mcp_servers(servers))
    }

    /// Changes the command line in any way: every flag and variable of the CLI is there.
    pub fn command_line_with(mut self, change: impl FnOnce(CommandLine) -> CommandLine) -> Self {
        self.command = change(self.command);
        self
    }
}

/// Gives a flag once for each value.
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
