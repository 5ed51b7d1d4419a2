//! Calls that a rule must not allow.

use serde_json::{Value, json};

use crate::harness::Harness;
use crate::table::{Area, attack, elsewhere};

pub(crate) fn area() -> Area {
    Area::new(
        "Rules",
        vec![
            attack!(
                a_call_with_a_blocked_path_goes_to_a_person,
                "Run a command on a path that the CLI asks about, where a rule allows the whole tool",
                "A request with a blocked path goes to a person",
            ),
            attack!(
                a_link_below_the_directory_of_the_shell_is_not_followed,
                "Change to a subdirectory, then read through a link in it that leads out of the project",
                "The directories that the shell may be in are tracked; an argument must stay inside the project from each of them",
            ),
            elsewhere(
                "pilothouse-server::real rules::a_link_behind_a_change_of_directory_is_asked_about",
                "The same with the real CLI",
                "A request with a blocked path goes to a person",
            ),
            elsewhere(
                "pilothouse-protocol permission::request::tests::a_person_decides_what_the_cli_would_ask_whatever_its_rules_say",
                "Have a rule allow what a safety check, a hook, an `ask` rule or a reason of a newer CLI demands a person for",
                "One method of the request decides for server and SDK, and leans to asking",
            ),
            elsewhere(
                "pilothouse-sdk rules::shell::directories::tests::anything_else_makes_it_unknown",
                "Change the directory of the shell by a command that hides it",
                "A command that cannot be read completely makes the directory unknown",
            ),
        ],
    )
}

fn call(command: &str) -> Value {
    json!([{"type": "tool_use", "name": "Bash", "input": {"command": command}, "sim": {"stdout": "it ran"}}])
}

async fn allow(harness: &Harness, rule: &str) {
    let body = json!({"behavior": "allow", "rule": rule, "scope": {"kind": "host"}});
    harness.ok("POST", "/api/rules", body).await;
}

async fn a_call_with_a_blocked_path_goes_to_a_person() {
    let harness = Harness::start().await;
    allow(&harness, "Bash").await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    // The rule holds for a command about no path.
    harness.script(&session, call("make it")).await;
    browser.until_turns(1).await;
    assert_eq!(browser.view.closed_asks.len(), 1);
    harness.script(&session, call("touch made")).await;
    let ask = browser.until_ask().await;
    let body = serde_json::to_value(&ask.body).unwrap();
    assert!(body["blockedPath"].is_string(), "{body}");
    must_wait(&harness, &session, ask.id.as_str()).await;
}

/// Denies a request, which succeeds only if no rule has answered it.
async fn must_wait(harness: &Harness, session: &str, ask: &str) {
    let answered = harness.answer(session, ask, json!({"kind": "deny"})).await;
    assert_eq!(answered.status, 204, "{}", answered.body);
}

async fn a_link_below_the_directory_of_the_shell_is_not_followed() {
    let harness = Harness::start().await;
    allow(&harness, "Bash(show:*)").await;
    let sub = harness.project().join("sub");
    let outside = harness.home().join("outside");
    for directory in [&sub, &outside] {
        std::fs::create_dir(directory).unwrap();
    }
    std::os::unix::fs::symlink(&outside, sub.join("out")).unwrap();
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    // From the project itself, the name leads nowhere.
    harness.script(&session, call("show out/secret")).await;
    browser.until_turns(1).await;
    assert_eq!(browser.view.closed_asks.len(), 1);
    harness.script(&session, call("cd sub")).await;
    browser.until_turns(2).await;
    harness.script(&session, call("show out/secret")).await;
    let ask = browser.until_ask().await;
    must_wait(&harness, &session, ask.id.as_str()).await;
}
