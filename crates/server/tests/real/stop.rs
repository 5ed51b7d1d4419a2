//! What a stop does with the real CLI, and what keeps a session awake.

use pilothouse_view::job::JobState;
use pilothouse_view::session::{Activity, ScheduleKind};
use pilothouse_view::{EntryBody, SessionView};
use serde_json::{Value, json};

use crate::browser::{asked, ended_turns, said};
use crate::sessions::{ground_with, harness};

fn slow() -> Value {
    json!([{"type": "text", "text": "word ".repeat(500), "chunks": 500, "delay": 0.1}])
}

fn held(view: &SessionView) -> Vec<&str> {
    let held = view.queue.iter().filter(|message| message.held);
    held.map(|message| message.text.text.as_str()).collect()
}

pub(crate) async fn a_stop_of_the_real_cli_holds_messages_and_leaves_agents_running() {
    let (harness, _model) = harness().await;
    let session = harness
        .create(json!({"project": harness.home().join("project")}))
        .await;
    let mut browser = harness.watch(&session).await;
    let agent = json!({"type": "tool_use", "name": "Agent", "input": {
        "description": "look", "prompt": format!("SCRIPT:{}", slow()), "subagent_type": "general-purpose",
        "run_in_background": true,
    }});
    harness.script(&session, json!([[agent], slow()])).await;
    browser
        .until("an agent and a draft", |view| {
            !view.jobs.is_empty() && !view.drafts.is_empty()
        })
        .await;
    let path = format!("/api/sessions/{session}/messages");
    let steered = json!({"text": "given to the CLI", "when": "steer"});
    harness.ok("POST", &path, steered).await;
    harness.send(&session, "still here").await;
    let path = format!("/api/sessions/{session}/interrupt");
    let done = harness.ok("POST", &path, json!({})).await;
    assert_eq!(done["held"].as_array().unwrap().len(), 2, "{done}");
    browser
        .until("a stopped turn and both messages held", |view| {
            ended_turns(view) == 1 && held(view) == ["given to the CLI", "still here"]
        })
        .await;
    assert_eq!(browser.view.jobs[0].state, JobState::Running);
    let path = format!("/api/sessions/{session}/held");
    harness.ok("POST", &path, json!({})).await;
    let both = |view: &SessionView| {
        let said = said(view);
        said.iter().any(|text| text.contains("given to the CLI"))
            && said.iter().any(|text| text.contains("still here"))
    };
    browser.until("both are answered", both).await;
    assert_eq!(browser.view.jobs[0].state, JobState::Running);
    let path = format!("/api/sessions/{session}/agents/stop");
    harness.ok("POST", &path, Value::Null).await;
    browser
        .until("a stopped agent", |view| {
            view.jobs[0].state == JobState::Stopped
        })
        .await;
}

pub(crate) async fn a_stop_while_the_real_cli_starts_holds_the_message() {
    let (harness, _model) = harness().await;
    let session = harness
        .create(json!({"project": harness.home().join("project")}))
        .await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow()).await;
    // The CLI needs more time to start than this request.
    let path = format!("/api/sessions/{session}/interrupt");
    let done = harness.ok("POST", &path, json!({})).await;
    assert_eq!(done["held"].as_array().unwrap().len(), 1, "{done}");
    browser
        .until("a held message", |view| held(view).len() == 1)
        .await;
    assert_eq!(ended_turns(&browser.view), 0);
    harness.send(&session, "something else").await;
    browser.until_turns(1).await;
    assert_eq!(asked(&browser.view), ["something else"]);
}

pub(crate) async fn a_wakeup_of_the_real_cli_keeps_its_session_awake() {
    let options = json!({"parkAfterSeconds": 5, "timings": {"tick": 50}});
    let (harness, _model) = ground_with(options).await;
    let session = harness
        .create(json!({"project": harness.home().join("project")}))
        .await;
    let mut browser = harness.watch(&session).await;
    let call = |name: &str, input: Value| json!({"type": "tool_use", "name": name, "input": input});
    let wakeup = json!({"delaySeconds": 3000, "reason": "to look", "prompt": "look again"});
    let cron = json!({"cron": "0 3 * * *", "prompt": "every night", "recurring": true});
    harness
        .script(
            &session,
            json!([call("ScheduleWakeup", wakeup), call("CronCreate", cron)]),
        )
        .await;
    browser
        .until("both schedules", |view| view.schedules.len() == 2)
        .await;
    browser.until_idle().await;
    let refused = harness
        .call(
            "POST",
            &format!("/api/sessions/{session}/lifecycle"),
            json!({"action": "park"}),
        )
        .await;
    assert_eq!(refused.status, 409, "{}", refused.body);
    let schedules = browser.view.schedules.clone();
    let of = |kind| {
        let mut found = schedules.iter().filter(|one| one.schedule == kind);
        found.next().unwrap().clone()
    };
    let (night, look) = (of(ScheduleKind::Cron), of(ScheduleKind::Wakeup));
    assert!(night.recurring && night.next_at.is_some() && look.next_at.is_some());
    // A scripted model does what the script says, whatever it is asked.
    let stop = call("ScheduleWakeup", json!({"stop": true}));
    let delete = call("CronDelete", json!({"id": night.id}));
    harness.script(&session, json!([stop, delete])).await;
    browser
        .until("no schedules", |view| view.schedules.is_empty())
        .await;
    drop(browser);
    let mut list = harness.browser().await;
    list.until_summary(&session, |summary| {
        matches!(summary.liveness.activity, Activity::Parked)
    })
    .await;
    let view = harness.folded(&session);
    let ended = |entry: &pilothouse_view::Entry| matches!(entry.body, EntryBody::Turn(_));
    assert_eq!(view.entries.iter().filter(|entry| ended(entry)).count(), 2);
}
