//! Permission requests and their responses.

use serde_json::{Value, json};

use crate::sim_process::{Place, Sim, kinds};

fn asked(sim: &mut Sim, command: &str, uuid: &str) -> Value {
    sim.script(
        json!([{ "type": "tool_use", "name": "Bash", "id": "toolu_a",
                 "input": { "command": command, "description": "make a file" } }]),
        uuid,
    );
    sim.request("can_use_tool")
}

fn tool_result(sim: &Sim) -> Value {
    let frame = sim
        .seen
        .iter()
        .rfind(|frame| frame["tool_result_meta"].is_array())
        .unwrap();
    frame["message"]["content"][0].clone()
}

#[test]
fn an_ask_suggests_a_rule_and_the_rule_prevents_further_asks() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    let ask = asked(&mut sim, "touch fA", "u1");
    let request = &ask["request"];
    assert_eq!(
        request["permission_suggestions"][0]["rules"][0]["ruleContent"],
        "touch fA"
    );
    assert_eq!(
        request["blocked_path"],
        place.project().join("fA").display().to_string()
    );
    let mut granted = request["permission_suggestions"][0].clone();
    granted["destination"] = "session".into();
    sim.answer(
        &ask,
        json!({ "behavior": "allow", "updatedPermissions": [granted] }),
    );
    sim.result();
    sim.script(
        json!([{ "type": "tool_use", "name": "Bash", "input": { "command": "touch fA" } }]),
        "u2",
    );
    sim.result();
    let asks = kinds(&sim.seen)
        .iter()
        .filter(|kind| kind.ends_with("/can_use_tool"))
        .count();
    assert_eq!(asks, 1);
}

#[test]
fn malformed_answers_deny_the_call() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    for (number, answer) in [
        json!({}),
        json!({ "decision": "allow" }),
        json!({ "behavior": "deny" }),
    ]
    .into_iter()
    .enumerate()
    {
        let ask = asked(&mut sim, "touch fA", &format!("u{number}"));
        sim.answer(&ask, answer);
        let result = sim.result();
        assert_eq!(result["permission_denials"].as_array().unwrap().len(), 1);
        assert!(
            tool_result(&sim)["content"]
                .as_str()
                .unwrap()
                .starts_with("The canUseTool callback")
        );
    }
}

#[test]
fn a_changed_input_is_run() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    let ask = asked(&mut sim, "touch fA", "u1");
    sim.answer(
        &ask,
        json!({ "behavior": "allow", "updatedInput": { "command": "echo changed" } }),
    );
    sim.result();
    assert_eq!(tool_result(&sim)["content"], "changed");
}

#[test]
fn an_interrupt_withdraws_the_ask_before_its_receipt() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    let ask = asked(&mut sim, "touch fA", "u1");
    sim.control("i", json!({ "subtype": "interrupt" }));
    let cancel = sim.wait(|frame| frame["type"] == "control_cancel_request");
    assert_eq!(cancel["request_id"], ask["request_id"]);
    sim.response("i");
    let result = sim.result();
    assert_eq!(result["terminal_reason"], "aborted_tools");
    assert_eq!(result["num_turns"], 3);
    assert_eq!(sim.end().0, 1, "the last result was an error");
}

#[test]
fn a_denial_with_interrupt_ends_the_turn_and_all_its_calls() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    let write = |name: &str| json!({ "type": "tool_use", "name": "Write", "input": { "file_path": name, "content": "x" } });
    sim.script(
        json!([[write("a"), write("b")], [{ "type": "text", "text": "not reached" }]]),
        "u1",
    );
    let ask = sim.request("can_use_tool");
    sim.answer(
        &ask,
        json!({ "behavior": "deny", "message": "stop", "interrupt": true }),
    );
    let result = sim.result();
    assert_eq!(result["terminal_reason"], "aborted_tools");
    assert_eq!(
        result["num_turns"], 4,
        "two results and the note about the interruption"
    );
}

#[test]
fn questions_are_answered_with_the_permission() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    let options = json!([{ "label": "Blue" }, { "label": "Red" }]);
    let input = json!({ "questions": [
        { "question": "Which colour?", "header": "Colour", "multiSelect": false, "options": options },
    ]});
    sim.script(
        json!([{ "type": "tool_use", "name": "AskUserQuestion", "input": input }]),
        "u1",
    );
    let ask = sim.request("can_use_tool");
    assert_eq!(ask["request"]["requires_user_interaction"], true);
    let mut answered = input.clone();
    answered["answers"] = json!({ "Which colour?": "Blue" });
    sim.answer(
        &ask,
        json!({ "behavior": "allow", "updatedInput": answered }),
    );
    sim.result();
    assert!(
        tool_result(&sim)["content"]
            .as_str()
            .unwrap()
            .contains("\"Which colour?\"=\"Blue\"")
    );
}

#[test]
fn an_elicitation_returns_the_action_of_the_user() {
    let place = Place::new();
    let config = r#"{"mcpServers":{"st":{"command":"st"}}}"#;
    let mut sim = place.start(&["--mcp-config", config, "--allowed-tools", "mcp__st__name"]);
    let schema = json!({
        "type": "object",
        "properties": { "name": { "type": "string", "title": "Name" } },
        "required": ["name"],
    });
    sim.script(
        json!([{ "type": "tool_use", "name": "mcp__st__name", "input": {},
                 "sim": { "elicit": { "message": "Your name?", "requested_schema": schema } } }]),
        "u1",
    );
    let ask = sim.request("elicitation");
    assert_eq!(
        ask["request"],
        json!({
            "subtype": "elicitation", "mcp_server_name": "st", "message": "Your name?", "mode": "form",
            "requested_schema": schema, "property_order": ["name"],
        })
    );
    sim.answer(
        &ask,
        json!({ "action": "accept", "content": { "name": "Ann" } }),
    );
    sim.result();
    assert_eq!(
        tool_result(&sim)["content"][0]["text"],
        r#"elicited {"action":"accept","content":{"name":"Ann"}}"#
    );
}

#[test]
fn the_output_of_a_running_command_can_be_requested() {
    let place = Place::new();
    let mut sim = place.start(&["--allowed-tools", "Bash"]);
    sim.script(
        json!([{ "type": "tool_use", "name": "Bash",
                 "input": { "command": "build", "run_in_background": true },
                 "sim": { "live": "half way\n", "stdout": "there\n", "s": 600 } }]),
        "u1",
    );
    let started = sim.wait(|frame| frame["subtype"] == "task_started");
    sim.control(
        "output",
        json!({ "subtype": "get_task_output", "task_id": started["task_id"] }),
    );
    let answer = sim.response("output");
    assert_eq!(answer["response"]["output"], "half way\n");
}
