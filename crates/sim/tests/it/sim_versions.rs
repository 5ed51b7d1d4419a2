//! Speaking as an older version does.

use serde_json::json;

use crate::sim_process::{Place, kinds, run};

#[test]
fn the_old_version_has_no_lifecycle_and_echoes_late() {
    let place = Place::new();
    let mut sim = place.start(&["--as-version", "2.1.38"]);
    sim.say("hello", "u1");
    sim.result();
    assert_eq!(
        kinds(&sim.seen),
        [
            "system/init",
            "stream_event/message_start",
            "stream_event/content_block_start",
            "stream_event/content_block_delta",
            "user",
            "assistant",
            "stream_event/content_block_stop",
            "stream_event/message_delta",
            "stream_event/message_stop",
            "result/success",
        ]
    );
}

#[test]
fn the_old_version_keeps_silent_about_what_it_does_not_know() {
    let place = Place::new();
    let mut sim = place.start(&["--as-version", "2.1.38"]);
    sim.control("1", json!({ "subtype": "get_context_usage" }));
    sim.control("2", json!({ "subtype": "interrupt" }));
    sim.response("2");
    assert_eq!(sim.seen.len(), 1);
    let (_, stdout, _) = run(&place, &["--as-version", "2.1.38", "--version"]);
    assert_eq!(stdout, "2.1.38 (Claude Code)\n");
}
