//! Complete and broken lines.

use serde_json::{Value, json};

use super::peer::Peer;
use super::{attach, received};
use crate::{Error, Event};

#[tokio::test]
async fn the_end_fails_pending_requests() {
    let (session, mut events, mut peer) = Peer::attach(attach());
    let request = tokio::spawn({
        let session = session.clone();
        async move { session.request_raw("get_status", Value::Null).await }
    });
    let waiting = session.send("hello").await.unwrap();
    peer.hear().await;
    drop(peer);
    assert!(matches!(request.await.unwrap(), Err(Error::Exited(_))));
    assert!(matches!(waiting.outcome().await, Err(Error::Exited(_))));
    assert!(matches!(session.send("late").await, Err(Error::Exited(_))));
    let mut exits = 0;
    while let Some(event) = events.next().await {
        exits += usize::from(matches!(event, Event::Exited(_)));
    }
    assert_eq!(exits, 1);
    assert!(events.next().await.is_none(), "the stream has an end");
}

#[tokio::test]
async fn both_directions_are_in_the_stream() {
    let (session, mut events, mut peer) = Peer::attach(attach());
    session.send("hello").await.unwrap();
    let said = peer.hear().await;
    peer.say(json!({"type": "keep_alive"})).await;
    drop((session, peer));
    let mut stream = Vec::new();
    while let Some(event) = events.next().await {
        stream.push(match event {
            Event::Sent(frame) => serde_json::from_slice(&frame.bytes).unwrap(),
            Event::Received(frame) => json!(String::from_utf8_lossy(&frame.bytes)),
            Event::Exited(_) => json!("exited"),
            other => panic!("{other:?}"),
        });
    }
    assert_eq!(stream[0], said);
    assert_eq!(stream[1], r#"{"type":"keep_alive"}"#);
    assert_eq!(stream[2], "exited");
    assert_eq!(stream.len(), 3);
}

#[tokio::test]
async fn garbage_between_lines_is_an_event_and_not_an_end() {
    let (session, mut events, mut peer) = Peer::attach(attach());
    peer.write(b"this is not JSON\n{\"type\":\n\xff\xfe\n\n42\n")
        .await;
    peer.say(json!({"type": "keep_alive"})).await;
    received(&mut events, "keep_alive").await;
    drop(session);
}

#[tokio::test]
async fn framing_is_cancel_safe() {
    let (_session, mut events, mut peer) = Peer::attach(attach());
    let line = json!({"type": "keep_alive", "text": "\u{1F680} halves of a frame"}).to_string();
    let (first, second) = line.as_bytes().split_at(32);
    peer.write(first).await;
    // The wait is repeatedly cancelled in the middle of the frame.
    for _ in 0..10 {
        tokio::select! {
            biased;
            event = events.next() => panic!("half a frame became {event:?}"),
            () = tokio::task::yield_now() => {}
        }
    }
    peer.write(second).await;
    peer.write(b"\n").await;
    assert_eq!(
        received(&mut events, "keep_alive").await["text"],
        "\u{1F680} halves of a frame"
    );
}

#[tokio::test]
async fn a_line_of_50_megabytes_arrives() {
    let (_session, mut events, mut peer) = Peer::attach(attach());
    let writer = tokio::spawn(async move {
        peer.say(json!({"type": "future", "body": "x".repeat(50_000_000)}))
            .await;
        peer
    });
    let event = events.next().await.unwrap();
    let Event::Received(frame) = event else {
        panic!("{event:?}")
    };
    assert!(frame.bytes.len() > 50_000_000);
    assert_eq!(frame.message().unwrap().tag(), "future");
    writer.await.unwrap();
}

#[tokio::test]
async fn a_line_past_the_limit_is_told_and_the_next_one_arrives() {
    let (_session, mut events, mut peer) = Peer::attach(attach().line_limit(1000));
    peer.say(json!({"type": "future", "body": "x".repeat(5000)}))
        .await;
    peer.say(json!({"type": "keep_alive"})).await;
    let Some(Event::Received(frame)) = events.next().await else {
        panic!("no event")
    };
    assert!(matches!(
        frame.meaning,
        pilothouse_protocol::Meaning::Oversized { length: 5000.. }
    ));
    received(&mut events, "keep_alive").await;
}

#[tokio::test(start_paused = true)]
async fn a_cli_that_stops_reading_does_not_hang_the_host() {
    // The peer never reads: the pipe accepts 64 KiB, then nothing.
    let (session, _events, peer) = Peer::attach(attach());
    let big = session.clone();
    let stuck = tokio::spawn(async move { big.send("x".repeat(1_000_000)).await });
    let error = session
        .request_raw("get_status", Value::Null)
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Timeout { .. }), "{error}");
    let exit = session.close().await.unwrap();
    assert!(exit.expected);
    assert!(stuck.await.unwrap().is_err());
    drop(peer);
}
