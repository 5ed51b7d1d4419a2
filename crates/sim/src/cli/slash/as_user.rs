//! Local commands that are answered with a replayed `user` message instead of an assistant frame.

use std::rc::Rc;

use serde_json::json;

use crate::cli::clock::uuid;
use crate::cli::queue::UserMessage;
use crate::cli::result::{Outcome, TurnEnd};
use crate::cli::session::Sim;
use crate::cli::turn::Turn;

impl Sim {
    /// Runs a command that is answered with a replayed `user` message.
    pub(super) async fn command_as_user(
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
        self.answer_as_user(turn, name, arguments, "stdout", &said);
        Some(TurnEnd::new(Outcome::Local {
            text: String::new(),
            command: None,
        }))
    }

    /// Writes and records the output of a command as a `user` message.
    pub(in crate::cli) fn answer_as_user(
        &self,
        turn: &Turn,
        command: &str,
        arguments: &str,
        stream: &str,
        output: &str,
    ) {
        self.count_local(turn, 3);
        let content = format!("<local-command-{stream}>{output}</local-command-{stream}>");
        let answered = uuid();
        self.record_command(&uuid(), command, arguments);
        self.record_command_message(&content, &answered);
        let message = json!({ "role": "user", "content": content });
        self.emit(&self.replay_frame(&message, &answered));
    }

    /// Counts every message of the conversation, including those of the command, as a turn of a local command.
    pub(in crate::cli) fn count_local(&self, turn: &Turn, added: u64) {
        if self.features().answers_commands_as_user {
            let mut state = self.state.borrow_mut();
            state.messages += added;
            turn.local_rounds.set(state.messages);
        }
    }
}
