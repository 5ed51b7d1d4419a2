//! What tools, subagents, tasks and hooks do.

use pilothouse_view::{Activity, EntryBody};
use serde_json::{Value, json};

use super::view;
use crate::log::Log;

#[test]
fn section_09_results_keep_their_structure_and_large_ones_are_cut() {
    let mut log = Log::in_turn();
    log.call(
        "toolu_1",
        "Edit",
        json!({"file_path": "/p/a", "old_string": "b", "new_string": "c"}),
    );
    let patch = json!([{"oldStart": 1, "oldLines": 2, "newStart": 1, "newLines": 2, "lines": [" a", "-b", "+c"]}]);
    log.result(
        "toolu_1",
        json!("updated"),
        json!({"filePath": "/p/a", "structuredPatch": patch, "originalFile": "a\nb\n"}),
        false,
    );
    log.call("toolu_2", "Bash", json!({"command": "seq 100000"}));
    log.result(
        "toolu_2",
        json!("line\n".repeat(50_000)),
        json!({"stdout": "line\n".repeat(50_000)}),
        false,
    );
    log.call("toolu_3", "Bash", json!({"command": "false"}));
    log.result(
        "toolu_3",
        json!("Exit code 1\nno"),
        json!("Error: Exit code 1"),
        true,
    );
    log.call("toolu_4", "Read", json!({}));
    log.result(
        "toolu_4",
        json!("<tool_use_error>no file_path</tool_use_error>"),
        json!("Error: x"),
        true,
    );
    let tools = log.bodies("tool");
    assert_eq!(tools[0]["result"]["structured"]["structuredPatch"], patch);
    let cut = &tools[1]["result"];
    assert_eq!(
        (&cut["text"]["truncated"], &cut["text"]["fullSize"]),
        (&json!(true), &json!(250_000))
    );
    assert!(cut["text"]["text"].as_str().unwrap().len() < 20_000);
    assert_eq!(cut["structuredCut"], true);
    assert_eq!(
        (
            &tools[2]["result"]["exitCode"],
            &tools[2]["result"]["text"]["text"]
        ),
        (&json!(1), &json!("no"))
    );
    assert_eq!(
        (&tools[3]["state"], &tools[3]["result"]["invalidCall"]),
        (&json!("failed"), &json!(true))
    );
    assert_eq!(tools[3]["result"]["text"]["text"], "no file_path");
}

#[test]
fn section_15_subagents_stand_under_their_call() {
    for name in [
        "2.1.38/04-subagent-one",
        "2.1.325/04-subagent-foreground-explicit",
    ] {
        let view = view(name);
        let call = view.entries.iter().find(|entry| {
            matches!(&entry.body,
            EntryBody::Tool(call) if call.tool.display == "Agent")
        });
        let call = call.unwrap();
        let inner: Vec<_> = view
            .entries
            .iter()
            .filter(|entry| entry.parent.as_ref() == Some(&call.id))
            .collect();
        assert_eq!(inner.len(), 1, "{name}");
        assert_eq!(view.jobs.len(), 1, "{name}");
        assert_eq!(view.jobs[0].entry.as_ref(), Some(&call.id), "{name}");
        assert_eq!(
            view.jobs[0].agent_type.as_deref(),
            Some("general-purpose"),
            "{name}"
        );
    }
}

#[test]
fn section_16_parallel_calls_are_joined_by_their_ids() {
    let mut log = Log::in_turn();
    log.call("toolu_1", "Glob", json!({"pattern": "*"}));
    log.call("toolu_2", "Grep", json!({"pattern": "b"}));
    assert!(
        matches!(&log.view().liveness.activity, Activity::Tools { entries } if entries.len() == 2)
    );
    // As older documents tell it: both results in one line, in another order.
    log.out(
        json!({"type": "user", "session_id": "s1", "message": {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "toolu_2", "content": "b", "is_error": false},
        {"type": "tool_result", "tool_use_id": "toolu_1", "content": "a", "is_error": false}]}}),
    );
    let results: Vec<Value> = log
        .bodies("tool")
        .iter()
        .map(|tool| tool["result"]["text"]["text"].clone())
        .collect();
    assert_eq!(results, ["a", "b"]);
}

#[test]
fn section_19_changes_of_a_file_are_added_up() {
    let mut log = Log::in_turn();
    let edit = |id: &str, old: &str, new: &str, log: &mut Log| {
        log.call(id, "Edit", json!({"file_path": "/p/a"}));
        let lines = json!([" one", format!("-{old}"), format!("+{new}"), " three"]);
        log.result(
            id,
            json!("ok"),
            json!({"filePath": "/p/a", "structuredPatch": [
            {"oldStart": 1, "oldLines": 3, "newStart": 1, "newLines": 3, "lines": lines}]}),
            false,
        );
    };
    edit("toolu_1", "two", "2", &mut log);
    edit("toolu_2", "2", "zwei", &mut log);
    let json = log.json();
    let file = &json["files"][0];
    assert_eq!(
        (&file["additions"], &file["deletions"], &file["edits"]),
        (&json!(1), &json!(1), &json!(2))
    );
    assert_eq!(
        file["hunks"][0]["lines"],
        json!([" one", "-two", "+zwei", " three"])
    );
    edit("toolu_3", "zwei", "two", &mut log);
    assert_eq!(
        log.json()["files"],
        json!([]),
        "a change that was undone is no change"
    );
}

#[test]
fn section_20_the_task_list_is_the_same_from_both_generations() {
    let newer = view("2.1.325/03-tasks").tasks;
    assert_eq!(newer.len(), 2);
    assert_eq!(newer[0].active_form.as_deref(), Some("Fixing bug"));
    let older = view("2.1.38/03-todowrite").tasks;
    assert_eq!(older.len(), 2);
    assert_eq!(older[0].active_form.as_deref(), Some("Doing A"));
}

#[test]
fn section_21_mcp_tools_are_named_for_people() {
    let view = view("2.1.325/15-mcp");
    let names = view.entries.iter().filter_map(|entry| match &entry.body {
        EntryBody::Tool(call) => call
            .tool
            .server
            .as_ref()
            .map(|server| (server.name.clone(), call.tool.display.clone())),
        _ => None,
    });
    let names: Vec<_> = names.collect();
    assert_eq!(names[0], ("demo".to_owned(), "Add".to_owned()));
    let server = &view.info.mcp_servers[0];
    assert_eq!(
        (server.name.as_str(), server.status.as_str()),
        ("demo", "connected")
    );
    assert!(!server.tools.is_empty());
}

#[test]
fn section_22_what_hooks_do_is_visible() {
    let view = view("2.1.325/11-hooks-include-hook-events");
    let json = serde_json::to_value(&view).unwrap();
    let bodies: Vec<&Value> = json["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["body"])
        .collect();
    let blocked = bodies
        .iter()
        .find(|body| body["delivery"]["state"] == "blocked")
        .unwrap();
    assert_eq!(
        blocked["text"]["text"], "please BLOCKME now",
        "the text goes back to the sender"
    );
    assert!(
        bodies
            .iter()
            .any(|body| body["kind"] == "continued" && body["reason"] == "stopHook")
    );
    let denied = bodies
        .iter()
        .find(|body| body["state"] == "denied")
        .unwrap();
    assert_eq!(denied["decision"]["by"], "hook");
}
