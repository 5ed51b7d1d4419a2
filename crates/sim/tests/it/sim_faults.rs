//! Invalid input, API errors, scripted faults.

use serde_json::{Value, json};

use crate::sim_process::{Place, run};

#[test]
fn lines_that_are_not_json_end_the_process() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    sim.write("{\"type\":\"user\",\"mess\n");
    let (code, stderr, seen) = sim.finish();
    assert_eq!(code, 1);
    assert_eq!(
        stderr.trim(),
        "Error parsing streaming input line (type=user, 20 chars): SyntaxError"
    );
    assert!(seen.is_empty());
}

#[test]
fn flags_are_checked_as_the_cli_checks_them() {
    let place = Place::new();
    let (code, _, stderr) = run(&place, &["--foo"]);
    assert_eq!((code, stderr.trim()), (1, "error: unknown option '--foo'"));
    let (code, _, stderr) = run(&place, &["-p", "--output-format", "stream-json", "x"]);
    assert_eq!(code, 1);
    assert!(stderr.contains("requires --verbose"));
    let (code, stdout, _) = run(&place, &["--version"]);
    assert_eq!((code, stdout.as_str()), (0, "2.1.325 (Claude Code)\n"));
    let (code, stdout, _) = run(&place, &["-p", "hello"]);
    assert_eq!((code, stdout.as_str()), (0, "You said: \"hello\"\n"));
}

#[test]
fn an_error_of_the_server_is_a_result_and_an_exit_code() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    sim.script(json!([{ "type": "http_error", "status": 400, "etype": "invalid_request_error", "message": "bad" }]), "u1");
    let result = sim.result();
    assert_eq!(result["is_error"], true);
    assert_eq!(result["api_error_status"], 400);
    assert_eq!(result["result"], "API Error: 400 bad");
    assert_eq!(sim.end().0, 1);
}

#[test]
fn an_overloaded_server_is_retried() {
    let place = Place::new();
    let mut sim = place.start(&["--sim-speed", "0"]);
    sim.script(
        json!([{ "type": "http_error", "status": 529, "etype": "overloaded_error", "message": "Overloaded", "times": 2 },
               { "type": "text", "text": "back" }]),
        "u1",
    );
    assert_eq!(sim.result()["result"], "back");
    let retries = sim
        .seen
        .iter()
        .filter(|frame| frame["subtype"] == "api_retry")
        .count();
    assert_eq!(retries, 2);
}

#[test]
fn a_script_injects_faults() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    sim.script(
        json!([{ "type": "garbage", "text": "not json" }, { "type": "huge_line", "bytes": 1_000_000 },
               { "type": "flood", "count": 500 }, { "type": "stderr", "text": "a word\n" },
               { "type": "text", "text": "still here" }]),
        "u1",
    );
    assert_eq!(sim.result()["result"], "still here");
    assert!(sim.seen.contains(&Value::String("not json".to_owned())));
    let flood = sim
        .seen
        .iter()
        .filter(|frame| frame["event"]["type"] == "content_block_delta")
        .count();
    assert!(flood >= 500);
    sim.script(
        json!([{ "type": "exit", "code": 7, "when": "ask" },
               { "type": "tool_use", "name": "Bash", "input": { "command": "touch a" } }]),
        "u2",
    );
    let (code, stderr, seen) = sim.finish();
    assert_eq!((code, stderr.as_str()), (7, "a word\n"));
    assert_eq!(seen.last().unwrap()["request"]["subtype"], "can_use_tool");
}

#[test]
fn stdin_that_ends_leaves_asks_unanswered_but_finishes_the_turn() {
    let place = Place::new();
    let mut sim = place.start(&[]);
    sim.script(
        json!([{ "type": "tool_use", "name": "Bash", "input": { "command": "touch a" } }]),
        "u1",
    );
    sim.request("can_use_tool");
    let (code, _, seen) = sim.end();
    assert_eq!(code, 0);
    let result = seen.iter().find(|frame| frame["type"] == "result").unwrap();
    assert_eq!(result["subtype"], "success");
    assert_eq!(result["permission_denials"].as_array().unwrap().len(), 1);
}
