//! Hooks: registrations, and construction of outputs.

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::hook::*;
use pilothouse_protocol::permission::{PermissionDestination, PermissionRule, PermissionUpdate};
use pilothouse_protocol::wire::Wire;
use serde_json::{Value, json};

#[test]
fn outputs_are_built_as_the_cli_requires() {
    let written = |output: HookOutput| serde_json::from_str::<Value>(&output.to_json()).unwrap();
    assert_eq!(written(HookOutput::proceed()), json!({}));
    assert_eq!(
        written(HookOutput::block("r")),
        json!({"decision": "block", "reason": "r"})
    );
    assert_eq!(
        written(HookOutput::end_turn("s").with_system_message("m")),
        json!({"continue": false, "stopReason": "s", "systemMessage": "m"})
    );
    let input = JsonObject::from_text(r#"{"command":"ls"}"#).unwrap();
    let allow = HookOutput::specific(
        PreToolUseOutput::allow()
            .with_input(input)
            .with_context("c"),
    );
    let expected = json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": {"command": "ls"}, "additionalContext": "c"}});
    assert_eq!(written(allow), expected);
    let deny = HookOutput::specific(PreToolUseOutput::deny("no"));
    assert_eq!(
        written(deny)["hookSpecificOutput"]["permissionDecisionReason"],
        "no"
    );
    let ask = HookOutput::specific(HookSpecificOutput::PreToolUse(PreToolUseOutput::ask(
        "really?",
    )));
    assert_eq!(
        written(ask)["hookSpecificOutput"]["permissionDecision"],
        "ask"
    );
    let context = HookOutput::specific(HookSpecificOutput::Stop(ContextOutput::new("c")));
    assert_eq!(
        written(context)["hookSpecificOutput"],
        json!({"hookEventName": "Stop", "additionalContext": "c"})
    );
    let mut allow = PermissionRequestAllow::default();
    allow.updated_permissions.push(PermissionUpdate::allow(
        [PermissionRule::tool("Read")],
        PermissionDestination::Session,
    ));
    assert_eq!(
        serde_json::from_str::<Value>(&allow.to_json()).unwrap()["updatedPermissions"][0]["type"],
        "addRules"
    );
}

#[test]
fn matchers_are_registered_as_the_cli_requires() {
    let matcher = HookMatcher::all(["hook_0".into()])
        .matching("Bash|Edit")
        .timeout_seconds(3.0)
        .block_on_failure();
    let expected = json!({"matcher": "Bash|Edit", "hookCallbackIds": ["hook_0"], "timeout": 3, "onFailure": "block"});
    assert_eq!(
        serde_json::from_str::<Value>(&matcher.to_json()).unwrap(),
        expected
    );
    let none = HookMatcher::all([]);
    assert_eq!(
        none.to_json(),
        r#"{"hookCallbackIds":[]}"#,
        "the CLI refuses a matcher without the list"
    );
}

#[test]
fn an_unknown_event_is_kept() {
    let text = r#"{"hook_event_name":"BrandNew","session_id":"s","x":1}"#;
    let input = HookInput::from_json(text).unwrap();
    assert!(matches!(&input, HookInput::Unknown(unknown) if &*unknown.tag == "BrandNew"));
    assert_eq!(input.to_json(), text);
}
