//! Logs written by hand, a line at a time.

use pilothouse_log::{Kind, Record, Who};
use pilothouse_view::{SessionFold, SessionView};
use serde_json::{Value, json};

use crate::recording::whole;

/// A log that grows, and its fold.
pub(crate) struct Log {
    fold: SessionFold,
    seq: u64,
    pub(crate) epoch: u32,
}

impl Log {
    pub(crate) fn new() -> Self {
        Self {
            fold: SessionFold::new(),
            seq: 0,
            epoch: 1,
        }
    }

    /// A log in which a turn has begun.
    pub(crate) fn in_turn() -> Self {
        let mut log = Self::new();
        log.prompt("u1", "please");
        log.out(json!({"type": "system", "subtype": "init", "session_id": "s1", "cwd": "/home/dev/project",
            "model": "claude-sonnet-4-5", "permissionMode": "default", "tools": ["Bash"],
            "claude_code_version": "2.1.325"}));
        log
    }

    pub(crate) fn record(&mut self, kind: Kind, who: Who, line: &Value) {
        self.seq += 1;
        let mut record = Record::new(kind, who, line.to_string().into_bytes());
        record.seq = self.seq;
        record.at_ms = 1000 + self.seq;
        record.epoch = self.epoch;
        self.fold.apply(&record);
    }

    pub(crate) fn out(&mut self, line: Value) {
        self.record(Kind::Out, Who::Cli, &line);
    }

    pub(crate) fn input(&mut self, line: Value) {
        self.record(Kind::In, Who::Device("phone".to_owned()), &line);
    }

    pub(crate) fn note(&mut self, line: Value) {
        self.record(Kind::Note, Who::Host, &line);
    }

    pub(crate) fn prompt(&mut self, uuid: &str, text: &str) {
        self.input(json!({"type": "user", "uuid": uuid,
            "message": {"role": "user", "content": [{"type": "text", "text": text}]}}));
    }

    /// The model says one whole block.
    pub(crate) fn block(&mut self, block: Value) {
        self.out(
            json!({"type": "assistant", "parent_tool_use_id": null, "session_id": "s1",
            "message": {"id": "msg_1", "role": "assistant", "model": "m", "content": [block]}}),
        );
    }

    pub(crate) fn call(&mut self, id: &str, name: &str, input: Value) {
        self.block(json!({"type": "tool_use", "id": id, "name": name, "input": input}));
    }

    pub(crate) fn result(&mut self, id: &str, content: Value, structured: Value, is_error: bool) {
        self.out(
            json!({"type": "user", "session_id": "s1", "parent_tool_use_id": null,
            "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id,
                "content": content, "is_error": is_error}]},
            "tool_use_result": structured}),
        );
    }

    pub(crate) fn end(&mut self) {
        self.out(
            json!({"type": "result", "subtype": "success", "is_error": false, "result": "",
            "total_cost_usd": 0.01, "num_turns": 1, "duration_ms": 10, "duration_api_ms": 8,
            "usage": {"input_tokens": 10, "output_tokens": 5}, "modelUsage": {}}),
        );
    }

    pub(crate) fn view(&self) -> SessionView {
        whole(&self.fold, Vec::new())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::to_value(self.view()).unwrap()
    }

    /// The bodies of the entries of one kind.
    pub(crate) fn bodies(&self, kind: &str) -> Vec<Value> {
        let json = self.json();
        let bodies = json["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["body"].clone());
        bodies.filter(|body| body["kind"] == kind).collect()
    }
}
