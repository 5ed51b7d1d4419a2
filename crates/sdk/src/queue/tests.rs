use std::sync::Arc;

use pilothouse_protocol::Frame;

use super::*;
use crate::error::Exit;

fn delta(text: &str) -> Item {
    let line = format!(
        r#"{{"type":"stream_event","event":{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"{text}"}}}}}}"#
    );
    assert!(Item::is_for_the_taker(line.as_bytes()));
    Item::Line(line.into())
}

fn block_start() -> Item {
    Item::from(Event::Received(Frame::parse(
        r#"{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}}"#,
    )))
}

fn plain(name: &str) -> Item {
    Event::Received(Frame::parse(format!(r#"{{"type":"{name}"}}"#))).into()
}

/// A summary of the queue.
fn drain(queue: &Queue) -> Vec<String> {
    let mut seen = Vec::new();
    while let Some(batch) = queue.try_take() {
        seen.extend(batch.into_iter().map(|item| match item {
            _ if item.kind() == Kind::Delta => "delta".to_owned(),
            item => short(item.into_event()),
        }));
    }
    seen
}

fn short(event: Event) -> String {
    match event {
        Event::Received(frame) => frame.message().unwrap().tag().to_owned(),
        Event::Lagged(lagged) => format!("lagged {}", lagged.frames),
        Event::Exited(_) => "exited".to_owned(),
        other => format!("{other:?}"),
    }
}

fn limit_of(deltas: usize) -> usize {
    deltas * delta("x").weight()
}

#[test]
fn past_the_limit_deltas_are_dropped_and_nothing_else() {
    let queue = Queue::new(limit_of(5));
    queue.push(vec![plain("a"), delta("1"), delta("2")]);
    queue.push(vec![delta("3"), plain("b")]);
    queue.push(vec![delta("4"), plain("c")]);
    assert_eq!(drain(&queue), ["a", "lagged 4", "b", "c"]);
    assert_eq!(queue.weight(), 0);
}

#[test]
fn a_line_for_the_taker_means_what_it_would_have_meant_at_once() {
    let line = r#"{"type":"user","message":{"role":"user","content":"hello"}}"#;
    assert!(Item::is_for_the_taker(line.as_bytes()));
    let Event::Received(frame) = Item::Line(line.into()).into_event() else {
        panic!("a line is received")
    };
    assert_eq!(frame, Frame::parse(line));
    for at_once in [
        r#"{"type":"control_request"}"#,
        r#"{"uuid":"u","type":"user"}"#,
        r#"{"type":"user_dialog"}"#,
        "not JSON",
        "",
    ] {
        assert!(!Item::is_for_the_taker(at_once.as_bytes()), "{at_once}");
    }
}

#[test]
fn deltas_without_their_beginning_are_dropped_until_a_block_begins() {
    let queue = Queue::new(limit_of(3));
    queue.push(vec![delta("1"), delta("2"), delta("3"), delta("4")]);
    queue.push(vec![delta("5")]);
    assert_eq!(drain(&queue), ["lagged 5"]);
    queue.push(vec![delta("6"), plain("assistant")]);
    assert_eq!(drain(&queue), ["assistant"]);
    queue.push(vec![block_start(), delta("7")]);
    assert_eq!(drain(&queue), ["stream_event", "delta"]);
}

#[test]
fn a_second_lag_is_told_again() {
    let queue = Queue::new(limit_of(1));
    for _ in 0..2 {
        queue.push(vec![block_start()]);
        queue.push(vec![delta("1"), delta("2")]);
        assert_eq!(drain(&queue), ["stream_event", "lagged 2"]);
    }
}

#[test]
fn the_last_event_is_the_last() {
    let queue = Queue::new(limit_of(10));
    queue.push(vec![plain("a")]);
    queue.end(Event::Exited(Arc::new(Exit::default())));
    queue.end(Event::Exited(Arc::new(Exit::default())));
    queue.push(vec![plain("late")]);
    assert_eq!(drain(&queue), ["a", "exited"]);
}

#[test]
fn without_a_receiver_nothing_is_kept() {
    let queue = Queue::new(limit_of(10));
    queue.push(vec![plain("a")]);
    queue.receiver_dropped();
    queue.push(vec![plain("b")]);
    assert_eq!(queue.weight(), 0);
    assert!(queue.try_take().is_none());
}
