//! What the protocol reference of 2.1.38 (sections 3 to 22) says a front end must show.

use pilothouse_view::{Activity, EntryBody, SessionView};
use serde_json::{Value, json};

use crate::log::Log;
use crate::recording;

fn view(name: &str) -> SessionView {
    recording::fold(&recording::named(name).records).1
}

fn kinds(view: &SessionView) -> Vec<String> {
    let json = serde_json::to_value(view).unwrap();
    let entries = json["entries"].as_array().unwrap().iter();
    entries
        .map(|entry| entry["body"]["kind"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn section_03_every_message_has_its_place() {
    let view = view("2.1.38/01a-two-turns-partial");
    assert_eq!(
        kinds(&view),
        ["user", "text", "turn", "user", "text", "turn"]
    );
    assert_eq!(
        view.info.model.as_deref(),
        Some("claude-sonnet-4-5-20250929")
    );
    assert!(!view.info.tools.is_empty());
    assert!(!view.info.commands.is_empty());
    assert_eq!(view.info.version.as_deref(), Some("2.1.38"));
}

#[test]
fn section_03_a_result_says_why_the_turn_ended() {
    for (subtype, outcome) in [
        ("error_max_turns", "maxTurns"),
        ("error_max_budget_usd", "maxBudget"),
        ("error_max_structured_output_retries", "schemaFailed"),
        ("error_during_execution", "failed"),
    ] {
        let mut log = Log::in_turn();
        log.out(
            json!({"type": "result", "subtype": subtype, "is_error": true, "errors": ["why"],
            "total_cost_usd": 0.5, "num_turns": 3, "usage": {}, "modelUsage": {}}),
        );
        let turn = &log.bodies("turn")[0];
        assert_eq!(turn["outcome"], outcome);
        assert_eq!(turn["errors"], json!(["why"]));
        assert_eq!(turn["costUsd"], 0.5);
    }
}

#[test]
fn section_04_a_streamed_block_is_shown_once() {
    let mut log = Log::in_turn();
    let event = |event: Value| json!({"type": "stream_event", "session_id": "s1", "event": event});
    log.out(event(json!({"type": "message_start", "message": {"id": "msg_1", "role": "assistant", "model": "m", "content": []}})));
    log.out(event(json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}})));
    log.out(event(json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hel"}})));
    assert_eq!(log.view().drafts.values().collect::<Vec<_>>(), ["Hel"]);
    assert!(matches!(
        log.view().liveness.activity,
        Activity::Writing { .. }
    ));
    log.out(event(json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "lo"}})));
    log.block(json!({"type": "text", "text": "Hello"}));
    log.out(event(json!({"type": "content_block_stop", "index": 0})));
    log.out(event(json!({"type": "message_stop"})));
    assert!(log.view().drafts.is_empty());
    let texts = log.bodies("text");
    assert_eq!(texts.len(), 1);
    assert_eq!(texts[0]["text"], "Hello");
}

#[test]
fn section_05_a_permission_shows_what_is_asked_and_what_could_be_remembered() {
    let mut log = Log::in_turn();
    log.call("toolu_1", "Bash", json!({"command": "rm /tmp/foo.txt"}));
    log.out(json!({"type": "control_request", "request_id": "r1", "request": {
        "subtype": "can_use_tool", "tool_name": "Bash", "tool_use_id": "toolu_1",
        "input": {"command": "rm /tmp/foo.txt", "description": "Remove file"},
        "permission_suggestions": [
            {"type": "addDirectories", "directories": ["/private/tmp"], "destination": "session"},
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"}],
        "decision_reason": "\u{1b}[1mPath is outside\u{1b}[0m", "blocked_path": "/private/tmp/foo.txt"}}));
    let json = log.json();
    let ask = &json["asks"][0];
    assert_eq!(ask["body"]["kind"], "permission");
    assert_eq!(ask["body"]["reason"], "Path is outside");
    assert_eq!(ask["body"]["blockedPath"], "/private/tmp/foo.txt");
    assert_eq!(
        ask["body"]["suggestions"][0]["text"],
        "Allow work in /private/tmp"
    );
    assert_eq!(ask["body"]["suggestions"][0]["place"], "this session only");
    assert_eq!(ask["body"]["suggestions"][1]["mode"], "acceptEdits");
    assert_eq!(log.bodies("tool")[0]["state"], "waiting");
    assert_eq!(log.view().liveness.activity, Activity::Waiting);
    log.input(
        json!({"type": "control_response", "response": {"subtype": "success", "request_id": "r1",
        "response": {"behavior": "allow", "updatedInput": {"command": "rm /tmp/bar.txt"}}}}),
    );
    let tool = &log.bodies("tool")[0];
    assert_eq!(tool["state"], "running");
    assert_eq!(tool["input"]["command"], "rm /tmp/foo.txt");
    assert_eq!(tool["changedInput"]["command"], "rm /tmp/bar.txt");
    assert_eq!(
        tool["decision"]["who"],
        json!({"kind": "device", "name": "phone"})
    );
}

#[test]
fn section_05_what_the_cli_suppresses_is_not_offered() {
    let mut log = Log::in_turn();
    log.call("toolu_1", "Bash", json!({"command": "rm -rf /"}));
    log.out(json!({"type": "control_request", "request_id": "r1", "request": {
        "subtype": "can_use_tool", "tool_name": "Bash", "tool_use_id": "toolu_1", "input": {"command": "rm -rf /"},
        "permission_suggestions": [{"type": "setMode", "mode": "acceptEdits", "destination": "session"}],
        "suppress_always_allow_rule": true, "default_to_no": true, "requires_user_interaction": true,
        "classifier_approvable": false}}));
    let json = log.json();
    let body = &json["asks"][0]["body"];
    assert_eq!(body["suggestions"], json!([]));
    let flags = [
        "canRemember",
        "defaultToNo",
        "requiresInteraction",
        "needsPerson",
    ];
    assert_eq!(
        flags.map(|flag| body[flag] == true),
        [false, true, true, true]
    );
}

#[test]
fn section_05_a_question_is_a_form() {
    let mut log = Log::in_turn();
    let question = json!({"question": "Which color?", "header": "Color", "multiSelect": false,
        "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cool"}]});
    let input = json!({"questions": [question]});
    log.call("toolu_1", "AskUserQuestion", input.clone());
    log.out(
        json!({"type": "control_request", "request_id": "r1", "request": {"subtype": "can_use_tool",
        "tool_name": "AskUserQuestion", "input": input, "tool_use_id": "toolu_1"}}),
    );
    let json = log.json();
    let body = &json["asks"][0]["body"];
    assert_eq!(body["kind"], "question");
    assert_eq!(body["questions"][0]["options"][1]["label"], "Blue");
    log.input(
        json!({"type": "control_response", "response": {"subtype": "success", "request_id": "r1",
        "response": {"behavior": "allow", "updatedInput": {"questions": [question],
            "answers": {"Which color?": "Blue"}}}}}),
    );
    let json = log.json();
    assert_eq!(json["asks"], json!([]));
    assert_eq!(
        json["closedAsks"][0]["state"]["answer"]["answers"]["Which color?"],
        "Blue"
    );
}

#[test]
fn section_06_output_of_commands_is_shown_without_its_tags() {
    for (tag, is_error) in [
        ("local-command-stdout", false),
        ("local-command-stderr", true),
    ] {
        let mut log = Log::new();
        log.prompt("u1", "/cost now");
        log.out(json!({"type": "system", "subtype": "init", "session_id": "s1"}));
        log.out(
            json!({"type": "user", "isReplay": true, "session_id": "s1", "uuid": "x",
            "message": {"role": "user", "content": format!("<{tag}>Total cost: $0.04</{tag}>")}}),
        );
        log.end();
        let command = &log.bodies("command")[0];
        assert_eq!(command["text"]["text"], "Total cost: $0.04");
        assert_eq!(command["isError"], is_error);
        assert_eq!(command["name"], "cost");
        assert_eq!(command["args"], "now");
        assert_eq!(log.bodies("user").len(), 1);
    }
}

#[test]
fn section_07_sessions_have_seams() {
    let mut log = Log::new();
    let spawn = |argv: Value| json!({"argv": argv, "cwd": "/p", "cli_session_id": "s1"});
    log.record(
        pilothouse_protocol::log::Kind::Spawn,
        pilothouse_protocol::log::Who::Host,
        &spawn(json!(["claude"])),
    );
    log.record(
        pilothouse_protocol::log::Kind::Exit,
        pilothouse_protocol::log::Who::Cli,
        &json!({"code": 0, "reason": "told"}),
    );
    log.epoch = 2;
    log.record(
        pilothouse_protocol::log::Kind::Spawn,
        pilothouse_protocol::log::Who::Host,
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
fn section_08_images_and_documents_come_with_their_message() {
    let mut log = Log::new();
    let large = "A".repeat(200_000);
    log.input(json!({"type": "user", "uuid": "u1", "message": {"role": "user", "content": [
        {"type": "text", "text": "Compare these"},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aGVsbG8="}},
        {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": large}},
        {"type": "document", "title": "a.txt", "source": {"type": "text", "media_type": "text/plain", "data": "words"}}]}}));
    let message = &log.bodies("user")[0];
    assert_eq!(message["text"]["text"], "Compare these");
    let attachments = message["attachments"].as_array().unwrap();
    assert_eq!(attachments[0]["data"], "aGVsbG8=");
    assert_eq!(
        attachments[1].get("data"),
        None,
        "a large picture is served on demand"
    );
    assert_eq!(
        (&attachments[1]["index"], &attachments[1]["size"]),
        (&json!(2), &json!(150_000))
    );
    assert_eq!(attachments[2]["text"]["text"], "words");
}

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
fn section_10_a_death_ends_everything_that_was_open() {
    let mut log = Log::in_turn();
    log.call("toolu_1", "Bash", json!({"command": "sleep 9"}));
    log.out(
        json!({"type": "control_request", "request_id": "r1", "request": {"subtype": "can_use_tool",
        "tool_name": "Bash", "tool_use_id": "toolu_1", "input": {"command": "sleep 9"}}}),
    );
    log.record(
        pilothouse_protocol::log::Kind::Exit,
        pilothouse_protocol::log::Who::Cli,
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
fn section_11_errors_of_the_api_are_entries_of_their_own() {
    let view = view("2.1.38/08-401-noretry");
    assert_eq!(kinds(&view), ["user", "apiError", "turn"]);
    let retried = recording::fold(&recording::named("2.1.325/08-529-then-ok").records).1;
    let retry = retried.entries.iter().find_map(|entry| match &entry.body {
        EntryBody::Retry(retry) => Some(retry.clone()),
        _ => None,
    });
    let retry = retry.unwrap();
    assert_eq!(
        (retry.attempt, retry.max_retries, retry.over),
        (2, 10, true)
    );
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
fn section_14_thinking_is_apart_from_the_answer() {
    let view = view("2.1.325/02a-thinking-default");
    assert_eq!(kinds(&view), ["user", "thinking", "text", "turn"]);
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
    log.call("toolu_2", "Bash", json!({"command": "ls"}));
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
fn section_17_a_compaction_says_what_it_saved() {
    let mut log = Log::in_turn();
    log.out(
        json!({"type": "system", "subtype": "status", "status": "compacting", "session_id": "s1"}),
    );
    assert_eq!(log.bodies("compaction")[0]["state"], "running");
    assert_eq!(log.view().liveness.activity, Activity::Compacting);
    log.out(json!({"type": "system", "subtype": "compact_boundary", "session_id": "s1", "compact_metadata": {
        "trigger": "auto", "pre_tokens": 190_044, "post_tokens": 2679, "duration_ms": 79,
        "preserved_messages": {"anchor_uuid": "a", "uuids": ["x", "y"]}}}));
    log.out(
        json!({"type": "user", "isSynthetic": true, "session_id": "s1",
        "message": {"role": "user", "content": "The story so far."}}),
    );
    let compaction = &log.bodies("compaction")[0];
    assert_eq!(compaction["state"], "done");
    assert_eq!(
        (&compaction["tokensBefore"], &compaction["tokensAfter"]),
        (&json!(190_044), &json!(2679))
    );
    assert_eq!(compaction["keptMessages"], 2);
    assert_eq!(compaction["summary"]["text"], "The story so far.");
    assert_eq!(log.bodies("compaction").len(), 1);
}

#[test]
fn section_18_asks_are_withdrawn_when_the_cli_withdraws() {
    let view = view("2.1.325/05c-interrupt-pending-ask");
    assert!(view.asks.is_empty());
    let json = serde_json::to_value(&view).unwrap();
    assert_eq!(json["closedAsks"][0]["state"]["reason"], "cancelled");
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

#[test]
fn the_tour_asks_a_question_and_for_a_plan() {
    let view = view("sim/tour");
    let json = serde_json::to_value(&view).unwrap();
    let kinds: Vec<&Value> = json["closedAsks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ask| &ask["body"]["kind"])
        .collect();
    assert!(kinds.contains(&&json!("question")));
    assert!(kinds.contains(&&json!("plan")));
    assert!(!view.files.is_empty());
    assert!(!view.tasks.is_empty());
}
