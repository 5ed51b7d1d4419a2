//! How long a delta takes: most records are one.

use super::*;

fn event(event: &Value) -> Value {
    json!({"type": "stream_event", "event": event, "session_id": "c", "parent_tool_use_id": null, "uuid": "e"})
}

/// Streams a message and returns the median time of its deltas.
fn stream(trial: &mut Trial, message: u32) -> Duration {
    let id = format!("message-{message}");
    trial.out(&event(&json!({"type": "message_start", "message": {"id": id, "type": "message",
        "role": "assistant", "content": [], "model": "m", "usage": {"input_tokens": 1, "output_tokens": 1}}})));
    trial.out(&event(&json!({"type": "content_block_start", "index": 0,
        "content_block": {"type": "text", "text": ""}})));
    let delta = event(&json!({"type": "content_block_delta", "index": 0,
        "delta": {"type": "text_delta", "text": "some words"}}));
    let mut times: Vec<Duration> = (0..201)
        .map(|_| {
            let begun = Instant::now();
            trial.out(&delta);
            begun.elapsed()
        })
        .collect();
    trial.out(&event(&json!({"type": "content_block_stop", "index": 0})));
    trial.out(&event(&json!({"type": "message_stop"})));
    // As the driver does after each input.
    trial.machine.projection_mut().take_settled();
    trial.effects.clear();
    times.sort();
    times[times.len() / 2]
}

#[test]
fn the_time_of_a_delta_does_not_grow_with_the_session() {
    let mut trial = Trial::live();
    let turn = |trial: &mut Trial, number: u32| {
        let uuid = format!("u{number}");
        trial.send(&uuid);
        trial.commit();
        trial.begin_turn(&uuid);
        let time = stream(trial, number);
        trial.end_turn(&uuid);
        trial.commit();
        time
    };
    turn(&mut trial, 0);
    let first = turn(&mut trial, 1);
    let last = (2..100).map(|number| turn(&mut trial, number)).last();
    let last = last.expect("turns");
    println!("a delta takes {first:?}, after a hundred turns {last:?}");
    assert!(last < first * 8, "{first:?} and {last:?}");
}
