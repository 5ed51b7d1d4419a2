//! Slash commands: those the CLI answers itself, and those that become prompts.

mod custom;
mod texts;

use std::rc::Rc;

use serde_json::{Value, json};

pub(super) use custom::CustomCommand;

use super::catalog::{self, model_title};
use super::clock::{timestamp, uuid};
use super::queue::UserMessage;
use super::result::{Outcome, TurnEnd};
use super::session::Sim;
use super::turn::Turn;

/// Commands that exist only where there is a terminal.
const TERMINAL_ONLY: &[&str] = &[
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

/// What a local command says.
struct Said {
    text: String,
    outcome: Option<&'static str>,
    extra: Value,
}

impl Said {
    fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            outcome: None,
            extra: json!({}),
        }
    }
}

fn unavailable(name: &str) -> Said {
    Said {
        text: format!("/{name} isn't available in this environment."),
        outcome: Some("unavailable_headless"),
        extra: json!({}),
    }
}

impl Sim {
    /// Runs a slash command. `None` when the message goes to the model.
    pub(super) async fn slash_command(
        self: &Rc<Self>,
        turn: &Rc<Turn>,
        message: &UserMessage,
    ) -> Option<TurnEnd> {
        let text = message.text();
        let line = text.trim().strip_prefix('/')?;
        let (name, arguments) = match line.split_once(char::is_whitespace) {
            Some((name, arguments)) => (name, arguments.trim()),
            None => (line, ""),
        };
        if self.is_old() {
            return self.old_slash(turn, message, name, arguments).await;
        }
        if self.options.has("disable-slash-commands") {
            return self.all_unavailable(turn, name);
        }
        match name {
            "clear" | "reset" | "new" => return Some(self.clear(turn, message)),
            "compact" => return Some(self.compact_command(turn, message, arguments).await),
            _ => {}
        }
        let model_before = self.model();
        let said = self.local(name, arguments)?;
        let tools_after = json!(self.tool_names());
        let model_after = std::mem::replace(&mut self.state.borrow_mut().model, model_before);
        let canonical = match name {
            "cost" | "stats" => "usage",
            "settings" => "config",
            "name" => "rename",
            other => other,
        };
        // The turn of the command still goes by the model before it, with the tools of the one after.
        self.emit_init_with(&turn.uuids.borrow(), Some(tools_after));
        self.state.borrow_mut().model = model_after;
        self.say(&said, canonical, arguments);
        if said.outcome != Some("unavailable_headless") {
            self.replay_command(message, canonical, arguments);
        }
        let command = (said.outcome != Some("unavailable_headless")).then(|| name.to_owned());
        self.record_local(&said.text, canonical, arguments);
        Some(TurnEnd::new(Outcome::Local {
            text: said.text,
            command,
        }))
    }

    /// Without slash commands the known ones are not available, and others are prompts.
    fn all_unavailable(&self, turn: &Turn, name: &str) -> Option<TurnEnd> {
        let known = |(command, _, _, aliases): &(&str, &str, &str, &[&str])| {
            *command == name || aliases.contains(&name)
        };
        if !catalog::COMMANDS.iter().any(known) && !TERMINAL_ONLY.contains(&name) {
            return None;
        }
        let said = unavailable(name);
        self.emit_init(&turn.uuids.borrow());
        self.say(&said, name, "");
        Some(TurnEnd::new(Outcome::Local {
            text: said.text,
            command: None,
        }))
    }

    fn local(&self, name: &str, arguments: &str) -> Option<Said> {
        Some(match name {
            "usage" | "cost" | "stats" => Said::text(self.cost_text()),
            "context" => {
                let mut said = Said::text(self.context_text());
                said.extra = json!({ "context_usage": self.context_usage_short() });
                said
            }
            "model" => Said::text(self.model_command(arguments)),
            "config" | "settings" => Said::text(self.config_command(arguments)),
            "mcp" => Said::text(self.mcp_text()),
            "agents" => Said::text(
                "The agents wizard has been removed. Ask Claude to create or manage subagents, or edit \
                 .claude/agents/ directly.",
            ),
            "rename" | "name" => Said::text(self.rename_command(arguments)),
            "output-style" => Said::text("Current output style: default"),
            "effort" => Said::text(self.effort_command(arguments)),
            "reload-skills" => Said::text("Reloaded skills"),
            name if TERMINAL_ONLY.contains(&name) => unavailable(name),
            _ => return None,
        })
    }

    /// Says the answer of a command in the model's place.
    fn say(&self, said: &Said, command: &str, arguments: &str) {
        let mut frame = json!({
            "type": "assistant",
            "message": self.synthetic_message(said.text.trim_end(), "end_turn"),
            "parent_tool_use_id": null,
            "session_id": self.session_id(),
            "uuid": uuid(),
            "timestamp": timestamp(),
            "local_command_source": format!("<local-command-stdout>{}</local-command-stdout>", said.text),
        });
        match said.outcome {
            Some(kind) => frame["local_command_outcome"] = json!({ "kind": kind }),
            None => frame["local_command_run"] = json!({ "command": command, "args": arguments }),
        }
        if let (Value::Object(frame), Value::Object(extra)) = (&mut frame, said.extra.clone()) {
            frame.extend(extra);
        }
        self.emit(&frame);
    }

    pub(super) fn replay_command(&self, message: &UserMessage, command: &str, arguments: &str) {
        let content = format!(
            "<command-name>/{command}</command-name>\n            <command-message>{command}\
             </command-message>\n            <command-args>{arguments}</command-args>"
        );
        if message.has_own_uuid {
            self.replay(
                &json!({ "role": "user", "content": content }),
                &message.uuid,
            );
        }
    }

    fn record_local(&self, text: &str, command: &str, arguments: &str) {
        let fields = json!({
            "content": format!("<local-command-stdout>{text}</local-command-stdout>"),
            "commandRun": { "command": command, "args": arguments },
        });
        self.record_system("local_command", fields, &uuid());
    }

    fn clear(&self, turn: &Turn, message: &UserMessage) -> TurnEnd {
        let new_session = uuid();
        let reset = json!({
            "type": "conversation_reset",
            "new_conversation_id": uuid(),
            "trigger": "clear",
            "user_message_uuid": message.uuid,
            "uuid": uuid(),
            "session_id": self.session_id(),
            "timestamp": timestamp(),
        });
        self.emit(&reset);
        self.emit_background_tasks();
        self.start_transcript(&new_session);
        {
            let mut state = self.state.borrow_mut();
            state.totals = super::cost::Totals::new(self.is_old());
            state.has_messages = false;
            state.context_tokens = 0;
            state.read_files.clear();
        }
        self.emit_init(&turn.uuids.borrow());
        self.replay_command(message, "clear", "");
        TurnEnd::new(Outcome::Local {
            text: String::new(),
            command: Some("clear".to_owned()),
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
        let model = catalog::resolve_model(arguments, false);
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

    /// Gives the session a title.
    pub(super) fn rename(&self, title: &str) {
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

    /// The older version counts every message of the conversation as a round of a local command,
    /// with those that the command adds.
    pub(super) fn count_local(&self, turn: &Turn, added: u64) {
        if self.is_old() {
            let mut state = self.state.borrow_mut();
            state.messages += added;
            turn.local_rounds.set(state.messages);
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

    /// The older version knows few commands and answers in a `user` line.
    async fn old_slash(
        self: &Rc<Self>,
        turn: &Rc<Turn>,
        message: &UserMessage,
        name: &str,
        arguments: &str,
    ) -> Option<TurnEnd> {
        let known = !self.options.has("disable-slash-commands");
        let said = match name {
            "cost" if known => self.cost_text(),
            "context" if known => self.context_text(),
            "compact" if known => {
                return Some(self.compact_command(turn, message, arguments).await);
            }
            _ if known && self.is_prompt_command(name) => return None,
            _ => {
                self.emit_init(&[]);
                turn.local_rounds.set(1);
                let text = format!("Unknown skill: {name}");
                return Some(TurnEnd::new(Outcome::Local {
                    text,
                    command: None,
                }));
            }
        };
        self.emit_init(&[]);
        self.count_local(turn, 3);
        let content = format!("<local-command-stdout>{said}</local-command-stdout>");
        self.emit(&self.replay_frame(&json!({ "role": "user", "content": content }), &uuid()));
        Some(TurnEnd::new(Outcome::Local {
            text: String::new(),
            command: None,
        }))
    }
}
