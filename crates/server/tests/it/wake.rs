//! Parked and woken: a session has everything again, or says what is missing.

use pilothouse_log::{Note, Record};
use pilothouse_view::SessionView;
use pilothouse_view::session::Activity;
use serde_json::{Value, json};

use crate::browser::said;
use crate::harness::Harness;

fn text(text: &str) -> Value {
    json!([{"type": "text", "text": text}])
}

fn is_parked(view: &SessionView) -> bool {
    matches!(view.liveness.activity, Activity::Parked)
}

/// The arguments of every process the session had.
pub(crate) fn commands(records: &[Record]) -> Vec<Vec<String>> {
    let spawns = records.iter().filter_map(Record::spawn);
    spawns.map(|spawn| spawn.argv).collect()
}

pub(crate) fn value_of<'a>(argv: &'a [String], flag: &str) -> Option<&'a str> {
    let joined = format!("{flag}=");
    argv.iter().enumerate().find_map(|(place, argument)| {
        argument
            .strip_prefix(&joined)
            .or_else(|| (argument == flag).then(|| argv[place + 1].as_str()))
    })
}

#[tokio::test]
async fn a_parked_session_wakes_with_everything_it_had() {
    let harness = Harness::start().await;
    let extra = harness.home().join("extra");
    std::fs::create_dir(&extra).unwrap();
    let session = harness
        .create(
            json!({"directories": [extra], "model": "haiku", "effort": "high",
                       "mcpServers": {"mcpServers": {}}, "appendSystemPrompt": "Be brief."}),
        )
        .await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, text("First.")).await;
    browser.until_idle().await;
    let path = format!("/api/sessions/{session}");
    harness
        .ok(
            "PATCH",
            &path,
            json!({"permissionMode": "acceptEdits", "thinking": false}),
        )
        .await;
    browser
        .until("the mode", |view| {
            view.info.permission_mode.as_deref() == Some("acceptEdits")
        })
        .await;
    harness.lifecycle(&session, "park").await;
    browser.until("a parked session", is_parked).await;
    harness.script(&session, text("Second.")).await;
    browser.until_turns(2).await;
    assert_eq!(said(&browser.view), ["First.", "Second."]);
    let commands = commands(&harness.records(&session));
    let [first, second] = &commands[..] else {
        panic!("{commands:?}")
    };
    assert_eq!(
        value_of(second, "--resume"),
        value_of(first, "--session-id")
    );
    assert_eq!(value_of(second, "--permission-mode"), Some("acceptEdits"));
    assert_eq!(value_of(second, "--thinking"), Some("disabled"));
    for flag in [
        "--model",
        "--effort",
        "--add-dir",
        "--mcp-config",
        "--append-system-prompt",
    ] {
        assert!(value_of(second, flag).is_some(), "{flag} in {second:?}");
        assert_eq!(value_of(second, flag), value_of(first, flag));
    }
}

#[tokio::test]
async fn a_session_whose_last_message_is_a_command_wakes() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, text("First.")).await;
    browser.until_idle().await;
    harness.send(&session, "/cost").await;
    browser.until_turns(2).await;
    browser.until_idle().await;
    harness.lifecycle(&session, "park").await;
    browser.until("a parked session", is_parked).await;
    harness.script(&session, text("Second.")).await;
    browser.until_turns(3).await;
    assert_eq!(said(&browser.view).last(), Some(&"Second."));
}

#[tokio::test]
async fn a_wake_says_what_is_missing() {
    let harness = Harness::start().await;
    let extra = harness.home().join("extra");
    std::fs::create_dir(&extra).unwrap();
    let session = harness.create(json!({"directories": [extra]})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, text("First.")).await;
    browser.until_idle().await;
    harness.lifecycle(&session, "park").await;
    browser.until("a parked session", is_parked).await;
    std::fs::remove_dir(&extra).unwrap();
    harness.script(&session, text("Second.")).await;
    browser.until_turns(2).await;
    let notes = harness
        .records(&session)
        .into_iter()
        .filter_map(|record| record.note());
    let woken = notes.filter_map(|note| match note {
        Note::Woken(woken) => Some(woken),
        _ => None,
    });
    let missing: Vec<String> = woken.flat_map(|woken| woken.missing).collect();
    assert!(missing[0].contains("extra"), "{missing:?}");
}

#[tokio::test]
async fn rules_granted_for_the_session_hold_after_a_wake() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch made"}}]);
    harness.script(&session, call.clone()).await;
    let ask = browser.until_ask().await;
    let rule = json!({"type": "addRules", "behavior": "allow", "destination": "session",
                      "rules": [{"toolName": "Bash", "ruleContent": "touch made"}]});
    let answer = json!({"kind": "allow", "remember": [rule]});
    assert_eq!(
        harness
            .answer(&session, ask.id.as_str(), answer)
            .await
            .status,
        200
    );
    browser.until_idle().await;
    harness.lifecycle(&session, "park").await;
    browser.until("a parked session", is_parked).await;
    harness.script(&session, call).await;
    browser.until_turns(2).await;
    let commands = commands(&harness.records(&session));
    assert_eq!(
        value_of(&commands[1], "--allowedTools"),
        Some("Bash(touch made)")
    );
    assert_eq!(
        browser.view.closed_asks.len(),
        1,
        "the second call asked again"
    );
}

#[tokio::test]
async fn rules_and_directories_added_to_the_running_cli_hold_after_a_wake() {
    let harness = Harness::start().await;
    let extra = harness.home().join("extra");
    std::fs::create_dir(&extra).unwrap();
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, text("First.")).await;
    browser.until_idle().await;
    let control = format!("/api/sessions/{session}/control");
    let permissions = json!({"deny": ["Bash(curl:*)"], "additionalDirectories": [extra],
                             "defaultMode": "plan"});
    let request = json!({"settings": {"permissions": permissions}});
    let call = json!({"subtype": "apply_flag_settings", "request": request});
    harness.ok("POST", &control, call).await;
    harness.lifecycle(&session, "park").await;
    browser.until("a parked session", is_parked).await;
    harness.script(&session, text("Second.")).await;
    browser.until_turns(2).await;
    let commands = commands(&harness.records(&session));
    let settings: Value =
        serde_json::from_str(value_of(&commands[1], "--settings").unwrap()).unwrap();
    assert_eq!(
        settings,
        json!({"permissions": {"deny": ["Bash(curl:*)"], "additionalDirectories": [extra]}})
    );
    let list = json!({"subtype": "list_permission_rules", "request": {}});
    let list = harness.ok("POST", &control, list).await;
    assert_eq!(list["state"]["rules"][0]["rule"], "Bash(curl:*)", "{list}");
    let directories = &list["state"]["workspaceDirectories"];
    assert_eq!(directories[0]["path"], json!(extra), "{list}");
}

#[tokio::test]
async fn a_wake_without_history_says_so_and_starts_fresh_with_a_digest() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness
        .script(&session, text("The secret word is heron."))
        .await;
    browser.until_idle().await;
    harness.lifecycle(&session, "park").await;
    browser.until("a parked session", is_parked).await;
    std::fs::remove_dir_all(harness.home().join("config/projects")).unwrap();
    harness.send(&session, "What was the word?").await;
    let summary = harness.summary(&session).await;
    let problem = summary["problem"].as_str().unwrap_or_default();
    assert!(problem.contains("history"), "{summary}");
    assert_eq!(summary["queued"], 1);
    harness.lifecycle(&session, "fresh").await;
    browser.until_turns(2).await;
    let commands = commands(&harness.records(&session));
    let digest = value_of(&commands[1], "--append-system-prompt").unwrap();
    assert!(digest.contains("The secret word is heron."), "{digest}");
    assert!(harness.summary(&session).await["problem"].is_null());
}
