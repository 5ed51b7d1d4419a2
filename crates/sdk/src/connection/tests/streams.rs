//! Turns as streams.

use std::time::Duration;

use serde_json::{Value, json};

use super::attach;
use super::peer::{Peer, delta, result};
use crate::{Budget, Error, Limit, Step, Turn};

/// Reads a turn until its end and returns its text, and the text of its result.
async fn read(turn: &mut Turn) -> (String, Option<String>) {
    let (mut text, mut end) = (String::new(), None);
    while let Some(step) = turn.next().await {
        text.push_str(step.text().unwrap_or_default());
        if let Step::TurnEnded(result) = step {
            assert_eq!(end, None, "a turn ends once");
            end = Some(result.text().to_owned());
        }
    }
    (text, end)
}

async fn say_text(peer: &mut Peer, id: &str, text: &str) {
    peer.say(json!({"type": "stream_event", "event": {"type": "message_start", "message": {"id": id, "content": []}},
        "parent_tool_use_id": null}))
        .await;
    peer.say(
        json!({"type": "stream_event", "event": {"type": "content_block_start", "index": 0,
        "content_block": {"type": "text", "text": ""}}, "parent_tool_use_id": null}),
    )
    .await;
    peer.say(delta(text)).await;
}

fn answer(text: &str, uuid: &Value) -> Value {
    let mut answer = result(text);
    answer["user_message_uuids"] = json!([uuid]);
    answer
}

fn started(uuid: &Value) -> Value {
    json!({"type": "command_lifecycle", "command_uuid": uuid, "state": "started"})
}

#[tokio::test]
async fn a_turn_ends_with_its_own_result_and_has_its_own_steps() {
    let (session, mut events, mut peer) = Peer::attach(attach());
    let mut first = session.stream("first").await.unwrap();
    let mut second = session.stream("second").await.unwrap();
    let [one, two] = [peer.hear().await, peer.hear().await].map(|line| line["uuid"].clone());
    peer.say(started(&one)).await;
    say_text(&mut peer, "m1", "to the first").await;
    let mut unasked = result("unasked");
    unasked["origin"] = json!({"kind": "task-notification"});
    peer.say(unasked).await;
    peer.say(answer("done", &one)).await;
    peer.say(started(&two)).await;
    say_text(&mut peer, "m2", "to the second").await;
    peer.say(answer("done too", &two)).await;
    let (text, end) = read(&mut second).await;
    assert_eq!(
        (text.as_str(), end.as_deref()),
        ("to the second", Some("done too"))
    );
    let (text, end) = read(&mut first).await;
    assert_eq!(
        (text.as_str(), end.as_deref()),
        ("to the first", Some("done"))
    );
    assert_eq!(first.result().await.unwrap().text(), "done");
    assert!(events.try_next().is_some(), "events are read beside turns");
}

#[tokio::test]
async fn a_turn_is_read_without_events() {
    let (session, events, mut peer) = Peer::attach(attach());
    drop(events);
    let mut turn = session.stream("hello").await.unwrap();
    drop(session);
    let uuid = peer.hear().await["uuid"].clone();
    say_text(&mut peer, "m1", "hello to you").await;
    peer.say(answer("hello to you", &uuid)).await;
    assert_eq!(read(&mut turn).await.0, "hello to you");
}

#[tokio::test]
async fn a_turn_whose_prompt_is_taken_back_ends() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let mut turn = session.stream("never mind").await.unwrap();
    let uuid = peer.hear().await["uuid"].clone();
    let reading = tokio::spawn(async move { (read(&mut turn).await, turn) });
    peer.say(json!({"type": "command_lifecycle", "command_uuid": uuid, "state": "cancelled"}))
        .await;
    let ((_, end), turn) = reading.await.unwrap();
    assert_eq!(end, None);
    assert!(matches!(turn.result().await, Err(Error::Unanswered { .. })));
}

#[tokio::test]
async fn a_turn_ends_with_the_cli() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let mut turn = session.stream("hello").await.unwrap();
    peer.hear().await;
    drop(peer);
    assert_eq!(read(&mut turn).await.1, None);
    assert!(matches!(turn.result().await, Err(Error::Exited(_))));
}

/// 2.1.38 reports nothing about a slash command that waited behind a turn, except its result.
#[tokio::test]
async fn an_older_cli_answers_a_command_behind_a_turn() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let first = session.send("first").await.unwrap();
    let mut command = session.stream("/cost").await.unwrap();
    let uuid = peer.hear().await["uuid"].clone();
    peer.hear().await;
    peer.say(json!({"type": "user", "message": {"role": "user", "content": "first"}, "uuid": uuid, "isReplay": true}))
        .await;
    say_text(&mut peer, "m1", "to the first").await;
    peer.say(result("to the first")).await;
    first.result().await.unwrap();
    say_text(&mut peer, "m2", "free").await;
    let mut done = result("free");
    done["uuid"] = json!("u2");
    peer.say(done).await;
    let (text, end) = read(&mut command).await;
    assert_eq!((text.as_str(), end.as_deref()), ("free", Some("free")));
}

fn interrupted(cost: f64) -> Value {
    json!({"type": "result", "subtype": "error_during_execution", "is_error": true, "errors": [], "session_id": "s",
        "terminal_reason": "aborted_streaming", "total_cost_usd": cost, "uuid": "r"})
}

#[tokio::test(start_paused = true)]
async fn a_turn_that_runs_too_long_ends_as_an_error_with_its_cost() {
    let limit = Duration::from_secs(30);
    let (session, _events, mut peer) = Peer::attach(attach().turn_deadline(limit));
    let turn = session.stream("count to a million").await.unwrap();
    peer.hear().await;
    peer.say(json!({"type": "system", "subtype": "init", "session_id": "s"}))
        .await;
    // The paused clock advances while all tasks wait.
    let interrupt = peer.hear().await;
    assert_eq!(interrupt["request"]["subtype"], "interrupt");
    peer.succeed(&interrupt, json!({"still_queued": []})).await;
    peer.say(interrupted(0.25)).await;
    let error = turn.result().await.unwrap_err();
    assert_eq!(error.turn_result().unwrap().cost_usd(), 0.25);
    assert!(matches!(error, Error::Limit { limit: Limit::Deadline(after), .. } if after == limit));
    assert_eq!(
        error.to_string(),
        "the turn was stopped: it ran longer than 30s"
    );
    // The next turn has the same deadline, and is not affected if it is fast enough.
    let quick = session.send("hello").await.unwrap();
    peer.hear().await;
    peer.say(result("hello to you")).await;
    assert_eq!(quick.result().await.unwrap().text(), "hello to you");
}

#[tokio::test(start_paused = true)]
async fn a_cli_that_ignores_the_deadline_is_ended() {
    let limit = Duration::from_secs(30);
    let (session, _events, mut peer) = Peer::attach(attach().turn_deadline(limit));
    let turn = session.stream("count to a million").await.unwrap();
    peer.hear().await;
    peer.say(json!({"type": "system", "subtype": "init", "session_id": "s"}))
        .await;
    let interrupt = peer.hear().await;
    assert_eq!(interrupt["request"]["subtype"], "interrupt");
    assert!(matches!(turn.result().await, Err(Error::Exited(_))));
}

#[tokio::test]
async fn a_budget_is_shared_by_sessions() {
    let budget = Budget::new(1.0);
    let (spender, _events, mut spender_peer) = Peer::attach(attach().budget(&budget));
    let (other, _other_events, mut other_peer) = Peer::attach(attach().budget(&budget));
    let running = other.send("a long task").await.unwrap();
    other_peer.hear().await;
    other_peer
        .say(json!({"type": "system", "subtype": "init", "session_id": "s"}))
        .await;
    let cheap = spender.send("cheap").await.unwrap();
    spender_peer.hear().await;
    let mut done = result("cheap");
    done["total_cost_usd"] = json!(0.4);
    spender_peer.say(done).await;
    cheap.result().await.unwrap();
    assert_eq!((budget.spent(), budget.is_spent()), (0.4, false));
    let dear = spender.send("dear").await.unwrap();
    spender_peer.hear().await;
    let mut done = result("dear");
    done["total_cost_usd"] = json!(1.1);
    spender_peer.say(done).await;
    dear.result().await.unwrap();
    assert_eq!(budget.left(), 0.0);
    let refused = spender.send("more").await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the prompt was not sent: the budget of $1.00 is spent ($1.10)"
    );
    let interrupt = other_peer.hear().await;
    assert_eq!(interrupt["request"]["cancel_queued"], true);
    other_peer
        .succeed(&interrupt, json!({"still_queued": []}))
        .await;
    other_peer.say(interrupted(0.2)).await;
    let error = running.result().await.unwrap_err();
    assert!(matches!(
        error,
        Error::Limit {
            limit: Limit::Budget(1.0),
            ..
        }
    ));
    assert!((budget.spent() - 1.3).abs() < 1e-9, "{}", budget.spent());
}

/// Observed with 2.1.38: no reason, and no error.
#[tokio::test]
async fn an_interrupted_turn_of_an_older_cli_is_an_error() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let sent = session.send("go on").await.unwrap();
    peer.hear().await;
    peer.say(json!({"type": "result", "subtype": "error_during_execution", "is_error": false, "errors": [],
        "session_id": "s", "uuid": "r"}))
        .await;
    let error = sent.result().await.unwrap_err();
    assert!(error.turn_result().unwrap().was_interrupted());
    assert_eq!(error.to_string(), "the turn was interrupted");
}

#[tokio::test]
async fn steps_are_written_as_json() {
    let (session, _events, mut peer) = Peer::attach(attach());
    let mut turn = session.stream("hello").await.unwrap();
    let uuid = peer.hear().await["uuid"].clone();
    say_text(&mut peer, "m1", "hi").await;
    let mut end = answer("hi", &uuid);
    end["usage"] = json!({"input_tokens": 3, "output_tokens": 5});
    peer.say(end).await;
    let mut steps = Vec::new();
    while let Some(step) = turn.next().await {
        steps.push(serde_json::to_value(&step).unwrap());
    }
    let text = json!({"step": "text", "block": {"message": "m1", "index": 0}, "text": "hi", "parent": null});
    assert!(steps.contains(&text), "{steps:?}");
    let end = steps.last().unwrap();
    assert_eq!(
        (&end["step"], &end["result"]),
        (&json!("turn_ended"), &json!("hi"))
    );
    assert_eq!(end["turn_cost"]["usd"], 0.0);
    let result = turn.result().await.unwrap();
    assert_eq!((result.input_tokens(), result.output_tokens()), (3, 5));
    assert_eq!(result.to_string(), "hi");
}
