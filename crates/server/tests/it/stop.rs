//! Stopping a turn: it ends, and nothing else runs until a person says so.

use pilothouse_view::entry::Delivery;
use pilothouse_view::job::JobState;
use pilothouse_view::session::Activity;
use pilothouse_view::{EntryBody, SessionView};
use serde_json::{Value, json};

use crate::browser::{Browser, asked, ended_turns, is_idle, said};
use crate::harness::Harness;
use crate::scenes;

fn slow() -> Value {
    json!([{"type": "text", "text": "word ".repeat(500), "chunks": 500, "delay": 0.1}])
}

/// A session in the middle of a long answer.
async fn answering(harness: &Harness) -> (String, Browser) {
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow()).await;
    browser
        .until("a draft", |view| !view.drafts.is_empty())
        .await;
    (session, browser)
}

async fn stop(harness: &Harness, session: &str, body: Value) -> Value {
    let path = format!("/api/sessions/{session}/interrupt");
    harness.ok("POST", &path, body).await
}

async fn steer(harness: &Harness, browser: &mut Browser, session: &str, text: &str) -> String {
    let path = format!("/api/sessions/{session}/messages");
    let message = json!({"text": text, "when": "steer"});
    let sent = harness.ok("POST", &path, message).await;
    assert_eq!(sent["queued"], false);
    let uuid = sent["uuid"].as_str().unwrap().to_owned();
    browser
        .until("the CLI has the message", |view| {
            delivery(view, &uuid) == Some(Delivery::Queued)
        })
        .await;
    uuid
}

fn delivery(view: &SessionView, uuid: &str) -> Option<Delivery> {
    view.entries.iter().find_map(|entry| match &entry.body {
        EntryBody::User(user) if user.uuid.as_deref() == Some(uuid) => Some(user.delivery.clone()),
        _ => None,
    })
}

fn held(view: &SessionView) -> Vec<&str> {
    let held = view.queue.iter().filter(|message| message.held);
    held.map(|message| message.text.text.as_str()).collect()
}

/// A CLI that answers a message with deltas as fast as it can write, until it is interrupted.
const FLOODING: &str = r#"#!/bin/sh
[ "$1" = --version ] && exec echo '2.1.325 (Claude Code)'
state() { echo '{"type":"system","subtype":"session_state_changed","state":"'$1'","uuid":"s","session_id":"c"}'; }
event() { echo '{"type":"stream_event","event":'$1',"session_id":"c","parent_tool_use_id":null,"uuid":"e"}'; }
block='"type":"text","text":""'
usage='"input_tokens":1,"output_tokens":1'
while read -r line; do
    id=$(printf '%s' "$line" | sed 's/.*"request_id":"\([^"]*\)".*/\1/')
    answer='{"type":"control_response","response":{"subtype":"success","request_id":"'$id'","response":{}}}'
    case $line in
    *'"initialize"'*) echo "$answer"; state idle ;;
    *'"interrupt"'*)
        kill $flood; wait $flood
        # The last line may be half written.
        echo; echo "$answer"
        echo '{"type":"result","subtype":"error_during_execution","is_error":true,"duration_ms":1,
            "duration_api_ms":1,"num_turns":1,"session_id":"c","total_cost_usd":0,"usage":{},"uuid":"r"}' | tr -d '\n'
        echo; state idle ;;
    *'"control_request"'*) echo "$answer" ;;
    *'"user"'*)
        state running
        event '{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x","content":[],"usage":{'$usage'}}}'
        event '{"type":"content_block_start","index":0,"content_block":{'$block'}}'
        yes "$(event '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}')" &
        flood=$! ;;
    esac
done
"#;

#[tokio::test]
async fn a_cli_that_floods_its_output_is_stopped_like_any_other() {
    let home = tempfile::tempdir().unwrap();
    let program = home.path().join("claude");
    std::fs::write(&program, FLOODING).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(&program, mode).unwrap();
    let project = home.path().join("project");
    std::fs::create_dir(&project).unwrap();
    let harness = Harness::with(json!({"claude": program})).await;
    let session = harness.create(json!({"project": project})).await;
    let mut browser = harness.watch(&session).await;
    harness.send(&session, "hello").await;
    let flooded = |view: &SessionView| view.drafts.values().any(|draft| draft.len() > 1000);
    browser.until("many deltas", flooded).await;
    let queued = harness.send(&session, "and then this").await;
    let done = stop(&harness, &session, json!({})).await;
    assert_eq!(done["held"], json!([queued]), "{done}");
    // A browser that could not keep up with the flood was dropped, and comes back.
    let mut browser = harness.watch(&session).await;
    browser
        .until("the end of the turn", |view| ended_turns(view) == 1)
        .await;
}

#[tokio::test]
async fn a_stop_holds_queued_messages_until_a_person_releases_them() {
    let mut harness = Harness::start().await;
    let (session, mut browser) = answering(&harness).await;
    let first = harness.send(&session, "first").await;
    let second = harness.send(&session, "second").await;
    let done = stop(&harness, &session, json!({})).await;
    assert_eq!(done["held"], json!([first, second]), "{done}");
    browser.until_idle().await;
    assert_eq!(held(&browser.view), ["first", "second"]);
    // They are held by the log, not by this server.
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    assert_eq!(held(&browser.view), ["first", "second"]);
    harness.send(&session, "a new one").await;
    browser.until_turns(2).await;
    browser.until_idle().await;
    assert_eq!(asked(&browser.view)[1..], ["a new one"]);
    assert_eq!(held(&browser.view), ["first", "second"]);
    let path = format!("/api/sessions/{session}/held");
    harness.ok("POST", &path, json!({})).await;
    browser.until_turns(4).await;
    assert_eq!(asked(&browser.view)[1..], ["a new one", "first", "second"]);
    assert!(browser.view.queue.is_empty());
}

#[tokio::test]
async fn a_held_message_wakes_a_session_when_it_is_released() {
    let harness = Harness::start().await;
    let (session, mut browser) = answering(&harness).await;
    let uuid = harness.send(&session, "later").await;
    stop(&harness, &session, json!({})).await;
    browser.until_idle().await;
    harness.lifecycle(&session, "park").await;
    browser
        .until("a parked session", |view| {
            matches!(view.liveness.activity, Activity::Parked)
        })
        .await;
    let path = format!("/api/sessions/{session}/queue/{uuid}");
    harness
        .ok("PATCH", &path, json!({"text": "later, edited"}))
        .await;
    assert_eq!(held(&harness.folded(&session)), ["later, edited"]);
    harness.ok("PATCH", &path, json!({"when": "queue"})).await;
    browser.until_turns(2).await;
    assert_eq!(asked(&browser.view)[1..], ["later, edited"]);
}

#[tokio::test]
async fn a_steered_message_that_a_stop_takes_back_is_held_and_runs_when_released() {
    let mut harness = Harness::start().await;
    let (session, mut browser) = answering(&harness).await;
    let given = steer(&harness, &mut browser, &session, "be quick").await;
    let queued = harness.send(&session, "afterwards").await;
    let done = stop(&harness, &session, json!({})).await;
    let ids = done["held"].as_array().unwrap();
    assert_eq!(ids.len(), 2, "{done}");
    assert!(ids.contains(&json!(queued)) && !ids.contains(&json!(given)));
    browser
        .until("both messages held", |view| {
            held(view) == ["be quick", "afterwards"]
        })
        .await;
    browser.until_idle().await;
    assert_eq!(
        delivery(&browser.view, &given),
        None,
        "it left the transcript"
    );
    let checkpoints = &browser.view.checkpoints;
    assert!(
        !checkpoints
            .iter()
            .any(|checkpoint| checkpoint.uuid == given),
        "files cannot be rewound to it"
    );
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    assert_eq!(held(&browser.view), ["be quick", "afterwards"]);
    let taken_back = browser.view.queue[0].uuid.clone();
    let path = format!("/api/sessions/{session}/held");
    harness
        .ok("POST", &path, json!({"messages": [taken_back]}))
        .await;
    browser.until_turns(2).await;
    browser.until_idle().await;
    assert_eq!(asked(&browser.view)[1..], ["be quick"]);
    assert_eq!(held(&browser.view), ["afterwards"]);
    harness.ok("DELETE", &path, Value::Null).await;
    browser
        .until("an empty queue", |view| view.queue.is_empty())
        .await;
    assert_eq!(ended_turns(&browser.view), 2);
}

#[tokio::test]
async fn a_denial_that_stops_holds_the_messages_of_the_cli_too() {
    let harness = Harness::start().await;
    scenes::a_denial_that_stops_holds_all_messages(harness).await;
}

#[tokio::test]
async fn a_stop_can_discard_the_queue_or_continue_with_it() {
    let harness = Harness::start().await;
    let (session, mut browser) = answering(&harness).await;
    steer(&harness, &mut browser, &session, "given").await;
    let queued = harness.send(&session, "queued").await;
    let done = stop(&harness, &session, json!({"cancelQueued": true})).await;
    assert_eq!(done["held"], json!([]), "{done}");
    assert_eq!(done["discarded"].as_array().unwrap().len(), 2, "{done}");
    assert_eq!(done["discarded"][0], json!(queued));
    browser.until_idle().await;
    // The turn ends before the message that the CLI gave back is discarded.
    browser
        .until("an empty queue", |view| view.queue.is_empty())
        .await;
    harness.script(&session, slow()).await;
    browser
        .until("a draft", |view| !view.drafts.is_empty())
        .await;
    harness.send(&session, "continue").await;
    let done = stop(&harness, &session, json!({"keepQueue": true})).await;
    assert_eq!(done, json!({"held": [], "discarded": []}));
    browser.until_turns(3).await;
    assert_eq!(asked(&browser.view).last(), Some(&"continue"));
    let both = json!({"keepQueue": true, "cancelQueued": true});
    let path = format!("/api/sessions/{session}/interrupt");
    assert_eq!(harness.call("POST", &path, both).await.status, 400);
}

#[tokio::test]
async fn a_stop_holds_a_message_that_still_waits_for_a_process() {
    let harness = Harness::with(json!({"liveSessions": 1})).await;
    let one = harness.create(json!({})).await;
    let mut first = harness.watch(&one).await;
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}}]);
    harness.script(&one, call).await;
    let ask = first.until_ask().await;
    let two = harness.create(json!({})).await;
    let mut second = harness.watch(&two).await;
    let uuid = harness.send(&two, "too early").await;
    let done = stop(&harness, &two, json!({})).await;
    assert_eq!(done["held"], json!([uuid]));
    harness
        .answer(&one, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    first.until_idle().await;
    harness.lifecycle(&one, "close").await;
    harness.send(&two, "now").await;
    second.until_turns(1).await;
    assert_eq!(asked(&second.view), ["now"]);
    assert_eq!(held(&second.view), ["too early"]);
}

#[tokio::test]
async fn a_stop_works_from_the_moment_a_message_is_sent() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let path = format!("/api/sessions/{session}/interrupt");
    let sent = harness.script(&session, slow());
    let (_, stopped) = tokio::join!(sent, async {
        browser
            .until("the message", |view| {
                !view.queue.is_empty() || !view.entries.is_empty()
            })
            .await;
        harness.ok("POST", &path, json!({})).await
    });
    // The CLI gives the message back, or stops its turn; in no case does it continue.
    browser
        .until("the stop", |view| {
            is_idle(view) && (ended_turns(view) == 1 || held(view).len() == 1)
        })
        .await;
    let runs = ended_turns(&browser.view) == 1;
    let waits = stopped["held"].as_array().unwrap().len() == 1;
    assert!(runs != waits, "{stopped}");
    let count = usize::from(waits);
    browser
        .until("the held message", |view| held(view).len() == count)
        .await;
}

#[tokio::test]
async fn messages_behind_a_turn_that_does_not_stop_are_held_when_it_is_killed() {
    let timings = json!({"tick": 100, "receipt": 300});
    let harness = Harness::with(json!({"timings": timings})).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, json!([{"type": "silence"}])).await;
    browser
        .until("a turn", |view| view.liveness.turn_started_at.is_some())
        .await;
    let path = format!("/api/sessions/{session}/messages");
    let message = json!({"text": "do not lose me", "when": "steer"});
    harness.ok("POST", &path, message).await;
    stop(&harness, &session, json!({})).await;
    harness.lifecycle(&session, "restart").await;
    browser
        .until("a held message", |view| held(view) == ["do not lose me"])
        .await;
    harness
        .script(&session, json!([{"type": "text", "text": "Here again."}]))
        .await;
    browser
        .until("an answer", |view| said(view) == ["Here again."])
        .await;
    assert_eq!(held(&browser.view), ["do not lose me"]);
}

#[tokio::test]
async fn a_session_with_a_wakeup_is_not_parked() {
    let options = json!({"parkAfterSeconds": 1, "timings": {"tick": 50}});
    let harness = Harness::with(options).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let wakeup = json!({"delaySeconds": 3000, "reason": "to look", "prompt": "look again"});
    let call =
        |input: &Value| json!([{"type": "tool_use", "name": "ScheduleWakeup", "input": input}]);
    harness.script(&session, call(&wakeup)).await;
    browser
        .until("a wake-up", |view| view.schedules.len() == 1)
        .await;
    browser.until_idle().await;
    let wakeup = browser.view.schedules[0].clone();
    assert!(wakeup.next_at.is_some() && wakeup.text == "to look");
    let path = format!("/api/sessions/{session}/lifecycle");
    let refused = harness.call("POST", &path, json!({"action": "park"})).await;
    assert_eq!(refused.status, 409, "{}", refused.body);
    // Canceling asks the model; this one does what its script says.
    let path = format!("/api/sessions/{session}/schedules/{}", wakeup.id);
    harness.ok("DELETE", &path, Value::Null).await;
    browser.until_turns(2).await;
    assert!(asked(&browser.view)[1].contains("ScheduleWakeup with stop: true"));
    harness.script(&session, call(&json!({"stop": true}))).await;
    browser
        .until("no wake-up", |view| view.schedules.is_empty())
        .await;
    drop(browser);
    let mut list = harness.browser().await;
    list.until_summary(&session, |summary| {
        matches!(summary.liveness.activity, Activity::Parked)
    })
    .await;
}

#[tokio::test]
async fn a_stop_leaves_background_agents_running_and_stop_all_agents_ends_them() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let prompt = format!("SCRIPT:{}", slow());
    let agent = json!({"type": "tool_use", "name": "Agent", "input": {
        "description": "look", "prompt": prompt, "subagent_type": "general-purpose", "run_in_background": true,
    }});
    harness.script(&session, json!([[agent], slow()])).await;
    browser
        .until("an agent and a draft", |view| {
            !view.jobs.is_empty() && !view.drafts.is_empty()
        })
        .await;
    stop(&harness, &session, json!({})).await;
    browser
        .until("a stopped turn", |view| ended_turns(view) == 1)
        .await;
    assert_eq!(browser.view.jobs[0].state, JobState::Running);
    let path = format!("/api/sessions/{session}/agents/stop");
    let stopped = harness.ok("POST", &path, Value::Null).await;
    assert_eq!(stopped["stopped"], json!([browser.view.jobs[0].id]));
    browser
        .until("a stopped agent", |view| {
            view.jobs[0].state == JobState::Stopped
        })
        .await;
}
