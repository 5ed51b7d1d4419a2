//! Starting with many stored sessions: only the index and the runners' sockets are looked at.

use serde_json::{Value, json};

use crate::ground::Ground;
use crate::many::store_copies;

const SESSIONS: usize = 1000;

#[tokio::test]
async fn a_host_with_many_sessions_starts_without_opening_them() {
    let mut ground = Ground::start().await;
    let session = ground.create(json!({"title": "One of many"})).await;
    let summary = ground.summary(&session).await;
    ground.stop().await;
    let sessions = ground.data().join("sessions");
    store_copies(&ground, &session, &summary, SESSIONS, |number| {
        number as u64
    });
    ground.restart().await;
    let opened = std::fs::read_dir(&sessions)
        .unwrap()
        .flatten()
        .filter(|entry| {
            // Whoever opens a log for writing leaves its lock.
            entry.path().join("log/lock").exists()
        });
    assert_eq!(opened.count(), 1, "only the session that was really used");
    let page = ground.ok("GET", "/api/sessions", Value::Null).await;
    assert_eq!(page["sessions"].as_array().unwrap().len(), 200);
    assert!(page["next"].is_string(), "the rest is on further pages");
}
