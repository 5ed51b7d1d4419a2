//! Commands and skills of the project and the user.

use std::path::Path;

use crate::cli::session::Sim;

/// A command from a markdown file.
#[derive(Debug, Clone)]
pub(in crate::cli) struct CustomCommand {
    pub(in crate::cli) name: String,
    pub(in crate::cli) description: String,
    pub(in crate::cli) argument_hint: String,
    body: String,
    is_skill: bool,
}

/// Built-in commands that are prompts for the model.
const PROMPTS: &[&str] = &[
    "init",
    "security-review",
    "review",
    "pr-comments",
    "code-review",
    "simplify",
];

impl Sim {
    /// Reads `.claude/commands` and `.claude/skills` of the project and the user.
    pub(in crate::cli) fn load_commands(&self) {
        if self.options.has("bare") || self.options.has("disable-slash-commands") {
            return;
        }
        let mut found = Vec::new();
        for root in [
            self.cwd.join(".claude"),
            self.environment.config_directory.clone(),
        ] {
            read_commands(&root.join("commands"), &mut found);
            read_skills(&root.join("skills"), &mut found);
        }
        self.state.borrow_mut().custom_commands = found;
    }

    /// Loads the names of agents from the command line and from files.
    pub(in crate::cli) fn load_agents(&self) {
        let mut names = Vec::new();
        if let Some(given) = self.options.value("agents") {
            let text = if given.trim_start().starts_with('{') {
                given.to_owned()
            } else {
                std::fs::read_to_string(given).unwrap_or_default()
            };
            if let Ok(serde_json::Value::Object(agents)) = serde_json::from_str(&text) {
                names.extend(agents.keys().cloned());
            }
        }
        for root in [
            self.cwd.join(".claude/agents"),
            self.environment.config_directory.join("agents"),
        ] {
            for path in markdown_files(&root) {
                names.push(stem(&path));
            }
        }
        self.state.borrow_mut().agent_types = names;
    }

    /// The skills, custom ones between the built-in ones.
    pub(in crate::cli) fn skill_names(&self) -> Vec<String> {
        if self.options.has("disable-slash-commands") && self.features().hides_disabled_skills {
            return Vec::new();
        }
        let state = self.state.borrow();
        let own = state
            .custom_commands
            .iter()
            .filter(|command| command.is_skill)
            .map(|command| command.name.clone());
        self.with_custom(&self.dialect.catalog.skills, own)
    }

    /// The body of a skill that the model can use.
    pub(in crate::cli) fn skill_body(&self, name: &str) -> Option<String> {
        let state = self.state.borrow();
        let mut commands = state.custom_commands.iter();
        commands
            .find(|command| command.is_skill && command.name == name)
            .map(|command| command.body.clone())
    }

    pub(in crate::cli) fn is_prompt_command(&self, name: &str) -> bool {
        let state = self.state.borrow();
        PROMPTS.contains(&name)
            || state
                .custom_commands
                .iter()
                .any(|command| command.name == name)
    }

    /// Expands a prompt command: returns the echo of the message, and the text for the model.
    pub(in crate::cli) fn expand_prompt(&self, text: &str) -> Option<(String, String)> {
        let line = text.trim().strip_prefix('/')?;
        let (name, arguments) = match line.split_once(char::is_whitespace) {
            Some((name, arguments)) => (name, arguments.trim()),
            None => (line, ""),
        };
        if !self.is_prompt_command(name) {
            return None;
        }
        let mut shown = format!(
            "<command-message>{name}</command-message>\n<command-name>/{name}</command-name>"
        );
        if !arguments.is_empty() {
            shown.push_str(&format!("\n<command-args>{arguments}</command-args>"));
        }
        let state = self.state.borrow();
        let body = state
            .custom_commands
            .iter()
            .find(|command| command.name == name)
            .map(|command| command.body.replace("$ARGUMENTS", arguments))
            .unwrap_or_else(|| format!("Carry out /{name}."));
        Some((shown, body))
    }
}

fn markdown_files(directory: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.sort();
    files
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn read_commands(directory: &Path, found: &mut Vec<CustomCommand>) {
    for path in markdown_files(directory) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        found.push(command(&stem(&path), &text, false));
    }
}

fn read_skills(directory: &Path, found: &mut Vec<CustomCommand>) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut directories: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    directories.sort();
    for path in directories {
        if let Ok(text) = std::fs::read_to_string(path.join("SKILL.md")) {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let mut skill = command(&name, &text, true);
            skill.body = format!(
                "Base directory for this skill: {}\n\n{}",
                path.display(),
                skill.body
            );
            found.push(skill);
        }
    }
}

/// Reads the head between `---` lines and the body after it.
fn command(name: &str, text: &str, is_skill: bool) -> CustomCommand {
    let mut command = CustomCommand {
        name: name.to_owned(),
        description: String::new(),
        argument_hint: String::new(),
        body: text.to_owned(),
        is_skill,
    };
    if let Some(rest) = text.strip_prefix("---\n")
        && let Some((head, body)) = rest.split_once("\n---")
    {
        command.body = body
            .trim_start_matches('-')
            .trim_start_matches('\n')
            .to_owned();
        for line in head.lines() {
            match line.split_once(':') {
                Some(("description", value)) => value.trim().clone_into(&mut command.description),
                Some(("argument-hint", value)) => {
                    value.trim().clone_into(&mut command.argument_hint)
                }
                _ => {}
            }
        }
    }
    if command.description.is_empty() {
        let first = command.body.lines().find(|line| !line.trim().is_empty());
        command.description = first.unwrap_or_default().to_owned();
    }
    command
}
