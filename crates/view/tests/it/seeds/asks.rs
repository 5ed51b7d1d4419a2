//! What waits for a person: permissions, questions, plans.

use pilothouse_view::Activity;
use serde_json::{Value, json};

use super::view;
use crate::log::Log;

#[test]
fn section_05_a_permission_shows_what_is_asked_and_what_could_be_remembered() {
    let mut log = Log::in_turn();
    log.call("toolu_1", "Bash", json!({"command": "rm /tmp/foo.txt"}));
    log.out(json!({"type": "control_request", "request_id": "r1", "request": {
        "subtype": "can_use_tool", "tool_name": "Bash", "tool_use_id": "toolu_1",
        "input": {"command": "rm /tmp/foo.txt", "description": "Remove file"},
        "permission_suggestions": [
            {"type": "addDirectories", "directories": ["/private/tmp"], "destination": "session"},
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"}],
        "decision_reason": "\u{1b}[1mPath is outside\u{1b}[0m", "blocked_path": "/private/tmp/foo.txt"}}));
    let json = log.json();
    let ask = &json["asks"][0];
    assert_eq!(ask["body"]["kind"], "permission");
    assert_eq!(ask["body"]["reason"], "Path is outside");
    assert_eq!(ask["body"]["blockedPath"], "/private/tmp/foo.txt");
    assert_eq!(
        ask["body"]["suggestions"][0]["text"],
        "Allow work in /private/tmp"
    );
    assert_eq!(ask["body"]["suggestions"][0]["place"], "this session only");
    assert_eq!(ask["body"]["suggestions"][1]["mode"], "acceptEdits");
    assert_eq!(log.bodies("tool")[0]["state"], "waiting");
    assert_eq!(log.view().liveness.activity, Activity::Waiting);
    log.input(
        json!({"type": "control_response", "response": {"subtype": "success", "request_id": "r1",
        "response": {"behavior": "allow", "updatedInput": {"command": "rm /tmp/bar.txt"}}}}),
    );
    let tool = &log.bodies("tool")[0];
    assert_eq!(tool["state"], "running");
    assert_eq!(tool["input"]["command"], "rm /tmp/foo.txt");
    assert_eq!(tool["changedInput"]["command"], "rm /tmp/bar.txt");
    assert_eq!(
        tool["decision"]["who"],
        json!({"kind": "device", "name": "phone"})
    );
}

#[test]
fn section_05_what_the_cli_suppresses_is_not_offered() {
    let mut log = Log::in_turn();
    log.call("toolu_1", "Bash", json!({"command": "rm -rf /"}));
    log.out(json!({"type": "control_request", "request_id": "r1", "request": {
        "subtype": "can_use_tool", "tool_name": "Bash", "tool_use_id": "toolu_1", "input": {"command": "rm -rf /"},
        "permission_suggestions": [{"type": "setMode", "mode": "acceptEdits", "destination": "session"}],
        "suppress_always_allow_rule": true, "default_to_no": true, "requires_user_interaction": true,
        "classifier_approvable": false}}));
    let json = log.json();
    let body = &json["asks"][0]["body"];
    assert_eq!(body["suggestions"], json!([]));
    let flags = [
        "canRemember",
        "defaultToNo",
        "requiresInteraction",
        "needsPerson",
    ];
    assert_eq!(
        flags.map(|flag| body[flag] == true),
        [false, true, true, true]
    );
}

#[test]
fn section_05_a_question_is_a_form() {
    let mut log = Log::in_turn();
    let question = json!({"question": "Which color?", "header": "Color", "multiSelect": false,
        "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cool"}]});
    let input = json!({"questions": [question]});
    log.call("toolu_1", "AskUserQuestion", input.clone());
    log.out(
        json!({"type": "control_request", "request_id": "r1", "request": {"subtype": "can_use_tool",
        "tool_name": "AskUserQuestion", "input": input, "tool_use_id": "toolu_1"}}),
    );
    let json = log.json();
    let body = &json["asks"][0]["body"];
    assert_eq!(body["kind"], "question");
    assert_eq!(body["questions"][0]["options"][1]["label"], "Blue");
    log.input(
        json!({"type": "control_response", "response": {"subtype": "success", "request_id": "r1",
        "response": {"behavior": "allow", "updatedInput": {"questions": [question],
            "answers": {"Which color?": "Blue"}}}}}),
    );
    let json = log.json();
    assert_eq!(json["asks"], json!([]));
    assert_eq!(
        json["closedAsks"][0]["state"]["answer"]["answers"]["Which color?"],
        "Blue"
    );
}

#[test]
fn section_18_asks_are_withdrawn_when_the_cli_withdraws() {
    let view = view("2.1.325/05c-interrupt-pending-ask");
    assert!(view.asks.is_empty());
    let json = serde_json::to_value(&view).unwrap();
    assert_eq!(json["closedAsks"][0]["state"]["reason"], "cancelled");
}

#[test]
fn the_tour_asks_a_question_and_for_a_plan() {
    let view = view("sim/tour");
    let json = serde_json::to_value(&view).unwrap();
    let kinds: Vec<&Value> = json["closedAsks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ask| &ask["body"]["kind"])
        .collect();
    assert!(kinds.contains(&&json!("question")));
    assert!(kinds.contains(&&json!("plan")));
    assert!(!view.files.is_empty());
    assert!(!view.tasks.is_empty());
}
