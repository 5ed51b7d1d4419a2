//! Speaking as an older version does.

use serde_json::json;

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
fn the_old_version_keeps_silent_about_what_it_does_not_know() {
    let place = Place::new();
    let mut sim = place.start(&["--as-version", "2.1.38"]);
    sim.control("1", json!({ "subtype": "get_context_usage" }));
    sim.control("2", json!({ "subtype": "interrupt" }));
    sim.response("2");
    assert_eq!(sim.seen.len(), 1);
    let (_, stdout, _) = run(&place, &["--as-version", "2.1.38", "--version"]);
    assert_eq!(stdout, "2.1.38 (Claude Code)\n");
}

#[test]
fn the_old_version_takes_any_mode_and_answers_twice() {
    let place = Place::new();
    let mut sim = place.start(&["--as-version", "2.1.38"]);
    let request = json!({ "subtype": "set_permission_mode", "mode": "bypassPermissions" });
    sim.control("1", request);
    assert_eq!(sim.response("1")["response"]["mode"], "bypassPermissions");
    assert_eq!(sim.response("1").get("response"), None);
    assert_eq!(sim.seen.len(), 2);
}

#[test]
fn the_old_version_wants_the_input_back_and_asks_a_small_model() {
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
