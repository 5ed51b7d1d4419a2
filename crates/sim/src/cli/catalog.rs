//! What the CLI says it has: tools, slash commands, models, agents, capabilities.

mod lists;

use serde_json::{Value, json};

pub(super) use lists::{
    CAPABILITIES, COMMANDS, DEFAULT_MODEL, DEFAULT_MODEL_OLD, INITIALIZE_CAPABILITIES, SKILLS,
};

use lists::{
    AGENTS, AGENTS_OLD, COMMANDS_OLD, INTERACTIVE, MCP_RESOURCE_TOOLS, ON_REQUEST, TASK_TOOLS,
    TOOLS, TOOLS_OLD,
};

use super::session::Sim;

/// Whether the model takes an effort level; the older ones do not.
pub(super) fn has_effort(model: &str) -> bool {
    !is_older(model)
}

/// Whether the model can answer faster for more money.
pub(super) fn has_fast_mode(model: &str) -> bool {
    model.starts_with("claude-opus-5") || model.starts_with("claude-fable")
}

/// Whether the model belongs to the generation before the newest.
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

/// What a model's short name stands for.
pub(super) fn resolve_model(name: &str, is_old: bool) -> String {
    let default = if is_old {
        DEFAULT_MODEL_OLD
    } else {
        DEFAULT_MODEL
    };
    match (name, is_old) {
        ("opus", true) => "claude-opus-4-6".to_owned(),
        ("" | "default" | "opus", _) => default.to_owned(),
        ("sonnet", false) => "claude-sonnet-5-5".to_owned(),
        ("haiku", false) => "claude-haiku-5-5".to_owned(),
        ("fable", false) => "claude-fable-5-2".to_owned(),
        ("sonnet", true) => "claude-sonnet-4-5-20250929".to_owned(),
        ("haiku", true) => "claude-haiku-4-5-20251001".to_owned(),
        (other, _) => other.to_owned(),
    }
}

/// A model's name for people.
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

/// The entries of `models` in the older version's answer to `initialize`.
pub(super) fn models_old(current: &str) -> Value {
    let rows = [
        (
            "default",
            "Default (recommended)",
            "The default model (Sonnet 4.5)",
        ),
        ("opus", "Opus", "Opus 4.6 for complex work"),
        (
            "opus[1m]",
            "Opus (1M context)",
            "Opus 4.6 for long sessions",
        ),
        ("haiku", "Haiku", "Haiku 4.5 for quick answers"),
    ];
    let mut models: Vec<Value> = rows
        .iter()
        .map(|(value, name, description)| {
            json!({ "value": value, "displayName": name, "description": description })
        })
        .collect();
    if !rows.iter().any(|(value, ..)| *value == current) {
        models.push(json!({
            "value": current,
            "displayName": model_title(current),
            "description": "The model of the command line",
        }));
    }
    models.into()
}

/// The entries of `models` in the answer to `initialize`; a model of the flags is added.
pub(super) fn models(current: &str) -> Value {
    let rows = [
        (
            "default",
            DEFAULT_MODEL,
            "Default (recommended)",
            "The default model (Opus 5.5)",
            true,
        ),
        (
            "opus",
            "claude-opus-5-5",
            "Opus",
            "Opus 5.5 for complex everyday work",
            true,
        ),
        (
            "fable",
            "claude-fable-5-2",
            "Fable",
            "Fable 5.2 for the longest tasks",
            true,
        ),
        (
            "sonnet",
            "claude-sonnet-5-5",
            "Sonnet",
            "Sonnet 5.5 for routine work",
            false,
        ),
        (
            "haiku",
            "claude-haiku-5-5",
            "Haiku",
            "Haiku 5.5 for quick answers",
            false,
        ),
    ];
    let is_listed = rows.iter().any(|(_, resolved, ..)| *resolved == current);
    let mut models: Vec<Value> = rows
        .iter()
        .map(|(value, resolved, display, description, fast)| {
            let mut model = json!({
                "value": value,
                "resolvedModel": resolved,
                "displayName": display,
                "description": description,
                "supportsEffort": true,
                "supportedEffortLevels": ["low", "medium", "high", "xhigh", "max"],
                "supportsAdaptiveThinking": true,
            });
            if *fast {
                model["supportsFastMode"] = true.into();
            }
            model["supportsAutoMode"] = true.into();
            model["supportsThinkingOff"] = false.into();
            model
        })
        .collect();
    if !is_listed {
        models.push(json!({
            "value": current,
            "resolvedModel": current,
            "displayName": model_title(current),
            "description": "An older or custom model",
            "supportsThinkingOff": true,
        }));
    }
    models.into()
}

impl Sim {
    /// The names of the tools, as `system/init` lists them.
    pub(super) fn tool_names(&self) -> Vec<String> {
        let mut names = self.builtin_tools();
        let state = self.state.borrow();
        if !self.is_old() && state.servers.has_resources() {
            names.extend(MCP_RESOURCE_TOOLS.iter().map(|name| (*name).to_owned()));
        }
        if self.options.has("json-schema") {
            names.push("StructuredOutput".to_owned());
        }
        if !self.is_old() {
            let task = names
                .iter()
                .position(|name| name == "Task")
                .map(|at| names.remove(at));
            names.sort();
            if let Some(task) = task {
                names.insert(0, task);
            }
        }
        let mut server_tools = state.servers.tool_names();
        if !self.is_old() {
            server_tools.sort();
        }
        names.extend(server_tools);
        names
    }

    fn builtin_tools(&self) -> Vec<String> {
        if self.options.has("bare") && !self.options.has("tools") {
            return ["Bash", "Edit", "Read"].map(str::to_owned).to_vec();
        }
        let base = if self.is_old() { TOOLS_OLD } else { TOOLS };
        let mut names: Vec<String> = base
            .iter()
            .filter(|name| self.is_listed(name))
            .map(|name| (*name).to_owned())
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
        if self.environment.todo_write() && !self.is_old() {
            names.push("TodoWrite".to_owned());
        }
        if let Some(selected) = self.options.list("tools")
            && selected != ["default"]
        {
            let others = ON_REQUEST.iter().filter(|name| !base.contains(name));
            let all = base.iter().chain(others);
            names = all
                .filter(|name| {
                    selected
                        .iter()
                        .any(|wanted| wanted == *name || (wanted == "Agent" && **name == "Task"))
                })
                .map(|name| (*name).to_owned())
                .collect();
            names.dedup();
        }
        let denied = self.options.list("disallowedTools").unwrap_or_default();
        if denied.iter().any(|name| name == "Bash") && !self.is_old() {
            // Without a shell the model needs other ways to find things.
            names.extend(["Glob", "Grep"].map(str::to_owned));
            names.retain(|name| name != "Monitor");
        }
        names.retain(|name| !denied.contains(name));
        names
    }

    fn is_listed(&self, name: &str) -> bool {
        if INTERACTIVE.contains(&name) && !self.is_old() {
            return self.has_host_prompts() && !self.options.has("restricted");
        }
        if name == "Skill" && !self.is_old() {
            return !self.options.has("disable-slash-commands");
        }
        if self.is_old() {
            let has_tasks = self.environment.enables_tasks(true);
            return match name {
                "TodoWrite" => !has_tasks,
                name if TASK_TOOLS.contains(&name) => has_tasks,
                _ => true,
            };
        }
        if TASK_TOOLS.contains(&name) {
            return self.has_task_tools();
        }
        true
    }

    /// The task tools depend on the model: older ones have them.
    pub(super) fn has_task_tools(&self) -> bool {
        if self.environment.todo_write() {
            return false;
        }
        let old_model = is_older(&self.model());
        old_model || self.environment.enables_todo_tools || self.is_tour()
    }

    /// Whether this model must have read a file before it edits it.
    pub(super) fn must_read_first(&self) -> bool {
        self.is_old() || is_older(&self.model())
    }

    pub(super) fn slash_commands(&self) -> Vec<String> {
        if self.options.has("disable-slash-commands") {
            return Vec::new();
        }
        let state = self.state.borrow();
        let custom = state
            .custom_commands
            .iter()
            .map(|command| command.name.clone());
        if self.is_old() {
            let (first, others) = COMMANDS_OLD.split_at(1);
            let builtin = |names: &[&str]| -> Vec<String> {
                names.iter().map(|name| (*name).to_owned()).collect()
            };
            let custom: Vec<String> = custom.collect();
            return [builtin(first), custom, builtin(others)].concat();
        }
        custom
            .chain(COMMANDS.iter().map(|(name, ..)| (*name).to_owned()))
            .collect()
    }

    pub(super) fn agent_names(&self) -> Vec<String> {
        let own = self.state.borrow().agent_types.clone();
        if self.is_old() {
            return AGENTS_OLD
                .iter()
                .map(|name| (*name).to_owned())
                .chain(own)
                .collect();
        }
        let mut names: Vec<String> = AGENTS
            .iter()
            .map(|(name, ..)| (*name).to_owned())
            .chain(own)
            .collect();
        names.sort_by_key(|name| name.to_lowercase());
        names
    }

    pub(super) fn agents(&self) -> Value {
        let mut agents: Vec<Value> = AGENTS
            .iter()
            .map(|(name, description, model)| {
                let mut agent = json!({ "name": name, "description": description });
                if let Some(model) = model {
                    agent["model"] = (*model).into();
                }
                agent
            })
            .collect();
        for name in &self.state.borrow().agent_types {
            agents.push(json!({ "name": name, "description": "Given on the command line" }));
        }
        agents.into()
    }

    /// The commands of the older version, which tells less about them.
    pub(super) fn commands_old(&self) -> Value {
        let names = self.slash_commands();
        names
            .iter()
            .map(|name| json!({ "name": name, "description": format!("/{name}"), "argumentHint": "" }))
            .collect()
    }

    pub(super) fn commands(&self) -> Value {
        let state = self.state.borrow();
        let custom = state.custom_commands.iter().map(|command| {
            json!({
                "name": command.name,
                "description": command.description,
                "argumentHint": command.argument_hint,
            })
        });
        let builtin = COMMANDS.iter().map(|(name, description, hint, aliases)| {
            let mut command = json!({
                "name": name, "description": description, "argumentHint": hint,
            });
            if !aliases.is_empty() {
                command["aliases"] = json!(aliases);
            }
            command["builtin"] = true.into();
            command
        });
        custom.chain(builtin).collect()
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
