//! What a hosted session shows is what its CLI does, with the real CLI.

use pilothouse_view::EntryBody;
use serde_json::json;

use crate::scenes;
use crate::sessions::harness;

pub(crate) async fn model_and_effort_follow_commands() {
    let (harness, _model) = harness().await;
    scenes::model_and_effort_follow_commands(harness).await;
}

pub(crate) async fn a_rename_reaches_the_cli() {
    let (harness, _model) = harness().await;
    scenes::a_rename_reaches_the_cli(harness).await;
}

pub(crate) async fn a_denial_that_stops_holds_all_messages() {
    let (harness, _model) = harness().await;
    scenes::a_denial_that_stops_holds_all_messages(harness).await;
}

pub(crate) async fn a_session_begins_in_the_default_mode_of_the_cli() {
    let begins = scenes::a_session_begins_in_the_default_mode_of_the_cli;
    for (mode, expected) in [
        ("acceptEdits", "acceptEdits"),
        ("auto", "auto"),
        ("bypassPermissions", "default"),
    ] {
        let (harness, _model) = harness().await;
        begins(harness, mode, expected).await;
    }
}

pub(crate) async fn a_foreground_agent_is_heard_inside_its_call() {
    let (harness, _model) = harness().await;
    scenes::a_foreground_agent_is_heard_inside_its_call(harness).await;
}

pub(crate) async fn calls_behind_a_request_wait() {
    let (harness, _model) = harness().await;
    scenes::calls_behind_a_request_wait(harness).await;
}

pub(crate) async fn a_plan_is_in_its_request_and_can_be_edited() {
    let (harness, _model) = harness().await;
    scenes::a_plan_is_in_its_request_and_can_be_edited(harness).await;
}

pub(crate) async fn the_end_of_a_background_agent_is_a_line() {
    let (harness, _model) = harness().await;
    scenes::the_end_of_a_background_agent_is_a_line(harness).await;
}

pub(crate) async fn hooks_of_settings_are_rows() {
    let (harness, _model) = harness().await;
    let config = harness.home().join("config");
    std::fs::create_dir_all(&config).unwrap();
    let hook = json!([{"hooks": [{"type": "command", "command": "echo looked"}]}]);
    let settings = json!({"hooks": {"PreToolUse": hook, "Stop": hook}});
    std::fs::write(config.join("settings.json"), settings.to_string()).unwrap();
    let session = scenes::create(&harness, json!({})).await;
    let mut browser = harness.watch(&session).await;
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "ls", "description": "d"}}]);
    harness.script(&session, call).await;
    let view = browser.until_idle().await;
    let hooks = view.entries.iter().filter_map(|entry| match &entry.body {
        EntryBody::Hook(hook) => Some((hook.name.as_str(), hook.stdout.text.trim())),
        _ => None,
    });
    let hooks: Vec<_> = hooks.collect();
    assert_eq!(hooks, [("PreToolUse:Bash", "looked"), ("Stop", "looked")]);
}
