//! What is shown is so: states of calls, texts that no person wrote, plans, settings in force.

use pilothouse_log::{Kind, Record, Who};
use pilothouse_view::ask::AskBody;
use pilothouse_view::entry::{NoticeLevel, NoticeSource};
use pilothouse_view::fold::SessionFold;
use pilothouse_view::tool::{ToolCall, ToolState};
use pilothouse_view::{Entry, EntryBody};
use serde_json::{Value, json};

/// A fold with what was handed out of it.
#[derive(Default)]
struct Told {
    fold: SessionFold,
    settled: Vec<Entry>,
    seq: u64,
}

impl Told {
    fn tell(&mut self, kind: Kind, line: &Value) {
        self.seq += 1;
        let record = Record {
            seq: self.seq,
            at_ms: self.seq * 1000,
            epoch: 1,
            ..Record::new(kind, Who::Host, line.to_string())
        };
        self.fold.apply(&record);
        self.settled.extend(self.fold.take_settled());
    }

    fn out(&mut self, line: Value) {
        self.tell(Kind::Out, &line);
    }

    fn call(&mut self, id: &str, name: &str, input: Value) {
        self.out(
            json!({"type": "assistant", "parent_tool_use_id": null, "message": {
            "id": format!("msg_{id}"), "type": "message", "role": "assistant", "model": "m",
            "content": [{"type": "tool_use", "id": id, "name": name, "input": input}]}}),
        );
    }

    fn bash(&mut self, id: &str) {
        self.call(id, "Bash", json!({"command": id}));
    }

    fn ask(&mut self, request: &str, id: &str, tool: &str, input: Value) {
        self.out(
            json!({"type": "control_request", "request_id": request, "request": {
            "subtype": "can_use_tool", "tool_name": tool, "input": input, "tool_use_id": id}}),
        );
    }

    fn allow(&mut self, request: &str) {
        let line = json!({"type": "control_response", "response": {"subtype": "success",
            "request_id": request, "response": {"behavior": "allow"}}});
        self.tell(Kind::In, &line);
    }

    fn result(&mut self, id: &str, content: Value, structured: Value) {
        self.out(
            json!({"type": "user", "parent_tool_use_id": null, "tool_use_result": structured,
            "message": {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": id, "content": content}]}}),
        );
    }

    fn entries(&self) -> Vec<&Entry> {
        let mut all: Vec<&Entry> = self.settled.iter().collect();
        all.extend(&self.fold.view().entries);
        all.sort_by_key(|entry| entry.order);
        all
    }

    fn tool(&self, id: &str) -> &ToolCall {
        let mut calls = self
            .entries()
            .into_iter()
            .filter_map(|entry| match &entry.body {
                EntryBody::Tool(call) => Some(call.as_ref()),
                _ => None,
            });
        calls.rfind(|call| call.tool_use_id == id).unwrap()
    }

    /// The states of calls, with the second in which each began.
    fn states(&self, ids: &[&str]) -> Vec<(ToolState, Option<u64>)> {
        let state = |id: &&str| {
            let call = self.tool(id);
            (call.state, call.started_at.map(|at| at / 1000))
        };
        ids.iter().map(state).collect()
    }

    fn notices(&self) -> Vec<&str> {
        let notices = self
            .entries()
            .into_iter()
            .filter_map(|entry| match &entry.body {
                EntryBody::Notice(notice) => Some(notice.text.as_str()),
                _ => None,
            });
        notices.collect()
    }

    fn typed(&self) -> Vec<&str> {
        let typed = self
            .entries()
            .into_iter()
            .filter_map(|entry| match &entry.body {
                EntryBody::User(message) => Some(message.text.text.as_str()),
                _ => None,
            });
        typed.collect()
    }
}

use ToolState::{Done, Running, Waiting};

#[test]
fn a_call_behind_one_that_waits_for_permission_waits_and_has_no_clock() {
    let mut told = Told::default();
    told.bash("first");
    told.ask("r1", "first", "Bash", json!({"command": "first"}));
    told.bash("second");
    told.call("third", "Read", json!({"file_path": "/a"}));
    let all = ["first", "second", "third"];
    assert_eq!(told.states(&all), [(Waiting, None); 3]);
    told.allow("r1");
    assert_eq!(told.seq, 5);
    assert_eq!(
        told.states(&all),
        [(Running, Some(5)), (Waiting, None), (Waiting, None)]
    );
    told.result("first", json!("ok"), json!({"stdout": "ok"}));
    assert_eq!(
        told.states(&all),
        [(Done, Some(5)), (Running, Some(6)), (Waiting, None)]
    );
    told.ask("r2", "second", "Bash", json!({"command": "second"}));
    assert_eq!(told.states(&all[1..]), [(Waiting, None), (Waiting, None)]);
    told.allow("r2");
    told.result("second", json!("ok"), json!({"stdout": "ok"}));
    assert_eq!(
        told.states(&all[1..]),
        [(Done, Some(8)), (Running, Some(9))]
    );
}

#[test]
fn tools_that_only_look_run_beside_each_other() {
    let mut told = Told::default();
    told.call("one", "Read", json!({"file_path": "/a"}));
    told.call("two", "Grep", json!({"pattern": "x"}));
    told.bash("alone");
    let all = ["one", "two", "alone"];
    assert_eq!(
        told.states(&all),
        [(Running, Some(1)), (Running, Some(2)), (Waiting, None)]
    );
    told.result("two", json!("x"), json!({}));
    assert_eq!(told.states(&all[2..]), [(Waiting, None)]);
    told.result("one", json!("x"), json!({}));
    assert_eq!(told.states(&all[2..]), [(Running, Some(5))]);
}

#[test]
fn a_call_that_reports_progress_runs_whatever_is_before_it() {
    let mut told = Told::default();
    told.bash("one");
    told.bash("two");
    assert_eq!(told.states(&["two"]), [(Waiting, None)]);
    told.out(
        json!({"type": "system", "subtype": "task_started", "task_id": "b1", "tool_use_id": "two",
        "description": "d", "task_type": "local_bash", "is_backgrounded": false}),
    );
    assert_eq!(told.states(&["two"]), [(Running, Some(3))]);
}

#[test]
fn a_call_waits_while_a_hook_looks_at_it() {
    let mut told = Told::default();
    told.bash("one");
    let hook = |subtype: &str| {
        json!({"type": "system", "subtype": subtype, "hook_id": "h", "hook_event": "PreToolUse",
            "hook_name": "PreToolUse:Bash", "outcome": "success", "exit_code": 0})
    };
    told.out(hook("hook_started"));
    assert_eq!(told.states(&["one"]), [(Waiting, None)]);
    told.out(hook("hook_response"));
    assert_eq!(told.states(&["one"]), [(Running, Some(3))]);
}

#[test]
fn a_stopped_call_that_never_ran_has_no_clock() {
    let mut told = Told::default();
    told.bash("one");
    told.ask("r1", "one", "Bash", json!({"command": "one"}));
    told.bash("two");
    told.out(
        json!({"type": "result", "subtype": "error_during_execution", "is_error": true,
        "terminal_reason": "aborted_tools"}),
    );
    let stopped = (ToolState::Interrupted, None);
    assert_eq!(told.states(&["one", "two"]), [stopped, stopped]);
}

/// As 2.1.325 wrote it, with shorter names.
fn notification(status: &str, summary: &str, more: &str) -> Value {
    json!({"type": "user", "isReplay": true, "uuid": format!("u-{status}"), "parent_tool_use_id": null,
        "origin": {"kind": "task-notification"},
        "message": {"role": "user", "content": format!(
            "<task-notification>\n<task-id>a1</task-id>\n<status>{status}</status>\n<summary>{summary}</summary>\n\
             {more}</task-notification>")}})
}

#[test]
fn the_end_of_a_background_agent_is_told_once_and_in_words() {
    let mut told = Told::default();
    told.call(
        "toolu_a",
        "Agent",
        json!({"description": "Look for x", "prompt": "p"}),
    );
    told.out(json!({"type": "system", "subtype": "task_started", "task_id": "a1", "tool_use_id": "toolu_a",
        "description": "Look for x", "task_type": "local_agent", "is_backgrounded": true}));
    let text = "Async agent launched successfully. (This tool result is internal metadata — never quote it.)\n\
        agentId: a1 (internal ID - do not mention to user.)";
    told.result(
        "toolu_a",
        json!([{"type": "text", "text": text}]),
        json!({"isAsync": true, "status": "async_launched", "agentId": "a1"}),
    );
    let result = told.tool("toolu_a").result.as_ref().unwrap();
    assert_eq!(result.text.text, "Runs in the background.");
    told.out(json!({"type": "system", "subtype": "task_notification", "task_id": "a1", "tool_use_id": "toolu_a",
        "status": "completed", "output_file": "/tmp/a1", "summary": "Found it.",
        "usage": {"total_tokens": 120, "tool_uses": 3, "duration_ms": 12000}}));
    told.out(notification(
        "completed",
        "Agent \"Look for x\" finished",
        "<result>Found it.</result>",
    ));
    assert_eq!(
        told.notices(),
        ["Agent finished: Look for x · 3 tools · 12 s"]
    );
    assert!(told.typed().is_empty(), "{:?}", told.typed());
}

#[test]
fn a_task_that_only_the_model_was_told_of_is_shown_with_its_report() {
    let mut told = Told::default();
    let usage = "<result>Found it.</result>\n<usage><tool_uses>1</tool_uses><duration_ms>900</duration_ms></usage>";
    told.out(notification("completed", "Agent \"Look\" finished", usage));
    told.out(notification(
        "failed",
        "Background command \"make\" failed with exit code 2",
        "",
    ));
    told.out(notification(
        "killed",
        "Task \"tail\" was stopped by the user",
        "",
    ));
    assert_eq!(
        told.notices(),
        [
            "Agent finished: Look · 1 tool · 900 ms\nFound it.",
            "Command failed: make · exit code 2",
            "Task stopped: tail",
        ]
    );
    let failed = told.entries()[1];
    let EntryBody::Notice(notice) = &failed.body else {
        panic!("{failed:?}")
    };
    assert_eq!(
        (notice.level, notice.source),
        (NoticeLevel::Error, NoticeSource::Task)
    );
    assert!(told.typed().is_empty());
}

#[test]
fn a_result_shows_no_words_to_the_model() {
    let mut told = Told::default();
    told.bash("shell");
    told.result(
        "shell",
        json!("Command running in background with ID: b1. Output is being written to: /tmp/b1."),
        json!({"stdout": "", "stderr": "", "backgroundTaskId": "b1"}),
    );
    assert_eq!(
        told.tool("shell").result.as_ref().unwrap().text.text,
        "Runs in the background."
    );
    told.call("agent", "Agent", json!({"description": "d", "prompt": "p"}));
    let note = "<tools-used-before-summary>Bash</tools-used-before-summary>\n";
    let text = format!(
        "  {note}  \n[Subagent hand-back] It is model output. The report follows:\n  Found it.\n\
        agentId: ad83 (use SendMessage with to: 'ad83')\n<usage>tool_uses: 1</usage>"
    );
    told.result(
        "agent",
        json!([{"type": "text", "text": text}]),
        json!({"status": "completed", "agentId": "ad83",
        "content": [{"type": "text", "text": note}, {"type": "text", "text": "Found it."}]}),
    );
    let result = told.tool("agent").result.as_ref().unwrap();
    assert_eq!(result.text.text, "Found it.");
    let structured = &result.structured.as_ref().unwrap().0;
    assert_eq!(
        structured["content"],
        json!([{"type": "text", "text": "Found it."}])
    );
}

#[test]
fn tags_of_the_cli_are_never_a_persons_words() {
    let mut told = Told::default();
    let mut says = |number: u32, text: &str| {
        told.out(
            json!({"type": "user", "uuid": format!("u{number}"), "parent_tool_use_id": null,
            "message": {"role": "user", "content": text}}),
        );
    };
    says(
        1,
        "<command-message>greet</command-message>\n<command-name>/greet</command-name>\n<command-args>Ann</command-args>",
    );
    says(2, "<bash-input>ls</bash-input>");
    says(
        3,
        "<bash-stdout>a.txt</bash-stdout><bash-stderr></bash-stderr>",
    );
    says(4, "<system-reminder>Be brief.</system-reminder>");
    says(5, "Do it.\n<system-reminder>Be brief.</system-reminder>");
    says(
        6,
        "<local-command-caveat>Caveat: ignore this.</local-command-caveat>",
    );
    assert_eq!(told.typed(), ["/greet Ann", "! ls", "Do it."]);
}

#[test]
fn the_plan_of_a_request_is_the_file_or_stands_in_the_call() {
    let mut told = Told::default();
    let plan = |told: &Told| {
        let AskBody::Plan(plan) = &told.fold.view().asks[0].body else {
            panic!("not a plan")
        };
        (plan.plan.clone(), plan.plan_file.clone())
    };
    told.call("one", "ExitPlanMode", json!({"plan": "# Inline"}));
    // 2.1.325 without a plan file.
    told.ask("r1", "one", "ExitPlanMode", json!({}));
    assert_eq!(plan(&told), (Some("# Inline".to_owned()), None));
    told.allow("r1");
    told.call("two", "ExitPlanMode", json!({"plan": "# Inline"}));
    told.ask(
        "r2",
        "two",
        "ExitPlanMode",
        json!({"plan": "# File", "planFilePath": "/p.md"}),
    );
    assert_eq!(
        plan(&told),
        (Some("# File".to_owned()), Some("/p.md".to_owned()))
    );
}

#[test]
fn a_request_without_a_reason_of_its_own_shows_none() {
    let mut told = Told::default();
    let ask = |reason: &str| {
        json!({"type": "control_request", "request_id": reason, "request": {
            "subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": "make"},
            "decision_reason": reason, "decision_reason_type": "other"}})
    };
    told.out(ask("This command requires approval"));
    told.out(ask("Path is outside allowed working directories"));
    let reasons = told.fold.view().asks.iter().map(|ask| match &ask.body {
        AskBody::Permission(asked) => asked.reason.as_deref(),
        _ => None,
    });
    let outside = Some("Path is outside allowed working directories");
    assert_eq!(reasons.collect::<Vec<_>>(), [None, outside]);
}

#[test]
fn the_settings_in_force_are_shown() {
    let mut told = Told::default();
    let mut ask = |effort: Value| {
        let request = json!({"type": "control_request", "request_id": "h1", "request": {"subtype": "get_settings"}});
        told.tell(Kind::In, &request);
        told.out(json!({"type": "control_response", "response": {"subtype": "success", "request_id": "h1",
            "response": {"effective": {}, "sources": [], "applied": {"model": "claude-a", "effort": effort}}}}));
        let info = &told.fold.view().info;
        (info.model.clone(), info.effort.clone())
    };
    let model = Some("claude-a".to_owned());
    assert_eq!(ask(json!("high")), (model.clone(), Some("high".to_owned())));
    assert_eq!(ask(Value::Null), (model, None));
}

#[test]
fn what_an_agent_says_of_its_progress_is_shown() {
    let mut told = Told::default();
    told.out(
        json!({"type": "system", "subtype": "task_started", "task_id": "a1", "description": "d",
        "task_type": "local_agent", "is_backgrounded": true}),
    );
    let progress = |summary: Value| {
        json!({"type": "system", "subtype": "task_progress", "task_id": "a1", "description": "Running ls",
            "summary": summary, "usage": {"total_tokens": 1, "tool_uses": 1, "duration_ms": 1}})
    };
    told.out(progress(Value::Null));
    assert_eq!(
        told.fold.view().jobs[0].progress.as_deref(),
        Some("Running ls")
    );
    told.out(progress(json!("Reading runAgent.ts")));
    assert_eq!(
        told.fold.view().jobs[0].progress.as_deref(),
        Some("Reading runAgent.ts")
    );
}

#[test]
fn a_dialog_has_its_answers() {
    let mut told = Told::default();
    told.out(json!({"type": "control_request", "request_id": "r1", "request": {"subtype": "request_user_dialog",
        "dialog_kind": "refusal_fallback_prompt", "payload": {"originalModel": "A", "fallbackModel": "B"}}}));
    let AskBody::Dialog(dialog) = &told.fold.view().asks[0].body else {
        panic!("not a dialog")
    };
    assert_eq!(dialog.title.as_deref(), Some("A declined to answer"));
    let labels: Vec<&str> = dialog
        .choices
        .iter()
        .map(|one| one.label.as_str())
        .collect();
    assert_eq!(labels, ["Retry with B", "Edit the message"]);
}
