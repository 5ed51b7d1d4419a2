//! Data directories that earlier versions wrote open complete. Each change of a format adds one to fixtures/upgrade.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::request;
use crate::harness::Harness;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/upgrade")
}

/// Unpacks a data directory, as it would have been left just now: its trash has not run out.
pub(crate) fn unpack(name: &str, home: &Path) {
    let archive = fixtures().join(format!("{name}.tar.gz"));
    let unpacked = std::process::Command::new("tar")
        .arg("xzf")
        .args([&archive])
        .arg("-C")
        .arg(home)
        .status();
    assert!(unpacked.unwrap().success());
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = now.unwrap().as_millis().to_string();
    for removed in std::fs::read_dir(home.join("data/trash")).unwrap() {
        std::fs::write(removed.unwrap().path().join("removed-at"), &now).unwrap();
    }
}

/// Who said what, in order.
fn said(view: &Value) -> Value {
    let entries = view["entries"].as_array().unwrap().iter();
    let said = entries.filter_map(|entry| {
        let body = &entry["body"];
        let text = match body["kind"].as_str()? {
            "user" => &body["text"]["text"],
            "text" => &body["text"],
            _ => return None,
        };
        Some(json!([body["kind"], text]))
    });
    said.collect()
}

/// What a data directory has, as the version that wrote it reported it.
pub(crate) fn expected(name: &str) -> Value {
    let expected = std::fs::read(fixtures().join(format!("{name}.json"))).unwrap();
    serde_json::from_slice(&expected).unwrap()
}

/// Checks that all sessions are there with what was said in them.
pub(crate) async fn check_sessions(expected: &Value, get: impl AsyncFn(String) -> Value) {
    for session in expected["sessions"].as_array().unwrap() {
        let id = session["id"].as_str().unwrap();
        let summary = get(format!("/api/sessions/{id}")).await;
        assert_eq!(summary["title"], session["title"]);
        assert_eq!(summary["archived"], session["archived"]);
        let view = get(format!("/api/sessions/{id}/view")).await;
        assert_eq!(said(&view), session["said"], "{}", session["title"]);
        let held = view["queue"].as_array().unwrap().iter();
        let held = held.filter(|message| message["held"] == true);
        let held: Vec<&Value> = held.map(|message| &message["text"]["text"]).collect();
        assert_eq!(json!(held), session["held"]);
    }
}

async fn opens_complete(name: &str) {
    let expected = expected(name);
    let harness = Harness::prepared(json!({"segmentBytes": 60_000}), |home| {
        unpack(name, home);
        Vec::new()
    })
    .await;
    // A token of the earlier version still lets its holder in.
    let token = expected["token"].as_str().unwrap();
    let headers = [("authorization", token)];
    let get = async |path: &str| {
        let answer = request(harness.address(), "GET", path, &headers, "").await;
        let answer = answer.unwrap();
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        answer.json()
    };
    let list = get("/api/sessions").await;
    let sessions = expected["sessions"].as_array().unwrap();
    assert_eq!(list["sessions"].as_array().unwrap().len(), sessions.len());
    check_sessions(&expected, async |path| get(&path).await).await;
    assert_eq!(get("/api/rules").await, expected["rules"]);
    let settings = get("/api/settings").await;
    assert_eq!(
        settings["dayBudgetUsd"],
        expected["settings"]["dayBudgetUsd"]
    );
    let audit = get("/api/audit").await;
    assert_eq!(
        audit["entries"].as_array().unwrap().len(),
        expected["audit"]
    );
    let found = get("/api/search?q=archive").await;
    assert_eq!(found["hits"].as_array().unwrap().len(), expected["search"]);
    let usage = get("/api/usage?days=3660").await;
    let rows = usage["rows"].as_array().unwrap().iter();
    let turns: u64 = rows.map(|row| row["turns"].as_u64().unwrap()).sum();
    assert_eq!(turns, expected["usage"]);
    let trash = get("/api/trash").await;
    assert_eq!(trash[0]["id"], expected["trash"]);
    let path = format!(
        "/api/sessions/{}/restore",
        expected["trash"].as_str().unwrap()
    );
    let restored = harness.ok("POST", &path, Value::Null).await;
    assert_eq!(restored["title"], "Deleted");
}

#[tokio::test]
async fn a_data_directory_of_2026_11_18_opens_complete() {
    opens_complete("2026-11-18").await;
}
