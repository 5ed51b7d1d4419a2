//! Search, audit, usage and settings.

use serde_json::{Value, json};

use crate::harness::Harness;

/// A session whose model said something, ran a tool after an ask, and cost something.
async fn told(harness: &Harness) -> String {
    let session = harness.create(json!({"title": "Harbour works"})).await;
    let mut browser = harness.watch(&session).await;
    let call = json!({"type": "tool_use", "name": "Bash", "input": {"command": "touch lighthouse"},
                      "sim": {"stdout": "the quay is dredged"}});
    let usage = json!({"type": "usage", "input_tokens": 1000, "output_tokens": 500});
    let blocks = json!([[call, usage], [{"type": "text", "text": "Ships may enter."}, usage]]);
    harness.script(&session, blocks).await;
    let ask = browser.until_ask().await;
    let answer = json!({"kind": "allow"});
    harness.answer(&session, ask.id.as_str(), answer).await;
    browser.until_idle().await;
    session
}

async fn found(harness: &Harness, query: &str) -> Vec<Value> {
    let path = format!("/api/search?q={query}");
    let page = harness.ok("GET", &path, Value::Null).await;
    page["hits"].as_array().unwrap().clone()
}

#[tokio::test]
async fn everything_said_and_done_is_found_also_after_the_index_is_lost() {
    let mut harness = Harness::start().await;
    let session = told(&harness).await;
    for lost in [false, true] {
        if lost {
            harness.kill().await;
            for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] {
                std::fs::remove_file(harness.data().join(name)).ok();
            }
            // The token is gone with the store, so a new link is needed.
            harness.start_over().await;
            // Sessions are indexed while the host serves; this one is when it was opened.
            harness.summary(&session).await;
        }
        for (query, marked) in [
            (
                "ships%20enter",
                "\u{e000}Ships\u{e001} may \u{e000}enter\u{e001}",
            ),
            ("lighthouse", "\u{e000}lighthouse\u{e001}"),
            (
                "%22quay%20is%20dredged%22",
                "\u{e000}quay is dredged\u{e001}",
            ),
            ("harbour", "\u{e000}Harbour\u{e001} works"),
        ] {
            let hits = found(&harness, query).await;
            let hit = hits
                .iter()
                .find(|hit| hit["snippet"].as_str().unwrap().contains(marked));
            let hit = hit.unwrap_or_else(|| panic!("{query} (lost: {lost}): {hits:?}"));
            assert_eq!(
                (&hit["session"], &hit["title"]),
                (&json!(session), &json!("Harbour works"))
            );
        }
        assert!(found(&harness, "submarine").await.is_empty());
        let elsewhere = found(&harness, "lighthouse&project=/nowhere").await;
        assert!(elsewhere.is_empty());
        let audit = harness.ok("GET", "/api/audit", Value::Null).await;
        let entry = &audit["entries"][0];
        let decided = (
            &entry["tool"],
            &entry["decision"],
            &entry["by"],
            &entry["device"],
        );
        assert_eq!(
            decided,
            (
                &json!("Bash"),
                &json!("allowed"),
                &json!("person"),
                &json!("test")
            )
        );
        assert_eq!(entry["summary"], "touch lighthouse");
    }
}

#[tokio::test]
async fn usage_is_told_by_day_project_and_model_and_stays_when_a_session_goes() {
    let harness = Harness::start().await;
    let session = told(&harness).await;
    for removed in [false, true] {
        if removed {
            harness
                .ok("DELETE", &format!("/api/sessions/{session}"), Value::Null)
                .await;
        }
        let report = harness.ok("GET", "/api/usage?days=2", Value::Null).await;
        let row = &report["rows"][0];
        assert_eq!(row["project"], json!(harness.project()));
        assert_eq!(row["turns"], 1);
        assert!(row["outputTokens"].as_u64().unwrap() >= 1000, "{row}");
        let (cost, today) = (
            row["costUsd"].as_f64().unwrap(),
            report["todayUsd"].as_f64().unwrap(),
        );
        assert!(cost > 0.0 && (cost - today).abs() < 1e-9, "{report}");
    }
}

#[tokio::test]
async fn settings_hold_at_once_and_after_a_start_and_are_for_admins() {
    let mut harness = Harness::start().await;
    let mut settings = harness.ok("GET", "/api/settings", Value::Null).await;
    settings["liveSessions"] = json!(3);
    settings["dayBudgetUsd"] = json!(12.5);
    let url = "https://ntfy.example/a-secret-topic";
    settings["notify"] =
        json!([{"kind": "ntfy", "url": url, "asks": true, "ends": true, "text": false}]);
    harness.ok("PUT", "/api/settings", settings.clone()).await;
    let host = harness.ok("GET", "/api/host", Value::Null).await;
    assert_eq!(host["limits"]["liveSessions"], 3);
    harness.restart().await;
    assert_eq!(
        harness.ok("GET", "/api/settings", Value::Null).await,
        settings
    );
    let mut wrong = settings.clone();
    wrong["liveSessions"] = json!(0);
    assert_eq!(
        harness.call("PUT", "/api/settings", wrong).await.status,
        400
    );
    let body = json!({"name": "script", "scope": "control"});
    let made = harness.ok("POST", "/api/tokens", body).await;
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let headers = [("authorization", bearer.as_str())];
    let body = settings.to_string();
    let answer = crate::client::request(harness.address(), "PUT", "/api/settings", &headers, &body);
    assert_eq!(answer.await.unwrap().status, 403);
    // Whoever knows the address of a notification can write there.
    let answer = crate::client::request(harness.address(), "GET", "/api/settings", &headers, "");
    let shown = answer.await.unwrap();
    assert_eq!(shown.json()["dayBudgetUsd"], 12.5);
    assert!(!shown.body.contains("secret-topic"), "{}", shown.body);
}
