//! claude-agent-sdk-rs: its transport reads a line into a buffer, parses it into a tree and checks the type; its client
//! builds the message from the tree.

use bench_wire_meter::{Counts, for_each_line};
use claude_agent_sdk_rs::types::messages::Message;
use serde_json::Value;

pub(crate) fn run(transcript: &[u8]) -> Counts {
    let mut counts = Counts::default();
    let mut buffer = String::new();
    for_each_line(transcript, |line| {
        buffer.clear();
        let Ok(text) = std::str::from_utf8(line) else {
            counts.refused += 1;
            return;
        };
        buffer.push_str(text);
        let outcome = serde_json::from_str::<Value>(buffer.trim()).and_then(|tree| {
            std::hint::black_box(tree.get("type").and_then(Value::as_str));
            serde_json::from_value::<Message>(tree)
        });
        crate::count(&mut counts, outcome.map(Some));
    });
    counts
}
