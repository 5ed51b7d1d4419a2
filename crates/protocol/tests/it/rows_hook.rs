//! Every hook event: its input read by name, and what may be answered.

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::hook::*;
use pilothouse_protocol::permission::{PermissionDestination, PermissionRule, PermissionUpdate};
use pilothouse_protocol::wire::{Audit, Wire};
use serde_json::{Value, json};

use crate::rows_control::fields;

/// Adds what every event tells.
fn with_base(own: &Value) -> Value {
    let mut members = json!({
        "session_id": "s", "transcript_path": "/t", "cwd": "/c", "prompt_id": "p", "permission_mode": "default",
        "agent_id": "a", "agent_type": "k", "effort": {"level": "medium"}});
    members
        .as_object_mut()
        .unwrap()
        .extend(own.as_object().cloned().unwrap());
    members
}

/// Reads an input and checks that it comes back as it was, with nothing unknown.
fn input(event: &str, members: &Value) -> HookInput {
    let mut line = members.clone();
    line["hook_event_name"] = json!(event);
    let input = HookInput::from_json(&line.to_string()).unwrap();
    let mut audit = Audit::default();
    input.audit(&mut audit);
    assert!(
        audit.is_clean() && audit.extra.is_empty() && audit.unknown_values.is_empty(),
        "{event}: {audit:?}"
    );
    assert_eq!(
        serde_json::from_str::<Value>(&input.to_json()).unwrap(),
        line
    );
    assert_eq!(input.event().as_str(), event);
    assert!(!matches!(input.event(), HookEvent::Unknown(_)));
    let base = input.base();
    assert_eq!(
        (base.cwd, base.transcript_path, base.agent_type),
        (Some("/c"), Some("/t"), Some("k"))
    );
    assert_eq!(
        (
            base.session_id.unwrap().as_str(),
            base.agent_id.unwrap().as_str()
        ),
        ("s", "a")
    );
    assert_eq!(base.permission_mode.unwrap().as_str(), "default");
    input
}

/// Checks one event. Returns its name.
macro_rules! event {
    ($variant:ident $own:tt [$($field:ident $(= $key:literal)?),*]) => {{
        let members = with_base(&json!($own));
        let HookInput::$variant(input) = input(stringify!($variant), &members) else { panic!("another variant") };
        fields!(*input, members, session_id, transcript_path, cwd, prompt_id, permission_mode, agent_id, agent_type, effort, $($field $(= $key)?),*);
        stringify!($variant)
    }};
}

#[test]
fn every_event_is_read_by_name() {
    let rows = [calls(), turns(), sessions(), surroundings()].concat();
    for event in HookInput::TAGS {
        assert!(rows.contains(event), "{event} has no row");
    }
    assert_eq!(rows.len(), 33);
    assert_eq!(HookInput::TAGS, HookEvent::VALUES);
}

fn calls() -> Vec<&'static str> {
    vec![
        event!(PreToolUse {"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "t", "mcp_server": {"name": "n", "source": "sdk"}}
            [tool_name, tool_input, tool_use_id, mcp_server]),
        event!(PostToolUse {"tool_name": "Bash", "tool_input": {}, "tool_response": {"stdout": ""}, "tool_use_id": "t", "duration_ms": 5, "mcp_server": {"name": "n", "source": "sdk"}}
            [tool_name, tool_input, tool_response, tool_use_id, duration_ms, mcp_server]),
        event!(PostToolUseFailure {"tool_name": "Bash", "tool_input": {}, "tool_use_id": "t", "error": "e", "is_interrupt": false, "duration_ms": 5, "mcp_server": {"name": "n", "source": "sdk"}}
            [tool_name, tool_input, tool_use_id, error, is_interrupt, duration_ms, mcp_server]),
        event!(PostToolBatch {"tool_calls": [{"tool_name": "Bash", "tool_input": {}, "tool_use_id": "t", "tool_response": "x"}]} [tool_calls]),
        event!(PermissionRequest {"tool_name": "Bash", "tool_input": {}, "tool_use_id": "t",
                "permission_suggestions": [{"type": "setMode", "mode": "plan", "destination": "session"}], "mcp_server": {"name": "n", "source": "sdk"}}
            [tool_name, tool_input, tool_use_id, permission_suggestions, mcp_server]),
        event!(PermissionDenied {"tool_name": "Bash", "tool_input": {}, "tool_use_id": "t", "reason": "r", "mcp_server": {"name": "n", "source": "sdk"}}
            [tool_name, tool_input, tool_use_id, reason, mcp_server]),
    ]
}

fn turns() -> Vec<&'static str> {
    let tasks = json!([{"id": "i", "type": "shell", "status": "running", "description": "d", "command": "c", "agent_type": "a", "server": "s", "tool": "t", "name": "n"}]);
    let crons = json!([{"id": "i", "schedule": "* * * * *", "recurring": true, "prompt": "p"}]);
    vec![
        event!(UserPromptSubmit {"prompt": "p", "source": "sdk", "session_title": "t"} [prompt, source, session_title]),
        event!(UserPromptExpansion {"expansion_type": "slash_command", "command_name": "c", "command_args": "a", "command_source": "s", "prompt": "p"}
            [expansion_type, command_name, command_args, command_source, prompt]),
        event!(Stop {"stop_hook_active": false, "last_assistant_message": "m", "background_tasks": tasks, "session_crons": crons}
            [stop_hook_active, last_assistant_message, background_tasks, session_crons]),
        event!(StopFailure {"error": "rate_limit", "error_details": "d", "last_assistant_message": "m"} [error, error_details, last_assistant_message]),
        event!(SubagentStart {} []),
        event!(SubagentStop {"stop_hook_active": true, "agent_transcript_path": "/a", "last_assistant_message": "m", "background_tasks": tasks, "session_crons": crons}
            [stop_hook_active, agent_transcript_path, last_assistant_message, background_tasks, session_crons]),
        event!(Notification {"message": "m", "title": "t", "notification_type": "idle_prompt"} [message, title, notification_type]),
        event!(TeammateIdle {"teammate_name": "n", "team_name": "t"} [teammate_name, team_name]),
        event!(TaskCreated {"task_id": "1", "task_subject": "s", "task_description": "d", "teammate_name": "n", "team_name": "t"}
            [task_id, task_subject, task_description, teammate_name, team_name]),
        event!(TaskCompleted {"task_id": "1", "task_subject": "s"} [task_id, task_subject]),
        event!(MessageDisplay {"turn_id": "t", "message_id": "m", "index": 0, "final": true, "delta": "d"}
            [turn_id, message_id, index, is_final = "final", delta]),
    ]
}

fn sessions() -> Vec<&'static str> {
    vec![
        event!(SessionStart {"source": "compact", "model": "m", "session_title": "t", "seconds_since_last_response": 1.5, "context_tokens": 9,
                "prompt_cache_likely_expired": true, "estimated_cache_write_usd": 0.5}
            [source, model, session_title, seconds_since_last_response, context_tokens, prompt_cache_likely_expired, estimated_cache_write_usd]),
        event!(SessionEnd {"reason": "clear"} [reason]),
        event!(Setup {"trigger": "init"} [trigger]),
        event!(PreCompact {"trigger": "manual", "custom_instructions": null} [trigger, custom_instructions]),
        event!(PostCompact {"trigger": "auto", "compact_summary": "s"} [trigger, compact_summary]),
        event!(PreModelSwitch {"from_model": "a", "to_model": "b", "requested_model": null, "source": "sdk", "context_tokens": 1, "prompt_cache_warm": true,
                "cache_ttl": "5m", "estimated_cache_write_usd": 0.25, "pricing": "catalog"}
            [from_model, to_model, requested_model, source, context_tokens, prompt_cache_warm, cache_ttl, estimated_cache_write_usd, pricing]),
        event!(PostModelSwitch {"from_model": "a", "to_model": "b", "requested_model": "b", "source": "resume"} [from_model, to_model, requested_model, source]),
    ]
}

fn surroundings() -> Vec<&'static str> {
    vec![
        event!(Elicitation {"mcp_server_name": "s", "message": "m", "mode": "url", "url": "u", "elicitation_id": "e", "requested_schema": {}}
            [mcp_server_name, message, mode, url, elicitation_id, requested_schema]),
        event!(ElicitationResult {"mcp_server_name": "s", "elicitation_id": "e", "mode": "form", "action": "accept", "content": {"a": 1}}
            [mcp_server_name, elicitation_id, mode, action, content]),
        event!(ConfigChange {"source": "user_settings", "file_path": "/f"} [source, file_path]),
        event!(InstructionsLoaded {"file_path": "/f", "memory_type": "User", "load_reason": "include", "globs": ["*"], "trigger_file_path": "/t", "parent_file_path": "/p"}
            [file_path, memory_type, load_reason, globs, trigger_file_path, parent_file_path]),
        event!(WorktreeCreate {"name": "w"} [name]),
        event!(WorktreeRemove {"worktree_path": "/w"} [worktree_path]),
        event!(CwdChanged {"old_cwd": "/a", "new_cwd": "/b"} [old_cwd, new_cwd]),
        event!(FileChanged {"file_path": "/f", "event": "add"} [file_path, event]),
        event!(DirectoryAdded {"directory": "/d", "source": "slash_command"} [directory, source]),
    ]
}

/// Reads an answer and checks that it comes back as it was, with nothing unknown.
fn output(line: &Value) -> HookOutput {
    let output = HookOutput::from_json(&line.to_string()).unwrap();
    let mut audit = Audit::default();
    output.audit(&mut audit);
    assert!(
        audit.is_clean() && audit.extra.is_empty() && audit.unknown_values.is_empty(),
        "{line}: {audit:?}"
    );
    assert_eq!(
        serde_json::from_str::<Value>(&output.to_json()).unwrap(),
        *line
    );
    output
}

#[test]
fn an_answer_is_read_by_name() {
    let line = json!({"continue": false, "suppressOutput": true, "stopReason": "s", "decision": "block", "reason": "r", "systemMessage": "m",
        "terminalSequence": "\u{7}", "hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "c"}, "async": true, "asyncTimeout": 5});
    let output = output(&line);
    fields!(
        output,
        line,
        proceed = "continue",
        suppress_output = "suppressOutput",
        stop_reason = "stopReason",
        decision,
        reason,
        system_message = "systemMessage",
        terminal_sequence = "terminalSequence",
        hook_specific_output = "hookSpecificOutput",
        is_async = "async",
        async_timeout = "asyncTimeout"
    );
}

/// Checks what one event takes as an answer.
macro_rules! specific {
    ($($variant:ident $own:tt [$($field:ident $(= $key:literal)?),*])*) => {{
        let mut seen: Vec<&str> = Vec::new();
        $(
            let mut members = json!($own);
            members["hookEventName"] = json!(stringify!($variant));
            let answer = output(&json!({"hookSpecificOutput": members}));
            let Some(HookSpecificOutput::$variant(own)) = answer.hook_specific_output else { panic!("another variant") };
            members.as_object_mut().unwrap().remove("hookEventName");
            fields!(own, members, $($field $(= $key)?),*);
            seen.push(stringify!($variant));
        )*
        seen
    }};
}

#[test]
fn what_single_events_take_is_read_by_name() {
    let seen = specific! {
        PreToolUse {"permissionDecision": "defer", "permissionDecisionReason": "r", "updatedInput": {"a": 1}, "additionalContext": "c",
            "permissionDisplay": {"title": "t", "description": "d", "displayName": "n"}}
            [permission_decision = "permissionDecision", permission_decision_reason = "permissionDecisionReason", updated_input = "updatedInput",
             additional_context = "additionalContext", permission_display = "permissionDisplay"]
        PostToolUse {"additionalContext": "c", "classifierContext": "x", "updatedToolOutput": "o", "updatedMCPToolOutput": [1]}
            [additional_context = "additionalContext", classifier_context = "classifierContext", updated_tool_output = "updatedToolOutput",
             updated_mcp_tool_output = "updatedMCPToolOutput"]
        PostToolUseFailure {"additionalContext": "c"} [additional_context = "additionalContext"]
        PostToolBatch {"additionalContext": "c"} [additional_context = "additionalContext"]
        PermissionRequest {"decision": {"behavior": "allow", "updatedInput": {}, "updatedPermissions": [{"type": "setMode", "mode": "plan", "destination": "session"}]}} [decision]
        PermissionDenied {"retry": true} [retry]
        UserPromptSubmit {"additionalContext": "c", "sessionTitle": "t", "suppressOriginalPrompt": true}
            [additional_context = "additionalContext", session_title = "sessionTitle", suppress_original_prompt = "suppressOriginalPrompt"]
        UserPromptExpansion {"additionalContext": "c", "suppressOriginalPrompt": true}
            [additional_context = "additionalContext", suppress_original_prompt = "suppressOriginalPrompt"]
        SessionStart {"additionalContext": "c", "initialUserMessage": "i", "sessionTitle": "t", "watchPaths": ["/w"], "reloadSkills": true}
            [additional_context = "additionalContext", initial_user_message = "initialUserMessage", session_title = "sessionTitle", watch_paths = "watchPaths",
             reload_skills = "reloadSkills"]
        Setup {"additionalContext": "c"} [additional_context = "additionalContext"]
        Stop {"additionalContext": "c"} [additional_context = "additionalContext"]
        SubagentStart {"additionalContext": "c"} [additional_context = "additionalContext"]
        SubagentStop {"additionalContext": "c"} [additional_context = "additionalContext"]
        Notification {"additionalContext": "c"} [additional_context = "additionalContext"]
        PreModelSwitch {"permissionDecision": "ask", "permissionDecisionReason": "r"}
            [permission_decision = "permissionDecision", permission_decision_reason = "permissionDecisionReason"]
        PostModelSwitch {"additionalContext": "c"} [additional_context = "additionalContext"]
        Elicitation {"action": "accept", "content": {"a": 1}} [action, content]
        ElicitationResult {"action": "cancel", "content": {}} [action, content]
        WorktreeCreate {"worktreePath": "/w"} [worktree_path = "worktreePath"]
        CwdChanged {"watchPaths": ["/w"]} [watch_paths = "watchPaths"]
        FileChanged {"watchPaths": ["/w"]} [watch_paths = "watchPaths"]
        MessageDisplay {"displayContent": "d"} [display_content = "displayContent"]
    };
    assert_eq!(seen, HookSpecificOutput::TAGS);
    let deny = json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": "deny", "message": "m", "interrupt": true}}});
    let Some(HookSpecificOutput::PermissionRequest(answer)) = output(&deny).hook_specific_output
    else {
        panic!()
    };
    assert!(
        matches!(answer.decision, PermissionRequestDecision::Deny(deny) if deny.message.as_deref() == Some("m"))
    );
}

#[test]
fn answers_are_built_as_the_cli_wants_them() {
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
fn matchers_are_registered_as_the_cli_wants_them() {
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
