//! Options whose values have a type of their own.

use std::path::Path;

use super::*;
use crate::control::{AgentDefinition, ThinkingDisplay};
use crate::mcp::McpServerConfig;
use crate::message::Effort;
use crate::object::JsonObject;
use crate::permission::PermissionMode;
use crate::wire::Wire;

impl CommandLine {
    /// Says how the CLI writes.
    #[must_use]
    pub fn output_format(self, format: OutputFormat) -> Self {
        self.flag_with(Flag::OutputFormat, format.as_str())
    }

    /// Says how the CLI reads.
    #[must_use]
    pub fn input_format(self, format: InputFormat) -> Self {
        self.flag_with(Flag::InputFormat, format.as_str())
    }

    /// Sets the mode of the session. Without it newer CLIs choose `auto` where they can.
    #[must_use]
    pub fn permission_mode(self, mode: &PermissionMode) -> Self {
        // Every version takes `default`; only newer ones take its other name.
        let word = if *mode == PermissionMode::Manual {
            "default"
        } else {
            mode.as_str()
        };
        self.flag_with(Flag::PermissionMode, word)
    }

    /// Has asks sent to the host as `can_use_tool`.
    #[must_use]
    pub fn permission_prompt_stdio(self) -> Self {
        self.permission_prompt_tool("stdio")
    }

    /// Says who answers asks.
    #[must_use]
    pub fn permission_prompts(self, answerer: PermissionPrompts) -> Self {
        self.flag_with(Flag::PermissionPrompts, answerer.as_str())
    }

    /// Says how hard the model tries.
    #[must_use]
    pub fn effort(self, effort: &Effort) -> Self {
        self.flag_with(Flag::Effort, effort.as_str())
    }

    /// Says whether the model thinks.
    #[must_use]
    pub fn thinking(self, mode: ThinkingMode) -> Self {
        self.flag_with(Flag::Thinking, mode.as_str())
    }

    /// Says how thinking is shown.
    #[must_use]
    pub fn thinking_display(self, display: &ThinkingDisplay) -> Self {
        self.flag_with(Flag::ThinkingDisplay, display.as_str())
    }

    /// Lets the model think at most so many tokens.
    #[must_use]
    pub fn max_thinking_tokens(self, tokens: u64) -> Self {
        self.flag_with(Flag::MaxThinkingTokens, tokens.to_string())
    }

    /// Lets a turn take at most so many rounds.
    #[must_use]
    pub fn max_turns(self, turns: u32) -> Self {
        self.flag_with(Flag::MaxTurns, turns.to_string())
    }

    /// Lets the API cost at most so much.
    #[must_use]
    pub fn max_budget_usd(self, dollars: f64) -> Self {
        self.flag_with(Flag::MaxBudgetUsd, dollars.to_string())
    }

    /// Lets a task take at most so many tokens.
    #[must_use]
    pub fn task_budget(self, tokens: u64) -> Self {
        self.flag_with(Flag::TaskBudget, tokens.to_string())
    }

    /// Says when the CLI compacts by itself.
    #[must_use]
    pub fn autocompact(self, when: Autocompact) -> Self {
        let word = match when {
            Autocompact::Auto => "auto".to_owned(),
            Autocompact::Tokens(tokens) => tokens.to_string(),
        };
        self.flag_with(Flag::Autocompact, word)
    }

    /// Reads only these settings files; none at all is possible.
    #[must_use]
    pub fn setting_sources(self, files: impl IntoIterator<Item = SettingsFile>) -> Self {
        let words: Vec<&str> = files.into_iter().map(SettingsFile::as_str).collect();
        self.flag_with(Flag::SettingSources, words.join(","))
    }

    /// Reads another settings file.
    #[must_use]
    pub fn settings_file(self, path: impl AsRef<Path>) -> Self {
        self.flag_with(Flag::Settings, path.as_ref())
    }

    /// Adds settings.
    #[must_use]
    pub fn settings(self, settings: &JsonObject) -> Self {
        self.flag_with(Flag::Settings, settings.as_str())
    }

    /// Adds settings of the organization.
    #[must_use]
    pub fn managed_settings(self, settings: &JsonObject) -> Self {
        self.flag_with(Flag::ManagedSettings, settings.as_str())
    }

    /// Demands a structured answer.
    #[must_use]
    pub fn json_schema(self, schema: &JsonObject) -> Self {
        self.flag_with(Flag::JsonSchema, schema.as_str())
    }

    /// Offers only these built-in tools; none at all is possible.
    #[must_use]
    pub fn tools<S: AsRef<str>>(self, tools: impl IntoIterator<Item = S>) -> Self {
        let names: Vec<String> = tools
            .into_iter()
            .map(|name| name.as_ref().to_owned())
            .collect();
        self.flag_with(Flag::Tools, names.join(","))
    }

    /// Offers kinds of subagents.
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

    /// Offers MCP servers. Those inside the host belong into `initialize` instead.
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

    /// Suggests what to ask next.
    #[must_use]
    pub fn prompt_suggestions(self) -> Self {
        self.flag(Flag::PromptSuggestions)
    }

    /// Keeps the system prompt as it was at first, or not.
    #[must_use]
    pub fn system_prompt_snapshot(self, keep: OnOff) -> Self {
        self.flag_with(Flag::SystemPromptSnapshot, keep.as_str())
    }

    /// Turns fast mode on or off.
    #[must_use]
    pub fn fast_mode(self, mode: OnOff) -> Self {
        self.flag_with(Flag::FastMode, mode.as_str())
    }

    /// Says how much the model does unasked.
    #[must_use]
    pub fn proactivity(self, level: Proactivity) -> Self {
        self.flag_with(Flag::Proactivity, level.as_str())
    }
}
