//! Rules of the server and what the real CLI asks about.

use serde_json::{Value, json};

use crate::sessions::harness;

fn bash(command: &str) -> Value {
    json!([{"type": "tool_use", "name": "Bash", "input": {"command": command, "description": "run"}}])
}

pub(crate) async fn a_link_behind_a_change_of_directory_is_asked_about() {
    let (harness, _model) = harness().await;
    let project = harness.home().join("project");
    let outside = harness.home().join("outside");
    for directory in [&project.join("sub"), &outside] {
        std::fs::create_dir(directory).unwrap();
    }
    std::fs::write(outside.join("secret"), "the secret\n").unwrap();
    std::os::unix::fs::symlink(&outside, project.join("sub/out")).unwrap();
    let rule = json!({"behavior": "allow", "rule": "Bash(cat:*)", "scope": {"kind": "host"}});
    harness.ok("POST", "/api/rules", rule).await;
    let session = harness.create(json!({"project": project})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, bash("cd sub")).await;
    browser.until_turns(1).await;
    harness.script(&session, bash("cat out/secret")).await;
    let ask = browser.until_ask().await;
    let body = serde_json::to_value(&ask.body).unwrap();
    assert!(body["blockedPath"].is_string(), "{body}");
    assert!(body["rulesMayAllow"].is_null(), "{body}");
    // It succeeds only if no rule has answered.
    let answered = harness
        .answer(&session, ask.id.as_str(), json!({"kind": "deny"}))
        .await;
    assert_eq!(answered.status, 204, "{}", answered.body);
    browser.until_turns(2).await;
    let seen = format!("{:?}", browser.view.entries);
    assert!(!seen.contains("the secret"), "{seen}");
}
