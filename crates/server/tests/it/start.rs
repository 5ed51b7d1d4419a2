//! Starting with many stored sessions: only the index and the runners' sockets are looked at.

use serde_json::{Value, json};

use crate::harness::Harness;
use crate::many::store_copies;

const SESSIONS: usize = 1000;

#[tokio::test]
async fn a_host_with_many_sessions_starts_without_opening_them() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({"title": "One of many"})).await;
    let summary = harness.summary(&session).await;
    harness.stop().await;
    let sessions = harness.data().join("sessions");
    store_copies(&harness, &session, &summary, SESSIONS, |number| {
        number as u64
    });
    harness.restart().await;
    let opened = std::fs::read_dir(&sessions)
        .unwrap()
        .flatten()
        .filter(|entry| {
            // Whoever opens a log for writing leaves its lock.
            entry.path().join("log/lock").exists()
        });
    assert_eq!(opened.count(), 1, "only the session that was really used");
    let page = harness.ok("GET", "/api/sessions", Value::Null).await;
    assert_eq!(page["sessions"].as_array().unwrap().len(), 200);
    assert!(page["next"].is_string(), "the rest is on further pages");
}
