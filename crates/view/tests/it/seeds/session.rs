//! The session around the conversation: its seams, costs, context, queue and limits.

use pilothouse_view::EntryBody;
use serde_json::{Value, json};

use super::view;
use crate::log::Log;

#[test]
fn section_07_sessions_have_seams() {
    let mut log = Log::new();
    let spawn = |argv: Value| json!({"argv": argv, "cwd": "/p", "cli_session_id": "s1"});
    log.record(
        pilothouse_log::Kind::Spawn,
        pilothouse_log::Who::Host,
        &spawn(json!(["claude"])),
    );
    log.record(
        pilothouse_log::Kind::Exit,
        pilothouse_log::Who::Cli,
        &json!({"code": 0, "reason": "told"}),
    );
    log.epoch = 2;
    log.record(
        pilothouse_log::Kind::Spawn,
        pilothouse_log::Who::Host,
        &spawn(json!(["claude", "--resume", "s1"])),
    );
    log.prompt("u1", "/clear");
    log.out(json!({"type": "conversation_reset", "new_conversation_id": "c", "trigger": "clear", "session_id": "s1"}));
    log.out(json!({"type": "system", "subtype": "init", "session_id": "s2"}));
    let reasons: Vec<Value> = log
        .bodies("boundary")
        .iter()
        .map(|one| one["reason"].clone())
        .collect();
    assert_eq!(reasons, ["started", "ended", "resumed", "cleared"]);
    let seam = &log.bodies("boundary")[3];
    assert_eq!(
        (&seam["sessionId"], &seam["previousSessionId"]),
        (&json!("s2"), &json!("s1"))
    );
}

#[test]
fn section_10_a_death_ends_everything_that_was_open() {
    let mut log = Log::in_turn();
    log.call("toolu_1", "Bash", json!({"command": "sleep 9"}));
    log.out(
        json!({"type": "control_request", "request_id": "r1", "request": {"subtype": "can_use_tool",
        "tool_name": "Bash", "tool_use_id": "toolu_1", "input": {"command": "sleep 9"}}}),
    );
    log.record(
        pilothouse_log::Kind::Exit,
        pilothouse_log::Who::Cli,
        &json!({"code": 1, "stderr_tail": "Error: no"}),
    );
    let json = log.json();
    assert_eq!(json["asks"], json!([]));
    assert_eq!(
        json["closedAsks"][0]["state"],
        json!({"state": "withdrawn", "at": 1005, "reason": "died"})
    );
    assert_eq!(log.bodies("tool")[0]["state"], "interrupted");
    assert_eq!(log.bodies("user")[0]["delivery"]["state"], "lost");
    assert_eq!(
        json["liveness"]["activity"]["exit"]["stderrTail"],
        "Error: no"
    );
    // The message is given to the next process with the same uuid: it stays one entry.
    log.epoch = 2;
    log.prompt("u1", "please");
    assert_eq!(log.bodies("user").len(), 1);
    assert_eq!(log.bodies("user")[0]["delivery"]["state"], "sent");
    // Its turn had begun before the death, so the CLI swallows it.
    log.out(json!({"type": "command_lifecycle", "command_uuid": "u1", "state": "completed", "uuid": "x", "session_id": "s1"}));
    assert_eq!(log.bodies("user")[0]["delivery"]["state"], "duplicate");
}

#[test]
fn section_12_costs_are_per_turn_and_in_all() {
    for name in ["2.1.38/13-cost-three-turns", "2.1.325/13-cost-three-turns"] {
        let view = view(name);
        let costs = view.entries.iter().filter_map(|entry| match &entry.body {
            EntryBody::Turn(turn) => Some(turn.cost_usd),
            _ => None,
        });
        let costs: Vec<f64> = costs.collect();
        assert_eq!(costs.len(), 3, "{name}");
        assert!(
            (costs.iter().sum::<f64>() - view.usage.total_cost_usd).abs() < 1e-9,
            "{name}"
        );
        assert!(costs[1] > costs[0], "{name}: the middle turn used more");
        assert_eq!(view.usage.last_turn.unwrap().cost_usd, costs[2], "{name}");
    }
}

#[test]
fn section_13_a_context_report_fills_the_gauge() {
    for (name, used) in [
        ("2.1.38/05-slash-replay", None),
        ("2.1.325/05-slash-noreplay", Some(5)),
    ] {
        let view = view(name);
        let context = view.usage.context.unwrap();
        assert_eq!(context.max_tokens, Some(200_000), "{name}");
        assert!(context.categories.len() >= used.unwrap_or(6), "{name}");
    }
}

#[test]
fn the_queue_of_the_host_is_kept_in_notes() {
    let mut log = Log::in_turn();
    let message =
        |text: &str| json!({"type": "user", "message": {"role": "user", "content": text}});
    log.note(
        json!({"note": "queued", "id": "q1", "message": message("one"), "reason": "a turn runs"}),
    );
    log.note(json!({"note": "queued", "id": "q2", "message": message("two")}));
    log.note(json!({"note": "reordered", "ids": ["q2", "q1"]}));
    log.note(json!({"note": "edited", "id": "q1", "message": message("one, changed")}));
    let texts = |log: &Log| {
        log.view()
            .queue
            .iter()
            .map(|one| one.text.text.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(&log), ["two", "one, changed"]);
    log.prompt("q2", "two");
    assert_eq!(texts(&log), ["one, changed"]);
    log.note(json!({"note": "withdrawn", "id": "q1"}));
    assert!(texts(&log).is_empty());
    log.note(json!({"note": "renamed", "name": "fix the login"}));
    log.out(json!({"type": "system", "subtype": "session_title_changed", "title": "other", "session_id": "s1"}));
    assert_eq!(log.view().info.title.as_deref(), Some("fix the login"));
}

#[test]
fn limits_are_shown_as_they_are_kept() {
    let mut log = Log::in_turn();
    let setting =
        |name: &str, value: Value| json!({"note": "setting", "name": name, "value": value});
    log.note(setting("budgetUsd", json!(2.5)));
    log.note(setting("continueAfterLimit", json!(true)));
    log.note(json!({"note": "archived", "archived": true}));
    let host = log.view().host;
    assert_eq!(
        (host.archived, host.budget_usd, host.continue_after_limit),
        (true, Some(2.5), Some(true))
    );
    log.note(setting("budgetUsd", Value::Null));
    assert_eq!(log.view().host.budget_usd, None);
}

#[test]
fn what_nobody_knows_is_shown_raw() {
    let mut log = Log::in_turn();
    log.out(json!({"type": "hologram", "depth": 3}));
    log.out(json!({"type": "system", "subtype": "telepathy", "session_id": "s1"}));
    let raw = log.bodies("raw");
    assert_eq!(
        (&raw[0]["name"], &raw[0]["reason"]),
        (&json!("hologram"), &json!("unknown"))
    );
    assert_eq!(raw[1]["name"], "system/telepathy");
    assert!(
        raw[0]["line"]["text"]
            .as_str()
            .unwrap()
            .contains("\"depth\":3")
    );
}
