//! Prompts, results, idle state.

use serde_json::{Value, json};

use super::attach;
use super::peer::{Peer, result};

#[tokio::test]
async fn a_prompt_is_bound_to_its_result_by_uuid() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let first = session.send("first").await.unwrap();
    let second = session.send("second").await.unwrap();
    let third = session.send("third").await.unwrap();
    let uuids: Vec<Value> = [peer.hear().await, peer.hear().await, peer.hear().await]
        .map(|line| line["uuid"].clone())
        .into();
    peer.say(json!({"type": "command_lifecycle", "command_uuid": uuids[0], "state": "started"}))
        .await;
    // A turn without a prompt comes in between.
    let mut unasked = result("unasked");
    unasked["origin"] = json!({"kind": "task-notification"});
    peer.say(unasked).await;
    let mut merged = result("both");
    merged["user_message_uuids"] = json!([uuids[0], uuids[1]]);
    peer.say(merged).await;
    assert_eq!(first.result().await.unwrap().text(), "both");
    assert_eq!(second.result().await.unwrap().text(), "both");
    peer.say(json!({"type": "command_lifecycle", "command_uuid": uuids[2], "state": "cancelled"}))
        .await;
    assert_eq!(third.outcome().await.unwrap(), crate::Outcome::Cancelled);
    // The CLI only echoes a UUID that it has answered before, and reports nothing else about it.
    let again = crate::Prompt::text("again").with_uuid(uuids[0].as_str().unwrap().into());
    let again = session.send(again).await.unwrap();
    assert_eq!(again.outcome().await.unwrap(), crate::Outcome::Swallowed);
}

#[tokio::test]
async fn an_older_cli_answers_all_that_wait_with_one_result() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let first = session.send("first").await.unwrap();
    let second = session.send("second").await.unwrap();
    peer.hear().await;
    peer.say(json!({"type": "system", "subtype": "init", "session_id": "s"}))
        .await;
    peer.say(result("done")).await;
    assert_eq!(first.result().await.unwrap().text(), "done");
    assert_eq!(second.result().await.unwrap().text(), "done");
    session.idle().await;
    assert_eq!(session.session_id().unwrap().as_str(), "s");
}

fn echo(uuid: &Value) -> Value {
    json!({"type": "user", "message": {"role": "user", "content": [{"type": "text", "text": "x"}]}, "session_id": "s",
        "parent_tool_use_id": null, "uuid": uuid, "isReplay": true})
}

/// Observed with 2.1.38: consecutive prompts have their own turns; prompts that arrive while a tool runs are added to
/// its turn.
/// Each is echoed in the turn that answers it.
#[tokio::test]
async fn an_older_cli_says_by_an_echo_which_prompts_a_turn_answers() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let first = session.send("first").await.unwrap();
    let second = session.send("second").await.unwrap();
    let third = session.send("third").await.unwrap();
    let uuids = [peer.hear().await, peer.hear().await, peer.hear().await];
    let [one, two, three] = uuids.map(|line| line["uuid"].clone());
    peer.say(echo(&one)).await;
    peer.say(result("to the first")).await;
    assert_eq!(first.result().await.unwrap().text(), "to the first");
    let idle = tokio::spawn({
        let session = session.clone();
        async move { session.idle().await }
    });
    tokio::task::yield_now().await;
    assert!(!idle.is_finished(), "two prompts wait");
    peer.say(echo(&two)).await;
    peer.say(echo(&three)).await;
    peer.say(result("to both")).await;
    assert_eq!(second.result().await.unwrap().text(), "to both");
    assert_eq!(third.result().await.unwrap().text(), "to both");
    idle.await.unwrap();
    // A slash command is not echoed.
    let command = session.send("/cost").await.unwrap();
    let next = session.send("next").await.unwrap();
    peer.say(result("")).await;
    assert_eq!(command.result().await.unwrap().text(), "");
    let heard = [peer.hear().await, peer.hear().await];
    peer.say(echo(&heard[1]["uuid"])).await;
    peer.say(result("to the next")).await;
    assert_eq!(next.result().await.unwrap().text(), "to the next");
}

#[tokio::test]
async fn a_result_that_names_no_prompt_answers_the_prompt_that_started() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let first = session.send("first").await.unwrap();
    let second = session.send("second").await.unwrap();
    let uuid = peer.hear().await["uuid"].clone();
    peer.say(json!({"type": "command_lifecycle", "command_uuid": uuid, "state": "started"}))
        .await;
    peer.say(result("done")).await;
    assert_eq!(first.result().await.unwrap().text(), "done");
    drop(peer);
    assert!(second.outcome().await.is_err(), "it was not answered");
}

#[tokio::test]
async fn a_session_is_idle_after_a_prompt_that_could_not_be_sent() {
    let (session, _events, mut peer) = Peer::attach(attach());
    peer.say(json!({"type": "system", "subtype": "session_state_changed", "state": "running"}))
        .await;
    drop(peer);
    session.exited().await;
    assert!(session.send("too late").await.is_err());
    session.idle().await;
}

#[tokio::test]
async fn a_turn_that_nobody_asked_for_answers_no_prompt() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let sent = session.send("hello").await.unwrap();
    peer.hear().await;
    // The CLI has not reported the lifecycle of any prompt yet.
    let mut unasked = result("a task has ended");
    unasked["origin"] = json!({"kind": "task-notification"});
    peer.say(unasked).await;
    peer.say(result("hello to you")).await;
    assert_eq!(sent.result().await.unwrap().text(), "hello to you");
}

#[tokio::test]
async fn idle_is_what_the_cli_says() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let sent = session.send("go").await.unwrap();
    let uuid = peer.hear().await["uuid"].clone();
    peer.say(json!({"type": "system", "subtype": "session_state_changed", "state": "running"}))
        .await;
    peer.say(json!({"type": "system", "subtype": "init", "session_id": "s"}))
        .await;
    let mut done = result("done");
    done["user_message_uuids"] = json!([uuid]);
    peer.say(done).await;
    sent.result().await.unwrap();
    let waiting = tokio::spawn({
        let session = session.clone();
        async move { session.idle().await }
    });
    tokio::task::yield_now().await;
    assert!(
        !waiting.is_finished(),
        "an agent still works in the background"
    );
    peer.say(json!({"type": "system", "subtype": "session_state_changed", "state": "idle"}))
        .await;
    waiting.await.unwrap();
}
