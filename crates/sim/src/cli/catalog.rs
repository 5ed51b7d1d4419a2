//! Tools, slash commands, agents and model capabilities that the CLI reports.

use serde_json::{Value, json};

use super::dialect::Need;
use super::session::Sim;

/// Tools that are listed only if they are named.
const ON_REQUEST: &[&str] = &[
    "Glob",
    "Grep",
    "TodoWrite",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskUpdate",
];

/// Returns whether the model has an effort level; older ones do not.
pub(super) fn has_effort(model: &str) -> bool {
    !is_older(model)
}

/// Returns whether the model has fast mode.
pub(super) fn has_fast_mode(model: &str) -> bool {
    model.starts_with("claude-opus-5") || model.starts_with("claude-fable")
}

/// Returns whether the model is of an older generation.
fn is_older(model: &str) -> bool {
    [
        "claude-3",
        "claude-sonnet-4",
        "claude-opus-4",
        "claude-haiku-4",
    ]
    .iter()
    .any(|prefix| model.starts_with(prefix))
}

/// The display name of a model.
pub(super) fn model_title(model: &str) -> String {
    let short = model.strip_prefix("claude-").unwrap_or(model);
    let mut parts = short.split('-');
    let Some(family) = parts
        .next()
        .filter(|family| family.chars().all(char::is_alphabetic))
    else {
        return model.to_owned();
    };
    let numbers: Vec<&str> = parts
        .filter(|part| part.len() < 3 && part.bytes().all(|byte| byte.is_ascii_digit()))
        .collect();
    let mut title: String = family
        .chars()
        .take(1)
        .flat_map(char::to_uppercase)
        .collect();
    title.extend(family.chars().skip(1));
    if numbers.is_empty() {
        model.to_owned()
    } else {
        format!("{title} {}", numbers.join("."))
    }
}

impl Sim {
    /// The names of the tools in `system/init`.
    pub(super) fn tool_names(&self) -> Vec<String> {
        let mut names = self.builtin_tools();
        let state = self.state.borrow();
        if state.servers.has_resources() {
            names.extend(self.dialect.catalog.resource_tools.iter().cloned());
        }
        if self.options.has("json-schema") {
            names.push("StructuredOutput".to_owned());
        }
        let mut server_tools = state.servers.tool_names();
        if self.features().sorts_names {
            names.sort_by_key(|name| (name != "Task", name.clone()));
            server_tools.sort();
        }
        names.extend(server_tools);
        names
    }

    fn builtin_tools(&self) -> Vec<String> {
        if self.options.has("bare") && !self.options.has("tools") {
            return ["Bash", "Edit", "Read"].map(str::to_owned).to_vec();
        }
        let catalog = &self.dialect.catalog;
        let mut names: Vec<String> = match self.options.list("tools") {
            Some(selected) if selected != ["default"] => self.selected_tools(&selected),
            _ => self.default_tools(),
        };
        let denied = self.options.list("disallowedTools").unwrap_or_default();
        if denied.iter().any(|name| name == "Bash") && !catalog.tools_without_bash.is_empty() {
            // Without a shell, the model needs other search tools.
            names.extend(catalog.tools_without_bash.iter().cloned());
            names.retain(|name| name != "Monitor");
        }
        names.retain(|name| !denied.contains(name));
        names
    }

    fn default_tools(&self) -> Vec<String> {
        let listed = self.dialect.catalog.tools.iter();
        let mut names: Vec<String> = listed
            .filter(|name| self.is_listed(name))
            .cloned()
            .collect();
        let named = self.options.list("allowedTools").unwrap_or_default();
        for name in ON_REQUEST {
            let wanted = named
                .iter()
                .any(|rule| rule.split('(').next() == Some(name));
            if wanted && !names.iter().any(|listed| listed == name) {
                names.push((*name).to_owned());
            }
        }
        names
    }

    /// The tools that `--tools` selects.
    fn selected_tools(&self, selected: &[String]) -> Vec<String> {
        let base = &self.dialect.catalog.tools;
        let others = ON_REQUEST.iter().map(|name| (*name).to_owned());
        let others = others.filter(|name| !base.contains(name));
        let is_selected = |name: &String| {
            selected
                .iter()
                .any(|wanted| wanted == name || (wanted == "Agent" && name == "Task"))
        };
        base.iter()
            .cloned()
            .chain(others)
            .filter(is_selected)
            .collect()
    }

    fn is_listed(&self, name: &str) -> bool {
        let environment = &self.environment;
        match self.dialect.catalog.tool_needs.get(name) {
            None => true,
            Some(Need::HostPrompts) => self.has_host_prompts() && !self.options.has("restricted"),
            Some(Need::SlashCommands) => !self.options.has("disable-slash-commands"),
            Some(Need::TaskModel) => self.has_task_tools(),
            Some(Need::NoTaskTools) => environment.disables_tasks(),
            Some(Need::TasksRequested) => environment.enables_tasks(),
            Some(Need::TasksNotRequested) => !environment.enables_tasks(),
        }
    }

    /// Only older models have the task tools. The tour and the demo use them with any model.
    fn has_task_tools(&self) -> bool {
        let is_wanted = is_older(&self.model())
            || self.environment.enables_todo_tools
            || self.is_tour()
            || !self.script.scenarios.is_empty();
        is_wanted && !self.environment.disables_tasks()
    }

    /// Returns whether this model must read a file before editing it.
    pub(super) fn must_read_first(&self) -> bool {
        self.features().must_read_before_edit || is_older(&self.model())
    }

    pub(super) fn slash_commands(&self) -> Vec<String> {
        if self.options.has("disable-slash-commands") {
            return Vec::new();
        }
        let commands = self.commands();
        let names = commands
            .iter()
            .filter_map(|command| command["name"].as_str());
        names.map(str::to_owned).collect()
    }

    pub(super) fn agent_names(&self) -> Vec<String> {
        let agents = self.dialect.catalog.agents.iter();
        let builtin = agents.filter_map(|agent| agent["name"].as_str());
        let mut names: Vec<String> = builtin.map(str::to_owned).collect();
        names.extend(self.state.borrow().agent_types.iter().cloned());
        if self.features().sorts_names {
            names.sort_by_key(|name| name.to_lowercase());
        }
        names
    }

    pub(super) fn agents(&self) -> Value {
        let mut agents = self.dialect.catalog.agents.clone();
        for name in &self.state.borrow().agent_types {
            agents.push(json!({ "name": name, "description": "Given on the command line" }));
        }
        agents.into()
    }

    /// The slash commands, custom ones between the built-in ones.
    pub(super) fn commands(&self) -> Vec<Value> {
        let state = self.state.borrow();
        let custom = state.custom_commands.iter().map(|command| {
            json!({
                "name": command.name,
                "description": command.description,
                "argumentHint": command.argument_hint,
            })
        });
        self.with_custom(&self.dialect.catalog.commands, custom)
    }

    /// Inserts custom entries at the position of the version.
    pub(super) fn with_custom<T: Clone>(
        &self,
        builtin: &[T],
        custom: impl Iterator<Item = T>,
    ) -> Vec<T> {
        let (first, others) = builtin.split_at(self.dialect.catalog.custom_position);
        let others = others.iter().cloned();
        first.iter().cloned().chain(custom).chain(others).collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn models_have_titles() {
        assert_eq!(super::model_title("claude-haiku-5-5"), "Haiku 5.5");
        assert_eq!(
            super::model_title("claude-sonnet-4-5-20250929"),
            "Sonnet 4.5"
        );
        assert_eq!(super::model_title("no-such-model"), "no-such-model");
    }
}
