//! Every line that the CLI accepts on stdin, and the lines on which it would exit.

use pilothouse_protocol::content::Content;
use pilothouse_protocol::control::*;
use pilothouse_protocol::hook::{HookEvent, HookMatcher};
use pilothouse_protocol::input::*;
use pilothouse_protocol::wire::{Audit, Nullable, Unknown, Wire};
use pilothouse_protocol::{Input, InputFrame, JsonObject, RawJson};
use serde_json::{Value, json};

use crate::rows_control::fields;

/// Every type of line that the CLI parses.
const ROWS: [&str; 12] = [
    "user",
    "control_request",
    "control_response",
    "control_cancel_request",
    "keep_alive",
    "update_environment_variables",
    "assistant",
    "system",
    "bash_command",
    "queued_notification",
    "session_notice",
    "workflow_launch",
];

fn read(kind: &str, members: &Value) -> Input {
    let mut line = members.clone();
    line["type"] = json!(kind);
    let mut audit = Audit::default();
    let frame = InputFrame::parse_audited(line.to_string(), &mut audit);
    assert!(
        audit.is_clean() && audit.unknown_values.is_empty(),
        "{line}: {audit:?}"
    );
    let message = frame.message().unwrap().clone();
    assert_eq!(
        serde_json::from_slice::<Value>(&message.to_line().unwrap()).unwrap(),
        line
    );
    message
}

#[test]
fn every_row_is_known() {
    assert_eq!(Input::TAGS, ROWS);
    read("keep_alive", &json!({}));
    for kind in ["queued_notification", "session_notice", "workflow_launch"] {
        assert_eq!(
            read(
                kind,
                &json!({"uuid": "u", "session_id": "s", "anything": 1})
            )
            .tag(),
            kind
        );
    }
}

#[test]
fn a_prompt_is_read_by_name() {
    let members = json!({
        "message": {"role": "user", "content": [{"type": "text", "text": "hi"}]}, "parent_tool_use_id": null, "uuid": "u", "session_id": "",
        "priority": "now", "shouldQuery": false, "origin": {"kind": "human"}, "isSynthetic": false, "client_composed": true,
        "pasted_content": ["a", [{"type": "text", "text": "b"}]], "inline_pastes": ["c"], "timestamp": "t", "tool_use_result": {"a": 1},
        "requeue_if_interrupted_within_ms": 5, "ultrathink_typed": true, "text_not_typed": true, "initiator": "i", "seeded_summon": true,
        "file_attachments": [{"file_uuid": "f", "file_name": "n", "is_image": true}], "tool_states": [1], "isReplay": true});
    let Input::User(user) = read("user", &members) else {
        panic!()
    };
    fields!(
        *user,
        members,
        message,
        parent_tool_use_id,
        uuid,
        session_id,
        priority,
        should_query = "shouldQuery",
        origin,
        is_synthetic = "isSynthetic",
        client_composed,
        pasted_content,
        inline_pastes,
        timestamp,
        tool_use_result,
        requeue_if_interrupted_within_ms,
        ultrathink_typed,
        text_not_typed,
        initiator,
        seeded_summon,
        file_attachments,
        tool_states,
        is_replay = "isReplay"
    );
    assert_eq!(user.said().unwrap().text(), "hi");
}

#[test]
fn the_other_rows_are_read_by_name() {
    let members = json!({"variables": {"CLAUDE_CODE_OAUTH_TOKEN": "x"}, "request_id": "r"});
    let Input::UpdateEnvironmentVariables(update) = read("update_environment_variables", &members)
    else {
        panic!()
    };
    fields!(update, members, variables, request_id);
    let members = json!({"command": "ls", "cwd": "/", "uuid": "u", "session_id": "s"});
    let Input::BashCommand(command) = read("bash_command", &members) else {
        panic!()
    };
    fields!(command, members, command, cwd, uuid, session_id);
    let members = json!({"message": {"role": "assistant", "content": []}, "parent_tool_use_id": null, "uuid": "u", "session_id": "s"});
    let Input::Assistant(history) = read("assistant", &members) else {
        panic!()
    };
    fields!(
        history,
        members,
        message,
        parent_tool_use_id,
        uuid,
        session_id
    );
    let members = json!({"subtype": "x", "uuid": "u", "session_id": "s"});
    let Input::System(history) = read("system", &members) else {
        panic!()
    };
    fields!(history, members, subtype, uuid, session_id);
}

/// Returns a line as text, without its line break.
fn line(input: &Input) -> String {
    let text = String::from_utf8(input.to_line().unwrap().to_vec()).unwrap();
    assert_eq!(text.matches('\n').count(), 1, "one line break, at the end");
    text.strip_suffix('\n').unwrap().to_owned()
}

#[test]
fn common_lines_are_built_as_the_cli_requires() {
    let prompt = UserInput::text("two\nlines")
        .with_uuid("u")
        .with_priority(Priority::Now)
        .from_human();
    let expected = r#"{"type":"user","message":{"role":"user","content":"two\nlines"},"parent_tool_use_id":null,"uuid":"u","priority":"now","origin":{"kind":"human"}}"#;
    assert_eq!(line(&prompt.into()), expected);
    assert_eq!(
        line(&Input::prompt("hi")),
        r#"{"type":"user","message":{"role":"user","content":"hi"},"parent_tool_use_id":null}"#
    );
    let quiet: Input = UserInput::text("x").verbatim().without_turn().into();
    assert!(
        line(&quiet).contains(r#""shouldQuery":false"#)
            && line(&quiet).contains(r#""client_composed":true"#)
    );
    assert_eq!(
        line(&Input::request("r1", Interrupt::default())),
        r#"{"type":"control_request","request_id":"r1","request":{"subtype":"interrupt"}}"#
    );
    let initialize = Initialize::default()
        .hook(&HookEvent::Stop, HookMatcher::all(["hook_0".into()]))
        .sdk_mcp_server("calc");
    let expected = r#"{"type":"control_request","request_id":"i","request":{"subtype":"initialize","hooks":{"Stop":[{"hookCallbackIds":["hook_0"]}]},"sdkMcpServers":["calc"]}}"#;
    assert_eq!(line(&Input::request("i", initialize)), expected);
    assert_eq!(
        line(&Input::cancel("r1")),
        r#"{"type":"control_cancel_request","request_id":"r1"}"#
    );
    assert_eq!(
        line(&Input::error("c", "no")),
        r#"{"type":"control_response","response":{"subtype":"error","request_id":"c","error":"no"}}"#
    );
    assert_eq!(
        line(&Input::success("c", None)),
        r#"{"type":"control_response","response":{"subtype":"success","request_id":"c"}}"#
    );
    assert_eq!(
        line(&Input::KeepAlive(KeepAlive::default())),
        r#"{"type":"keep_alive"}"#
    );
    let model = Input::request("m", SetModel::to_default());
    assert_eq!(
        line(&model),
        r#"{"type":"control_request","request_id":"m","request":{"subtype":"set_model","model":null}}"#
    );
}

#[test]
fn raw_json_cannot_break_a_line() {
    let answer = RawJson::from_text("{\r\n \"a\" :\n1}").unwrap();
    assert!(!line(&Input::success("c", Some(answer))).contains(['\n', '\r']));
}

#[test]
fn lines_that_would_end_the_cli_are_not_written() {
    let refused = |text: &str| {
        InputFrame::parse(text.to_owned())
            .message()
            .unwrap()
            .to_line()
            .unwrap_err()
    };
    assert_eq!(refused(r#"{"type":"user"}"#), FatalLine::RoleIsNotUser);
    assert_eq!(
        refused(r#"{"type":"user","message":{"role":"assistant","content":"x"}}"#),
        FatalLine::RoleIsNotUser
    );
    assert_eq!(
        refused(r#"{"type":"user","message":{"content":"x"}}"#),
        FatalLine::RoleIsNotUser
    );
    assert_eq!(
        refused(r#"{"type":"control_request","request_id":"r"}"#),
        FatalLine::MissingRequest
    );
    assert_eq!(
        refused(r#"{"type":"control_request","request_id":"r","request":null}"#),
        FatalLine::MissingRequest
    );
    assert_eq!(refused("null"), FatalLine::NotAnObject);
    assert_eq!(refused("[1]"), FatalLine::NotAnObject);
}

#[test]
fn every_message_is_checked_however_it_was_built() {
    let mut by_extra = UserInput::text("x");
    by_extra.extra.set(
        "message",
        RawJson::from_text(r#"{"role":"system","content":"x"}"#).unwrap(),
    );
    assert_eq!(
        Input::from(by_extra).to_line(),
        Err(FatalLine::RoleIsNotUser)
    );
    let mut by_variant = UserInput::text("x");
    by_variant.message = PromptMessage::Unknown(Unknown {
        tag: "assistant".into(),
        raw: RawJson::from_text(r#"{"role":"assistant"}"#).unwrap(),
    });
    assert_eq!(
        Input::from(by_variant).to_line(),
        Err(FatalLine::RoleIsNotUser)
    );
    let mut by_type = KeepAlive::default();
    by_type
        .extra
        .set("type", RawJson::from_text("\"user\"").unwrap());
    assert_eq!(
        Input::KeepAlive(by_type).to_line(),
        Err(FatalLine::RoleIsNotUser)
    );
}

#[test]
fn null_and_absent_differ() {
    let reset = SetMaxThinkingTokens::reset();
    assert_eq!(reset.to_json(), r#"{"max_thinking_tokens":null}"#);
    assert_eq!(SetMaxThinkingTokens::default().to_json(), "{}");
    let read = SetMaxThinkingTokens::from_json(r#"{"thinking_display":null}"#).unwrap();
    assert_eq!(
        (read.max_thinking_tokens, read.thinking_display),
        (Nullable::Absent, Nullable::Null)
    );
    assert_eq!(Nullable::from(Some(1)).value(), Some(&1));
    assert_eq!(
        UserInput::content(Content::Text(String::new())).parent_tool_use_id,
        Nullable::Null
    );
    assert_eq!(JsonObject::default().as_str(), "{}");
}
