//! Trust: what a directory would run by itself runs only after somebody has agreed to it, as it is now.

use pilothouse_protocol::log::{Note, Record};
use serde_json::{Value, json};

use crate::ground::{Ground, program};

/// Whether the newest process of a session leaves out what the directory would run.
fn leaves_out(records: &[Record]) -> bool {
    let newest = records.iter().rev().find_map(Record::spawn).unwrap();
    let has = |flag: &str| {
        newest
            .argv
            .iter()
            .any(|argument| argument.starts_with(flag))
    };
    assert_eq!(has("--strict-mcp-config"), has("--setting-sources"));
    has("--strict-mcp-config")
}

#[tokio::test]
async fn a_directory_runs_nothing_by_itself_until_it_is_trusted_and_a_change_asks_again() {
    let ground = Ground::with(json!({"claude": program("host-under-test")})).await;
    let project = ground.home().join("project");
    std::fs::create_dir(&project).unwrap();
    let servers = |command: &str| {
        let text = json!({"mcpServers": {"db": {"command": command}}}).to_string();
        std::fs::write(project.join(".mcp.json"), text).unwrap();
    };
    servers("db-server");
    let first = ground.create(json!({"project": project})).await;
    ground.lifecycle(&first, "wake").await;
    assert!(leaves_out(&ground.records(&first)));

    let path = format!("/api/projects/trust?path={}", project.display());
    let report = ground.ok("GET", &path, Value::Null).await;
    assert_eq!(report["items"][0]["text"], "db: db-server");
    let trust = |fingerprint: &Value| json!({"path": project, "fingerprint": fingerprint});
    let other = trust(&json!("not what was shown"));
    let other = ground.call("POST", "/api/projects/trust", other).await;
    assert_eq!(other.status, 409);
    let shown = trust(&report["fingerprint"]);
    ground.ok("POST", "/api/projects/trust", shown).await;
    let second = ground.create(json!({"project": project})).await;
    ground.lifecycle(&second, "wake").await;
    assert!(!leaves_out(&ground.records(&second)));

    servers("something-else");
    ground.lifecycle(&second, "restart").await;
    let records = ground.records(&second);
    assert!(leaves_out(&records));
    let woken = records.iter().rev().find_map(|record| match record.note() {
        Some(Note::Woken(woken)) => Some(woken),
        _ => None,
    });
    let missing = woken.unwrap().missing;
    assert!(missing[0].contains("changed since"), "{missing:?}");
}
