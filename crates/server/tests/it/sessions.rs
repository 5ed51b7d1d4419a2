//! Whole sessions: messages, asks, the queue.

use serde_json::json;

use crate::browser::{asked, said, settled};
use crate::ground::Ground;

#[tokio::test]
async fn a_message_is_answered_and_seen_by_every_browser() {
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut early = ground.watch(&session).await;
    let blocks = json!([{"type": "text", "text": "Hello from the model.", "chunks": 4}]);
    ground.script(&session, blocks).await;
    early.until_idle().await;
    assert_eq!(said(&early.view), ["Hello from the model."]);
    let late = ground.watch(&session).await;
    assert_eq!(settled(&late.view), settled(&early.view));
    assert_eq!(settled(&ground.folded(&session)), settled(&early.view));
}

#[tokio::test]
async fn an_ask_waits_for_a_person_and_the_tool_runs() {
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    let call = json!({"type": "tool_use", "name": "Bash", "input": {"command": "touch made"},
                      "sim": {"stdout": "it is made"}});
    ground.script(&session, json!([call])).await;
    let ask = browser.until_ask().await;
    let answer = ground
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    browser.until_idle().await;
    let whole = format!("{:?}", browser.view.entries);
    assert!(whole.contains("it is made"), "{whole}");
    let again = ground
        .answer(&session, ask.id.as_str(), json!({"kind": "deny"}))
        .await;
    assert_eq!(
        (again.status, again.json()["code"].as_str()),
        (409, Some("settled"))
    );
}

#[tokio::test]
async fn messages_sent_while_a_turn_runs_wait_and_go_in_order() {
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    let slow = json!([{"type": "text", "text": "one two three", "chunks": 3, "delay": 0.2}]);
    ground.script(&session, slow).await;
    browser
        .until("a draft", |view| !view.drafts.is_empty())
        .await;
    ground.send(&session, "second").await;
    let third = ground.send(&session, "third").await;
    let fourth = ground.send(&session, "fourth").await;
    let path = format!("/api/sessions/{session}/queue/{fourth}");
    ground
        .ok(
            "PATCH",
            &path,
            json!({"place": 0, "text": "fourth, edited"}),
        )
        .await;
    let path = format!("/api/sessions/{session}/queue/{third}");
    ground.ok("DELETE", &path, json!(null)).await;
    browser.until_turns(3).await;
    assert_eq!(asked(&browser.view)[1..], ["fourth, edited", "second"]);
}
