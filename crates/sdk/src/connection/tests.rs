//! Tests a connection in memory with a scripted peer.

mod asks;
mod attached;
mod in_place;
mod interrupts;
mod peer;
mod questions;
mod requests;
mod stream;
mod streams;
mod turns;

use std::time::Duration;

use serde_json::Value;

use crate::{Attach, CloseTimeouts, Event, Events, Session};

fn attach() -> Attach {
    Session::attach()
        .id_prefix("ours-")
        .close_timeouts(CloseTimeouts::new(
            Duration::from_millis(200),
            Duration::from_millis(200),
        ))
}

async fn received(events: &mut Events, tag: &str) -> Value {
    while let Some(event) = events.next().await {
        if let Event::Received(frame) = event {
            let value: Value = serde_json::from_slice(&frame.bytes).unwrap_or_default();
            if value["type"] == tag {
                return value;
            }
        }
    }
    panic!("the events ended before {tag}");
}
