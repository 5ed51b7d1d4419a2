//! What the messages mean, beyond their fields.

use pilothouse_protocol::Message;
use pilothouse_protocol::message::ResultMessage;
use pilothouse_protocol::permission::PermissionMode;
use pilothouse_protocol::system::{CommandsChanged, Init, SystemMessage};
use pilothouse_protocol::wire::Wire;

use super::message;

fn result(text: &str) -> ResultMessage {
    ResultMessage::from_json(text).unwrap()
}

#[test]
fn is_error_decides_whether_a_turn_failed() {
    let api_error = result(r#"{"subtype":"success","is_error":true,"result":"API Error: 529"}"#);
    assert!(api_error.failed());
    assert_eq!(api_error.error_text().as_deref(), Some("API Error: 529"));
    assert_eq!(api_error.text(), None);

    let fine = result(r#"{"subtype":"success","is_error":false,"result":"done"}"#);
    assert!(!fine.failed());
    assert_eq!(fine.error_text(), None);
    assert_eq!(fine.text(), Some("done"));

    let broken = result(
        r#"{"subtype":"error_during_execution","is_error":true,"errors":["a","b"],"result":"c"}"#,
    );
    assert_eq!(broken.error_text().as_deref(), Some("a\nb"));
    let silent = result(r#"{"subtype":"error_max_turns","is_error":true,"errors":[]}"#);
    assert_eq!(silent.error_text().as_deref(), Some("error_max_turns"));
    // 2.1.38 sends this for a turn that exceeded its budget.
    let odd = result(r#"{"subtype":"error_max_budget_usd","is_error":false,"errors":[]}"#);
    assert!(!odd.failed());
    // Without `is_error`, the subtype decides.
    assert!(result(r#"{"subtype":"error_max_turns"}"#).failed());
    assert!(!result(r#"{"subtype":"success"}"#).failed());
}

#[test]
fn an_interrupt_is_recognized_by_its_reason() {
    let result = |reason| {
        result(&format!(
            r#"{{"subtype":"error_during_execution","terminal_reason":"{reason}"}}"#
        ))
    };
    assert!(result("aborted_streaming").was_interrupted());
    assert!(result("aborted_tools").was_interrupted());
    assert!(!result("completed").was_interrupted());
}

#[test]
fn tools_may_be_names_or_objects() {
    let init =
        Init::from_json(r#"{"tools":["Task",{"name":"Bash","type":"computer_use"}]}"#).unwrap();
    let names: Vec<_> = init.tools.iter().map(|tool| tool.name()).collect();
    assert_eq!(names, ["Task", "Bash"]);
    assert_eq!(
        init.to_json(),
        r#"{"tools":["Task",{"name":"Bash","type":"computer_use"}]}"#
    );
}

#[test]
fn the_mode_delegate_is_known() {
    let init = Init::from_json(r#"{"permissionMode":"delegate"}"#).unwrap();
    assert_eq!(init.permission_mode, Some(PermissionMode::Delegate));
}

#[test]
fn capabilities_are_checked_by_name() {
    let init = Init::from_json(r#"{"capabilities":["interrupt_receipt_v1"]}"#).unwrap();
    assert!(init.has_capability("interrupt_receipt_v1"));
    assert!(!init.has_capability("interrupt_receipt_v2"));
}

#[test]
fn malformed_is_not_unknown() {
    let task = message(r#"{"type":"system","subtype":"task_started","task_id":7}"#);
    let Message::System(SystemMessage::Malformed(malformed)) = &task else {
        panic!("{task:?}")
    };
    assert_eq!(malformed.tag.as_deref(), Some("task_started"));
    assert_eq!(
        malformed.error.to_string(),
        "in `task_id`: expected a string, found 7"
    );
    assert_eq!(
        task.to_json(),
        r#"{"type":"system","subtype":"task_started","task_id":7}"#
    );

    let unknown = message(r#"{"type":"system","subtype":"task_paused","task_id":7}"#);
    let Message::System(SystemMessage::Unknown(what)) = &unknown else {
        panic!("{unknown:?}")
    };
    assert_eq!(&*what.tag, "task_paused");
    assert!(matches!(
        message(r#"{"type":"system"}"#),
        Message::System(SystemMessage::Malformed(_))
    ));
    assert!(matches!(
        message(r#"{"type":"hologram","x":1}"#),
        Message::Unknown(_)
    ));
    assert!(matches!(message(r#"{"type":7}"#), Message::Malformed(_)));
    assert!(matches!(message(r#"[1,2]"#), Message::Malformed(_)));
    assert!(matches!(
        message(r#"{"type":"assistant"}"#),
        Message::Malformed(_)
    ));
}

#[test]
fn null_and_absent_stay_apart() {
    for line in [
        r#"{"type":"system","subtype":"status","status":null,"uuid":"u"}"#,
        r#"{"type":"system","subtype":"status","uuid":"u"}"#,
        r#"{"type":"active_goal","value":null,"uuid":"u"}"#,
        r#"{"type":"result","subtype":"success","stop_reason":null,"errors":[],"modelUsage":{}}"#,
    ] {
        let back: serde_json::Value = serde_json::from_str(&message(line).to_json()).unwrap();
        assert_eq!(
            back,
            serde_json::from_str::<serde_json::Value>(line).unwrap()
        );
    }
}

#[test]
fn a_value_that_does_not_fit_is_set_aside() {
    let line = r#"{"type":"system","subtype":"commands_changed","commands":"none"}"#;
    let Message::System(SystemMessage::CommandsChanged(changed)) = message(line) else {
        panic!("not read")
    };
    assert_eq!(
        changed.commands,
        CommandsChanged::from_json("{}").unwrap().commands
    );
    assert_eq!(
        changed.extra.get("commands").map(|kept| kept.as_str()),
        Some(r#""none""#)
    );
    assert_eq!(message(line).to_json(), line);
}

#[test]
fn the_body_of_an_assistant_message_is_parsed_on_access() {
    let line = r#"{"type":"assistant","message":{"content":7}}"#;
    let Message::Assistant(assistant) = message(line) else {
        panic!("not read")
    };
    let body = assistant.message.get().unwrap();
    assert!(body.content.is_empty());
    let line = r#"{"type":"assistant","message":"x"}"#;
    let Message::Assistant(assistant) = message(line) else {
        panic!("not read")
    };
    assert!(assistant.message.get().is_err());
    assert_eq!(message(line).to_json(), line);
}
