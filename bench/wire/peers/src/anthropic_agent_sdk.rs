//! anthropic-agent-sdk: its transport collects a line in a buffer and parses it into a tree; its client serializes the
//! tree again, tries to parse that text as a control message, and then builds the message from a copy of the tree.

use anthropic_agent_sdk::control::ProtocolHandler;
use bench_wire_meter::{Counts, for_each_line};
use serde_json::Value;

pub(crate) fn run(transcript: &[u8]) -> Counts {
    let mut counts = Counts::default();
    let protocol = ProtocolHandler::new();
    let mut buffer = String::new();
    for_each_line(transcript, |line| {
        let Ok(line) = String::from_utf8(line.to_vec()) else {
            counts.refused += 1;
            return;
        };
        buffer.push_str(line.trim());
        let parsed = serde_json::from_str::<Value>(&buffer);
        buffer.clear();
        let Ok(tree) = parsed else {
            counts.refused += 1;
            return;
        };
        let text = serde_json::to_string(&tree).unwrap_or_default();
        if protocol.deserialize_message(&text).is_ok() {
            counts.dropped += 1;
            return;
        }
        crate::count(
            &mut counts,
            anthropic_agent_sdk::parse_message(tree).map(Some),
        );
    });
    counts
}
