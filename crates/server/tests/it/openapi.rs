//! The description of the API against a running host: its methods, its scopes, its answers.

use std::collections::BTreeSet;
use std::path::Path;

use pilothouse_view::SessionView;
use serde_json::{Value, json};

use crate::client::request;
use crate::ground::Ground;
use crate::outside::SCOPES;
use crate::schema::mismatch;

async fn document(ground: &Ground) -> Value {
    ground.ok("GET", "/api/openapi.json", Value::Null).await
}

/// Method and path of everything described, with its scope.
fn operations(document: &Value) -> Vec<(String, String, Option<String>)> {
    let paths = document["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().iter();
            methods.map(move |(method, operation)| {
                let scope = operation["security"][0]["bearer"][0].as_str();
                (
                    method.to_uppercase(),
                    path.clone(),
                    scope.map(str::to_owned),
                )
            })
        })
        .collect()
}

#[tokio::test]
async fn the_description_has_exactly_the_methods_that_the_host_takes() {
    let ground = Ground::start().await;
    let document = document(&ground).await;
    for (path, methods) in document["paths"].as_object().unwrap() {
        // No address takes this method, and the refusal names those that it takes.
        let filled = path.replace(['{', '}'], "");
        let answer = ground.call("TRACE", &filled, Value::Null).await;
        assert_eq!(answer.status, 405, "{path}: {}", answer.body);
        let allow = answer
            .head
            .lines()
            .find_map(|line| line.strip_prefix("allow: "));
        let allowed: BTreeSet<&str> = allow
            .unwrap()
            .split(',')
            .filter(|method| *method != "head")
            .collect();
        let described: BTreeSet<&str> = methods
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(described, allowed, "{path}");
    }
}

#[tokio::test]
async fn the_description_the_page_and_the_scope_test_name_the_same_scopes() {
    let ground = Ground::start().await;
    let document = document(&ground).await;
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.md");
    let page = std::fs::read_to_string(page).unwrap();
    for (method, path, scope) in operations(&document) {
        let scope = scope.unwrap_or_default();
        assert_eq!(
            documented(&page, &method, &path).as_deref(),
            Some(scope.as_str()),
            "{method} {path} in docs/api.md"
        );
        if scope.is_empty() {
            continue;
        }
        let tested = SCOPES.iter().find(|(_, tested_method, tested, _)| {
            *tested_method == method && fits(&path, tested.split('?').next().unwrap())
        });
        let tested = tested.unwrap_or_else(|| panic!("{method} {path} is in no scope test"));
        assert_eq!(tested.0, scope, "{method} {path} in the scope test");
    }
}

/// The scope that the table of the page gives an operation.
fn documented(page: &str, method: &str, path: &str) -> Option<String> {
    for row in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (address, scopes) = (cells[1], cells[2]);
        let scopes: Vec<&str> = scopes.split(", ").collect();
        let words: Vec<&str> = address.split(['`', ' ', ',']).collect();
        let methods: Vec<&&str> = words
            .iter()
            .filter(|word| word.chars().all(|letter| letter.is_ascii_uppercase()))
            .filter(|word| !word.is_empty())
            .collect();
        let named = words.iter().filter(|word| word.starts_with('/'));
        let mut named = named.map(|word| word.split('?').next().unwrap_or_default());
        // Further addresses of a row are given by their ends.
        let first = named.next()?;
        let stem = first.rsplit_once('/').map_or("", |(stem, _)| stem);
        let others: Vec<String> = named.map(|end| format!("{stem}{end}")).collect();
        if first != path && !others.iter().any(|other| other == path) {
            continue;
        }
        if let Some(index) = methods.iter().position(|known| **known == method) {
            let scope = scopes.get(index).or(scopes.first());
            return scope.map(|scope| (*scope).to_owned());
        }
    }
    None
}

/// Whether an address is one of a path with names in braces. What is written out goes before a name.
fn fits(path: &str, address: &str) -> bool {
    let (path, address): (Vec<&str>, Vec<&str>) =
        (path.split('/').collect(), address.split('/').collect());
    path.len() == address.len()
        && path
            .iter()
            .zip(&address)
            .all(|(part, found)| part == found || (part.starts_with('{') && *found != "import"))
}

/// Allows what an ask wants, and checks the answer against the description.
async fn allow(ground: &Ground, document: &Value, address: &str) {
    let path = "/api/sessions/{id}/asks/{ask}";
    let body = json!({"kind": "allow"});
    checked(ground, document, "POST", path, address, body).await;
}

/// Calls an operation and checks its answer against the description.
async fn checked(
    ground: &Ground,
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
    let answer = ground.call(method, address, body).await;
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
    let ground = Ground::start().await;
    let document = document(&ground).await;
    let session = ground.create(json!({"title": "described"})).await;
    let mut browser = ground.watch(&session).await;
    let script = json!([
        [{"type": "thinking", "thinking": "well"}, {"type": "text", "text": "Some *words*.", "chunks": 3},
         {"type": "tool_use", "name": "Bash", "input": {"command": "touch made"}, "sim": {"stdout": "made"}}],
        [{"type": "tool_use", "name": "Write", "input": {"file_path": "new.txt", "content": "new\n"}}]
    ]);
    let message = ground.script(&session, script).await;
    let ask = browser.until_ask().await;
    let at = |rest: &str| format!("/api/sessions/{session}{rest}");
    let inbox = checked(
        &ground,
        &document,
        "GET",
        "/api/inbox",
        "/api/inbox",
        Value::Null,
    )
    .await;
    assert_eq!(inbox.as_array().unwrap().len(), 1);
    checked(
        &ground,
        &document,
        "GET",
        "/api/sessions/{id}/view",
        &at("/view"),
        Value::Null,
    )
    .await;
    let queued = json!({"text": "then this"});
    let sent = checked(
        &ground,
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
        &ground,
        &document,
        "PATCH",
        path,
        &place,
        json!({"text": "that"}),
    )
    .await;
    checked(&ground, &document, "DELETE", path, &place, Value::Null).await;
    let answer = at(&format!("/asks/{}", ask.id.as_str()));
    allow(&ground, &document, &answer).await;
    let second = |view: &SessionView| view.asks.iter().any(|other| other.id != ask.id);
    let view = browser.until("the second ask", second).await;
    let answer = at(&format!("/asks/{}", view.asks[0].id.as_str()));
    allow(&ground, &document, &answer).await;
    browser.until_idle().await;
    let entries = checked(
        &ground,
        &document,
        "GET",
        "/api/sessions/{id}/entries",
        &at("/entries"),
        Value::Null,
    )
    .await;
    let view = checked(
        &ground,
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
        checked(&ground, &document, "GET", path, &place, Value::Null).await;
    }
    let rule = json!({"behavior": "allow", "rule": "Bash(ls:*)", "scope": {"kind": "host"}});
    let demo = ground.project().to_string_lossy().into_owned();
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
        ("GET", "/api/sessions/{id}/diff", at("/diff"), Value::Null),
        ("GET", "/api/sessions/{id}/wire", at("/wire"), Value::Null),
        (
            "POST",
            "/api/sessions/{id}/interrupt",
            at("/interrupt"),
            json!({"cancelQueued": true}),
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
        (
            "POST",
            "/api/sessions/{id}/restore",
            at("/restore"),
            Value::Null,
        ),
    ];
    for (method, path, address, body) in calls {
        checked(&ground, &document, method, path, &address, body).await;
    }
}

#[tokio::test]
async fn problems_and_live_updates_are_what_the_description_says() {
    let ground = Ground::start().await;
    let document = document(&ground).await;
    let problem = ground.call("GET", "/api/sessions/none", Value::Null).await;
    let schema = &document["components"]["schemas"]["Problem"];
    assert_eq!(mismatch(&document, schema, &problem.json()), None);
    let unknown = ground.call("PATCH", "/api/nothing", Value::Null).await;
    assert_eq!(mismatch(&document, schema, &unknown.json()), None);
    let session = ground.create(json!({})).await;
    let mut browser = ground.browser().await;
    browser.heard = Some(Vec::new());
    browser.subscribe(&session, None).await;
    let recording = "{\"t\":0,\"dir\":\"out\",\"line\":{\"type\":\"system\"}}\n";
    let headers = [
        ("authorization", ground.bearer()),
        ("content-type", "text/plain"),
    ];
    let replay = request(ground.address(), "POST", "/api/replay", &headers, recording).await;
    let schema = &document["components"]["schemas"]["Replay"];
    assert_eq!(mismatch(&document, schema, &replay.unwrap().json()), None);
    let call = json!({"type": "tool_use", "name": "Bash", "input": {"command": "rm x"}});
    ground
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
