//! What a hosted session shows is what its CLI does: the same scenes with the simulator and with the real CLI.

use pilothouse_view::ask::AskBody;
use pilothouse_view::tool::ToolState;
use pilothouse_view::{EntryBody, SessionView};
use serde_json::{Value, json};

use crate::harness::Harness;

/// The name of the model's tool for subagents, and what makes it wait for one.
const AGENT: &str = "Agent";

fn bash(id: &str, command: &str) -> Value {
    json!({"type": "tool_use", "id": id, "name": "Bash",
        "input": {"command": command, "description": "d"}, "sim": {"stdout": ""}})
}

/// A session in a project of its own.
pub(crate) async fn create(harness: &Harness, mut body: Value) -> String {
    let project = harness.home().join("project");
    std::fs::create_dir_all(&project).unwrap();
    body["project"] = json!(project);
    harness.create(body).await
}

/// The state of a call, and whether its clock runs.
fn state(view: &SessionView, id: &str) -> Option<(ToolState, bool)> {
    view.entries.iter().find_map(|entry| match &entry.body {
        EntryBody::Tool(call) if call.tool_use_id == id => {
            Some((call.state, call.started_at.is_some()))
        }
        _ => None,
    })
}

pub(crate) async fn model_and_effort_follow_commands(harness: Harness) {
    let session = create(&harness, json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness
        .script(&session, json!([{"type": "text", "text": "Here."}]))
        .await;
    browser.until_turns(1).await;
    harness.send(&session, "/effort high").await;
    browser
        .until("the effort of the command", |view| {
            view.info.effort.as_deref() == Some("high")
        })
        .await;
    harness.send(&session, "/model haiku").await;
    browser
        .until("the model of the command", |view| {
            let model = view.info.model.as_deref();
            model.is_some_and(|model| model.contains("haiku"))
        })
        .await;
    // Both hold after a wake. The history ends with a turn, because commands are not in it.
    harness
        .script(&session, json!([{"type": "text", "text": "There."}]))
        .await;
    browser.until_turns(4).await;
    harness.lifecycle(&session, "park").await;
    harness
        .script(&session, json!([{"type": "text", "text": "Awake."}]))
        .await;
    browser.until_turns(5).await;
    let spawn = harness.records(&session);
    let spawn = spawn.iter().filter_map(|record| record.spawn()).next_back();
    let argv = spawn.unwrap().argv.join(" ");
    assert!(argv.contains("--effort=high"), "{argv}");
    assert!(argv.contains("haiku"), "{argv}");
}

pub(crate) async fn a_rename_reaches_the_cli(harness: Harness) {
    let session = create(&harness, json!({})).await;
    let mut browser = harness.watch(&session).await;
    let rename = async |title: &str| {
        let path = format!("/api/sessions/{session}");
        harness.ok("PATCH", &path, json!({"title": title})).await
    };
    harness
        .script(&session, json!([{"type": "text", "text": "One."}]))
        .await;
    browser.until_idle().await;
    rename("While it runs").await;
    // The answer to the next message comes after the one to the rename.
    harness
        .script(&session, json!([{"type": "text", "text": "Two."}]))
        .await;
    browser.until_turns(2).await;
    let id = browser.view.info.session_id.clone().unwrap();
    let titles = || titles(&harness, &id);
    assert_eq!(titles().last().map(String::as_str), Some("While it runs"));
    harness.lifecycle(&session, "park").await;
    rename("While it slept").await;
    harness
        .script(&session, json!([{"type": "text", "text": "Three."}]))
        .await;
    // The name is sent before the message.
    browser.until_turns(3).await;
    assert_eq!(titles().last().map(String::as_str), Some("While it slept"));
}

pub(crate) async fn a_denial_that_stops_holds_all_messages(harness: Harness) {
    let session = create(&harness, json!({})).await;
    let mut browser = harness.watch(&session).await;
    let script = json!([[bash("toolu_1", "touch one")], [{"type": "text", "text": "Done."}]]);
    harness.script(&session, script).await;
    let ask = browser.until_ask().await;
    let messages = format!("/api/sessions/{session}/messages");
    let steered = json!({"text": "given to the CLI", "when": "steer"});
    harness.ok("POST", &messages, steered).await;
    harness.send(&session, "still here").await;
    let deny = json!({"kind": "deny", "interrupt": true});
    harness.answer(&session, ask.id.as_str(), deny).await;
    let held = |view: &SessionView| {
        let held = view.queue.iter().filter(|message| message.held);
        let held: Vec<&str> = held.map(|message| message.text.text.as_str()).collect();
        held == ["given to the CLI", "still here"]
    };
    browser.until("both messages held", held).await;
    browser.until_idle().await;
    assert!(held(&browser.view));
    assert_eq!(crate::browser::ended_turns(&browser.view), 1);
    assert_eq!(crate::browser::asked(&browser.view).len(), 1);
}

/// The titles that the CLI wrote into the transcript.
fn titles(harness: &Harness, cli_session: &str) -> Vec<String> {
    let projects = std::fs::read_dir(harness.home().join("config/projects")).unwrap();
    let file = projects
        .map(|project| project.unwrap().path().join(format!("{cli_session}.jsonl")))
        .find(|file| file.exists());
    let text = std::fs::read_to_string(file.unwrap()).unwrap();
    let lines = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let titles = lines.filter(|line| line["type"] == "custom-title");
    titles
        .filter_map(|line| line["customTitle"].as_str().map(str::to_owned))
        .collect()
}

/// The CLI's user settings say `mode`; a session without one of its own begins in the second.
pub(crate) async fn a_session_begins_in_the_default_mode_of_the_cli(
    harness: Harness,
    mode: &str,
    begins: &str,
) {
    let config = harness.home().join("config");
    std::fs::create_dir_all(&config).unwrap();
    let settings = json!({"permissions": {"defaultMode": mode}});
    std::fs::write(config.join("settings.json"), settings.to_string()).unwrap();
    let session = create(&harness, json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness
        .script(&session, json!([{"type": "text", "text": "Here."}]))
        .await;
    let view = browser.until_idle().await;
    assert_eq!(view.info.permission_mode.as_deref(), Some(begins), "{mode}");
}

pub(crate) async fn a_foreground_agent_is_heard_inside_its_call(harness: Harness) {
    let session = create(&harness, json!({})).await;
    let mut browser = harness.watch(&session).await;
    let inner = json!([[{"type": "text", "text": "Looking."}, bash("toolu_s", "echo sub")],
        [{"type": "text", "text": "Found it."}]]);
    let agent = json!([[{"type": "tool_use", "id": "toolu_a", "name": AGENT, "input": {
        "description": "Look for x", "prompt": format!("SCRIPT:{inner}"),
        "subagent_type": "general-purpose", "run_in_background": false}}],
        [{"type": "text", "text": "Done."}]]);
    harness.script(&session, agent).await;
    let view = browser.until_idle().await;
    let call = view.entries.iter().find(
        |entry| matches!(&entry.body, EntryBody::Tool(call) if call.tool_use_id == "toolu_a"),
    );
    let call = call.unwrap();
    let inside = view
        .entries
        .iter()
        .filter(|entry| entry.parent.as_ref() == Some(&call.id));
    let said: Vec<&str> = inside
        .filter_map(|entry| match &entry.body {
            EntryBody::Text(text) => Some(text.text.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(said, ["Looking.", "Found it."]);
    let EntryBody::Tool(call) = &call.body else {
        panic!("{call:?}")
    };
    assert_eq!(call.result.as_ref().unwrap().text.text, "Found it.");
}

pub(crate) async fn calls_behind_a_request_wait(harness: Harness) {
    let session = create(&harness, json!({})).await;
    let mut browser = harness.watch(&session).await;
    let calls = [bash("toolu_1", "touch one"), bash("toolu_2", "touch two")];
    harness.script(&session, json!([calls])).await;
    let ask = browser.until_ask().await;
    browser
        .until("both calls", |view| {
            state(view, "toolu_2").is_some_and(|(state, _)| state != ToolState::Streaming)
        })
        .await;
    let waiting = Some((ToolState::Waiting, false));
    assert_eq!(state(&browser.view, "toolu_1"), waiting);
    assert_eq!(state(&browser.view, "toolu_2"), waiting);
    let allow = json!({"kind": "allow"});
    harness
        .answer(&session, ask.id.as_str(), allow.clone())
        .await;
    browser
        .until("the second request", |view| {
            view.asks
                .iter()
                .any(|ask| ask.tool_use_id.as_deref() == Some("toolu_2"))
        })
        .await;
    assert_eq!(
        state(&browser.view, "toolu_1"),
        Some((ToolState::Done, true))
    );
    assert_eq!(state(&browser.view, "toolu_2"), waiting);
    let ask = browser.view.asks[0].id.clone();
    harness.answer(&session, ask.as_str(), allow).await;
    browser.until_idle().await;
    assert_eq!(
        state(&browser.view, "toolu_2"),
        Some((ToolState::Done, true))
    );
}

/// The plan stands in the call alone; it is edited, and the edited one reaches the model.
pub(crate) async fn a_plan_is_in_its_request_and_can_be_edited(harness: Harness) {
    let session = create(&harness, json!({"permissionMode": "plan"})).await;
    let mut browser = harness.watch(&session).await;
    let exit = json!([[{"type": "tool_use", "id": "toolu_p", "name": "ExitPlanMode",
        "input": {"plan": "# The plan\n1. This"}}], [{"type": "text", "text": "Done."}]]);
    harness.script(&session, exit).await;
    let ask = browser.until_ask().await;
    let AskBody::Plan(plan) = &ask.body else {
        panic!("{ask:?}")
    };
    assert_eq!(plan.plan.as_deref(), Some("# The plan\n1. This"));
    let answer = json!({"kind": "approvePlan", "plan": "# Mine\n1. That", "mode": "acceptEdits"});
    let answered = harness.answer(&session, ask.id.as_str(), answer).await;
    assert_eq!(answered.status, 204, "{}", answered.body);
    let view = browser.until_idle().await;
    let result = view.entries.iter().find_map(|entry| match &entry.body {
        EntryBody::Tool(call) if call.tool_use_id == "toolu_p" => call.result.clone(),
        _ => None,
    });
    let result = result.unwrap();
    assert!(result.text.text.contains("# Mine\n1. That"), "{result:?}");
    assert_eq!(view.info.permission_mode.as_deref(), Some("acceptEdits"));
}

/// A background agent ends while the turn goes on: its end is a line, and no message of a person.
pub(crate) async fn the_end_of_a_background_agent_is_a_line(harness: Harness) {
    let session = create(&harness, json!({})).await;
    let mut browser = harness.watch(&session).await;
    let inner = json!([{"type": "text", "text": "Found it."}]);
    let agent = json!([[{"type": "tool_use", "id": "toolu_a", "name": AGENT, "input": {
        "description": "Look for x", "prompt": format!("SCRIPT:{inner}"),
        "subagent_type": "general-purpose"}}], [{"type": "text", "text": "Started."}]]);
    let prompt = harness.script(&session, agent).await;
    let is_end = |entry: &pilothouse_view::Entry| match &entry.body {
        EntryBody::Notice(notice) => notice.text.starts_with("Agent finished: Look for x · "),
        _ => false,
    };
    browser
        .until("the end of the agent", |view| {
            view.entries.iter().any(is_end)
        })
        .await;
    browser.until_turns(2).await;
    let view = &browser.view;
    assert_eq!(view.entries.iter().filter(|entry| is_end(entry)).count(), 1);
    let typed = view.entries.iter().filter_map(|entry| match &entry.body {
        EntryBody::User(message) => message.uuid.as_deref(),
        _ => None,
    });
    assert_eq!(typed.collect::<Vec<_>>(), [prompt.as_str()]);
    let shown = serde_json::to_string(&view.entries).unwrap();
    for machine in ["task-notification>", "internal metadata", "Async agent"] {
        assert!(!shown.contains(machine), "{machine}");
    }
}
