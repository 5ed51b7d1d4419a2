//! Steps without deltas.

use pilothouse_protocol::Frame;
use serde_json::{Value, json};

use super::*;

fn steps(lines: &[Value]) -> Vec<Step> {
    let mut conversation = Conversation::new();
    let events = lines
        .iter()
        .map(|line| Event::Received(Frame::parse(line.to_string())));
    events
        .flat_map(|event| conversation.observe(&event, 0))
        .collect()
}

/// The text of the steps, with its subagent.
fn texts(lines: &[Value]) -> Vec<(String, Option<String>)> {
    let texts = steps(lines).into_iter().filter_map(|step| match step {
        Step::Text { text, parent, .. } => Some((text, parent.map(|id| id.to_string()))),
        _ => None,
    });
    texts.collect()
}

fn init() -> Value {
    json!({"type": "system", "subtype": "init", "session_id": "s"})
}

fn assistant(text: &str, parent: Value) -> Value {
    json!({"type": "assistant", "parent_tool_use_id": parent, "session_id": "s", "uuid": "u",
        "message": {"id": "m", "role": "assistant", "content": [{"type": "text", "text": text}]}})
}

fn stream(event: Value) -> Value {
    json!({"type": "stream_event", "event": event, "session_id": "s", "parent_tool_use_id": null, "uuid": "u"})
}

fn streamed(pieces: &[&str]) -> Vec<Value> {
    let mut lines = vec![
        stream(json!({"type": "message_start", "message": {"id": "m", "content": []}})),
        stream(
            json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
        ),
    ];
    lines.extend(pieces.iter().map(|piece| {
        stream(json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}))
    }));
    lines
}

#[test]
fn text_that_is_not_streamed_is_a_step() {
    assert_eq!(
        texts(&[init(), assistant("Total cost: $0.01", Value::Null)]),
        [("Total cost: $0.01".to_owned(), None)]
    );
    assert_eq!(
        texts(&[init(), assistant("looking", json!("toolu_1"))]),
        [("looking".to_owned(), Some("toolu_1".to_owned()))]
    );
}

#[test]
fn text_that_was_streamed_is_not_repeated() {
    let mut lines = streamed(&["Hel", "lo"]);
    lines.push(assistant("Hello", Value::Null));
    assert_eq!(
        texts(&lines),
        [("Hel".to_owned(), None), ("lo".to_owned(), None)]
    );
}

#[test]
fn text_whose_deltas_were_dropped_is_completed() {
    let mut lines = streamed(&["Hel"]);
    lines.push(assistant("Hello", Value::Null));
    assert_eq!(
        texts(&lines),
        [("Hel".to_owned(), None), ("lo".to_owned(), None)]
    );
}

#[test]
fn what_a_slash_command_of_an_older_cli_prints_is_text() {
    let output = json!({"type": "user", "isReplay": true, "session_id": "s", "uuid": "u", "parent_tool_use_id": null,
        "message": {"role": "user", "content": "<local-command-stdout>Total cost: $0.01</local-command-stdout>"}});
    assert_eq!(
        texts(&[init(), output.clone()]),
        [("Total cost: $0.01".to_owned(), None)]
    );
    // Outside of a turn it is the echo of a change, such as that of the model.
    assert_eq!(texts(&[output]), []);
}
