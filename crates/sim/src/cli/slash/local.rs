//! Commands that are answered without the model.

use serde_json::json;

use super::answer::Answer;
use crate::cli::catalog::model_title;
use crate::cli::session::Sim;

/// Commands that exist only in a terminal.
pub(super) const TERMINAL_ONLY: &[&str] = &[
    "help",
    "status",
    "login",
    "logout",
    "permissions",
    "exit",
    "quit",
    "resume",
    "vim",
    "theme",
    "terminal-setup",
    "hooks",
    "memory",
    "doctor",
    "bug",
    "ide",
    "statusline",
    "add-dir",
    "color",
    "focus",
];

impl Sim {
    /// Answers a command. `None` if it is not a local one.
    pub(super) fn local(&self, name: &str, arguments: &str) -> Option<Answer> {
        Some(match name {
            "usage" | "cost" | "stats" => Answer::text(self.cost_text()),
            "context" => {
                let mut answer = Answer::text(self.context_text());
                answer.extra = json!({ "context_usage": self.context_usage_short() });
                answer
            }
            "model" => Answer::text(self.model_command(arguments)),
            "config" | "settings" => Answer::text(self.config_command(arguments)),
            "mcp" => Answer::text(self.mcp_text()),
            "agents" => Answer::text(
                "The agents wizard has been removed. Ask Claude to create or manage subagents, or edit \
                 .claude/agents/ directly.",
            ),
            "rename" | "name" => Answer::text(self.rename_command(arguments)),
            "output-style" => Answer::text("Current output style: default"),
            "effort" => Answer::text(self.effort_command(arguments)),
            "reload-skills" => Answer::text("Reloaded skills"),
            name if TERMINAL_ONLY.contains(&name) => Answer::unavailable(name),
            _ => return None,
        })
    }

    fn model_command(&self, arguments: &str) -> String {
        if arguments.is_empty() {
            return format!(
                "Current model: `{}`\nUsage: /model <name>. Available: sonnet, opus, haiku, fable, best, \
                 sonnet[1m], opus[1m], fable[1m], opusplan, default, or a full model ID.",
                model_title(&self.model())
            );
        }
        let model = self.dialect.catalog.resolve_model(arguments);
        let title = model_title(&model);
        self.state.borrow_mut().model = model;
        format!("Set model to `{title}` for this session only")
    }

    fn rename_command(&self, arguments: &str) -> String {
        if arguments.is_empty() {
            return "Usage: /rename <name>".to_owned();
        }
        self.rename(arguments);
        format!("Session renamed to: {arguments}")
    }

    /// Sets the title of the session.
    pub(in crate::cli) fn rename(&self, title: &str) {
        self.state.borrow_mut().title = Some(title.to_owned());
        self.record_title(title);
        self.system("session_title_changed", json!({ "title": title }));
    }

    fn effort_command(&self, arguments: &str) -> String {
        if arguments.is_empty() {
            let effort = self.state.borrow().effort.clone();
            return format!(
                "Current effort level: {}",
                effort.as_deref().unwrap_or("medium")
            );
        }
        self.state.borrow_mut().effort = Some(arguments.to_owned());
        format!("Set effort level to {arguments}")
    }

    fn config_command(&self, arguments: &str) -> String {
        if arguments.is_empty() {
            return "Usage: /config key=value [key=value ...]".to_owned();
        }
        match arguments.split_once('=') {
            Some((key, value)) => format!("Set {key} to {value}"),
            None => format!("Unknown setting: {arguments}"),
        }
    }

    fn mcp_text(&self) -> String {
        let state = self.state.borrow();
        if state.servers.list.is_empty() {
            return "No MCP servers configured.".to_owned();
        }
        let lines = state
            .servers
            .list
            .iter()
            .map(|server| format!("{}: {}", server.name, server.status.as_str()));
        lines.collect::<Vec<_>>().join("\n")
    }
}
