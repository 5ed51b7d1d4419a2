//! The order of frames, queueing, interrupts.

use serde_json::{Value, json};

use crate::sim_process::{FLAGS, Place, Sim, kinds};

#[test]
fn a_turn_has_the_frames_of_the_cli_in_order() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    sim.say("hello", "u1");
    sim.wait(|frame| frame["state"] == "completed");
    assert_eq!(
        kinds(&sim.seen),
        [
            "command_lifecycle/queued",
            "command_lifecycle/started",
            "system/init",
            "system/status",
            "user",
            "stream_event/message_start",
            "stream_event/content_block_start",
            "stream_event/content_block_delta",
            "assistant",
            "stream_event/content_block_stop",
            "stream_event/message_delta",
            "stream_event/message_stop",
            "result/success",
            "command_lifecycle/completed",
        ]
    );
    assert_eq!(sim.end().0, 0);
}

#[test]
fn messages_that_wait_become_one_turn() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    sim.script(
        json!([{ "type": "text", "text": "one two", "chunks": 2, "delay": 0.3 }]),
        "u1",
    );
    sim.wait(|frame| frame["event"]["type"] == "content_block_delta");
    sim.say("first", "u2");
    sim.say("second", "u3");
    sim.result();
    let merged = sim.result();
    assert_eq!(merged["user_message_uuids"], json!(["u2", "u3"]));
    assert_eq!(merged["user_message_uuid"], "u3");
    assert_eq!(merged["result"], "You said: \"second\"");
}

#[test]
fn a_reply_costs_the_price_of_its_model() {
    let place = Place::new();
    let mut sim = place.start(&["--model", "claude-sonnet-4-5-20250929"]);
    sim.script(
        json!([{ "type": "text", "text": "one two", "chunks": 2, "delay": 0.3 }]),
        "u1",
    );
    sim.wait(|frame| frame["event"]["type"] == "content_block_delta");
    let model = "claude-haiku-4-5-20251001";
    sim.control("m", json!({ "subtype": "set_model", "model": model }));
    sim.response("m");
    let used = sim.result()["modelUsage"].clone();
    let models: Vec<&String> = used.as_object().unwrap().keys().collect();
    assert_eq!(models, ["claude-sonnet-4-5-20250929"]);
}

#[test]
fn a_message_joins_the_turn_whose_tool_runs() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    sim.script(
        json!([{ "type": "tool_use", "name": "Bash", "input": { "command": "touch a" } }]),
        "u1",
    );
    let ask = sim.request("can_use_tool");
    sim.say("meanwhile", "u2");
    sim.wait(|frame| frame["state"] == "queued" && frame["command_uuid"] == "u2");
    sim.answer(&ask, json!({ "behavior": "allow" }));
    let result = sim.result();
    assert_eq!(result["user_message_uuids"], json!(["u1", "u2"]));
    assert_eq!(result["num_turns"], 2);
}

#[test]
fn an_interrupt_keeps_the_partial_answer_and_the_next_turn_works() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    sim.script(
        json!([{ "type": "text", "text": "one two", "chunks": 2, "delay": 60 }]),
        "u1",
    );
    sim.wait(|frame| frame["event"]["type"] == "content_block_delta");
    sim.control("i", json!({ "subtype": "interrupt" }));
    assert_eq!(sim.response("i")["response"], json!({ "still_queued": [] }));
    let aborted = sim.wait(|frame| frame["type"] == "assistant");
    assert_eq!(aborted["aborted"], true);
    assert_eq!(aborted["message"]["content"][0]["text"], "one");
    let result = sim.result();
    assert_eq!(result["terminal_reason"], "aborted_streaming");
    sim.say("go on", "u2");
    assert_eq!(sim.result()["subtype"], "success");
    assert_eq!(sim.end().0, 0);
}

#[test]
fn background_work_starts_a_turn_of_its_own() {
    let place = Place::new();
    let mut sim = place.start(&["--permission-mode", "bypassPermissions"]);
    sim.script(
        json!([{ "type": "tool_use", "name": "Bash",
                 "input": { "command": "build", "description": "build", "run_in_background": true },
                 "sim": { "s": 0.2, "stdout": "built" } }]),
        "u1",
    );
    assert!(sim.result().get("origin").is_none());
    let notification = sim.wait(|frame| frame["subtype"] == "task_notification");
    assert_eq!(notification["status"], "completed");
    assert_eq!(sim.result()["origin"]["kind"], "task-notification");
}

#[test]
fn two_agents_report_under_their_parents() {
    let place = Place::new();
    let mut sim = place.start(&["--permission-mode", "bypassPermissions"]);
    let agent = |id: &str| {
        json!({ "type": "tool_use", "name": "Agent", "id": id, "input": {
            "description": id, "run_in_background": false,
            "prompt": "SCRIPT:[[{\"type\":\"tool_use\",\"name\":\"Bash\",\"input\":{\"command\":\"echo x\"}}]]",
        }})
    };
    sim.script(json!([agent("toolu_a"), agent("toolu_b")]), "u1");
    let result = sim.result();
    assert_eq!(result["subagent_stats"]["completed"], 2);
    for parent in ["toolu_a", "toolu_b"] {
        let own = sim
            .seen
            .iter()
            .filter(|frame| frame["parent_tool_use_id"] == parent)
            .count();
        assert_eq!(own, 3, "prompt, call and result of {parent}");
    }
}

/// As in 2.1.325: only hosts that enabled the events with the SDK's variable get them marked.
#[test]
fn states_of_the_session_are_marked_for_an_sdk() {
    for (variables, mark) in [
        (&["CLAUDE_CODE_SDK_READS_SESSION_STATE"][..], json!(true)),
        (
            &[
                "CLAUDE_CODE_SDK_READS_SESSION_STATE",
                "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS",
            ],
            Value::Null,
        ),
    ] {
        let place = Place::new();
        let mut command = place.command(FLAGS);
        command.envs(variables.iter().map(|name| (name, "1")));
        let mut sim = Sim::spawn(command);
        sim.script(json!([{ "type": "text", "text": "hello" }]), "u1");
        sim.result();
        let states: Vec<&Value> = sim
            .seen
            .iter()
            .filter(|frame| frame["subtype"] == "session_state_changed")
            .collect();
        assert!(!states.is_empty(), "{variables:?}");
        for state in states {
            assert_eq!(state["sdk_host_only"], mark, "{state}");
        }
    }
}
