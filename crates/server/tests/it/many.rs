//! A host with many stored sessions, made by copying one.

use serde_json::{Value, json};

use crate::harness::Harness;

/// Stores copies of a session in a host that is stopped, each last used at the time its number gives; returns their ids.
pub(crate) fn store_copies(
    harness: &Harness,
    session: &str,
    summary: &Value,
    count: usize,
    at: impl Fn(usize) -> u64,
) -> Vec<String> {
    let sessions = harness.data().join("sessions");
    let log = std::fs::read(sessions.join(session).join("log/00000001.phlog")).unwrap();
    let mut index = rusqlite::Connection::open(harness.data().join("index.sqlite")).unwrap();
    let transaction = index.transaction().unwrap();
    let mut ids = Vec::with_capacity(count);
    for number in 0..count {
        let id = format!("{number:032x}");
        let copy = sessions.join(&id).join("log");
        std::fs::create_dir_all(&copy).unwrap();
        std::fs::write(copy.join("00000001.phlog"), &log).unwrap();
        let mut row = summary.clone();
        row["id"] = json!(id);
        let sql =
            "insert into sessions (id, at, archived, project, summary) values (?1, ?2, 0, ?3, ?4)";
        let values = (&id, at(number), row["project"].as_str(), row.to_string());
        transaction.execute(sql, values).unwrap();
        ids.push(id);
    }
    transaction.commit().unwrap();
    ids
}
