//! The answer of a local command: an assistant frame, and its lines in the transcript.

use serde_json::{Value, json};

use crate::cli::clock::uuid;
use crate::cli::frames::synthetic_message;
use crate::cli::queue::UserMessage;
use crate::cli::session::Sim;

/// The answer of a local command.
pub(in crate::cli) struct Answer {
    pub(in crate::cli) text: String,
    /// Set if the command did not run.
    pub(in crate::cli) outcome: Option<&'static str>,
    pub(in crate::cli) extra: Value,
}

impl Answer {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            outcome: None,
            extra: json!({}),
        }
    }

    pub(super) fn unavailable(name: &str) -> Self {
        Self {
            text: format!("/{name} isn't available in this environment."),
            outcome: Some("unavailable_headless"),
            extra: json!({}),
        }
    }
}

impl Sim {
    /// Writes the answer of a command, and records both under the UUIDs of their frames.
    pub(super) fn answer_command(
        &self,
        message: &UserMessage,
        answer: &Answer,
        command: &str,
        arguments: &str,
    ) {
        let output = format!(
            "<local-command-stdout>{}</local-command-stdout>",
            answer.text
        );
        let answered = uuid();
        let (outcome, recorded) = match answer.outcome {
            Some(kind) => (
                json!({ "local_command_outcome": { "kind": kind } }),
                json!({ "commandOutcome": { "kind": kind } }),
            ),
            None => (
                json!({ "local_command_run": { "command": command, "args": arguments } }),
                json!({ "commandRun": { "command": command, "args": arguments } }),
            ),
        };
        let text = synthetic_message(answer.text.trim_end(), "end_turn");
        let frame = self.message_frame("assistant", text).uuid(&answered);
        let frame = frame
            .with(json!({ "local_command_source": output }))
            .with(outcome);
        self.emit(&frame.with(answer.extra.clone()).into());
        if answer.outcome.is_some() {
            self.record_unavailable_command(message);
        } else {
            self.record_command(&message.uuid, command, arguments);
            self.replay_command(message, command, arguments);
        }
        self.record_command_output(&output, recorded, &answered);
    }

    /// Replays the message of a command.
    pub(in crate::cli) fn replay_command(
        &self,
        message: &UserMessage,
        command: &str,
        arguments: &str,
    ) {
        if message.has_own_uuid {
            let content = command_message(command, arguments);
            self.replay(
                &json!({ "role": "user", "content": content }),
                &message.uuid,
            );
        }
    }
}

/// The message of a command in the format of the CLI.
pub(in crate::cli) fn command_message(command: &str, arguments: &str) -> String {
    format!(
        "<command-name>/{command}</command-name>\n            <command-message>{command}\
         </command-message>\n            <command-args>{arguments}</command-args>"
    )
}
