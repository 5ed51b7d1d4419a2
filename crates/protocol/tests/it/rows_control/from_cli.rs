//! Requests of the CLI, and their responses.

use pilothouse_protocol::control::{CliCall, CliRequest, McpMessage, McpMessageAnswer};
use pilothouse_protocol::elicitation::{
    DialogResult, Elicitation, ElicitationResult, RequestUserDialog,
};
use pilothouse_protocol::hook::{HookCallback, HookInput, HookOutput};
use pilothouse_protocol::mcp::JsonRpc;
use pilothouse_protocol::permission::*;
use pilothouse_protocol::wire::{Audit, Wire};
use pilothouse_protocol::{Frame, Input, JsonObject, Message, RawJson};
use serde_json::{Value, json};

use super::fields;

/// Sends a request through its line and back.
fn cli_request(subtype: &str, members: &Value) -> CliRequest {
    let mut request = members.clone();
    request["subtype"] = json!(subtype);
    let line = json!({"type": "control_request", "request_id": "c1", "request": request});
    let mut audit = Audit::default();
    let frame = Frame::parse_audited(line.to_string(), &mut audit);
    assert!(
        audit.is_clean() && audit.extra.is_empty() && audit.unknown_values.is_empty(),
        "{audit:?}"
    );
    let Some(Message::ControlRequest(envelope)) = frame.message() else {
        panic!("{frame:?}")
    };
    assert_eq!(
        serde_json::from_str::<Value>(&frame.message().unwrap().to_json()).unwrap(),
        line
    );
    envelope.request.clone()
}

/// Returns the payload of a response as written on the line.
fn answered<C: CliCall>(answer: &C::Answer) -> Value {
    let line = Input::answer::<C>("c1", answer).to_line().unwrap();
    let line: Value = serde_json::from_slice(&line).unwrap();
    assert_eq!(line["response"]["subtype"], "success");
    assert_eq!(line["response"]["request_id"], "c1");
    line["response"]["response"].clone()
}

#[test]
fn every_request_of_the_cli_is_known() {
    let published = [
        "can_use_tool",
        "hook_callback",
        "mcp_message",
        "elicitation",
        "request_user_dialog",
    ];
    let internal = [
        "oauth_token_refresh",
        "host_auth_token_refresh",
        "remote_control_work_secret",
        "ui_copy",
        "ui_prompt_read",
        "ui_prompt_fill",
        "ui_prompt_paint",
        "ui_prompt_suggest",
        "ui_read_selection",
        "remote_tool_call",
        "remote_plumbing_call",
        "remote_tools_probe",
        "remote_tools_reannounce",
    ];
    assert_eq!(CliRequest::TAGS, [&published[..], &internal[..]].concat());
}

#[test]
fn an_ask_is_read_by_name() {
    let members = json!({
        "tool_name": "Bash", "input": {"command": "touch f"}, "tool_use_id": "toolu_1",
        "permission_suggestions": [
            {"type": "addRules", "rules": [{"toolName": "Bash", "ruleContent": "touch f"}], "behavior": "allow", "destination": "localSettings"},
            {"type": "replaceRules", "rules": [{"toolName": "Bash"}], "behavior": "deny", "destination": "userSettings"},
            {"type": "removeRules", "rules": [{"toolName": "Bash"}], "behavior": "ask", "destination": "projectSettings"},
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"},
            {"type": "addDirectories", "directories": ["/p"], "destination": "cliArg"},
            {"type": "removeDirectories", "directories": ["/p"], "destination": "session"}],
        "blocked_path": "/p/f", "decision_reason": "why", "decision_reason_type": "safetyCheck", "classifier_approvable": false,
        "matched_ask_rule": {"source": "userSettings", "tool_name": "Bash", "rule_content": "touch:*"},
        "suppress_always_allow_rule": true, "default_to_no": true, "requires_user_interaction": true, "title": "t", "display_name": "d",
        "description": "x", "agent_id": "a", "mcp_server": {"name": "s", "source": "sdk"}, "decision_reason_code": "c",
        "decision_reason_rule_source": "r", "decision_reason_hook_event": "PreToolUse", "decision_reason_hook_source": "h",
        "decision_reason_hook_plugin_id": "p", "server_policy_ask_only": false, "plugin": "p", "server_prompt": "q",
        "computer_folder": {"path": "/c", "computer_name": "n"}, "provenance_prompt_line": "one_at_a_time", "tool_kind": "browser"
    });
    let CliRequest::CanUseTool(ask) = cli_request("can_use_tool", &members) else {
        panic!()
    };
    fields!(
        *ask,
        members,
        tool_name,
        input,
        tool_use_id,
        permission_suggestions,
        blocked_path,
        decision_reason,
        decision_reason_type,
        classifier_approvable,
        matched_ask_rule,
        suppress_always_allow_rule,
        default_to_no,
        requires_user_interaction,
        title,
        display_name,
        description,
        agent_id,
        mcp_server,
        decision_reason_code,
        decision_reason_rule_source,
        decision_reason_hook_event,
        decision_reason_hook_source,
        decision_reason_hook_plugin_id,
        server_policy_ask_only,
        plugin,
        server_prompt,
        computer_folder,
        provenance_prompt_line,
        tool_kind
    );
    let tags: Vec<&str> = ask
        .permission_suggestions
        .iter()
        .map(PermissionUpdate::tag)
        .collect();
    assert_eq!(tags, PermissionUpdate::TAGS);
}

#[test]
fn answers_to_an_ask_are_what_the_cli_accepts() {
    assert_eq!(
        answered::<CanUseTool>(&PermissionResult::allow()),
        json!({"behavior": "allow"})
    );
    assert_eq!(
        answered::<CanUseTool>(&PermissionResult::deny("no")),
        json!({"behavior": "deny", "message": "no"})
    );
    let rules = [
        PermissionRule::content("Bash", "npm test:*"),
        PermissionRule::tool("Read"),
    ];
    let allow = Allow::default()
        .with_input(JsonObject::from_text(r#"{"command":"ls"}"#).unwrap())
        .with_permissions([
            PermissionUpdate::allow(rules.clone(), PermissionDestination::LocalSettings)
                .kept_in(PermissionDestination::Session),
            PermissionUpdate::set_mode(PermissionMode::AcceptEdits, PermissionDestination::Session),
            PermissionUpdate::add_directories(["/x"], PermissionDestination::Session),
        ])
        .for_call("toolu_1".into())
        .classified(DecisionClassification::UserPermanent);
    assert_eq!(allow.update_count(), 3 + 2 + 1);
    let expected = json!({
        "behavior": "allow", "updatedInput": {"command": "ls"},
        "updatedPermissions": [
            {"type": "addRules", "rules": [{"toolName": "Bash", "ruleContent": "npm test:*"}, {"toolName": "Read"}], "behavior": "allow", "destination": "session"},
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"},
            {"type": "addDirectories", "directories": ["/x"], "destination": "session"}],
        "toolUseID": "toolu_1", "decisionClassification": "user_permanent"});
    assert_eq!(answered::<CanUseTool>(&allow.into()), expected);
    let deny = Deny::new("stop")
        .and_interrupt()
        .for_call("toolu_1".into())
        .classified(DecisionClassification::UserReject);
    let expected = json!({"behavior": "deny", "message": "stop", "interrupt": true, "toolUseID": "toolu_1", "decisionClassification": "user_reject"});
    assert_eq!(answered::<CanUseTool>(&deny.into()), expected);
    assert_eq!(rules[0].to_string(), "Bash(npm test:*)");
}

#[test]
fn an_updated_input_must_be_an_object() {
    for text in ["null", "[]", "1", "\"x\""] {
        assert!(JsonObject::from_text(text).is_err(), "{text}");
    }
}

#[test]
fn every_mode_is_known() {
    let modes = [
        "default",
        "acceptEdits",
        "bypassPermissions",
        "plan",
        "dontAsk",
        "auto",
        "manual",
        "delegate",
    ];
    assert_eq!(PermissionMode::VALUES, modes);
    assert_eq!(
        PermissionMode::from("later"),
        PermissionMode::Unknown("later".into())
    );
}

#[test]
fn a_hook_is_read_by_name_and_answered() {
    let members = json!({"callback_id": "hook_0", "input": {"hook_event_name": "SessionEnd", "session_id": "s", "reason": "clear"},
        "tool_use_id": "t", "issued_at": 1, "deadline_ms": 2});
    let CliRequest::HookCallback(callback) = cli_request("hook_callback", &members) else {
        panic!()
    };
    fields!(
        *callback,
        members,
        callback_id,
        input,
        tool_use_id,
        issued_at,
        deadline_ms
    );
    assert!(matches!(callback.input, HookInput::SessionEnd(_)));
    assert_eq!(answered::<HookCallback>(&HookOutput::proceed()), json!({}));
}

#[test]
fn a_message_for_a_server_is_read_by_name_and_answered() {
    let members = json!({"server_name": "calc", "message": {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "add"}}});
    let CliRequest::McpMessage(request) = cli_request("mcp_message", &members) else {
        panic!()
    };
    fields!(*request, members, server_name, message);
    fields!(
        request.message,
        members["message"],
        jsonrpc,
        id,
        method,
        params
    );
    let id = request.message.id.clone().unwrap();
    let response = JsonRpc::success(id.clone(), RawJson::from_text(r#"{"content":[]}"#).unwrap());
    let expected = json!({"mcp_response": {"jsonrpc": "2.0", "id": 2, "result": {"content": []}}});
    assert_eq!(
        answered::<McpMessage>(&McpMessageAnswer::new(response)),
        expected
    );
    let failure = McpMessageAnswer::new(JsonRpc::failure(
        id,
        pilothouse_protocol::mcp::error_code::METHOD_NOT_FOUND,
        "no",
    ));
    let expected = json!({"mcp_response": {"jsonrpc": "2.0", "id": 2, "error": {"code": -32601, "message": "no"}}});
    assert_eq!(answered::<McpMessage>(&failure), expected);
    let expected = json!({"mcp_response": {"jsonrpc": "2.0", "id": 0, "result": {}}});
    assert_eq!(
        answered::<McpMessage>(&McpMessageAnswer::acknowledgement()),
        expected
    );
}

#[test]
fn an_elicitation_is_read_by_name_and_answered() {
    let members = json!({"mcp_server_name": "s", "message": "m", "mode": "form", "url": "u", "elicitation_id": "e", "requested_schema": {"type": "object"},
        "property_order": ["a"], "title": "t", "display_name": "d", "description": "x"});
    let CliRequest::Elicitation(request) = cli_request("elicitation", &members) else {
        panic!()
    };
    fields!(
        *request,
        members,
        mcp_server_name,
        message,
        mode,
        url,
        elicitation_id,
        requested_schema,
        property_order,
        title,
        display_name,
        description
    );
    let content = JsonObject::from_text(r#"{"a":1}"#).unwrap();
    assert_eq!(
        answered::<Elicitation>(&ElicitationResult::accept(content)),
        json!({"action": "accept", "content": {"a": 1}})
    );
    assert_eq!(
        answered::<Elicitation>(&ElicitationResult::decline()),
        json!({"action": "decline"})
    );
    assert_eq!(
        answered::<Elicitation>(&ElicitationResult::cancel()),
        json!({"action": "cancel"})
    );
}

#[test]
fn a_dialog_is_read_by_name_and_answered() {
    let members =
        json!({"dialog_kind": "goal_proposal", "payload": {"goal": "g"}, "tool_use_id": "t"});
    let request = cli_request("request_user_dialog", &members);
    assert!(request.wants_silence());
    let CliRequest::RequestUserDialog(request) = request else {
        panic!()
    };
    fields!(*request, members, dialog_kind, payload, tool_use_id);
    let result = DialogResult::completed(RawJson::from_text(r#"{"approved":true}"#).unwrap());
    assert_eq!(
        answered::<RequestUserDialog>(&result),
        json!({"behavior": "completed", "result": {"approved": true}})
    );
    assert_eq!(
        answered::<RequestUserDialog>(&DialogResult::cancelled()),
        json!({"behavior": "cancelled"})
    );
}

#[test]
fn internal_requests_are_known_by_name() {
    let silent: Vec<&str> = CliRequest::TAGS[5..]
        .iter()
        .filter(|subtype| {
            let request = cli_request(subtype, &json!({"instance_id": "i", "status": 401}));
            assert!(matches!(request, CliRequest::Untyped(_)), "{request:?}");
            request.wants_silence()
        })
        .copied()
        .collect();
    assert_eq!(
        silent,
        [
            "remote_tool_call",
            "remote_plumbing_call",
            "remote_tools_probe",
            "remote_tools_reannounce"
        ]
    );
}
