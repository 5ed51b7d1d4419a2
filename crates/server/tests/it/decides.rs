//! What the host does by itself: budgets of a session, going on after a limit; and tasks that a person moves or stops.

use std::time::{SystemTime, UNIX_EPOCH};

use pilothouse_view::SessionView;
use pilothouse_view::entry::EntryBody;
use pilothouse_view::job::JobState;
use serde_json::{Value, json};

use crate::browser::{asked, said};
use crate::harness::Harness;

/// A tool that needs no ask, and takes so many seconds.
fn tool(command: &str, seconds: f64) -> Value {
    json!({"type": "tool_use", "name": "Bash", "input": {"command": command},
           "sim": {"stdout": "done", "s": seconds}})
}

async fn allow_everything(harness: &Harness) {
    let rule = json!({"behavior": "allow", "rule": "Bash", "scope": {"kind": "host"}});
    harness.ok("POST", "/api/rules", rule).await;
}

async fn when_over_budget(harness: &Harness, action: &str) {
    let mut settings = harness.ok("GET", "/api/settings", Value::Null).await;
    settings["budgetAction"] = json!(action);
    harness.ok("PUT", "/api/settings", settings).await;
}

/// A turn that costs more than the session may.
async fn spend(harness: &Harness, session: &str) {
    let usage = json!({"type": "usage", "input_tokens": 100_000, "output_tokens": 5000});
    let costly = json!([{"type": "text", "text": "Costly."}, usage]);
    harness.script(session, costly).await;
}

fn text_of(view: &SessionView) -> String {
    format!("{:?}", view.entries)
}

#[tokio::test]
async fn a_budget_of_the_session_is_warned_of_once_and_the_turn_goes_on() {
    let harness = Harness::start().await;
    allow_everything(&harness).await;
    when_over_budget(&harness, "warn").await;
    let session = harness.create(json!({"budgetUsd": 0.01})).await;
    let mut browser = harness.watch(&session).await;
    spend(&harness, &session).await;
    browser.until_turns(1).await;
    let reply = json!([{"type": "text", "text": "Said all the same."}]);
    let blocks = json!([[tool("make a", 0.0)], reply]);
    harness.script(&session, blocks).await;
    browser.until_turns(2).await;
    assert_eq!(said(&browser.view), ["Costly.", "Said all the same."]);
    let whole = text_of(&browser.view);
    assert!(!whole.contains("outcome: Interrupted"), "{whole}");
    assert_eq!(
        whole.matches("budget of the session is used up: ").count(),
        1,
        "{whole}"
    );
}

#[tokio::test]
async fn a_budget_of_the_session_pauses_the_turn_after_a_tool() {
    let harness = Harness::start().await;
    allow_everything(&harness).await;
    when_over_budget(&harness, "pause").await;
    let session = harness.create(json!({"budgetUsd": 0.01})).await;
    let other = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    spend(&harness, &session).await;
    browser.until_turns(1).await;
    let never = json!([{"type": "text", "text": "Never said.", "chunks": 50, "delay": 1}]);
    let blocks = json!([[tool("make a", 0.0)], never]);
    harness.script(&session, blocks.clone()).await;
    browser.until_turns(2).await;
    let whole = text_of(&browser.view);
    assert!(whole.contains("outcome: Interrupted"), "{whole}");
    assert!(
        whole.contains("budget of the session is used up: "),
        "{whole}"
    );
    // The tool itself was let to its end, and nothing came after it.
    assert!(whole.contains("text: \"done"), "{whole}");
    assert_eq!(said(&browser.view)[0], "Costly.");
    // The budget is that of one session.
    let mut free = harness.watch(&other).await;
    let quick = json!([[tool("make b", 0.0)], [{"type": "text", "text": "Free."}]]);
    harness.script(&other, quick).await;
    free.until_turns(1).await;
    assert!(!text_of(&free.view).contains("outcome: Interrupted"));
}

/// Blocks that end the turn as a limit of the account does, which resets in some seconds.
fn limited(seconds: u64) -> Value {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let event = json!({"type": "rate_limit_event", "uuid": "6f1c7d0e-9f5e-4a86-8a3c-0d6a6f0b7a11",
        "session_id": "s", "rate_limit_info": {"status": "rejected", "rateLimitType": "five_hour",
        "resetsAt": now.as_secs() + seconds, "isUsingOverage": false}});
    // The simulator writes any line as it is told.
    json!([[{"type": "garbage", "text": event.to_string()}, tool("make a", 0.0)],
           [{"type": "http_error", "status": 429, "etype": "rate_limit_error",
             "message": "limited", "headers": {"x-should-retry": "false"}}]])
}

#[tokio::test]
async fn a_session_goes_on_by_itself_when_a_limit_resets_and_only_when_it_was_told_to() {
    let harness = Harness::with(json!({"timings": {"tick": 100}})).await;
    allow_everything(&harness).await;
    let goes_on = harness.create(json!({"continueAfterLimit": true})).await;
    let waits = harness.create(json!({})).await;
    let mut first = harness.watch(&goes_on).await;
    let mut second = harness.watch(&waits).await;
    harness.script(&waits, limited(0)).await;
    second.until_turns(1).await;
    harness.script(&goes_on, limited(1)).await;
    first.until_turns(2).await;
    let typed = asked(&first.view);
    assert_eq!(typed.last(), Some(&"Continue where you left off."));
    assert_eq!(typed.len(), 2, "{typed:?}");
    assert_eq!(asked(&second.view).len(), 1, "nobody told it to go on");
}

fn job_state(view: &SessionView) -> Option<JobState> {
    view.jobs.first().map(|job| job.state)
}

#[tokio::test]
async fn a_task_is_stopped() {
    let harness = Harness::start().await;
    allow_everything(&harness).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let call = json!({"type": "tool_use", "name": "Bash",
        "input": {"command": "watch things", "run_in_background": true},
        "sim": {"stdout": "never", "s": 1000}});
    harness.script(&session, json!([call])).await;
    let running = |view: &SessionView| job_state(view) == Some(JobState::Running);
    let view = browser.until("a task that runs", running).await;
    let task = view.jobs[0].id.clone();
    assert!(view.jobs[0].background);
    let path = format!("/api/sessions/{session}/tasks/{task}/stop");
    let answer = harness.call("POST", &path, Value::Null).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    let ended = |view: &SessionView| view.jobs.iter().all(|job| job.ended_at.is_some());
    browser.until("the end of the task", ended).await;
}

#[tokio::test]
async fn a_command_that_runs_goes_on_in_the_background() {
    let harness = Harness::start().await;
    allow_everything(&harness).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness
        .script(&session, json!([tool("build it all", 1000.0)]))
        .await;
    // A command becomes a task when it has run for some seconds.
    let running = |view: &SessionView| job_state(view) == Some(JobState::Running);
    let view = browser.until("a task that runs", running).await;
    let task = view.jobs[0].id.clone();
    assert!(!view.jobs[0].background);
    let path = format!("/api/sessions/{session}/tasks/{task}/background");
    let answer = harness.call("POST", &path, Value::Null).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    // The turn goes on without waiting for it.
    let ended = |view: &SessionView| {
        let turn = |entry: &pilothouse_view::Entry| matches!(entry.body, EntryBody::Turn(_));
        view.entries.iter().any(turn) && view.jobs.iter().any(|job| job.background)
    };
    browser.until("the end of the turn", ended).await;
    let path = format!("/api/sessions/{session}/tasks/none/background");
    let answer = harness.call("POST", &path, Value::Null).await;
    assert_eq!(answer.status, 409, "{}", answer.body);
}
