//! Permission rules: `Bash(git log:*)`, `Read(//etc/**)`, `WebFetch(domain:example.com)`, `mcp__calc`.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::permission::bash;

/// The effect of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Behavior {
    Allow,
    Deny,
    Ask,
}

impl Behavior {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Deny => "deny",
            Self::Ask => "ask",
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        match text {
            "allow" => Some(Self::Allow),
            "deny" => Some(Self::Deny),
            "ask" => Some(Self::Ask),
            _ => None,
        }
    }
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rule {
    pub(super) behavior: Behavior,
    pub(super) source: String,
    pub(super) tool: String,
    pub(super) content: Option<String>,
}

impl Rule {
    pub(super) fn parse(text: &str, behavior: Behavior, source: &str) -> Self {
        let (tool, content) = match text.split_once('(') {
            Some((tool, rest)) => (tool, rest.strip_suffix(')').map(str::to_owned)),
            None => (text, None),
        };
        let content = content.filter(|content| !content.is_empty() && content != "*");
        let tool = if tool == "Task" { "Agent" } else { tool };
        Self {
            behavior,
            source: source.to_owned(),
            tool: tool.to_owned(),
            content,
        }
    }

    pub(super) fn text(&self) -> String {
        match &self.content {
            Some(content) => format!("{}({content})", self.tool),
            None => self.tool.clone(),
        }
    }

    fn names(&self, tool: &str) -> bool {
        let writes = ["Write", "Edit", "NotebookEdit"];
        self.tool == tool
            || (self.tool == "Edit" && writes.contains(&tool))
            || (tool.starts_with("mcp__") && server_of(tool) == Some(self.tool.as_str()))
            || (self.tool.ends_with("__*") && tool.starts_with(self.tool.trim_end_matches('*')))
    }
}

/// `mcp__calc` of `mcp__calc__add`.
fn server_of(tool: &str) -> Option<&str> {
    let rest = tool.strip_prefix("mcp__")?;
    let end = rest.find("__")?;
    tool.get(.."mcp__".len() + end)
}

/// All rules of a session.
#[derive(Debug, Clone, Default)]
pub(super) struct Rules(pub(super) Vec<Rule>);

impl Rules {
    pub(super) fn add(&mut self, rule: Rule) {
        if !self.0.contains(&rule) {
            self.0.push(rule);
        }
    }

    pub(super) fn remove(&mut self, rule: &Rule) {
        self.0.retain(|other| other != rule);
    }

    /// The first rule of this behavior that matches the call.
    pub(super) fn find(
        &self,
        behavior: Behavior,
        tool: &str,
        input: &Map<String, Value>,
        cwd: &Path,
    ) -> Option<&Rule> {
        self.0.iter().find(|rule| {
            rule.behavior == behavior && rule.names(tool) && applies(rule, tool, input, cwd)
        })
    }

    /// Returns whether allow rules match every part of a command that is not harmless.
    pub(super) fn allow_command(&self, command: &str, is_harmless: impl Fn(&str) -> bool) -> bool {
        let Some(parts) = bash::simple_parts(command) else {
            return false;
        };
        parts.iter().all(|part| {
            is_harmless(part)
                || self.0.iter().any(|rule| {
                    let content = rule.content.as_deref();
                    rule.behavior == Behavior::Allow
                        && rule.tool == "Bash"
                        && content.is_none_or(|content| command_matches(content, part))
                })
        })
    }

    pub(super) fn list(&self) -> Value {
        self.0
            .iter()
            .map(|rule| {
                json!({
                    "behavior": rule.behavior.as_str(),
                    "source": rule.source,
                    "rule": rule.text(),
                    "description": describe(rule),
                    "editability": match rule.source.as_str() {
                        "cliArg" | "session" => "session",
                        "flagSettings" => "readonly",
                        _ => "editable",
                    },
                })
            })
            .collect()
    }
}

fn describe(rule: &Rule) -> Value {
    let content = rule.content.as_deref().unwrap_or_default();
    let prefix = content
        .strip_suffix(":*")
        .or_else(|| content.strip_suffix(" *"));
    match (&rule.content, prefix) {
        (None, _) => {
            json!({ "prefix": "Any use of the ", "emphasis": rule.tool, "suffix": " tool" })
        }
        (Some(_), Some(start)) if rule.tool == "Bash" => {
            json!({ "prefix": "Any Bash command starting with ", "emphasis": start })
        }
        (Some(content), _) if rule.tool == "Bash" => {
            json!({ "prefix": "The Bash command ", "emphasis": content })
        }
        (Some(content), _) => {
            json!({ "prefix": format!("{} of ", rule.tool), "emphasis": content })
        }
    }
}

fn applies(rule: &Rule, tool: &str, input: &Map<String, Value>, cwd: &Path) -> bool {
    let Some(content) = &rule.content else {
        return true;
    };
    let text = |name: &str| input.get(name).and_then(Value::as_str).unwrap_or_default();
    match tool {
        "Bash" => match rule.behavior {
            Behavior::Allow => false,
            Behavior::Deny | Behavior::Ask => {
                let command = text("command");
                bash::all_parts(command)
                    .iter()
                    .any(|part| command_matches(content, part))
            }
        },
        "WebFetch" => {
            content.strip_prefix("domain:") == Some(super::permission::domain(text("url")).as_str())
        }
        "Read" | "Write" | "Edit" | "NotebookEdit" | "Glob" | "Grep" => {
            let path = ["file_path", "notebook_path", "path"]
                .iter()
                .map(|name| text(name));
            let path = path
                .into_iter()
                .find(|path| !path.is_empty())
                .unwrap_or_default();
            path_matches(content, Path::new(path), cwd)
        }
        "Agent" => content == text("subagent_type"),
        "Skill" => content == text("skill"),
        _ => false,
    }
}

/// Returns whether one command matches `git log:*`, `npm run *` or an exact command.
pub(super) fn command_matches(content: &str, command: &str) -> bool {
    let command = command.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(prefix) = content.strip_suffix(":*") {
        return command == prefix || command.starts_with(&format!("{prefix} "));
    }
    if content.contains('*') {
        let bare = content.strip_suffix(" *");
        return bare == Some(command.as_str()) || glob(content.as_bytes(), command.as_bytes());
    }
    content == command
}

/// `//abs/**`, `~/x`, `/from-project/x` and `relative/**`.
fn path_matches(content: &str, path: &Path, cwd: &Path) -> bool {
    let pattern = match content.strip_prefix("//") {
        Some(rest) => format!("/{rest}"),
        None => format!(
            "{}/{}",
            cwd.display(),
            content.trim_start_matches("./").trim_start_matches('/')
        ),
    };
    let path = cwd.join(path);
    let text = path.display().to_string();
    let directory = pattern.strip_suffix("/**");
    directory.is_some_and(|directory| path.starts_with(directory))
        || glob(pattern.as_bytes(), text.as_bytes())
}

/// `*` matches anything.
pub(super) fn glob(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (Some((b'*', rest)), _) => {
            glob(rest, text)
                || text
                    .split_first()
                    .is_some_and(|(_, text)| glob(pattern, text))
        }
        (Some((expected, pattern)), Some((found, text))) => {
            expected == found && glob(pattern, text)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(allow: &[&str]) -> Rules {
        Rules(
            allow
                .iter()
                .map(|text| Rule::parse(text, Behavior::Allow, "session"))
                .collect(),
        )
    }

    #[test]
    fn allow_rules_cover_whole_commands_only() {
        let rules = rules(&["Bash(git log:*)", "Bash(npm run *)"]);
        for command in [
            "git  log",
            "git log -1",
            "npm run",
            "npm run build",
            "git log && ls",
        ] {
            assert!(
                rules.allow_command(command, bash::is_read_only),
                "{command}"
            );
        }
        for command in [
            "git log; rm x",
            "git log $(id)",
            "git log > x",
            "A=b git log",
            "git -c a=b log",
            "git logs",
            "git log & rm y",
        ] {
            assert!(
                !rules.allow_command(command, bash::is_read_only),
                "{command}"
            );
        }
    }

    #[test]
    fn servers_and_paths() {
        let cwd = Path::new("/home/dev/project");
        let input = |path: &str| {
            let mut input = Map::new();
            input.insert("file_path".into(), path.into());
            input
        };
        let rules = rules(&["mcp__calc", "Read(//home/dev/od/**)"]);
        assert!(
            rules
                .find(Behavior::Allow, "mcp__calc__add", &Map::new(), cwd)
                .is_some()
        );
        assert!(
            rules
                .find(Behavior::Allow, "Read", &input("/home/dev/od/r0.txt"), cwd)
                .is_some()
        );
        assert!(
            rules
                .find(Behavior::Allow, "Read", &input("/etc/passwd"), cwd)
                .is_none()
        );
    }
}
