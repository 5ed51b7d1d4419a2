//! Trust with the real CLI: what it reads, what it runs, and what it writes.

use std::path::Path;

use pilothouse_log::Record;
use pilothouse_view::{EntryBody, SessionView};
use serde_json::{Value, json};

use crate::harness::Harness;
use crate::sessions::{harness, text};

/// The flags of the newest process.
fn flags(harness: &Harness, session: &str) -> Vec<String> {
    let records = harness.records(session);
    let spawn = records.iter().rev().find_map(Record::spawn);
    spawn.unwrap().argv
}

fn leaves_out(harness: &Harness, session: &str) -> bool {
    let flags = flags(harness, session);
    flags.iter().any(|flag| flag == "--strict-mcp-config")
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

pub(crate) async fn a_project_with_only_claude_md_starts_with_it_and_asks_nothing() {
    let (harness, model) = harness().await;
    let project = harness.home().join("project");
    write(
        &project.join("CLAUDE.md"),
        "The password of the day is heron.",
    );
    let session = harness.create(json!({"project": project})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, text("Read.")).await;
    browser.until_turns(1).await;
    assert!(!leaves_out(&harness, &session));
    let asked = |request: &pilothouse_sim::model::LoggedRequest| {
        request
            .body
            .to_string()
            .contains("The password of the day is heron.")
    };
    assert!(
        model.log().messages().iter().any(asked),
        "CLAUDE.md is not read"
    );
}

pub(crate) async fn without_the_settings_nothing_of_the_project_runs_or_is_read() {
    let (harness, model) = harness().await;
    let project = harness.home().join("project");
    let ran = harness.home().join("ran");
    let touch = |name: &str| format!("echo {name} >> {}", ran.display());
    let hook = json!({"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": touch("hook")}]}]},
        "permissions": {"allow": ["Bash(mkdir:*)"]}});
    write(&project.join(".claude/settings.json"), &hook.to_string());
    write(
        &project.join("CLAUDE.md"),
        "The password of the day is heron.",
    );
    // Above the project: the CLI reads it all the same.
    let server =
        json!({"mcpServers": {"above": {"command": "sh", "args": ["-c", touch("server")]}}});
    write(&harness.home().join(".mcp.json"), &server.to_string());
    let refused = harness
        .call("POST", "/api/sessions", json!({"project": project}))
        .await;
    let report = refused.json()["trust"].clone();
    let names: Vec<_> = report["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| &item["name"])
        .collect();
    assert_eq!(names, ["SessionStart", "Bash(mkdir:*)", "above"]);
    let create = |choice: Value| json!({"project": project, "projectSettings": choice});
    let session = harness.create(create(json!("leaveOut"))).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, text("Without.")).await;
    browser.until_turns(1).await;
    assert!(!ran.exists(), "{:?}", std::fs::read_to_string(&ran));
    // Scheduled prompts of the project run with any setting sources, unless schedules are disabled.
    let schedules = |view: &SessionView| view.info.tools.iter().any(|tool| tool == "CronCreate");
    assert!(!schedules(&browser.view));
    let requests = model.log().messages();
    assert!(
        !requests
            .iter()
            .any(|request| request.body.to_string().contains("heron"))
    );

    let decide = json!({"projectSettings": {"use": report["fingerprint"]}});
    harness
        .ok("POST", &format!("/api/sessions/{session}/trust"), decide)
        .await;
    let allowed = json!([[{"type": "tool_use", "name": "Bash",
        "input": {"command": "mkdir by-rule", "description": "d"}}], [{"type": "text", "text": "With."}]]);
    harness.script(&session, allowed).await;
    browser.until_turns(2).await;
    assert!(schedules(&browser.view));
    // The CLI uses the allow rules of a project only if it is told that a person trusts it.
    assert!(project.join("by-rule").is_dir());
    let ignored = browser.view.entries.iter().any(|entry| match &entry.body {
        EntryBody::Notice(notice) => notice.text.contains("has not been trusted"),
        _ => false,
    });
    assert!(!ignored);
    let ran = std::fs::read_to_string(&ran).unwrap();
    assert!(ran.contains("hook") && ran.contains("server"), "{ran}");
    let requests = model.log().messages();
    assert!(
        requests
            .iter()
            .any(|request| request.body.to_string().contains("heron"))
    );
}

pub(crate) async fn a_rule_saved_by_always_allow_leaves_the_project_trusted() {
    let (harness, _model) = harness().await;
    let project = harness.home().join("project");
    write(
        &project.join(".claude/settings.json"),
        r#"{"env": {"GREETING": "hello"}}"#,
    );
    let refused = harness
        .call("POST", "/api/sessions", json!({"project": project}))
        .await;
    let shown = refused.json()["trust"]["fingerprint"].clone();
    let create = json!({"project": project, "projectSettings": {"use": shown}});
    let session = harness.create(create).await;
    let mut browser = harness.watch(&session).await;
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch (a)", "description": "make"}}]);
    harness.script(&session, call).await;
    let ask = browser.until_ask().await;
    let rules =
        ["touch (a)", "touch made"].map(|rule| json!({"toolName": "Bash", "ruleContent": rule}));
    let update = json!({"type": "addRules", "behavior": "allow", "destination": "localSettings", "rules": rules});
    let allow = json!({"kind": "allow", "remember": [update]});
    let answer = harness.answer(&session, ask.id.as_str(), allow).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    browser.until_turns(1).await;
    let written = std::fs::read_to_string(project.join(".claude/settings.local.json")).unwrap();
    assert!(
        written.contains("touch made") && written.contains("(a"),
        "{written}"
    );

    harness.lifecycle(&session, "restart").await;
    assert!(!leaves_out(&harness, &session));
    let next = harness.create(json!({"project": project})).await;
    let mut browser = harness.watch(&next).await;
    let call = json!([[{"type": "tool_use", "name": "Bash", "input": {"command": "touch made", "description": "make"}}],
        [{"type": "text", "text": "Made."}]]);
    harness.script(&next, call).await;
    browser.until_turns(1).await;
    assert!(project.join("made").exists(), "the rule is not read");
}
