//! Interrupting a turn.

use std::time::Duration;

use serde_json::{Value, json};

use super::peer::{Peer, delta, result};
use super::{attach, received};
use crate::{Error, Event, Notice};

#[tokio::test]
async fn interrupt_completes_while_events_are_unread() {
    let limit = 2 * 1024 * 1024;
    let (session, mut events, mut peer) = Peer::attach(attach().unread_limit(limit));
    peer.say(json!({"type": "system", "subtype": "init", "session_id": "s"}))
        .await;
    for _ in 0..100_000 {
        peer.say(delta("some text that goes on")).await;
    }
    let interrupting = tokio::spawn({
        let session = session.clone();
        async move { session.interrupt().await }
    });
    let request = peer.hear().await;
    assert_eq!(request["request"]["subtype"], "interrupt");
    peer.succeed(&request, json!({"still_queued": ["u1"]}))
        .await;
    let receipt = interrupting.await.unwrap().unwrap();
    assert_eq!(receipt.still_queued.len(), 1);
    assert!(
        session.shared().queue.weight() <= limit,
        "{} bytes are unread",
        session.shared().queue.weight()
    );
    drop(peer);
    let mut lagged = 0;
    let mut kept = 0;
    while let Some(event) = events.next().await {
        match event {
            Event::Lagged(lag) => lagged += lag.frames,
            Event::Received(frame)
                if frame
                    .bytes
                    .windows(19)
                    .any(|part| part == b"content_block_delta") =>
            {
                kept += 1
            }
            _ => {}
        }
    }
    assert!(
        lagged > 0 && lagged + kept == 100_000,
        "{lagged} dropped, {kept} kept"
    );
}

#[tokio::test]
async fn two_interrupts_within_a_turn_are_one() {
    let (session, _events, mut peer) = Peer::attach(attach());
    peer.say(json!({"type": "system", "subtype": "init", "session_id": "s"}))
        .await;
    let both = tokio::spawn({
        let session = session.clone();
        async move { tokio::join!(session.interrupt(), session.interrupt()) }
    });
    let request = peer.hear().await;
    peer.succeed(&request, json!({"still_queued": []})).await;
    let (first, second) = both.await.unwrap();
    assert_eq!(first.unwrap(), second.unwrap());
    let next = tokio::spawn({
        let session = session.clone();
        async move { session.request_raw("get_status", Value::Null).await }
    });
    assert_eq!(
        peer.hear().await["request"]["subtype"],
        "get_status",
        "no second interrupt was sent"
    );
    next.abort();
    // An interrupt that also withdraws queued prompts is more than the first one did.
    let all = tokio::spawn(async move { session.interrupt_all().await });
    let request = peer.hear().await;
    assert_eq!(request["request"]["cancel_queued"], true);
    peer.succeed(&request, json!({"still_queued": [], "cancelled": ["u"]}))
        .await;
    assert_eq!(all.await.unwrap().unwrap().cancelled.len(), 1);
}

#[tokio::test]
async fn a_double_click_does_not_stop_the_next_turn() {
    let (session, mut events, mut peer) = Peer::attach(attach());
    let init = json!({"type": "system", "subtype": "init", "session_id": "s"});
    peer.say(init.clone()).await;
    received(&mut events, "system").await;
    let both = tokio::spawn({
        let session = session.clone();
        async move { tokio::join!(session.interrupt(), session.interrupt()) }
    });
    let request = peer.hear().await;
    // The next turn is already running when the second interrupt is processed.
    peer.say(result("stopped")).await;
    peer.say(init).await;
    peer.succeed(&request, json!({"still_queued": []})).await;
    received(&mut events, "control_response").await;
    let next = tokio::spawn(async move { session.request_raw("get_status", Value::Null).await });
    assert_eq!(peer.hear().await["request"]["subtype"], "get_status");
    next.abort();
    let (first, second) = both.await.unwrap();
    assert_eq!(first.unwrap(), second.unwrap());
}

#[tokio::test(start_paused = true)]
async fn no_receipt_is_unresponsive() {
    let (session, mut events, _peer) = Peer::attach(attach());
    let error = session.interrupt().await.unwrap_err();
    assert!(
        matches!(error, Error::Unresponsive { after } if after == Duration::from_secs(10)),
        "{error}"
    );
    loop {
        if let Some(Event::Notice(Notice::Unresponsive)) = events.next().await {
            break;
        }
    }
}
