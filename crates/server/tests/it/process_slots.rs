//! The live limit and memory: who gets a process, and who is parked for it.

use pilothouse_view::SessionView;
use pilothouse_view::session::Activity;
use serde_json::json;

use crate::browser::said;
use crate::harness::Harness;

fn is_parked(view: &SessionView) -> bool {
    matches!(view.liveness.activity, Activity::Parked)
}

#[tokio::test]
async fn a_message_over_the_limit_waits_with_a_reason_and_goes_when_there_is_room() {
    let harness = Harness::with(json!({"liveSessions": 1})).await;
    let one = harness.create(json!({})).await;
    let mut first = harness.watch(&one).await;
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}}]);
    harness.script(&one, call).await;
    let ask = first.until_ask().await;
    let two = harness.create(json!({})).await;
    let mut second = harness.watch(&two).await;
    harness
        .script(&two, json!([{"type": "text", "text": "At last."}]))
        .await;
    let view = second
        .until("a reason", |view| !view.queue.is_empty())
        .await;
    let reason = view.queue[0].reason.clone().unwrap_or_default();
    assert!(reason.contains("in use"), "{reason}");
    assert!(
        harness.runner_pid(&two).is_none(),
        "an open ask keeps its process"
    );
    harness
        .answer(&one, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    second.until_idle().await;
    assert_eq!(said(&second.view), ["At last."]);
    first.until("the first parked", is_parked).await;
}

#[tokio::test]
async fn the_session_idle_longest_is_parked_to_make_room() {
    let harness = Harness::with(json!({"liveSessions": 2})).await;
    let mut browsers = Vec::new();
    for word in ["one", "two", "three"] {
        let session = harness.create(json!({})).await;
        let mut browser = harness.watch(&session).await;
        harness
            .script(&session, json!([{"type": "text", "text": word}]))
            .await;
        browser.until_idle().await;
        browsers.push(browser);
    }
    browsers[0].until("the first parked", is_parked).await;
    assert!(!is_parked(&browsers[1].view));
}

#[tokio::test]
async fn idle_sessions_are_parked_when_memory_is_short() {
    let timings = json!({"housekeeping": 100, "idle": 300});
    let options = json!({"memoryFloorBytes": u64::MAX, "timings": timings});
    let harness = Harness::with(options).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness
        .script(&session, json!([{"type": "text", "text": "Hello."}]))
        .await;
    browser.until("a parked session", is_parked).await;
    assert_eq!(said(&browser.view), ["Hello."]);
}

#[tokio::test]
async fn an_idle_session_nobody_looks_at_is_parked() {
    let options = json!({"parkAfterSeconds": 1, "timings": {"tick": 100}});
    let harness = Harness::with(options).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness
        .script(&session, json!([{"type": "text", "text": "Hello."}]))
        .await;
    browser.until_idle().await;
    drop(browser);
    let mut list = harness.browser().await;
    let parked = |summary: &pilothouse_api::session::SessionSummary| {
        summary.status == pilothouse_api::session::SessionStatus::Parked
    };
    list.until_summary(&session, parked).await;
}

#[tokio::test]
async fn a_session_that_is_parked_at_once_answers_all_the_same() {
    let options = json!({"parkAfterSeconds": 0, "timings": {"tick": 20}});
    let harness = Harness::with(options).await;
    let session = harness.create(json!({})).await;
    for turn in 1..=3 {
        let mut browser = harness.watch(&session).await;
        harness
            .script(&session, json!([{"type": "text", "text": "Hello."}]))
            .await;
        browser.until_turns(turn).await;
        drop(browser);
        let mut list = harness.browser().await;
        let parked = |summary: &pilothouse_api::session::SessionSummary| {
            summary.status == pilothouse_api::session::SessionStatus::Parked
        };
        list.until_summary(&session, parked).await;
    }
}
