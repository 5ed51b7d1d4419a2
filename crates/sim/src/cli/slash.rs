//! Slash commands: those that the CLI answers itself, and those that become prompts.

mod answer;
mod as_user;
mod custom;
mod grid;
mod local;
mod texts;

use std::rc::Rc;

use serde_json::{Value, json};

pub(super) use answer::command_message;
pub(super) use custom::CustomCommand;

use super::clock::{timestamp, uuid};
use super::queue::UserMessage;
use super::result::{Outcome, TurnEnd};
use super::session::Sim;
use super::turn::Turn;
use answer::Answer;

impl Sim {
    /// Runs a slash command. `None` if the message goes to the model.
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
        if self.features().answers_commands_as_user {
            return self.command_as_user(turn, message, name, arguments).await;
        }
        if self.options.has("disable-slash-commands") {
            return self.all_unavailable(turn, message, name);
        }
        match name {
            "clear" | "reset" | "new" => return Some(self.clear(turn, message)),
            "compact" => return Some(self.compact_command(turn, message, arguments).await),
            _ => {}
        }
        let model_before = self.model();
        let answer = self.local(name, arguments)?;
        let tools_after = json!(self.tool_names());
        let model_after = std::mem::replace(&mut self.state.borrow_mut().model, model_before);
        let canonical = match name {
            "cost" | "stats" => "usage",
            "settings" => "config",
            "name" => "rename",
            other => other,
        };
        // The turn of the command still reports the old model, with the tools of the new one.
        self.emit_init_with(&turn.uuids.borrow(), Some(tools_after));
        self.state.borrow_mut().model = model_after;
        let command = answer.outcome.is_none().then(|| name.to_owned());
        self.answer_command(message, &answer, canonical, arguments);
        Some(TurnEnd::new(Outcome::Local {
            text: answer.text,
            command,
        }))
    }

    /// With slash commands disabled, known ones are not available, and others are prompts.
    fn all_unavailable(&self, turn: &Turn, message: &UserMessage, name: &str) -> Option<TurnEnd> {
        let is_named = |command: &Value| {
            let mut aliases = command["aliases"].as_array().into_iter().flatten();
            command["name"] == name || aliases.any(|alias| alias == name)
        };
        let is_known = self.dialect.catalog.commands.iter().any(is_named);
        if !is_known && !local::TERMINAL_ONLY.contains(&name) {
            return None;
        }
        let answer = Answer::unavailable(name);
        self.emit_init(&turn.uuids.borrow());
        self.answer_command(message, &answer, name, "");
        Some(TurnEnd::new(Outcome::Local {
            text: answer.text,
            command: None,
        }))
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
            state.totals = super::cost::Totals::default();
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
}
