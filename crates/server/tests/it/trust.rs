//! Trust: what a directory would run by itself runs only after a person accepted it, item by item.

use pilothouse_api::session::SessionSummary;
use pilothouse_log::Record;
use serde_json::{Value, json};

use crate::harness::{Harness, program};

/// Whether the newest process of a session leaves out the project's settings.
fn leaves_out(records: &[Record]) -> bool {
    let newest = records.iter().rev().find_map(Record::spawn).unwrap();
    let has = |flag: &str| newest.argv.iter().any(|given| given.starts_with(flag));
    assert_eq!(has("--strict-mcp-config"), has("--setting-sources"));
    has("--strict-mcp-config")
}

/// A host, and a directory that would run an MCP server.
async fn harness() -> (Harness, std::path::PathBuf) {
    let options = json!({"claude": program("host-under-test"), "timings": {"tick": 50}});
    let harness = Harness::with(options).await;
    let project = harness.home().join("project");
    std::fs::create_dir(&project).unwrap();
    serves(&project, "db-server");
    (harness, project)
}

fn serves(project: &std::path::Path, command: &str) {
    let text = json!({"mcpServers": {"db": {"command": command}}}).to_string();
    std::fs::write(project.join(".mcp.json"), text).unwrap();
}

async fn fingerprint(harness: &Harness, project: &std::path::Path) -> Value {
    let path = format!("/api/projects/trust?path={}", project.display());
    harness.ok("GET", &path, Value::Null).await["fingerprint"].clone()
}

#[tokio::test]
async fn a_session_is_not_made_before_a_person_decided() {
    let (harness, project) = harness().await;
    let create = |choice: Value| {
        let mut body = json!({"project": project});
        body["projectSettings"] = choice;
        body
    };
    let refused = harness
        .call("POST", "/api/sessions", json!({"project": project}))
        .await;
    assert_eq!(refused.status, 409);
    let problem = refused.json();
    assert_eq!(problem["code"], "trustRequired");
    let item = &problem["trust"]["items"][0];
    assert_eq!(
        (&item["name"], &item["text"]),
        (&json!("db"), &json!("db-server"))
    );
    let listed = harness.ok("GET", "/api/sessions", Value::Null).await;
    assert_eq!(listed["sessions"], json!([]), "nothing was made");

    let without = harness.create(create(json!("leaveOut"))).await;
    harness.lifecycle(&without, "wake").await;
    assert!(leaves_out(&harness.records(&without)));
    let path = format!("/api/sessions/{without}");
    let summary = harness.ok("GET", &path, Value::Null).await;
    assert_eq!(summary["projectSettings"], "leftOut");

    let stale = harness
        .call("POST", "/api/sessions", create(json!({"use": "other"})))
        .await;
    assert_eq!(
        (stale.status, &stale.json()["code"]),
        (409, &json!("changed"))
    );
    let shown = problem["trust"]["fingerprint"].clone();
    let with = harness.create(create(json!({"use": shown}))).await;
    harness.lifecycle(&with, "wake").await;
    assert!(!leaves_out(&harness.records(&with)));
    let next = harness.create(json!({"project": project})).await;
    harness.lifecycle(&next, "wake").await;
    assert!(!leaves_out(&harness.records(&next)), "asked once");

    harness.lifecycle(&without, "restart").await;
    assert!(
        leaves_out(&harness.records(&without)),
        "the choice of a session holds"
    );
    let decide = json!({"projectSettings": {"use": shown}});
    let restarted = harness.ok("POST", &format!("{path}/trust"), decide).await;
    assert_eq!(restarted["projectSettings"], Value::Null);
    assert!(!leaves_out(&harness.records(&without)));
}

#[tokio::test]
async fn a_waking_session_keeps_its_message_until_a_person_decided() {
    let (mut harness, project) = harness().await;
    let shown = fingerprint(&harness, &project).await;
    let create = json!({"project": project, "projectSettings": {"use": shown}});
    let (first, second) = (
        harness.create(create.clone()).await,
        harness.create(create).await,
    );
    serves(&project, "something-else");
    let mut browsers = Vec::new();
    for session in [&first, &second] {
        let mut browser = harness.watch(session).await;
        let message = json!({"text": "hello"});
        let sent = harness
            .ok(
                "POST",
                &format!("/api/sessions/{session}/messages"),
                message,
            )
            .await;
        assert_eq!(sent["queued"], true);
        browser
            .until_summary(session, SessionSummary::is_undecided)
            .await;
        browsers.push(browser);
    }
    let path = format!("/api/sessions/{first}");
    let summary = harness.ok("GET", &path, Value::Null).await;
    assert_eq!(
        (&summary["projectSettings"], &summary["queued"]),
        (&json!("undecided"), &json!(1))
    );
    assert_eq!(summary["problem"], Value::Null, "a question is no failure");
    let inbox = harness.ok("GET", "/api/inbox", Value::Null).await;
    let asked = inbox.as_array().unwrap().iter();
    let asked: Vec<_> = asked
        .map(|item| (&item["asking"]["kind"], &item["ask"]))
        .collect();
    assert_eq!(asked, [(&json!("trust"), &Value::Null); 2]);
    let woken = harness
        .call(
            "POST",
            &format!("{path}/lifecycle"),
            json!({"action": "wake"}),
        )
        .await;
    assert_eq!(
        (woken.status, &woken.json()["code"]),
        (409, &json!("trustRequired"))
    );
    assert_eq!(
        harness
            .records(&first)
            .iter()
            .filter_map(Record::spawn)
            .count(),
        0
    );

    harness.restart().await;
    let summary = harness.ok("GET", &path, Value::Null).await;
    assert_eq!(
        summary["projectSettings"], "undecided",
        "a server that starts asks too"
    );
    let report = harness
        .ok("GET", &format!("{path}/trust"), Value::Null)
        .await;
    assert_eq!(report["items"][0]["state"], "changed");
    let mut browsers = [harness.watch(&first).await, harness.watch(&second).await];
    let decide = json!({"projectSettings": {"use": report["fingerprint"]}});
    harness.ok("POST", &format!("{path}/trust"), decide).await;
    for browser in &mut browsers {
        // The other session goes on by itself: its project is trusted now.
        browser.until_turns(1).await;
    }
    for session in [&first, &second] {
        assert!(!leaves_out(&harness.records(session)));
    }
}

#[tokio::test]
async fn accepting_takes_an_admin_and_leaving_out_does_not() {
    let (harness, project) = harness().await;
    let bearer = harness.bearer_with("control").await;
    let shown = fingerprint(&harness, &project).await;
    let create = |choice: Value| json!({"project": project, "projectSettings": choice}).to_string();
    let call = async |body: String| {
        let headers = [("authorization", bearer.as_str())];
        crate::client::request(harness.address(), "POST", "/api/sessions", &headers, &body)
            .await
            .unwrap()
    };
    assert_eq!(call(create(json!({"use": shown}))).await.status, 403);
    let made = call(create(json!("leaveOut"))).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let decide = json!({"projectSettings": {"use": shown}}).to_string();
    let path = format!(
        "/api/sessions/{}/trust",
        made.json()["id"].as_str().unwrap()
    );
    let headers = [("authorization", bearer.as_str())];
    let refused = crate::client::request(harness.address(), "POST", &path, &headers, &decide);
    assert_eq!(refused.await.unwrap().status, 403);
    let body = json!({"path": project, "fingerprint": shown});
    harness.ok("POST", "/api/projects/trust", body).await;
    let allowed = call(create(json!({"use": shown}))).await;
    assert_eq!(
        allowed.status, 201,
        "nothing is accepted that was not accepted before"
    );
}
