//! Options whose values have their own type.

use std::path::Path;

use super::*;
use crate::control::{AgentDefinition, ThinkingDisplay};
use crate::mcp::McpServerConfig;
use crate::message::Effort;
use crate::object::JsonObject;
use crate::permission::PermissionMode;
use crate::wire::Wire;

impl CommandLine {
    /// Sets the output format.
    #[must_use]
    pub fn output_format(self, format: OutputFormat) -> Self {
        self.flag_with(Flag::OutputFormat, format.as_str())
    }

    /// Sets the input format.
    #[must_use]
    pub fn input_format(self, format: InputFormat) -> Self {
        self.flag_with(Flag::InputFormat, format.as_str())
    }

    /// Sets the permission mode. If it is not set, newer CLIs choose `auto` where they can.
    #[must_use]
    pub fn permission_mode(self, mode: &PermissionMode) -> Self {
        // Every version accepts `default`; only newer ones accept its other name.
        let word = if *mode == PermissionMode::Manual {
            "default"
        } else {
            mode.as_str()
        };
        self.flag_with(Flag::PermissionMode, word)
    }

    /// Sends permission requests to the host as `can_use_tool`.
    #[must_use]
    pub fn permission_prompt_stdio(self) -> Self {
        self.permission_prompt_tool("stdio")
    }

    /// Sets where permission requests are answered.
    #[must_use]
    pub fn permission_prompts(self, answerer: PermissionPrompts) -> Self {
        self.flag_with(Flag::PermissionPrompts, answerer.as_str())
    }

    /// Sets the effort level of the model.
    #[must_use]
    pub fn effort(self, effort: &Effort) -> Self {
        self.flag_with(Flag::Effort, effort.as_str())
    }

    /// Sets whether the model thinks.
    #[must_use]
    pub fn thinking(self, mode: ThinkingMode) -> Self {
        self.flag_with(Flag::Thinking, mode.as_str())
    }

    /// Sets how thinking is shown.
    #[must_use]
    pub fn thinking_display(self, display: &ThinkingDisplay) -> Self {
        self.flag_with(Flag::ThinkingDisplay, display.as_str())
    }

    /// Sets the maximum number of thinking tokens.
    #[must_use]
    pub fn max_thinking_tokens(self, tokens: u64) -> Self {
        self.flag_with(Flag::MaxThinkingTokens, tokens.to_string())
    }

    /// Sets the maximum number of rounds in a turn.
    #[must_use]
    pub fn max_turns(self, turns: u32) -> Self {
        self.flag_with(Flag::MaxTurns, turns.to_string())
    }

    /// Sets the maximum cost of API calls.
    #[must_use]
    pub fn max_budget_usd(self, dollars: f64) -> Self {
        self.flag_with(Flag::MaxBudgetUsd, dollars.to_string())
    }

    /// Sets the maximum number of tokens of a task.
    #[must_use]
    pub fn task_budget(self, tokens: u64) -> Self {
        self.flag_with(Flag::TaskBudget, tokens.to_string())
    }

    /// Sets when the CLI compacts automatically.
    #[must_use]
    pub fn autocompact(self, when: Autocompact) -> Self {
        let word = match when {
            Autocompact::Auto => "auto".to_owned(),
            Autocompact::Tokens(tokens) => tokens.to_string(),
        };
        self.flag_with(Flag::Autocompact, word)
    }

    /// Reads only these settings files; the list may be empty.
    #[must_use]
    pub fn setting_sources(self, files: impl IntoIterator<Item = SettingsFile>) -> Self {
        let words: Vec<&str> = files.into_iter().map(SettingsFile::as_str).collect();
        self.flag_with(Flag::SettingSources, words.join(","))
    }

    /// Reads an additional settings file.
    #[must_use]
    pub fn settings_file(self, path: impl AsRef<Path>) -> Self {
        self.flag_with(Flag::Settings, path.as_ref())
    }

    /// Adds settings.
    #[must_use]
    pub fn settings(self, settings: &JsonObject) -> Self {
        self.flag_with(Flag::Settings, settings.as_str())
    }

    /// Adds managed settings of the organization.
    #[must_use]
    pub fn managed_settings(self, settings: &JsonObject) -> Self {
        self.flag_with(Flag::ManagedSettings, settings.as_str())
    }

    /// Requires a structured answer.
    #[must_use]
    pub fn json_schema(self, schema: &JsonObject) -> Self {
        self.flag_with(Flag::JsonSchema, schema.as_str())
    }

    /// Offers only these built-in tools; the list may be empty.
    #[must_use]
    pub fn tools<S: AsRef<str>>(self, tools: impl IntoIterator<Item = S>) -> Self {
        let names: Vec<String> = tools
            .into_iter()
            .map(|name| name.as_ref().to_owned())
            .collect();
        self.flag_with(Flag::Tools, names.join(","))
    }

    /// Defines subagents.
    #[must_use]
    pub fn agents<'a>(
        self,
        agents: impl IntoIterator<Item = (&'a str, &'a AgentDefinition)>,
    ) -> Self {
        let agents: BTreeMap<String, AgentDefinition> = agents
            .into_iter()
            .map(|(name, agent)| (name.to_owned(), agent.clone()))
            .collect();
        self.flag_with(Flag::Agents, agents.to_json())
    }

    /// Adds MCP servers. In-process servers belong in `initialize` instead.
    #[must_use]
    pub fn mcp_servers<'a>(
        mut self,
        servers: impl IntoIterator<Item = (&'a str, &'a McpServerConfig)>,
    ) -> Self {
        let servers: BTreeMap<String, McpServerConfig> = servers
            .into_iter()
            .map(|(name, server)| (name.to_owned(), server.clone()))
            .collect();
        let inside = servers
            .iter()
            .filter(|(_, server)| matches!(server, McpServerConfig::Sdk(_)));
        self.problems
            .extend(inside.map(|(name, _)| CommandProblem::SdkServer { name: name.clone() }));
        self.mcp_config(format!(r#"{{"mcpServers":{}}}"#, servers.to_json()))
    }

    /// Enables suggestions for the next prompt.
    #[must_use]
    pub fn prompt_suggestions(self) -> Self {
        self.flag(Flag::PromptSuggestions)
    }

    /// Sets whether the original system prompt is kept.
    #[must_use]
    pub fn system_prompt_snapshot(self, keep: OnOff) -> Self {
        self.flag_with(Flag::SystemPromptSnapshot, keep.as_str())
    }

    /// Turns fast mode on or off.
    #[must_use]
    pub fn fast_mode(self, mode: OnOff) -> Self {
        self.flag_with(Flag::FastMode, mode.as_str())
    }

    /// Sets how much the model does without being asked.
    #[must_use]
    pub fn proactivity(self, level: Proactivity) -> Self {
        self.flag_with(Flag::Proactivity, level.as_str())
    }
}
