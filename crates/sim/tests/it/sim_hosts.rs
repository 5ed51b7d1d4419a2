//! Hooks and in-process servers of the host.

use serde_json::{Value, json};

use crate::sim_process::{Place, Sim};

fn bash(command: &str) -> Value {
    json!([{ "type": "tool_use", "name": "Bash", "input": { "command": command } }])
}

#[test]
fn a_hook_denies_without_a_permission_request() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    let hooks = json!({ "PreToolUse": [{ "matcher": "Bash", "hookCallbackIds": ["h1"] }] });
    sim.control("1", json!({ "subtype": "initialize", "hooks": hooks }));
    assert_eq!(sim.response("1")["response"]["hooks_applied"], true);
    sim.script(bash("touch a"), "u1");
    let call = sim.request("hook_callback");
    assert_eq!(call["request"]["input"]["tool_input"]["command"], "touch a");
    sim.answer(
        &call,
        json!({ "hookSpecificOutput": {
            "hookEventName": "PreToolUse", "permissionDecision": "deny",
            "permissionDecisionReason": "not here",
        }}),
    );
    let result = sim.result();
    assert_eq!(result["permission_denials"].as_array().unwrap().len(), 1);
    assert!(
        !sim.seen
            .iter()
            .any(|frame| frame["request"]["subtype"] == "can_use_tool")
    );
}

#[test]
fn no_hooks_are_applied_where_a_host_has_none() {
    for fields in [json!({}), json!({ "hooks": null })] {
        let place = Place::new();
        let mut sim = place.start(&[]);
        let mut request = fields.clone();
        request["subtype"] = "initialize".into();
        sim.control("1", request);
        let response = sim.response("1");
        assert!(
            response["response"].get("hooks_applied").is_none(),
            "{fields}"
        );
    }
}

pub(crate) fn serve(sim: &mut Sim, request: &Value) {
    let message = &request["request"]["message"];
    let result = match message["method"].as_str().unwrap() {
        "initialize" => json!({
            "protocolVersion": "2025-11-25", "capabilities": { "tools": {} },
            "serverInfo": { "name": "calc", "version": "1" },
        }),
        "tools/list" => {
            json!({ "tools": [{ "name": "add", "inputSchema": { "type": "object" } }] })
        }
        "tools/call" => json!({ "content": [{ "type": "text", "text": "3" }] }),
        _ => json!({}),
    };
    let id = message.get("id").cloned().unwrap_or(json!(0));
    sim.answer(
        request,
        json!({ "mcp_response": { "jsonrpc": "2.0", "id": id, "result": result } }),
    );
}

#[test]
fn a_tool_of_the_host_is_called_through_its_server() {
    let place = Place::new();
    let mut sim = place.start(&["--allowedTools", "mcp__calc"]);
    sim.control(
        "1",
        json!({ "subtype": "initialize", "sdkMcpServers": ["calc"] }),
    );
    for _ in 0..3 {
        let request = sim.request("mcp_message");
        serve(&mut sim, &request);
    }
    sim.script(
        json!([{ "type": "tool_use", "name": "mcp__calc__add", "input": { "a": 1, "b": 2 } }]),
        "u1",
    );
    let call = sim.request("mcp_message");
    assert_eq!(
        call["request"]["message"]["params"]["arguments"],
        json!({ "a": 1, "b": 2 })
    );
    serve(&mut sim, &call);
    sim.result();
    let init = sim
        .seen
        .iter()
        .find(|frame| frame["subtype"] == "init")
        .unwrap();
    assert_eq!(init["mcp_servers"][0]["status"], "connected");
    let answered = sim
        .seen
        .iter()
        .find(|frame| frame["tool_use_result"].is_array())
        .unwrap();
    assert_eq!(answered["tool_use_result"][0]["text"], "3");
}

#[test]
fn commands_of_settings_files_run_at_their_events() {
    let place = Place::new();
    let settings = json!({ "hooks": { "PreToolUse": [
        { "matcher": "Bash", "hooks": [{ "type": "command", "command": "echo refused >&2; exit 2" }] },
    ]}});
    let mut sim = place.start(&["--settings", &settings.to_string()]);
    sim.script(bash("echo hi"), "u1");
    let result = sim.result();
    assert_eq!(result["permission_denials"].as_array().unwrap().len(), 1);
}

/// Observed with the CLI 2.1.325 and 2.1.38.
#[test]
fn a_server_whose_program_does_not_exist_has_failed() {
    let config = json!({ "mcpServers": {
        "gone": { "command": "/nowhere/server" },
        "word": { "command": "no-such-program" },
        "there": { "command": "sh" },
    }})
    .to_string();
    let cases = [
        (
            "2.1.325",
            "ENOENT: no such file or directory, posix_spawn 'stdio'",
            "Executable not found in $PATH: \"stdio\"",
        ),
        (
            "2.1.38",
            "spawn /nowhere/server ENOENT",
            "spawn no-such-program ENOENT",
        ),
    ];
    for (version, gone, word) in cases {
        let place = Place::new();
        let mut sim = place.start(&["--mcp-config", &config, "--as-version", version]);
        sim.control("1", json!({ "subtype": "mcp_status" }));
        let status = sim.response("1")["response"]["mcpServers"].clone();
        let of = |name: &str| {
            let servers = status.as_array().unwrap();
            let server = servers.iter().find(|server| server["name"] == name);
            server.unwrap().clone()
        };
        assert_eq!(
            (&of("gone")["status"], &of("gone")["error"]),
            (&json!("failed"), &json!(gone))
        );
        assert_eq!(
            (&of("word")["status"], &of("word")["error"]),
            (&json!("failed"), &json!(word))
        );
        assert_eq!(of("there")["status"], "connected");
        sim.script(json!([{ "type": "text", "text": "hello" }]), "u1");
        let init = sim.wait(|frame| frame["subtype"] == "init");
        let servers = init["mcp_servers"].as_array().unwrap();
        let failed = servers.iter().filter(|server| server["status"] == "failed");
        assert_eq!(failed.count(), 2, "{version}");
    }
}
