//! A rule.

use std::fmt;
use std::str::FromStr;

use pilothouse_protocol::permission::PermissionRule;
use serde_json::Value;

use super::Surroundings;
use super::file::{self, FilePattern};
use super::pattern::CommandPattern;
use super::{glob, shell, web};

/// A rule in the CLI's syntax: `Tool`, or `Tool(content)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    tool: String,
    content: Option<String>,
    matcher: Matcher,
}

/// The error for a text that is not a rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("read rule: {reason}: {rule}")]
pub struct RuleError {
    rule: String,
    reason: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Matcher {
    /// Every call of the tool.
    Any,
    /// Commands of a shell.
    Command(CommandPattern),
    /// Files that are read or changed.
    File(FilePattern),
    /// Allow: all files below the working directory. Deny: every call.
    AllBelow(FilePattern),
    /// Files, for a tool whose allow rules the CLI ignores.
    FileToDeny(FilePattern),
    /// Hosts of fetched URLs.
    Host(web::HostPattern),
    /// A named object: a skill, a kind of agent.
    Named(&'static str, String),
    /// An unknown kind of rule: matches nothing as an allow rule, and every call as a deny rule.
    NotUnderstood,
}

impl Rule {
    /// Returns the tool.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// Returns the content of the rule, or `None` if it applies to all calls.
    pub fn content(&self) -> Option<&str> {
        self.content.as_deref()
    }

    /// Returns whether the rule allows a call.
    pub(super) fn allows(&self, tool: &str, input: &Value, surroundings: &Surroundings) -> bool {
        if !self.covers(tool) || file::is_guarded(tool, input, surroundings) {
            return false;
        }
        match &self.matcher {
            Matcher::Any => !shell::command(tool, input)
                .is_some_and(|command| shell::is_guarded(command, surroundings)),
            Matcher::Command(pattern) => shell::command(tool, input).is_some_and(|command| {
                shell::simple(command).is_ok_and(|simple| {
                    pattern.matches(&simple)
                        && !simple.leads_out_of(surroundings.cwd(), surroundings.shell())
                }) && !shell::is_guarded(command, surroundings)
            }),
            // The rule applies to no other tool.
            Matcher::AllBelow(_) if self.tool != tool => false,
            Matcher::File(pattern) | Matcher::AllBelow(pattern) => file::paths(tool, input)
                .is_some_and(|paths| pattern.covers_all(&paths, surroundings)),
            Matcher::Host(pattern) => web::host(input).is_some_and(|host| pattern.matches(&host)),
            Matcher::Named(field, name) => input.get(field).and_then(Value::as_str) == Some(name),
            Matcher::FileToDeny(_) | Matcher::NotUnderstood => false,
        }
    }

    /// Returns whether the rule denies a call. Unparsable input counts as a match.
    pub(super) fn denies(&self, tool: &str, input: &Value, surroundings: &Surroundings) -> bool {
        if shell::is_shell(tool) && self.denies_places(tool, input, surroundings) {
            return true;
        }
        if !self.covers_to_deny(tool) {
            return false;
        }
        match &self.matcher {
            Matcher::Any | Matcher::AllBelow(_) | Matcher::NotUnderstood => true,
            Matcher::Command(pattern) => shell::command(tool, input)
                .is_none_or(|command| shell::any_part(command, |part| pattern.matches_part(part))),
            Matcher::File(pattern) | Matcher::FileToDeny(pattern) => file::paths(tool, input)
                .is_none_or(|paths| pattern.covers_any(&paths, surroundings)),
            Matcher::Host(pattern) => {
                web::host(input).is_none_or(|host| pattern.matches_loosely(&host))
            }
            Matcher::Named(field, name) => input
                .get(field)
                .and_then(Value::as_str)
                .is_none_or(|found| is_named(name, found)),
        }
    }

    /// Returns whether a command names a file of this rule. The effect on the file cannot be determined safely.
    fn denies_places(&self, tool: &str, input: &Value, surroundings: &Surroundings) -> bool {
        let Matcher::File(pattern) = &self.matcher else {
            return false;
        };
        shell::command(tool, input).is_some_and(|command| {
            shell::places(command).is_none_or(|places| pattern.covers_any(&places, surroundings))
        })
    }

    /// Returns whether the rule, as a deny rule, applies to this tool: also by a name pattern, and to every tool that
    /// runs commands.
    fn covers_to_deny(&self, tool: &str) -> bool {
        self.covers(tool)
            || file::family_to_deny(&self.tool, tool, self.content.is_some())
            || (self.tool == "Bash" && shell::is_shell(tool))
            || (self.tool.contains('*') && glob::name_matches(&self.tool, tool))
    }

    /// Returns whether the rule applies to this tool.
    fn covers(&self, tool: &str) -> bool {
        let is_same = newest_name(&self.tool) == newest_name(tool);
        if is_same || file::family(&self.tool, tool, self.content.is_some()) {
            return true;
        }
        match self.tool.strip_prefix("mcp__") {
            // The name of a server applies to all its tools.
            Some(rule) => {
                let Some(called) = tool.strip_prefix("mcp__") else {
                    return false;
                };
                let server = rule.strip_suffix("__*").unwrap_or(rule);
                !server.contains("__")
                    && called
                        .strip_prefix(server)
                        .is_some_and(|rest| rest.starts_with("__"))
            }
            None => false,
        }
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let error = |reason| RuleError {
            rule: text.to_owned(),
            reason,
        };
        let text = text.trim();
        let (tool, content) = match text.split_once('(') {
            None => (text, None),
            Some((tool, rest)) => (
                tool,
                Some(
                    rest.strip_suffix(')')
                        .ok_or_else(|| error("no closing parenthesis"))?,
                ),
            ),
        };
        let tool = tool.trim();
        if tool.is_empty() {
            return Err(error("no tool"));
        }
        if tool.contains(|c: char| c.is_whitespace() || c == ')' || c == ',') {
            return Err(error("a tool's name has no spaces, commas or parentheses"));
        }
        // The CLI treats both of these as the whole tool, except that it restricts changes to the working directory.
        let content = content.filter(|content| match *content {
            "" => false,
            "*" => tool == "Edit",
            _ => true,
        });
        let matcher = content.map_or(Matcher::Any, |content| matcher(tool, content));
        Ok(Self {
            tool: tool.to_owned(),
            content: content.map(str::to_owned),
            matcher,
        })
    }
}

/// Returns whether a name matches that of a rule, or its prefix; a slash before a skill's name is ignored.
fn is_named(rule: &str, name: &str) -> bool {
    let plain = |name: &str| name.trim().trim_start_matches('/').to_lowercase();
    let (rule, name) = (plain(rule), plain(name));
    let beginnings = [":*", " *", "*"];
    let beginning = beginnings.iter().find_map(|end| rule.strip_suffix(end));
    beginning.map_or(rule == name, |beginning| name.starts_with(beginning))
}

/// Returns the current name of a tool; rules may still use older names.
fn newest_name(tool: &str) -> &str {
    match tool {
        "Task" => "Agent",
        "KillShell" | "KillBash" => "TaskStop",
        "ListPeers" => "ListAgents",
        "Brief" => "SendUserMessage",
        "ListMcpResources" => "ListMcpResourcesTool",
        "ReadMcpResource" => "ReadMcpResourceTool",
        "ReadMcpResourceDir" => "ReadMcpResourceDirTool",
        other => other,
    }
}

fn matcher(tool: &str, content: &str) -> Matcher {
    match tool {
        "Bash" => Matcher::Command(CommandPattern::parse(content)),
        "Edit" if content == "*" => Matcher::AllBelow(FilePattern::parse("**")),
        "Read" | "Edit" => Matcher::File(FilePattern::parse(content)),
        "Write" | "NotebookEdit" | "MultiEdit" | "Glob" | "Grep" | "LS" => {
            Matcher::FileToDeny(FilePattern::parse(content))
        }
        "WebFetch" => {
            web::HostPattern::parse(content).map_or(Matcher::NotUnderstood, Matcher::Host)
        }
        "Skill" => Matcher::Named("skill", content.to_owned()),
        "Task" | "Agent" => Matcher::Named("subagent_type", content.to_owned()),
        _ => Matcher::NotUnderstood,
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.content {
            None => f.write_str(&self.tool),
            Some(content) => write!(f, "{}({content})", self.tool),
        }
    }
}

impl TryFrom<&PermissionRule> for Rule {
    type Error = RuleError;

    fn try_from(rule: &PermissionRule) -> Result<Self, RuleError> {
        match &rule.rule_content {
            None => rule.tool_name.parse(),
            Some(content) => format!("{}({content})", rule.tool_name).parse(),
        }
    }
}
