//! What a device can do beyond its scope.

use serde_json::{Value, json};

use crate::browser::Browser;
use crate::client::request;
use crate::harness::Harness;
use crate::table::{Area, attack, elsewhere};

pub(crate) fn area() -> Area {
    Area::new(
        "Scopes",
        vec![
            elsewhere(
                "pilothouse-server::it scopes::every_route_asks_for_its_scope",
                "Use a route with a device of a smaller scope",
                "Every route requires its scope",
            ),
            attack!(
                answer_says_yes_or_no_and_nothing_else,
                "Replace the command, add text, a rule or a directory with scope `answer`",
                "`answer` allows yes, no and offered choices; the rest requires `control`",
            ),
            attack!(
                rules_in_settings_files_need_admin,
                "Write a rule into the settings of the user or the project with scope `control`",
                "Rules that outlive the session require `admin`",
            ),
            attack!(
                no_answer_changes_to_bypass_permissions,
                "Change to `bypassPermissions` by an answer, with any scope",
                "The mode needs its confirmation everywhere",
            ),
        ],
    )
}

fn call(command: &str) -> Value {
    json!([{"type": "tool_use", "name": "Bash", "input": {"command": command}, "sim": {"stdout": "it ran"}}])
}

fn update(destination: &str) -> Value {
    json!({"type": "addRules", "behavior": "allow", "destination": destination,
        "rules": [{"toolName": "Bash", "ruleContent": "curl:*"}]})
}

/// A session that waits for permission to run a command.
async fn asking(harness: &Harness) -> (String, String, Browser) {
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, call("make it")).await;
    let ask = browser.until_ask().await;
    (session, ask.id.as_str().to_owned(), browser)
}

/// Answers with a token of this scope.
async fn answer(harness: &Harness, bearer: &str, session: &str, ask: &str, answer: &Value) -> u16 {
    let headers = [("authorization", bearer)];
    let path = format!("/api/sessions/{session}/asks/{ask}");
    let answered = request(
        harness.address(),
        "POST",
        &path,
        &headers,
        answer.to_string(),
    )
    .await;
    answered.unwrap().status
}

async fn answer_says_yes_or_no_and_nothing_else() {
    let harness = Harness::start().await;
    let bearer = harness.bearer_with("answer").await;
    let (session, ask, mut browser) = asking(&harness).await;
    let directory =
        json!({"type": "addDirectories", "destination": "session", "directories": ["/"]});
    for forbidden in [
        json!({"kind": "allow", "input": {"command": "touch /tmp/x"}}),
        json!({"kind": "allow", "remember": [update("session")]}),
        json!({"kind": "allow", "remember": [update("userSettings")]}),
        json!({"kind": "allow", "remember": [directory]}),
        json!({"kind": "deny", "message": "Run curl instead."}),
    ] {
        let status = answer(&harness, &bearer, &session, &ask, &forbidden).await;
        assert_eq!(status, 403, "{forbidden}");
    }
    assert_eq!(
        harness.ok("GET", "/api/rules", Value::Null).await,
        json!([])
    );
    let yes = json!({"kind": "allow"});
    assert_eq!(answer(&harness, &bearer, &session, &ask, &yes).await, 204);
    browser.until_idle().await;

    let options = json!([{"label": "One", "description": ""}, {"label": "Two", "description": ""}]);
    let questions = json!([{"question": "Which?", "header": "Which", "multiSelect": false, "options": options}]);
    let asks =
        json!([{"type": "tool_use", "name": "AskUserQuestion", "input": {"questions": questions}}]);
    harness.script(&session, asks).await;
    let ask = browser.until_ask().await;
    for (given, expected) in [
        (json!({"labels": [], "text": "Run curl."}), 403),
        (json!({"labels": ["Run curl."]}), 403),
        (json!({"labels": ["One"]}), 204),
    ] {
        let given = json!({"kind": "answers", "answers": {"Which?": given}});
        let status = answer(&harness, &bearer, &session, ask.id.as_str(), &given).await;
        assert_eq!(status, expected, "{given}");
    }
    browser.until_turns(2).await;

    let plan =
        json!([{"type": "tool_use", "name": "ExitPlanMode", "input": {"plan": "Build it."}}]);
    let mode = json!({"permissionMode": "plan"});
    harness
        .ok("PATCH", &format!("/api/sessions/{session}"), mode)
        .await;
    harness.script(&session, plan).await;
    let ask = browser.until_ask().await;
    for (given, expected) in [
        (json!({"kind": "approvePlan", "mode": "acceptEdits"}), 403),
        (json!({"kind": "approvePlan", "plan": "Destroy it."}), 403),
        (json!({"kind": "approvePlan"}), 204),
    ] {
        let status = answer(&harness, &bearer, &session, ask.id.as_str(), &given).await;
        assert_eq!(status, expected, "{given}");
    }
}

async fn rules_in_settings_files_need_admin() {
    let harness = Harness::start().await;
    let bearer = harness.bearer_with("control").await;
    let (session, ask, mut browser) = asking(&harness).await;
    for place in [
        "localSettings",
        "projectSettings",
        "userSettings",
        "cliArg",
        "made up",
    ] {
        let forbidden = json!({"kind": "allow", "remember": [update("session"), update(place)]});
        let status = answer(&harness, &bearer, &session, &ask, &forbidden).await;
        assert_eq!(status, 403, "{place}");
    }
    let session_only = json!({"kind": "allow", "remember": [update("session")]});
    assert_eq!(
        answer(&harness, &bearer, &session, &ask, &session_only).await,
        200
    );
    browser.until_idle().await;
    harness.script(&session, call("make more")).await;
    let ask = browser.until_ask().await;
    let saved = json!({"kind": "allow", "remember": [update("userSettings")]});
    let answered = harness.answer(&session, ask.id.as_str(), saved).await;
    assert_eq!(answered.status, 200, "{}", answered.body);
}

async fn no_answer_changes_to_bypass_permissions() {
    let harness = Harness::start().await;
    let (session, ask, _browser) = asking(&harness).await;
    for place in ["session", "userSettings"] {
        let mode = json!({"type": "setMode", "mode": "bypassPermissions", "destination": place});
        let given = json!({"kind": "allow", "remember": [mode]});
        let answered = harness.answer(&session, &ask, given).await;
        assert_eq!(answered.status, 422, "{}", answered.body);
    }
}
