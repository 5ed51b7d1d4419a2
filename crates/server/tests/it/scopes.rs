//! Who may do what: every route asks for its scope.

use serde_json::json;

use crate::client::request;
use crate::ground::Ground;

/// Every route with the least scope that may use it. A path that names nothing is enough: scopes come first.
pub(crate) const SCOPES: &[(&str, &str, &str, &str)] = &[
    ("view", "GET", "/api/host", ""),
    ("view", "GET", "/api/sessions", ""),
    (
        "control",
        "POST",
        "/api/sessions",
        r#"{"project":"/nowhere"}"#,
    ),
    ("view", "GET", "/api/sessions/none", ""),
    ("control", "PATCH", "/api/sessions/none", "{}"),
    ("control", "DELETE", "/api/sessions/none", ""),
    ("control", "POST", "/api/sessions/none/restore", ""),
    ("view", "GET", "/api/sessions/none/view", ""),
    ("view", "GET", "/api/sessions/none/entries", ""),
    ("view", "GET", "/api/sessions/none/entries/e", ""),
    (
        "control",
        "POST",
        "/api/sessions/none/messages",
        r#"{"text":"x"}"#,
    ),
    ("control", "PATCH", "/api/sessions/none/queue/u", "{}"),
    ("control", "DELETE", "/api/sessions/none/queue/u", ""),
    ("answer", "POST", "/api/sessions/none/interrupt", "{}"),
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
    ("control", "POST", "/api/sessions/none/held", "{}"),
    ("control", "DELETE", "/api/sessions/none/held", ""),
    ("control", "POST", "/api/sessions/none/agents/stop", ""),
    ("control", "DELETE", "/api/sessions/none/schedules/s", ""),
    (
        "answer",
        "POST",
        "/api/sessions/none/asks/a",
        r#"{"kind":"allow"}"#,
    ),
    (
        "control",
        "POST",
        "/api/sessions/none/lifecycle",
        r#"{"action":"park"}"#,
    ),
    (
        "control",
        "POST",
        "/api/sessions/none/control",
        r#"{"subtype":"mcp_status"}"#,
    ),
    (
        "control",
        "POST",
        "/api/sessions/none/rewind",
        r#"{"message":"m"}"#,
    ),
    ("control", "POST", "/api/sessions/none/tasks/t/stop", ""),
    ("view", "GET", "/api/sessions/none/files", ""),
    ("view", "GET", "/api/sessions/none/files/content?path=x", ""),
    ("view", "GET", "/api/sessions/none/files/suggest", ""),
    ("view", "GET", "/api/sessions/none/resources", ""),
    ("view", "GET", "/api/sessions/none/diff", ""),
    ("view", "GET", "/api/sessions/none/wire", ""),
    ("view", "GET", "/api/sessions/none/events", ""),
    ("view", "GET", "/api/sessions/none/trust", ""),
    (
        "control",
        "POST",
        "/api/sessions/none/trust",
        r#"{"projectSettings":"leaveOut"}"#,
    ),
    ("view", "GET", "/api/inbox", ""),
    ("control", "POST", "/api/uploads?name=x.txt", "x"),
    ("view", "GET", "/api/projects", ""),
    ("control", "GET", "/api/projects/browse", ""),
    ("view", "GET", "/api/projects/trust?path=/nowhere", ""),
    (
        "admin",
        "POST",
        "/api/projects/trust",
        r#"{"path":"/nowhere","fingerprint":"x"}"#,
    ),
    ("admin", "DELETE", "/api/projects/trust?path=/nowhere", ""),
    ("view", "GET", "/api/devices", ""),
    ("admin", "POST", "/api/devices/pair", r#"{"scope":"view"}"#),
    ("admin", "DELETE", "/api/devices/none", ""),
    (
        "admin",
        "POST",
        "/api/tokens",
        r#"{"name":"x","scope":"view"}"#,
    ),
    ("view", "GET", "/api/search?q=x", ""),
    ("view", "GET", "/api/audit", ""),
    ("view", "GET", "/api/usage", ""),
    (
        "admin",
        "PUT",
        "/api/settings",
        r#"{"liveSessions":1,"parkAfterSeconds":1,"keepEverything":false,"budgetAction":"warn","notify":[]}"#,
    ),
    ("view", "GET", "/api/settings", ""),
    ("view", "GET", "/api/stored", ""),
    ("view", "GET", "/api/openapi.json", ""),
    ("view", "GET", "/api/doctor", ""),
    ("control", "POST", "/api/tour", ""),
    ("view", "GET", "/api/ws", ""),
    (
        "view",
        "POST",
        "/api/push",
        r#"{"endpoint":"https://nowhere","keys":{"p256dh":"x","auth":"x"}}"#,
    ),
    ("view", "DELETE", "/api/push", ""),
    ("view", "POST", "/api/replay", ""),
    ("view", "GET", "/api/rules", ""),
    (
        "control",
        "POST",
        "/api/rules",
        r#"{"behavior":"deny","rule":"Bash","scope":{"kind":"session","id":"none"}}"#,
    ),
    ("control", "DELETE", "/api/rules/none", ""),
    (
        "view",
        "POST",
        "/api/rules/try",
        r#"{"behavior":"deny","rule":"Bash","scope":{"kind":"host"}}"#,
    ),
    ("admin", "POST", "/api/sessions/import", "x"),
    ("view", "GET", "/api/sessions/none/export?format=json", ""),
    (
        "view",
        "GET",
        "/api/sessions/none/entries/e/attachments/0",
        "",
    ),
    ("control", "POST", "/api/sessions/none/fork", "{}"),
    (
        "control",
        "POST",
        "/api/sessions/none/tasks/t/background",
        "",
    ),
    ("view", "GET", "/metrics", ""),
    // The last of all: whoever asks is out.
    ("view", "POST", "/api/logout", ""),
];

/// What takes more rights than its address says: rules that hold for more than a session.
#[tokio::test]
async fn a_rule_for_the_whole_host_takes_an_admin() {
    let ground = Ground::start().await;
    let bearer = ground.bearer_with("control").await;
    let headers = [("authorization", bearer.as_str())];
    let rule = json!({"behavior": "allow", "rule": "Bash(ls:*)", "scope": {"kind": "host"}});
    let text = rule.to_string();
    let refused = request(ground.address(), "POST", "/api/rules", &headers, &text).await;
    assert_eq!(refused.unwrap().status, 403);
    let made = ground.ok("POST", "/api/rules", rule).await;
    let path = format!("/api/rules/{}", made["id"].as_str().unwrap());
    let refused = request(ground.address(), "DELETE", &path, &headers, "").await;
    assert_eq!(refused.unwrap().status, 403);
    ground.ok("DELETE", &path, json!(null)).await;
}

#[tokio::test]
async fn every_route_asks_for_its_scope() {
    let ground = Ground::start().await;
    let scopes = ["view", "answer", "control", "admin"];
    let mut bearers = Vec::new();
    for scope in scopes {
        bearers.push(ground.bearer_with(scope).await);
    }
    for (least, method, path, body) in SCOPES {
        let call = async |headers: &[(&str, &str)]| {
            let answer = request(ground.address(), method, path, headers, body).await;
            answer.unwrap()
        };
        let nobody = call(&[]).await;
        assert_eq!(nobody.status, 401, "{method} {path} without a login");
        let least = scopes.iter().position(|scope| scope == least).unwrap();
        for (index, bearer) in bearers.iter().enumerate() {
            let answer = call(&[("authorization", bearer)]).await;
            let refused = answer.status == 403 && answer.json()["code"] == "forbidden";
            assert_eq!(
                refused,
                index < least,
                "{method} {path} as {}: {} {}",
                scopes[index],
                answer.status,
                answer.body
            );
            assert_ne!(answer.status, 401, "{method} {path} as {}", scopes[index]);
        }
    }
}
