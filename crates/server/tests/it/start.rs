//! Starting with many stored sessions: only the index and the runners' sockets are looked at.

use std::time::Instant;

use serde_json::{Value, json};

use crate::ground::Ground;

const SESSIONS: usize = 5000;

#[tokio::test]
async fn a_host_with_5000_sessions_starts_without_opening_them() {
    let mut ground = Ground::start().await;
    let session = ground.create(json!({"title": "One of many"})).await;
    let summary = ground.summary(&session).await;
    ground.stop().await;
    let sessions = ground.data().join("sessions");
    let log = std::fs::read(sessions.join(&session).join("log/00000001.phlog")).unwrap();
    let mut index = rusqlite::Connection::open(ground.data().join("index.sqlite")).unwrap();
    let transaction = index.transaction().unwrap();
    for number in 0..SESSIONS {
        let id = format!("{number:032x}");
        let copy = sessions.join(&id).join("log");
        std::fs::create_dir_all(&copy).unwrap();
        std::fs::write(copy.join("00000001.phlog"), &log).unwrap();
        let mut row = summary.clone();
        row["id"] = json!(id);
        let sql =
            "insert into sessions (id, at, archived, project, summary) values (?1, ?2, 0, ?3, ?4)";
        let values = (id, number, row["project"].as_str(), row.to_string());
        transaction.execute(sql, values).unwrap();
    }
    transaction.commit().unwrap();
    drop(index);
    let begun = Instant::now();
    ground.restart().await;
    let took = begun.elapsed();
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
    println!("listening after {took:?}");
}
