//! Simulates an older version.

use serde_json::json;

use crate::sim_hosts::serve;
use crate::sim_process::{Place, kinds, run};

#[test]
fn the_old_version_has_no_lifecycle_and_echoes_late() {
    let place = Place::new();
    let mut sim = place.start(&["--as-version", "2.1.38"]);
    sim.say("hello", "u1");
    sim.result();
    assert_eq!(
        kinds(&sim.seen),
        [
            "system/init",
            "stream_event/message_start",
            "stream_event/content_block_start",
            "stream_event/content_block_delta",
            "user",
            "assistant",
            "stream_event/content_block_stop",
            "stream_event/message_delta",
            "stream_event/message_stop",
            "result/success",
        ]
    );
}

#[test]
fn the_old_version_ignores_unknown_requests() {
    let place = Place::new();
    let mut sim = place.start(&["--as-version", "2.1.38"]);
    sim.control("1", json!({ "subtype": "get_context_usage" }));
    sim.control("2", json!({ "subtype": "interrupt" }));
    sim.response("2");
    assert_eq!(sim.seen.len(), 1);
    let (_, stdout, _) = run(&place, &["--as-version", "2.1.38", "--version"]);
    assert_eq!(stdout, "2.1.38 (Claude Code)\n");
}

/// The real 2.1.325 and 2.1.38 respond before they read further lines.
#[test]
fn initialize_is_answered_before_a_message_that_arrives_with_it() {
    for version in ["2.1.325", "2.1.38"] {
        let place = Place::new();
        let mut sim = place.start(&["--as-version", version]);
        let initialize = json!({
            "type": "control_request", "request_id": "1", "request": { "subtype": "initialize" },
        });
        let message = json!({
            "type": "user", "message": { "role": "user", "content": "hello" }, "uuid": "u1",
        });
        sim.write(&format!("{initialize}\n{message}\n"));
        sim.result();
        assert_eq!(kinds(&sim.seen)[0], "control_response", "{version}");
        assert_eq!(sim.seen[0]["response"]["subtype"], "success", "{version}");
    }
}

#[test]
fn the_old_version_accepts_any_mode_and_responds_twice() {
    let place = Place::new();
    let mut sim = place.start(&["--as-version", "2.1.38"]);
    let request = json!({ "subtype": "set_permission_mode", "mode": "bypassPermissions" });
    sim.control("1", request);
    assert_eq!(sim.response("1")["response"]["mode"], "bypassPermissions");
    assert_eq!(sim.response("1").get("response"), None);
    assert_eq!(sim.seen.len(), 2);
}

#[test]
fn the_old_version_requires_the_input_and_uses_a_small_model() {
    let place = Place::new();
    let mut sim = place.start(&["--as-version", "2.1.38"]);
    let script =
        json!([{ "type": "tool_use", "name": "Bash", "input": { "command": "touch fA" } }]);
    sim.script(script.clone(), "u1");
    let ask = sim.request("can_use_tool");
    let suggested = &ask["request"]["permission_suggestions"];
    assert_eq!(suggested[0]["type"], "addDirectories");
    assert_eq!(suggested[1]["type"], "setMode");
    sim.answer(&ask, json!({ "behavior": "allow" }));
    let result = sim.result();
    assert_eq!(result["permission_denials"].as_array().unwrap().len(), 1);
    assert_eq!(result["modelUsage"].as_object().unwrap().len(), 1);

    sim.script(script, "u2");
    let ask = sim.request("can_use_tool");
    let input = ask["request"]["input"].clone();
    sim.answer(&ask, json!({ "behavior": "allow", "updatedInput": input }));
    let result = sim.result();
    assert_eq!(result["permission_denials"], json!([]));
    assert_eq!(result["modelUsage"].as_object().unwrap().len(), 2);
}

#[test]
fn the_old_version_connects_named_servers_with_the_next_turn() {
    let place = Place::new();
    let mut sim = place.start(&["--as-version", "2.1.38"]);
    let request = json!({ "subtype": "initialize", "sdkMcpServers": ["calc"] });
    sim.control("1", request);
    sim.response("1");
    sim.control("2", json!({ "subtype": "mcp_status" }));
    let status = sim.response("2");
    assert_eq!(status["response"]["mcpServers"], json!([]));
    sim.say("hello", "u1");
    for _ in 0..3 {
        let request = sim.request("mcp_message");
        serve(&mut sim, &request);
    }
    let init = sim.wait(|frame| frame["subtype"] == "init");
    assert_eq!(init["mcp_servers"][0]["status"], "connected");
    sim.result();
}

#[test]
fn the_old_version_connects_a_configured_server_at_once_and_again_with_a_turn() {
    let place = Place::new();
    let config = json!({ "mcpServers": { "calc": { "type": "sdk", "name": "calc" } } });
    let flags = [
        "--as-version",
        "2.1.38",
        "--mcp-config",
        &config.to_string(),
    ];
    let mut sim = place.start(&flags);
    let first = sim.request("mcp_message");
    sim.say("hello", "u1");
    let second = sim.request("mcp_message");
    assert_eq!(second["request"]["message"]["method"], "initialize");
    serve(&mut sim, &first);
    serve(&mut sim, &second);
    for _ in 0..4 {
        let request = sim.request("mcp_message");
        serve(&mut sim, &request);
    }
    assert_eq!(sim.result()["is_error"], false);
}

#[test]
fn the_old_version_reports_a_granted_mode_before_the_echo() {
    let place = Place::new();
    let mut sim = place.start(&["--as-version", "2.1.38", "--replay-user-messages"]);
    let input = json!({ "file_path": place.project().join("a.txt"), "content": "a" });
    let script = json!([{ "type": "tool_use", "name": "Write", "input": input }]);
    sim.script(script, "u1");
    let ask = sim.request("can_use_tool");
    let grant = json!([{ "type": "setMode", "mode": "acceptEdits", "destination": "session" }]);
    let input = ask["request"]["input"].clone();
    sim.answer(
        &ask,
        json!({ "behavior": "allow", "updatedInput": input, "updatedPermissions": grant }),
    );
    sim.result();
    let kinds = kinds(&sim.seen);
    let place_of = |kind: &str| kinds.iter().position(|other| other == kind).unwrap();
    assert!(place_of("system/status") < place_of("control_response"));
}

#[test]
fn the_old_version_has_a_higher_price_for_long_prompts() {
    let place = Place::new();
    let model = "claude-sonnet-4-5-20250929";
    for (input, cost) in [(200_000, 1.025), (300_000, 3.0375)] {
        let mut sim = place.start(&["--as-version", "2.1.38", "--model", model]);
        let script = json!([
            { "type": "text", "text": "x" },
            { "type": "usage", "input_tokens": input, "output_tokens": 1000 },
        ]);
        sim.script(script, "u1");
        let told = sim.result()["total_cost_usd"].as_f64().unwrap();
        assert!((told - cost).abs() < 1e-9, "{told} for {input} tokens");
    }
}
