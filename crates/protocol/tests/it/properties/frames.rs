//! Properties of frames: no line panics, no line is lost, and the fast path matches the full parser.

use pilothouse_protocol::wire::{Audit, Wire};
use pilothouse_protocol::{Frame, InputFrame, Meaning, Message};
use proptest::prelude::*;
use proptest::sample::select;

use super::{Change, change, changed, json_text, number_text, space, string_text};

const ROWS: &str = include_str!("../rows_out/lines.ndjson");

/// Parses a line with both parsers and calls the accessors.
fn read(bytes: &[u8]) -> Frame {
    let frame = Frame::parse(bytes.to_vec());
    assert_eq!(frame.bytes, bytes, "the bytes are kept");
    assert_eq!(
        frame,
        Frame::parse_slow(bytes.to_vec()),
        "{}",
        String::from_utf8_lossy(bytes)
    );
    assert_eq!(
        frame,
        Frame::parse_audited(bytes.to_vec(), &mut Audit::default()),
        "an audit changes nothing"
    );
    let input = InputFrame::parse(bytes.to_vec());
    assert_eq!(input.bytes, bytes, "the bytes are kept");
    assert_eq!(
        input,
        InputFrame::parse_audited(bytes.to_vec(), &mut Audit::default()),
        "an audit changes nothing"
    );
    frame
}

/// Checks that a message written from its types is one line, and is written the same when parsed again.
fn check_written(message: &Message) {
    let written = message.to_json();
    assert!(!written.contains(['\n', '\r']), "{written}");
    let again = Frame::parse(written.clone());
    let again = again
        .message()
        .unwrap_or_else(|| panic!("no message: {written}"));
    assert_eq!(again.to_json(), written);
}

/// A line with one of the most common events: members in any order, unusual texts, and random changes.
fn event_line() -> impl Strategy<Value = String> {
    let member = prop_oneof![
        6 => select(vec![
            r#""session_id":"s""#, r#""session_id":null"#, r#""parent_tool_use_id":null"#, r#""parent_tool_use_id":"toolu_1""#,
            r#""uuid":"u""#, r#""api_message_id":"msg_1""#, r#""uuid":7"#, r#""uuid":"\ud800""#, r#""ttft_ms":5"#, r#""owed_rows":[]"#,
            r#""\u0075uid":"v""#,
            r#""uuid":"6f1a0d52-9c53-4c1e-8f57-0f6d5b0a7c11""#, r#""api_message_id":"an id that is much longer than any the API has ever given out""#, r#""type":"assistant""#, r#""event":{}"#,
        ]).prop_map(str::to_owned),
        1 => (string_text(), json_text()).prop_map(|(key, value)| format!("{key}:{value}")),
    ];
    let members = prop::collection::vec(
        (space(), member).prop_map(|(gap, member)| gap + &member),
        0..6,
    );
    let tail = select(vec!["}", "}", "}", "} ", "}\r", "", "}}", ",}"]);
    let changes = prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(change(), 1..4)];
    (event(), members, tail, changes).prop_map(
        |(event, members, tail, changes): (_, Vec<String>, _, Vec<Change>)| {
            let head = format!(r#"{{"type":"stream_event","event":{event}"#);
            let separator = if members.is_empty() { "" } else { "," };
            changed(
                &format!("{head}{separator}{}{tail}", members.join(",")),
                &changes,
            )
        },
    )
}

/// An event that may take the fast path.
fn event() -> impl Strategy<Value = String> {
    let index = prop_oneof![4 => "[0-9]{1,2}", 1 => select(vec!["0", "00", "007", "-0", "1.0", "4294967296", "99999999999", "1e3"]).prop_map(str::to_owned), 1 => number_text()];
    let delta = select(vec![
        r#""type":"text_delta","text":"#,
        r#""type":"input_json_delta","partial_json":"#,
        r#""type":"thinking_delta","thinking":"#,
        r#""type":"thinking_delta","estimated_tokens":3,"thinking":"#,
        r#""type":"signature_delta","signature":"#,
    ]);
    (index, delta, string_text(), 0..8_u8).prop_map(|(index, delta, text, kind)| match kind {
        0 => format!(r#"{{"type":"content_block_stop","index":{index}}}"#),
        1 => r#"{"type":"message_stop"}"#.to_owned(),
        _ => {
            format!(r#"{{"type":"content_block_delta","index":{index},"delta":{{{delta}{text}}}}}"#)
        }
    })
}

/// A line of a real row with random changes.
fn changed_row() -> impl Strategy<Value = String> {
    let rows: Vec<&'static str> = ROWS.lines().collect();
    (select(rows), prop::collection::vec(change(), 0..4))
        .prop_map(|(row, changes)| changed(row, &changes))
}

/// A row with some of its members replaced by any JSON.
fn replaced_row() -> impl Strategy<Value = String> {
    let rows: Vec<&'static str> = ROWS.lines().collect();
    (select(rows), any::<prop::sample::Index>(), json_text()).prop_map(|(row, at, value)| {
        let mut members: Vec<(String, String)> =
            serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(row)
                .unwrap()
                .into_iter()
                .map(|(key, value)| (key, value.to_string()))
                .collect();
        let at = at.index(members.len());
        if !["type", "subtype"].contains(&members[at].0.as_str()) {
            members[at].1 = value;
        }
        let members: Vec<_> = members
            .iter()
            .map(|(key, value)| format!("\"{key}\":{value}"))
            .collect();
        format!("{{{}}}", members.join(","))
    })
}

proptest! {
    #[test]
    fn any_bytes_are_kept_and_nothing_panics(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read(&bytes);
    }

    #[test]
    fn any_text_is_kept_and_nothing_panics(text in any::<String>()) {
        read(text.as_bytes());
    }

    #[test]
    fn any_json_is_a_message(text in json_text()) {
        prop_assert!(matches!(read(text.as_bytes()).meaning, Meaning::Message(_)));
    }

    #[test]
    fn the_fast_path_matches_the_full_parser(line in event_line()) {
        if let Meaning::Message(message) = read(line.as_bytes()).meaning {
            check_written(&message);
        }
    }

    #[test]
    fn changed_rows_are_kept(line in changed_row()) {
        if let Meaning::Message(message) = read(line.as_bytes()).meaning {
            check_written(&message);
        }
    }

    #[test]
    fn rows_with_arbitrary_members_are_kept(line in replaced_row()) {
        let Meaning::Message(message) = read(line.as_bytes()).meaning else { panic!("not JSON: {line}") };
        check_written(&message);
        // serde_json must parse the same value, if it can: it rejects halves of surrogate pairs and numbers beyond a
        // double.
        if let Ok(expected) = serde_json::from_str::<serde_json::Value>(&line) {
            let found: serde_json::Value = serde_json::from_str(&message.to_json()).unwrap();
            prop_assert_eq!(found, expected);
        }
    }
}

#[test]
fn invalid_utf8_is_kept() {
    let mut line = br#"{"type":"keep_alive","startup_mark":"#.to_vec();
    line.extend([b'"', 0xff, b'"', b'}']);
    assert!(matches!(read(&line).meaning, Meaning::NotJson { .. }));
}

/// A Rust string cannot hold half of a surrogate pair: a value with one keeps its own text, at any position.
#[test]
fn halves_of_surrogate_pairs_are_kept() {
    for line in [
        r#"{"type":"keep_alive","startup_mark":"\ud800"}"#,
        r#"{"type":"keep_alive","\ud800":1}"#,
        r#"{"type":"keep_alive","\ud800":1,"\udc00":2,"\ufffd":3}"#,
        r#"{"type":"\ud800"}"#,
        r#"{"type":"result","subtype":"\ud800"}"#,
        r#"{"type":"result","subtype":"success","modelUsage":{"\ud800":{"inputTokens":1}}}"#,
        r#"{"type":"result","subtype":"success","usage":{"\ud800":1}}"#,
        r#"{"type":"assistant","message":{"content":[{"type":"text","text":"a","\ud800":1}]}}"#,
        r#"{"type":"user","message":{"role":"user","content":"\ud800"}}"#,
    ] {
        let Meaning::Message(message) = read(line.as_bytes()).meaning else {
            panic!("not JSON: {line}")
        };
        assert_eq!(message.to_json(), line);
    }
}
