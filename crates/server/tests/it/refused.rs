//! Requests that make no sense: each is told as a problem that says what to do, and nothing else suffers.

use serde_json::{Value, json};

use crate::client::request;
use crate::harness::Harness;

const JSON: (&str, &str) = ("content-type", "application/json");
const TEXT: (&str, &str) = ("content-type", "text/plain");

#[tokio::test]
async fn a_command_of_the_terminal_is_not_sent_and_the_place_that_does_the_same_is_named() {
    let harness = Harness::start().await;
    let session = harness.create(json!({"message": {"text": "hello"}})).await;
    let mut browser = harness.watch(&session).await;
    browser.until_idle().await;
    let path = format!("/api/sessions/{session}/messages");
    let refused = harness
        .call("POST", &path, json!({"text": "/rewind"}))
        .await;
    assert_eq!(refused.status, 409, "{}", refused.body);
    assert_eq!(refused.json()["code"], "terminalCommand");
    assert!(refused.body.contains("Rewind panel"), "{}", refused.body);
    harness.send(&session, "/cost").await;
    let view = browser.until_idle().await;
    assert!(!format!("{view:?}").contains("/rewind"));
}

#[tokio::test]
async fn whatever_is_wrong_with_a_request_is_told_as_a_problem() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let project = harness.project();
    let deep = "[".repeat(100_000);
    let create = |more: Value| {
        let mut body = json!({"project": project});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body.to_string()
    };
    let message = |more: Value| {
        let mut body = json!({"text": "hello"});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body.to_string()
    };
    let sessions = "/api/sessions".to_owned();
    let one = format!("/api/sessions/{session}");
    let messages = format!("{one}/messages");
    let wrong = [
        (
            "POST",
            &sessions,
            JSON,
            "no JSON".to_owned(),
            400,
            "invalid",
        ),
        ("POST", &sessions, JSON, deep, 400, "invalid"),
        (
            "POST",
            &sessions,
            JSON,
            r#"{"project":1}"#.to_owned(),
            400,
            "invalid",
        ),
        (
            "POST",
            &sessions,
            JSON,
            create(json!({"colour": "red"})),
            400,
            "invalid",
        ),
        ("POST", &sessions, TEXT, create(json!({})), 415, "notJson"),
        (
            "POST",
            &sessions,
            JSON,
            create(json!({"permissionMode": "everything"})),
            400,
            "invalid",
        ),
        (
            "POST",
            &sessions,
            JSON,
            create(json!({"flags": ["--dangerously-skip-permissions"]})),
            422,
            "invalid",
        ),
        (
            "POST",
            &sessions,
            JSON,
            create(json!({"title": "x".repeat(1000)})),
            400,
            "invalid",
        ),
        ("PUT", &sessions, JSON, String::new(), 405, "wrongMethod"),
        (
            "GET",
            &"/api/sessions?limit=many".to_owned(),
            JSON,
            String::new(),
            400,
            "invalid",
        ),
        (
            "GET",
            &"/api/audit?cursor=x".to_owned(),
            JSON,
            String::new(),
            422,
            "invalid",
        ),
        (
            "GET",
            &"/api/sessions/%ff".to_owned(),
            JSON,
            String::new(),
            400,
            "invalid",
        ),
        (
            "GET",
            &"/api/sessions/..%2f..%2fetc".to_owned(),
            JSON,
            String::new(),
            404,
            "notFound",
        ),
        (
            "GET",
            &format!("{one}/entries/x/attachments/first"),
            JSON,
            String::new(),
            400,
            "invalid",
        ),
        (
            "GET",
            &"/api/ws".to_owned(),
            JSON,
            String::new(),
            400,
            "invalid",
        ),
        (
            "PATCH",
            &one,
            JSON,
            json!({"budgetUsd": -1}).to_string(),
            400,
            "invalid",
        ),
        (
            "POST",
            &format!("{one}/control"),
            JSON,
            json!({"subtype": "initialize", "request": {"hooks": {}}}).to_string(),
            400,
            "invalid",
        ),
        (
            "POST",
            &messages,
            JSON,
            message(json!({"uuid": "seven"})),
            400,
            "invalid",
        ),
        (
            "POST",
            &messages,
            JSON,
            message(json!({"uploads": ["../../index.sqlite"]})),
            404,
            "notFound",
        ),
        (
            "POST",
            &"/api/uploads?name=nothing".to_owned(),
            TEXT,
            String::new(),
            400,
            "invalid",
        ),
    ];
    for (method, path, kind, body, status, code) in wrong {
        let headers = [("authorization", harness.bearer()), kind];
        let answer = request(harness.address(), method, path, &headers, &body).await;
        let answer = answer.unwrap();
        let problem = answer.json();
        assert_eq!(
            (answer.status, problem["code"].as_str()),
            (status, Some(code)),
            "{method} {path}"
        );
        assert_eq!(problem["status"], status);
        assert!(
            problem["title"]
                .as_str()
                .is_some_and(|title| title.ends_with('.')),
            "{problem}"
        );
    }
    // None of it did any harm.
    let list = harness.ok("GET", "/api/sessions", Value::Null).await;
    assert_eq!(list["sessions"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn one_who_guesses_is_held_up_and_nobody_else() {
    let harness = Harness::start().await;
    let wrong = [("authorization", "Bearer 0123.4567")];
    let mut statuses = Vec::new();
    for _ in 0..25 {
        let answer = request(harness.address(), "GET", "/api/host", &wrong, "").await;
        statuses.push(answer.unwrap().status);
    }
    assert_eq!((statuses[0], statuses[24]), (401, 429));
    harness.ok("GET", "/api/host", Value::Null).await;
}
