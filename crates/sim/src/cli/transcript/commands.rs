//! The lines of local commands in the transcript.
//!
//! 2.1.325 writes a caveat, the command under its message's UUID, and the output under the UUID of its assistant frame;
//! for a command that is not available, it writes the text and the refusal. 2.1.38 writes the output as a `user`
//! message. Hosts search for these UUIDs to determine whether a transcript is complete.

use serde_json::{Value, json};

use crate::cli::clock::uuid;
use crate::cli::queue::UserMessage;
use crate::cli::session::Sim;
use crate::cli::slash::command_message;

const CAVEAT: &str = "<local-command-caveat>The message below is a command that the user ran, and its output. Do not \
    respond to it unless the user asks about it.</local-command-caveat>";

impl Sim {
    /// Records a command as a user message, after a caveat for the model.
    pub(in crate::cli) fn record_command(&self, id: &str, command: &str, arguments: &str) {
        let mut caveat = self.line("user", &uuid());
        caveat.insert("isMeta".into(), true.into());
        caveat.insert(
            "message".into(),
            json!({ "role": "user", "content": CAVEAT }),
        );
        self.append(Value::Object(caveat));
        self.record_command_message(&command_message(command, arguments), id);
    }

    /// Records a message of a command without counting it as a message of the conversation.
    pub(in crate::cli) fn record_command_message(&self, content: &str, uuid: &str) {
        let mut line = self.line("user", uuid);
        line.insert(
            "message".into(),
            json!({ "role": "user", "content": content }),
        );
        self.append(Value::Object(line));
    }

    /// Records the text of a command that is not available.
    pub(in crate::cli) fn record_unavailable_command(&self, message: &UserMessage) {
        let fields = json!({
            "content": message.text(), "level": "info", "isMeta": false, "submitUuid": message.uuid,
        });
        self.record_system("local_command", fields, &uuid());
    }

    /// Records the output of a command under the UUID of its frame.
    pub(in crate::cli) fn record_command_output(&self, output: &str, outcome: Value, uuid: &str) {
        let mut fields = json!({ "content": output, "level": "info", "isMeta": false });
        if let (Value::Object(fields), Value::Object(outcome)) = (&mut fields, outcome) {
            fields.extend(outcome);
        }
        self.record_system("local_command", fields, uuid);
    }
}
