use std::sync::Arc;

use pilothouse_protocol::Frame;

use super::*;
use crate::error::Exit;

fn delta(text: &str) -> Event {
    let line = format!(
        r#"{{"type":"stream_event","event":{{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":"{text}"}}}}}}"#
    );
    Event::Received(Frame::parse(line))
}

fn block_start() -> Event {
    Event::Received(Frame::parse(
        r#"{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}}"#,
    ))
}

fn plain(name: &str) -> Event {
    Event::Received(Frame::parse(format!(r#"{{"type":"{name}"}}"#)))
}

/// What is in the queue, in short.
fn drain(queue: &Queue) -> Vec<String> {
    let mut seen = Vec::new();
    while let Some(batch) = queue.try_take() {
        seen.extend(batch.iter().map(|event| match event {
            Event::Received(_) if is_delta(event) => "delta".to_owned(),
            Event::Received(frame) => frame.message().unwrap().tag().to_owned(),
            Event::Lagged(lagged) => format!("lagged {}", lagged.frames),
            Event::Exited(_) => "exited".to_owned(),
            other => format!("{other:?}"),
        }));
    }
    seen
}

fn limit_of(deltas: usize) -> usize {
    deltas * weight(&delta("x"))
}

#[test]
fn past_the_limit_deltas_are_dropped_and_nothing_else() {
    let queue = Queue::new(limit_of(3));
    queue.push(vec![plain("a"), delta("1"), delta("2")]);
    queue.push(vec![delta("3"), plain("b")]);
    queue.push(vec![delta("4"), plain("c")]);
    assert_eq!(drain(&queue), ["a", "lagged 4", "b", "c"]);
    assert_eq!(queue.weight(), 0);
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
