//! Who may do what: every route asks for its scope.

use serde_json::json;

use crate::client::request;
use crate::harness::Harness;
use crate::openapi::{Call, document, operations};

/// The scopes, from the smallest.
const SCOPES: [&str; 4] = ["view", "answer", "control", "admin"];

/// What takes more rights than its address says: rules that hold for more than a session.
#[tokio::test]
async fn a_rule_for_the_whole_host_takes_an_admin() {
    let harness = Harness::start().await;
    let bearer = harness.bearer_with("control").await;
    let headers = [("authorization", bearer.as_str())];
    let rule = json!({"behavior": "allow", "rule": "Bash(ls:*)", "scope": {"kind": "host"}});
    let text = rule.to_string();
    let refused = request(harness.address(), "POST", "/api/rules", &headers, &text).await;
    assert_eq!(refused.unwrap().status, 403);
    let made = harness.ok("POST", "/api/rules", rule).await;
    let path = format!("/api/rules/{}", made["id"].as_str().unwrap());
    let refused = request(harness.address(), "DELETE", &path, &headers, "").await;
    assert_eq!(refused.unwrap().status, 403);
    harness.ok("DELETE", &path, json!(null)).await;
}

const SESSION_RULE: &str =
    r#"{"behavior":"deny","rule":"Bash","scope":{"kind":"session","id":"none"}}"#;

/// Bodies that require more than their route does.
const EXTRA: &[(&str, &str, &str, &str)] = &[
    (
        "control",
        "POST",
        "/api/sessions/none/interrupt",
        r#"{"cancelQueued":true}"#,
    ),
    (
        "control",
        "POST",
        "/api/sessions/none/interrupt",
        r#"{"keepQueue":true}"#,
    ),
    (
        "admin",
        "POST",
        "/api/rules",
        r#"{"behavior":"deny","rule":"Bash","scope":{"kind":"host"}}"#,
    ),
];

/// Every route of the description, with the smallest request that its schemas allow.
#[tokio::test]
async fn every_route_asks_for_its_scope() {
    let harness = Harness::start().await;
    let document = document(&harness).await;
    let mut bearers = Vec::new();
    for scope in SCOPES {
        bearers.push(harness.bearer_with(scope).await);
    }
    let mut calls: Vec<Call> = operations(&document);
    for call in &mut calls {
        // The smallest rule is for the whole server, which requires more.
        if call.method == "POST" && call.address == "/api/rules" {
            call.body = SESSION_RULE.to_owned();
        }
    }
    let extra = EXTRA.iter().map(|(scope, method, path, body)| Call {
        scope: Some((*scope).to_owned()),
        method: (*method).to_owned(),
        address: (*path).to_owned(),
        body: (*body).to_owned(),
    });
    calls.extend(extra);
    // The last of all: it signs out.
    calls.sort_by_key(|call| call.address == "/api/logout");
    assert!(calls.len() > 70, "{}", calls.len());
    for call in calls {
        check(&harness, &bearers, &call).await;
    }
}

async fn check(harness: &Harness, bearers: &[String], call: &Call) {
    let Call {
        method,
        address,
        body,
        scope,
    } = call;
    let send = async |headers: &[(&str, &str)]| {
        let answer = request(harness.address(), method, address, headers, body).await;
        answer.unwrap()
    };
    let nobody = send(&[]).await;
    let Some(scope) = scope else {
        assert_ne!(nobody.status, 401, "{method} {address} without a login");
        return;
    };
    assert_eq!(nobody.status, 401, "{method} {address} without a login");
    let least = SCOPES.iter().position(|known| known == scope).unwrap();
    for (index, bearer) in bearers.iter().enumerate() {
        let answer = send(&[("authorization", bearer)]).await;
        let refused = answer.status == 403 && answer.json()["code"] == "forbidden";
        let name = format!("{method} {address} {body} as {}", SCOPES[index]);
        assert_eq!(
            refused,
            index < least,
            "{name}: {} {}",
            answer.status,
            answer.body
        );
        assert!(
            answer.status != 401 && !answer.body.contains("Failed to deserialize"),
            "{name}: {}",
            answer.body
        );
    }
}
