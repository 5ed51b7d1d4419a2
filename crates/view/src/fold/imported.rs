//! What was said before this log began: lines of the CLI's own transcript.
//!
//! They are shaped as on the wire and folded as such, each at its own time. They say nothing about
//! a process: what the session is doing stays as it was.

use pilothouse_log::{Imported, Kind, Record, Who};
use serde_json::{Map, Value, json};

use crate::entry::{Delivery, EntryBody};
use crate::id::EntryId;
use crate::text::instant;

use super::SessionFold;

impl SessionFold {
    /// Folds a part of a history. With the last part nothing of it can go on.
    pub(super) fn fold_history(&mut self, imported: &Imported) {
        let list = |name: &str| imported.extra.get(name).and_then(Value::as_array);
        let (heard, liveness, at) = (self.state.heard, self.state.liveness.clone(), self.now.at);
        for line in list("lines").into_iter().flatten() {
            self.now.at = line["timestamp"].as_str().and_then(instant).unwrap_or(at);
            self.history_line(line);
            // One record holds many lines; what is done must not be taken for open by the next.
            self.settle();
        }
        self.now.at = at;
        if imported.extra.get("last") == Some(&Value::Bool(true)) {
            self.end_history_turn();
            self.interrupt_calls(true);
            self.stop_jobs();
        }
        self.state.heard = heard;
        self.state.liveness = liveness;
    }

    fn history_line(&mut self, line: &Value) {
        if line["isMeta"] == true {
            return;
        }
        if is_prompt(line) {
            self.end_history_turn();
        }
        let Some(wire) = as_wire(line) else { return };
        let record = Record {
            seq: self.now.seq,
            at_ms: self.now.at,
            epoch: self.now.epoch,
            ..Record::new(Kind::Out, Who::Host, wire.to_string())
        };
        self.fold_output(&record);
    }

    /// The next prompt tells that the turn before it is over; a transcript has no results.
    fn end_history_turn(&mut self) {
        let ids: Vec<EntryId> = self.open_messages().map(|entry| entry.id.clone()).collect();
        for id in ids {
            let is_history = self.open(&id).is_some_and(|entry| {
                matches!(&entry.body, EntryBody::User(message) if message.delivery == Delivery::Running)
            });
            if is_history {
                self.deliver(&id, Delivery::Done);
            }
        }
        self.state.turn.running = false;
        self.state.turn.lines.clear();
    }
}

fn is_prompt(line: &Value) -> bool {
    let results = line["message"]["content"]
        .as_array()
        .is_some_and(|blocks| blocks.iter().any(|block| block["type"] == "tool_result"));
    line["type"] == "user" && !results
}

/// A line of a transcript as the CLI would have written it to its output; none for what it would not have.
fn as_wire(line: &Value) -> Option<Value> {
    let mut wire = Map::new();
    let mut take = |from: &str, to: &str| {
        if let Some(value) = line.get(from).filter(|value| !value.is_null()) {
            wire.insert(to.to_owned(), value.clone());
        }
    };
    take("type", "type");
    take("uuid", "uuid");
    take("sessionId", "session_id");
    take("timestamp", "timestamp");
    match (line["type"].as_str()?, line["subtype"].as_str()) {
        ("user", _) => {
            take("message", "message");
            take("toolUseResult", "tool_use_result");
            take("isCompactSummary", "isCompactSummary");
            take("origin", "origin");
        }
        ("assistant", _) => {
            take("message", "message");
            take("error", "error");
            take("isApiErrorMessage", "is_api_error_message");
            take("apiErrorStatus", "api_error_status");
            take("requestId", "request_id");
        }
        ("system", Some("compact_boundary")) => {
            take("subtype", "subtype");
            let known = &line["compactMetadata"];
            let metadata = json!({
                "trigger": known["trigger"],
                "pre_tokens": known["preTokens"],
                "post_tokens": known["postTokens"],
            });
            wire.insert("compact_metadata".to_owned(), metadata);
        }
        ("system", Some("local_command")) => {
            let content = line["content"].as_str()?;
            wire.insert("type".to_owned(), "user".into());
            wire.insert(
                "message".to_owned(),
                json!({"role": "user", "content": content}),
            );
        }
        _ => return None,
    }
    wire.insert("parent_tool_use_id".to_owned(), Value::Null);
    Some(Value::Object(wire))
}
