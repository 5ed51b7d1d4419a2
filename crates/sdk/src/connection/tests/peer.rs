//! The peer of a connection, scripted by a test.

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

use crate::{Attach, Events, Session};

/// The CLI's end of a connection in memory.
pub(super) struct Peer {
    lines: BufReader<ReadHalf<DuplexStream>>,
    sink: WriteHalf<DuplexStream>,
}

impl Peer {
    pub(super) fn attach(attach: Attach) -> (Session, Events, Self) {
        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let (source, sink) = tokio::io::split(ours);
        let (session, events) = attach.over(source, sink);
        let (lines, sink) = tokio::io::split(theirs);
        (session, events, Self::new(lines, sink))
    }

    pub(super) fn new(lines: ReadHalf<DuplexStream>, sink: WriteHalf<DuplexStream>) -> Self {
        let lines = BufReader::new(lines);
        Self { lines, sink }
    }

    pub(super) async fn write(&mut self, bytes: &[u8]) {
        self.sink.write_all(bytes).await.unwrap();
    }

    pub(super) async fn say(&mut self, line: Value) {
        let mut line = line.to_string();
        line.push('\n');
        self.write(line.as_bytes()).await;
    }

    pub(super) async fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).await.unwrap();
        serde_json::from_str(&line).unwrap()
    }

    pub(super) async fn succeed(&mut self, request: &Value, payload: Value) {
        let response =
            json!({"subtype": "success", "request_id": request["request_id"], "response": payload});
        self.say(json!({"type": "control_response", "response": response}))
            .await;
    }
}

pub(super) fn ask(id: &str, tool: &str) -> Value {
    json!({"type": "control_request", "request_id": id, "request": {
        "subtype": "can_use_tool", "tool_name": tool, "input": {"command": "ls"}, "tool_use_id": "toolu_1"}})
}

pub(super) fn delta(text: &str) -> Value {
    json!({"type": "stream_event", "event": {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}},
        "parent_tool_use_id": null, "session_id": "s", "uuid": "u"})
}

pub(super) fn result(text: &str) -> Value {
    json!({"type": "result", "subtype": "success", "is_error": false, "result": text, "session_id": "s", "uuid": "u"})
}
