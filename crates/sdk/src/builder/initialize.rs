//! Fields of `initialize`, one method each.

use std::collections::BTreeMap;

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::control::{AgentDefinition, Initialize, PluginConfig, WorkspaceTrust};

use super::SessionBuilder;

impl SessionBuilder {
    /// Replaces the CLI's system prompt.
    pub fn system_prompt(mut self, text: impl Into<String>) -> Self {
        self.initialize.system_prompt = vec![text.into()];
        self
    }

    /// Appends to the system prompt.
    pub fn append_system_prompt(mut self, text: impl Into<String>) -> Self {
        self.initialize.append_system_prompt = Some(text.into());
        self
    }

    /// Excludes machine-specific sections, so that sessions share a prompt cache.
    pub fn exclude_dynamic_sections(mut self) -> Self {
        self.initialize.exclude_dynamic_sections = Some(true);
        self
    }

    /// Keeps the initial system prompt.
    pub fn system_prompt_snapshot(mut self) -> Self {
        self.initialize.system_prompt_snapshot = Some(true);
        self
    }

    /// Sets the instructions for the model in plan mode.
    pub fn plan_mode_instructions(mut self, text: impl Into<String>) -> Self {
        self.initialize.plan_mode_instructions = Some(text.into());
        self
    }

    /// Adds a subagent.
    pub fn subagent(mut self, name: impl Into<String>, definition: AgentDefinition) -> Self {
        self.initialize.agents.insert(name.into(), definition);
        self
    }

    /// Sets other names for tools.
    pub fn tool_aliases(mut self, aliases: BTreeMap<String, String>) -> Self {
        self.initialize.tool_aliases = aliases;
        self
    }

    /// Requires an answer that matches a JSON schema: see [`crate::TurnResult::structured`].
    pub fn json_schema(mut self, schema: JsonObject) -> Self {
        // Older CLIs read the flag, newer ones the field; both may be set.
        self.command = self.command.json_schema(&schema);
        self.initialize.json_schema = Some(schema);
        self
    }

    /// Requires an answer that matches a type: see [`crate::TurnResult::structured`].
    pub fn structured_output<T: schemars::JsonSchema>(self) -> Self {
        self.json_schema(crate::mcp::answer_schema::<T>())
    }

    /// Sets the title of the session.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.initialize.title = Some(title.into());
        self
    }

    /// States that a person accepted a trust dialog for the working directory. The CLI records it and then uses the
    /// allow rules of the project.
    pub fn workspace_trust(mut self, directory: impl Into<String>) -> Self {
        let mut trust = WorkspaceTrust::default();
        trust.accepted = true;
        trust.directory = directory.into();
        self.initialize.workspace_trust = Some(trust);
        self
    }

    /// Sets the skills that can be used.
    pub fn skills<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.initialize.skills = names.into_iter().map(Into::into).collect();
        self
    }

    /// Enables suggestions for the next prompt.
    pub fn prompt_suggestions(mut self) -> Self {
        self.initialize.prompt_suggestions = Some(true);
        self
    }

    /// Enables summaries of the progress of subagents.
    pub fn agent_progress_summaries(mut self) -> Self {
        self.initialize.agent_progress_summaries = Some(true);
        self
    }

    /// Includes the text of subagents.
    pub fn forward_subagent_text(mut self) -> Self {
        self.initialize.forward_subagent_text = Some(true);
        self
    }

    /// Declares that the host can stop single tasks.
    pub fn per_task_stop(mut self) -> Self {
        self.initialize.per_task_stop_affordance = Some(true);
        self
    }

    /// Adds a plugin directory in `initialize` instead of a flag, so that many plugins are possible. Requires CLI
    /// 2.1.261 or newer.
    pub fn plugin_in_initialize(mut self, directory: impl Into<String>) -> Self {
        self.initialize.plugins.push(PluginConfig::local(directory));
        self.command = self.command.await_initialize();
        self
    }

    /// Changes any field of `initialize`. Hooks, in-process servers and dialogs are added afterwards.
    pub fn initialize_with(mut self, change: impl FnOnce(&mut Initialize)) -> Self {
        change(&mut self.initialize);
        self
    }
}
