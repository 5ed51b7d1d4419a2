//! Trust: what a directory would run by itself runs only after a person accepted it, item by item.

use pilothouse_api::session::SessionSummary;
use pilothouse_log::Record;
use serde_json::{Value, json};

use crate::ground::{Ground, program};

/// Whether the newest process of a session leaves out the project's settings.
fn leaves_out(records: &[Record]) -> bool {
    let newest = records.iter().rev().find_map(Record::spawn).unwrap();
    let has = |flag: &str| newest.argv.iter().any(|given| given.starts_with(flag));
    assert_eq!(has("--strict-mcp-config"), has("--setting-sources"));
    has("--strict-mcp-config")
}

/// A host, and a directory that would run an MCP server.
async fn ground() -> (Ground, std::path::PathBuf) {
    let options = json!({"claude": program("host-under-test"), "timings": {"tick": 50}});
    let ground = Ground::with(options).await;
    let project = ground.home().join("project");
    std::fs::create_dir(&project).unwrap();
    serves(&project, "db-server");
    (ground, project)
}

fn serves(project: &std::path::Path, command: &str) {
    let text = json!({"mcpServers": {"db": {"command": command}}}).to_string();
    std::fs::write(project.join(".mcp.json"), text).unwrap();
}

async fn fingerprint(ground: &Ground, project: &std::path::Path) -> Value {
    let path = format!("/api/projects/trust?path={}", project.display());
    ground.ok("GET", &path, Value::Null).await["fingerprint"].clone()
}

#[tokio::test]
async fn a_session_is_not_made_before_a_person_decided() {
    let (ground, project) = ground().await;
    let create = |choice: Value| {
        let mut body = json!({"project": project});
        body["projectSettings"] = choice;
        body
    };
    let refused = ground
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
    let listed = ground.ok("GET", "/api/sessions", Value::Null).await;
    assert_eq!(listed["sessions"], json!([]), "nothing was made");

    let without = ground.create(create(json!("leaveOut"))).await;
    ground.lifecycle(&without, "wake").await;
    assert!(leaves_out(&ground.records(&without)));
    let path = format!("/api/sessions/{without}");
    let summary = ground.ok("GET", &path, Value::Null).await;
    assert_eq!(summary["projectSettings"], "leftOut");

    let stale = ground
        .call("POST", "/api/sessions", create(json!({"use": "other"})))
        .await;
    assert_eq!(
        (stale.status, &stale.json()["code"]),
        (409, &json!("changed"))
    );
    let shown = problem["trust"]["fingerprint"].clone();
    let with = ground.create(create(json!({"use": shown}))).await;
    ground.lifecycle(&with, "wake").await;
    assert!(!leaves_out(&ground.records(&with)));
    let next = ground.create(json!({"project": project})).await;
    ground.lifecycle(&next, "wake").await;
    assert!(!leaves_out(&ground.records(&next)), "asked once");

    ground.lifecycle(&without, "restart").await;
    assert!(
        leaves_out(&ground.records(&without)),
        "the choice of a session holds"
    );
    let decide = json!({"projectSettings": {"use": shown}});
    let restarted = ground.ok("POST", &format!("{path}/trust"), decide).await;
    assert_eq!(restarted["projectSettings"], Value::Null);
    assert!(!leaves_out(&ground.records(&without)));
}

#[tokio::test]
async fn a_waking_session_keeps_its_message_until_a_person_decided() {
    let (mut ground, project) = ground().await;
    let shown = fingerprint(&ground, &project).await;
    let create = json!({"project": project, "projectSettings": {"use": shown}});
    let (first, second) = (
        ground.create(create.clone()).await,
        ground.create(create).await,
    );
    serves(&project, "something-else");
    let mut browsers = Vec::new();
    for session in [&first, &second] {
        let mut browser = ground.watch(session).await;
        let message = json!({"text": "hello"});
        let sent = ground
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
    let summary = ground.ok("GET", &path, Value::Null).await;
    assert_eq!(
        (&summary["projectSettings"], &summary["queued"]),
        (&json!("undecided"), &json!(1))
    );
    assert_eq!(summary["problem"], Value::Null, "a question is no failure");
    let inbox = ground.ok("GET", "/api/inbox", Value::Null).await;
    let asked = inbox.as_array().unwrap().iter();
    let asked: Vec<_> = asked
        .map(|item| (&item["asking"]["kind"], &item["ask"]))
        .collect();
    assert_eq!(asked, [(&json!("trust"), &Value::Null); 2]);
    let woken = ground
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
        ground
            .records(&first)
            .iter()
            .filter_map(Record::spawn)
            .count(),
        0
    );

    ground.restart().await;
    let summary = ground.ok("GET", &path, Value::Null).await;
    assert_eq!(
        summary["projectSettings"], "undecided",
        "a server that starts asks too"
    );
    let report = ground
        .ok("GET", &format!("{path}/trust"), Value::Null)
        .await;
    assert_eq!(report["items"][0]["state"], "changed");
    let mut browsers = [ground.watch(&first).await, ground.watch(&second).await];
    let decide = json!({"projectSettings": {"use": report["fingerprint"]}});
    ground.ok("POST", &format!("{path}/trust"), decide).await;
    for browser in &mut browsers {
        // The other session goes on by itself: its project is trusted now.
        browser.until_turns(1).await;
    }
    for session in [&first, &second] {
        assert!(!leaves_out(&ground.records(session)));
    }
}

#[tokio::test]
async fn accepting_takes_an_admin_and_leaving_out_does_not() {
    let (ground, project) = ground().await;
    let bearer = ground.bearer_with("control").await;
    let shown = fingerprint(&ground, &project).await;
    let create = |choice: Value| json!({"project": project, "projectSettings": choice}).to_string();
    let call = async |body: String| {
        let headers = [("authorization", bearer.as_str())];
        crate::client::request(ground.address(), "POST", "/api/sessions", &headers, &body)
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
    let refused = crate::client::request(ground.address(), "POST", &path, &headers, &decide);
    assert_eq!(refused.await.unwrap().status, 403);
    let body = json!({"path": project, "fingerprint": shown});
    ground.ok("POST", "/api/projects/trust", body).await;
    let allowed = call(create(json!({"use": shown}))).await;
    assert_eq!(
        allowed.status, 201,
        "nothing is accepted that was not accepted before"
    );
}
