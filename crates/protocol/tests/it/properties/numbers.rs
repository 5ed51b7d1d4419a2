//! Unusual numbers and deep nesting survive the types.

use pilothouse_protocol::wire::Wire;
use pilothouse_protocol::{Frame, Message};

const NUMBERS: &[&str] = &[
    "1e400",
    "-1e400",
    "123456789012345678901234567890",
    "-0",
    "0",
    "1.0",
    "0.1",
    "1e2",
    "1E+2",
    "5e-324",
    "0.00005",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "9007199254740993",
    "1.7976931348623157e308",
    "0.1000000000000000055511151231257827021181583404541015625",
];

/// Writes a line from its types alone.
fn round_trip(line: &str) -> (Message, String) {
    let message = Frame::parse(line.to_owned())
        .message()
        .unwrap_or_else(|| panic!("no message: {line}"))
        .clone();
    let written = message.to_json();
    (message, written)
}

#[test]
fn numbers_stay_as_they_were_written() {
    let lines = [
        r#"{"type":"result","subtype":"success","total_cost_usd":#}"#,
        r#"{"type":"result","subtype":"success","duration_ms":#}"#,
        r#"{"type":"result","subtype":"success","modelUsage":{"m":{"costUSD":#}}}"#,
        r#"{"type":"result","subtype":"success","modelUsage":{"m":{"inputTokens":#}}}"#,
        r#"{"type":"result","subtype":"success","subagent_stats":{"by_type":{"a":#}}}"#,
        r#"{"type":"result","subtype":"success","no_such_member":[#,{"a":#}]}"#,
        r#"{"type":"user","message":{"role":"user","content":"a"},"image_paste_ids":[1,#]}"#,
        r#"{"type":"assistant","message":{"usage":{"input_tokens":#}}}"#,
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"n","input":{"x":#}}]}}"#,
        r#"{"type":"stream_event","event":{"type":"content_block_delta","index":#,"delta":{"type":"text_delta","text":"a"}}}"#,
        r#"{"type":"system","subtype":"hook_response","hook_id":"h","exit_code":#}"#,
    ];
    for line in lines {
        for number in NUMBERS {
            let line = line.replace('#', number);
            let (_, written) = round_trip(&line);
            assert_eq!(written, line);
        }
    }
}

#[test]
fn a_number_that_is_kept_as_text_can_still_be_read() {
    let (message, _) = round_trip(
        r#"{"type":"result","subtype":"success","total_cost_usd":1.0,"duration_ms":1.5}"#,
    );
    let Message::Result(result) = message else {
        panic!("no result")
    };
    assert_eq!(result.total_cost_usd, Some(1.0));
    assert_eq!(result.duration_ms, None);
    assert_eq!(
        result.extra.get("duration_ms").map(|kept| kept.as_str()),
        Some("1.5")
    );
}

/// Everything nested this deep must be kept without a report, at any position.
#[test]
fn deep_nesting_is_kept() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for line in [
        r#"{"type":"hologram","x":#}"#,
        r#"{"type":"keep_alive","x":#}"#,
        r#"{"type":"keep_alive","startup_mark":#}"#,
        r#"{"type":"assistant","message":#}"#,
        r#"{"type":"assistant","message":{"content":#}}"#,
        r#"{"type":"user","message":{"role":"user","content":#},"tool_use_result":#}"#,
        r#"{"type":"system","subtype":"init","tools":#}"#,
        r#"{"type":"stream_event","event":#}"#,
        "#",
    ] {
        let line = line.replace('#', &deep);
        let (_, written) = round_trip(&line);
        assert!(written == line, "{}…", &line[..60]);
    }
}

/// Blocks that contain blocks are the only place where the types nest.
#[test]
fn deeply_nested_blocks_are_kept() {
    for (open, close) in [
        (
            r#"[{"type":"tool_result","tool_use_id":"t","content":"#,
            "}]",
        ),
        (
            r#"[{"type":"document","source":{"type":"content","content":"#,
            "}}]",
        ),
    ] {
        let content = format!("{}\"a\"{}", open.repeat(2_500), close.repeat(2_500));
        let line = format!(r#"{{"type":"user","message":{{"role":"user","content":{content}}}}}"#);
        let (message, written) = round_trip(&line);
        assert!(written == line);
        let Message::User(user) = message else {
            panic!("no user")
        };
        assert_eq!(user.message.get().unwrap().content.blocks().len(), 1);
    }
}
