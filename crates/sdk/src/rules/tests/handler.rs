//! Rules as a permission handler.

use pilothouse_protocol::permission::CanUseTool;
use pilothouse_protocol::wire::Wire;
use serde_json::Value;

use super::*;
use crate::permission::PermissionRequest;

fn ask(command: &str, more: Value) -> PermissionRequest {
    let mut body = json!({"tool_name": "Bash", "input": {"command": command}});
    let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) else {
        unreachable!("both are objects")
    };
    body.extend(more);
    PermissionRequest::new(
        "ask",
        CanUseTool::from_json(&json!(body).to_string()).unwrap(),
    )
}

#[test]
fn what_the_cli_would_ask_whatever_its_rules_say_no_rule_allows() {
    let rules = rules().allow("Bash").unwrap().deny("Bash(rm:*)").unwrap();
    let allowed = rules.decide_ask(&ask("ls", json!({}))).unwrap();
    assert!(allowed.is_allow());
    for more in [
        json!({"requires_user_interaction": true}),
        json!({"classifier_approvable": false}),
        json!({"decision_reason_type": "safetyCheck", "classifier_approvable": true}),
        json!({"decision_reason_type": "hook"}),
        json!({"matched_ask_rule": {"source": "userSettings", "tool_name": "Bash"}}),
        json!({"suppress_always_allow_rule": true}),
        json!({"blocked_path": "/repo/x"}),
    ] {
        assert_eq!(rules.decide_ask(&ask("ls", more.clone())), None, "{more}");
        let denied = rules.decide_ask(&ask("rm x", more.clone())).unwrap();
        assert!(denied.is_deny(), "{more}");
    }
}

#[test]
fn a_relative_argument_may_be_a_link_in_the_directory_of_the_shell() {
    let rules = rules()
        .allow("Bash(cat:*)")
        .unwrap()
        .allow("Bash(git log:*)")
        .unwrap();
    assert_eq!(rules.decide_ask(&ask("cat out/secret", json!({}))), None);
    assert_eq!(rules.decide_ask(&ask("cat secret", json!({}))), None);
    for command in ["cat", "git log -1 main"] {
        let allowed = rules.decide_ask(&ask(command, json!({}))).unwrap();
        assert!(allowed.is_allow(), "{command}");
    }
}
