//! The answers of a running host against the description of the API.

use pilothouse_view::SessionView;
use serde_json::{Value, json};

use crate::client::request;
use crate::harness::Harness;
use crate::openapi::document;
use crate::schema::mismatch;

/// Allows what an ask wants, and checks the answer against the description.
async fn allow(harness: &Harness, document: &Value, address: &str) {
    let path = "/api/sessions/{id}/asks/{ask}";
    let body = json!({"kind": "allow"});
    checked(harness, document, "POST", path, address, body).await;
}

/// Calls an operation and checks its answer against the description.
async fn checked(
    harness: &Harness,
    document: &Value,
    method: &str,
    path: &str,
    address: &str,
    body: Value,
) -> Value {
    let operation = &document["paths"][path][method.to_lowercase()];
    assert!(operation.is_object(), "{method} {path} is not described");
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    if schema.is_object() {
        let wrong = mismatch(document, schema, &body);
        assert_eq!(wrong, None, "what is sent to {method} {path}");
    }
    let answer = harness.call(method, address, body).await;
    let described = &operation["responses"][answer.status.to_string()];
    assert!(
        described.is_object(),
        "{method} {address}: {} {}",
        answer.status,
        answer.body
    );
    let schema = &described["content"]["application/json"]["schema"];
    if schema.is_null() {
        return Value::Null;
    }
    let value = answer.json();
    let wrong = mismatch(document, schema, &value);
    assert_eq!(wrong, None, "{method} {address}: {value:.2000}");
    value
}

/// A call of the test below: method, path as described, the address with what it needs, body.
type Call<'a> = (&'a str, &'a str, String, Value);

#[tokio::test]
async fn answers_are_what_the_description_says() {
    let harness = Harness::start().await;
    let document = document(&harness).await;
    let session = harness.create(json!({"title": "described"})).await;
    let mut browser = harness.watch(&session).await;
    let script = json!([
        [{"type": "thinking", "thinking": "well"}, {"type": "text", "text": "Some *words*.", "chunks": 3},
         {"type": "tool_use", "name": "Bash", "input": {"command": "touch made"}, "sim": {"stdout": "made"}}],
        [{"type": "tool_use", "name": "Write", "input": {"file_path": "new.txt", "content": "new\n"}}]
    ]);
    let message = harness.script(&session, script).await;
    let ask = browser.until_ask().await;
    let at = |rest: &str| format!("/api/sessions/{session}{rest}");
    let inbox = checked(
        &harness,
        &document,
        "GET",
        "/api/inbox",
        "/api/inbox",
        Value::Null,
    )
    .await;
    assert_eq!(inbox.as_array().unwrap().len(), 1);
    checked(
        &harness,
        &document,
        "GET",
        "/api/sessions/{id}/view",
        &at("/view"),
        Value::Null,
    )
    .await;
    let queued = json!({"text": "then this"});
    let sent = checked(
        &harness,
        &document,
        "POST",
        "/api/sessions/{id}/messages",
        &at("/messages"),
        queued,
    )
    .await;
    let place = at(&format!("/queue/{}", sent["uuid"].as_str().unwrap()));
    let path = "/api/sessions/{id}/queue/{uuid}";
    checked(
        &harness,
        &document,
        "PATCH",
        path,
        &place,
        json!({"text": "that"}),
    )
    .await;
    checked(&harness, &document, "DELETE", path, &place, Value::Null).await;
    let answer = at(&format!("/asks/{}", ask.id.as_str()));
    allow(&harness, &document, &answer).await;
    let second = |view: &SessionView| view.asks.iter().any(|other| other.id != ask.id);
    let view = browser.until("the second ask", second).await;
    let answer = at(&format!("/asks/{}", view.asks[0].id.as_str()));
    allow(&harness, &document, &answer).await;
    browser.until_idle().await;
    let entries = checked(
        &harness,
        &document,
        "GET",
        "/api/sessions/{id}/entries",
        &at("/entries"),
        Value::Null,
    )
    .await;
    let view = checked(
        &harness,
        &document,
        "GET",
        "/api/sessions/{id}/view",
        &at("/view"),
        Value::Null,
    )
    .await;
    assert!(view["entries"].as_array().unwrap().len() >= 5, "{view}");
    drop(entries);
    for entry in view["entries"].as_array().unwrap() {
        let place = at(&format!("/entries/{}", entry["id"].as_str().unwrap()));
        let path = "/api/sessions/{id}/entries/{entry}";
        checked(&harness, &document, "GET", path, &place, Value::Null).await;
    }
    let rule = json!({"behavior": "allow", "rule": "Bash(ls:*)", "scope": {"kind": "host"}});
    let demo = harness.project().to_string_lossy().into_owned();
    let calls: Vec<Call<'_>> = vec![
        ("GET", "/api/host", "/api/host".into(), Value::Null),
        (
            "GET",
            "/api/openapi.json",
            "/api/openapi.json".into(),
            Value::Null,
        ),
        ("GET", "/api/devices", "/api/devices".into(), Value::Null),
        (
            "POST",
            "/api/devices/pair",
            "/api/devices/pair".into(),
            json!({"scope": "view"}),
        ),
        (
            "POST",
            "/api/tokens",
            "/api/tokens".into(),
            json!({"name": "t", "scope": "view"}),
        ),
        ("GET", "/api/projects", "/api/projects".into(), Value::Null),
        (
            "GET",
            "/api/projects/browse",
            format!("/api/projects/browse?path={demo}"),
            Value::Null,
        ),
        (
            "GET",
            "/api/projects/trust",
            format!("/api/projects/trust?path={demo}"),
            Value::Null,
        ),
        ("GET", "/api/inbox", "/api/inbox".into(), Value::Null),
        (
            "POST",
            "/api/uploads",
            "/api/uploads?name=a.txt".into(),
            json!("bytes"),
        ),
        (
            "GET",
            "/api/search",
            "/api/search?q=words".into(),
            Value::Null,
        ),
        ("GET", "/api/audit", "/api/audit".into(), Value::Null),
        ("GET", "/api/usage", "/api/usage".into(), Value::Null),
        ("GET", "/api/stored", "/api/stored".into(), Value::Null),
        ("GET", "/api/settings", "/api/settings".into(), Value::Null),
        ("POST", "/api/rules", "/api/rules".into(), rule.clone()),
        ("POST", "/api/rules/try", "/api/rules/try".into(), rule),
        ("GET", "/api/rules", "/api/rules".into(), Value::Null),
        (
            "GET",
            "/api/sessions",
            "/api/sessions?limit=1".into(),
            Value::Null,
        ),
        (
            "POST",
            "/api/sessions",
            "/api/sessions".into(),
            json!({"project": demo}),
        ),
        ("GET", "/api/sessions/{id}", at(""), Value::Null),
        (
            "PATCH",
            "/api/sessions/{id}",
            at(""),
            json!({"title": "another"}),
        ),
        (
            "POST",
            "/api/sessions/{id}/control",
            at("/control"),
            json!({"subtype": "mcp_status"}),
        ),
        (
            "POST",
            "/api/sessions/{id}/rewind",
            at("/rewind"),
            json!({"message": message, "dryRun": true}),
        ),
        ("GET", "/api/sessions/{id}/files", at("/files"), Value::Null),
        (
            "GET",
            "/api/sessions/{id}/files/suggest",
            at("/files/suggest?query=re"),
            Value::Null,
        ),
        (
            "GET",
            "/api/sessions/{id}/resources",
            at("/resources"),
            Value::Null,
        ),
        ("GET", "/api/sessions/{id}/diff", at("/diff"), Value::Null),
        ("GET", "/api/sessions/{id}/wire", at("/wire"), Value::Null),
        (
            "POST",
            "/api/sessions/{id}/interrupt",
            at("/interrupt"),
            json!({"cancelQueued": true}),
        ),
        ("POST", "/api/sessions/{id}/held", at("/held"), json!({})),
        (
            "DELETE",
            "/api/sessions/{id}/held",
            at("/held"),
            Value::Null,
        ),
        (
            "POST",
            "/api/sessions/{id}/agents/stop",
            at("/agents/stop"),
            Value::Null,
        ),
        (
            "POST",
            "/api/sessions/{id}/fork",
            at("/fork"),
            json!({"title": "copy"}),
        ),
        (
            "POST",
            "/api/sessions/{id}/lifecycle",
            at("/lifecycle"),
            json!({"action": "park"}),
        ),
        ("DELETE", "/api/sessions/{id}", at(""), Value::Null),
        ("GET", "/api/trash", "/api/trash".to_owned(), Value::Null),
        (
            "POST",
            "/api/sessions/{id}/restore",
            at("/restore"),
            Value::Null,
        ),
    ];
    for (method, path, address, body) in calls {
        checked(&harness, &document, method, path, &address, body).await;
    }
}

#[tokio::test]
async fn problems_and_live_updates_are_what_the_description_says() {
    let harness = Harness::start().await;
    let document = document(&harness).await;
    let problem = harness.call("GET", "/api/sessions/none", Value::Null).await;
    let schema = &document["components"]["schemas"]["Problem"];
    assert_eq!(mismatch(&document, schema, &problem.json()), None);
    let unknown = harness.call("PATCH", "/api/nothing", Value::Null).await;
    assert_eq!(mismatch(&document, schema, &unknown.json()), None);
    let session = harness.create(json!({})).await;
    let mut browser = harness.browser().await;
    browser.heard = Some(Vec::new());
    browser.subscribe(&session, None).await;
    let recording = "{\"t\":0,\"dir\":\"out\",\"line\":{\"type\":\"system\"}}\n";
    let headers = [
        ("authorization", harness.bearer()),
        ("content-type", "text/plain"),
    ];
    let replay = request(
        harness.address(),
        "POST",
        "/api/replay",
        &headers,
        recording,
    )
    .await;
    let schema = &document["components"]["schemas"]["Replay"];
    assert_eq!(mismatch(&document, schema, &replay.unwrap().json()), None);
    let call = json!({"type": "tool_use", "name": "Bash", "input": {"command": "rm x"}});
    harness
        .script(
            &session,
            json!([{"type": "text", "text": "a b c", "chunks": 3}, call]),
        )
        .await;
    browser.until_ask().await;
    let schema = &document["components"]["schemas"]["SocketUpdate"];
    let updates = browser.heard.unwrap();
    assert!(updates.len() > 3);
    for update in &updates {
        let wrong = mismatch(&document, schema, update);
        assert_eq!(wrong, None, "{update:.2000}");
    }
}
