//! Rules decide before a person is asked; budgets pause; archived sessions go.

use pilothouse_api::socket::{SocketCommand, SocketUpdate};
use pilothouse_view::ask::AskState;
use serde_json::{Value, json};

use crate::harness::Harness;

fn call(command: &str) -> Value {
    json!([{"type": "tool_use", "name": "Bash", "input": {"command": command}, "sim": {"stdout": "it ran"}}])
}

async fn add(harness: &Harness, behavior: &str, rule: &str, scope: Value) -> Value {
    let body = json!({"behavior": behavior, "rule": rule, "scope": scope});
    harness.ok("POST", "/api/rules", body).await
}

#[tokio::test]
async fn rules_decide_and_the_audit_says_which() {
    let harness = Harness::start().await;
    let project = json!({"kind": "project", "path": harness.project()});
    add(&harness, "allow", "Bash(make:*)", json!({"kind": "host"})).await;
    let deny = add(&harness, "deny", "Bash(make secret:*)", project).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, call("make made")).await;
    browser.until_turns(1).await;
    harness.script(&session, call("make secret")).await;
    browser.until_turns(2).await;
    assert!(browser.view.asks.is_empty());
    let audit = harness.ok("GET", "/api/audit", Value::Null).await;
    let seen: Vec<_> = audit["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["decision"].as_str().unwrap(),
                one["by"].as_str().unwrap(),
                one["rule"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("denied", "rule", "deny Bash(make secret:*)"),
        ("allowed", "rule", "allow Bash(make:*)"),
    ];
    assert_eq!(seen, expected);
    for ask in &browser.view.closed_asks {
        assert!(
            matches!(&ask.state, AskState::Answered { who: Some(who), .. } if who.name.is_some())
        );
    }
    let trial = json!({"behavior": "allow", "rule": "Bash(make made)", "scope": {"kind": "host"}});
    let trial = harness.ok("POST", "/api/rules/try", trial).await;
    assert_eq!(
        (
            &trial["considered"],
            trial["matches"].as_array().unwrap().len()
        ),
        (&json!(2), 1)
    );
    assert_eq!(trial["matches"][0]["decided"], "allowed");
    // Without the rule that denied it, the other one allows it.
    let path = format!("/api/rules/{}", deny["id"].as_str().unwrap());
    harness.ok("DELETE", &path, Value::Null).await;
    harness.script(&session, call("make secret")).await;
    browser.until_turns(3).await;
    let wrong = json!({"behavior": "allow", "rule": "Bash(git", "scope": {"kind": "host"}});
    assert_eq!(harness.call("POST", "/api/rules", wrong).await.status, 422);
}

#[tokio::test]
async fn what_needs_a_person_is_asked_whatever_rules_say() {
    let harness = Harness::start().await;
    add(&harness, "allow", "Bash", json!({"kind": "host"})).await;
    add(
        &harness,
        "ask",
        "Bash(make careful:*)",
        json!({"kind": "host"}),
    )
    .await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    for command in ["rm -rf /", "make careful"] {
        harness.script(&session, call(command)).await;
        let ask = browser.until_ask().await;
        let answer = json!({"kind": "deny", "message": "no"});
        harness.answer(&session, ask.id.as_str(), answer).await;
        browser.until_idle().await;
        browser.until("no ask", |view| view.asks.is_empty()).await;
    }
}

#[tokio::test]
async fn what_is_allowed_for_a_session_is_told_listed_and_survives_parking() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, call("make one")).await;
    let ask = browser.until_ask().await;
    let remember = json!([{"type": "addRules", "behavior": "allow", "destination": "session",
                           "rules": [{"toolName": "Bash", "ruleContent": "make:*"}]}]);
    let answer = json!({"kind": "allow", "remember": remember});
    let answered = harness.answer(&session, ask.id.as_str(), answer).await;
    let told = answered.json()["remembered"][0]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(told.contains("Bash(make:*)"), "{told}");
    browser.until_turns(1).await;
    let rules = harness.ok("GET", "/api/rules", Value::Null).await;
    assert_eq!(rules[0]["scope"], json!({"kind": "session", "id": session}));
    harness.lifecycle(&session, "park").await;
    browser
        .until("parked", |view| {
            format!("{:?}", view.liveness).contains("Parked")
        })
        .await;
    harness.script(&session, call("make two")).await;
    browser.until_turns(2).await;
    assert!(browser.view.asks.is_empty());
    let path = format!("/api/rules/{}", rules[0]["id"].as_str().unwrap());
    harness.ok("DELETE", &path, Value::Null).await;
    harness.lifecycle(&session, "park").await;
    browser
        .until("parked", |view| {
            format!("{:?}", view.liveness).contains("Parked")
        })
        .await;
    harness.script(&session, call("make three")).await;
    browser.until_ask().await;
}

#[tokio::test]
async fn rules_of_a_session_outlive_its_deletion_and_the_loss_of_the_index() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let scope = json!({"kind": "session", "id": session});
    // The log says that it was revoked; it is granted again after that.
    let first = add(&harness, "allow", "Bash(make:*)", scope.clone()).await;
    let path = format!("/api/rules/{}", first["id"].as_str().unwrap());
    harness.ok("DELETE", &path, Value::Null).await;
    let added = add(&harness, "allow", "Bash(make:*)", scope).await;
    let listed = json!([added]);
    assert_eq!(harness.ok("GET", "/api/rules", Value::Null).await, listed);
    let path = format!("/api/sessions/{session}");
    harness.ok("DELETE", &path, Value::Null).await;
    assert_eq!(
        harness.ok("GET", "/api/rules", Value::Null).await,
        json!([])
    );
    let restore = format!("{path}/restore");
    harness.ok("POST", &restore, Value::Null).await;
    assert_eq!(harness.ok("GET", "/api/rules", Value::Null).await, listed);
    harness.stop().await;
    harness.lose_index();
    harness.start_over().await;
    let mut browser = harness.watch(&session).await;
    assert_eq!(harness.ok("GET", "/api/rules", Value::Null).await, listed);
    harness.script(&session, call("make one")).await;
    browser.until_turns(1).await;
    assert!(browser.view.closed_asks.len() == 1 && browser.view.asks.is_empty());
}

#[tokio::test]
async fn deleted_sessions_are_listed_until_they_are_restored() {
    let harness = Harness::start().await;
    let session = harness.create(json!({"title": "Kept"})).await;
    let path = format!("/api/sessions/{session}");
    harness.ok("DELETE", &path, Value::Null).await;
    let removed = harness.ok("GET", "/api/trash", Value::Null).await;
    assert_eq!(removed[0]["id"], session.as_str());
    assert_eq!(removed[0]["title"], "Kept");
    let days = |field: &str| removed[0][field].as_u64().unwrap() / 86_400_000;
    assert_eq!(days("erasedAt") - days("removedAt"), 30);
    harness
        .ok("POST", &format!("{path}/restore"), Value::Null)
        .await;
    let removed = harness.ok("GET", "/api/trash", Value::Null).await;
    assert_eq!(removed, json!([]));
}

#[tokio::test]
async fn a_budget_of_the_day_pauses_the_turn_after_a_tool() {
    let harness = Harness::start().await;
    add(&harness, "allow", "Bash(make:*)", json!({"kind": "host"})).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let usage = json!({"type": "usage", "input_tokens": 100_000, "output_tokens": 5000});
    harness
        .script(
            &session,
            json!([{"type": "text", "text": "Costly."}, usage]),
        )
        .await;
    browser.until_turns(1).await;
    let mut settings = harness.ok("GET", "/api/settings", Value::Null).await;
    settings["dayBudgetUsd"] = json!(0.01);
    settings["budgetAction"] = json!("pause");
    harness.ok("PUT", "/api/settings", settings).await;
    let step = |name: &str| json!([call(name)[0].clone()]);
    let slow = json!([{"type": "text", "text": "Never said.", "chunks": 50, "delay": 1}]);
    let blocks = json!([step("make a"), slow]);
    harness.script(&session, blocks).await;
    browser.until_turns(2).await;
    let whole = format!("{:?}", browser.view.entries);
    assert!(
        whole.contains("outcome: Interrupted") && whole.contains("budget of the day is used up: "),
        "{whole}"
    );
}

/// One of these days is not the day of UTC, whatever the time is.
#[tokio::test]
async fn budgets_and_costs_have_the_day_of_the_machine() {
    const HOUR: i64 = 3_600_000;
    for (zone, hours) in [("EAST-14", 14), ("WEST+12", -12)] {
        let zone = ("TZ".to_owned(), zone.to_owned());
        let harness = Harness::prepared(json!({}), |_| vec![zone]).await;
        add(&harness, "allow", "Bash(make:*)", json!({"kind": "host"})).await;
        let session = harness.create(json!({})).await;
        let mut browser = harness.watch(&session).await;
        let usage = json!({"type": "usage", "input_tokens": 100_000, "output_tokens": 5000});
        let costly = json!([{"type": "text", "text": "Costly."}, usage]);
        harness.script(&session, costly).await;
        browser.until_turns(1).await;
        let mut settings = harness.ok("GET", "/api/settings", Value::Null).await;
        settings["dayBudgetUsd"] = json!(0.01);
        settings["budgetAction"] = json!("pause");
        harness.ok("PUT", "/api/settings", settings).await;
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let now = i64::try_from(now.unwrap().as_millis()).unwrap();
        let day = 24 * HOUR;
        let midnight = (now + hours * HOUR).div_euclid(day) * day - hours * HOUR;
        for (at, turns, is_paused) in [(midnight - 1, 2, false), (midnight, 3, true)] {
            let index = rusqlite::Connection::open(harness.data().join("index.sqlite")).unwrap();
            index.execute("update usage set at = ?1", [at]).unwrap();
            let sql = "select date(?1 / 1000, 'unixepoch')";
            let date = index.query_row(sql, [at + hours * HOUR], |row| row.get::<_, String>(0));
            let usage = harness.ok("GET", "/api/usage", Value::Null).await;
            assert_eq!(usage["rows"][0]["day"], date.unwrap());
            assert_eq!(usage["todayUsd"].as_f64().unwrap() > 0.0, is_paused);
            let step = json!([call("make a")[0].clone()]);
            let end = json!([{"type": "text", "text": "The end.", "chunks": 10, "delay": 0.05}]);
            harness.script(&session, json!([step, end])).await;
            browser.until_turns(turns).await;
            let whole = format!("{:?}", browser.view.entries);
            assert_eq!(whole.contains("outcome: Interrupted"), is_paused, "{whole}");
        }
    }
}

#[tokio::test]
async fn archived_sessions_go_after_the_days_that_the_settings_say() {
    let mut harness = Harness::start().await;
    let kept = harness.create(json!({})).await;
    let due = harness.create(json!({})).await;
    for session in [&kept, &due] {
        let path = format!("/api/sessions/{session}");
        harness.ok("PATCH", &path, json!({"archived": true})).await;
    }
    let mut settings = harness.ok("GET", "/api/settings", Value::Null).await;
    settings["retentionDays"] = json!(1);
    harness.ok("PUT", "/api/settings", settings).await;
    harness.kill().await;
    // As if nothing had happened in one of them for two days.
    let index = rusqlite::Connection::open(harness.data().join("index.sqlite")).unwrap();
    let changed = index.execute(
        "update sessions set at = at - 2 * 86400000 where id = ?1",
        [&due],
    );
    assert_eq!(changed.unwrap(), 1);
    drop(index);
    harness.restart().await;
    let mut browser = harness.browser().await;
    browser.say(&SocketCommand::WatchSessions).await;
    loop {
        match browser.next().await.unwrap() {
            SocketUpdate::Sessions { sessions } if sessions.iter().all(|one| one.id != due) => {
                break;
            }
            SocketUpdate::SessionRemoved { session } if session == due => break,
            _ => {}
        }
    }
    assert_eq!(harness.summary(&kept).await["id"], json!(kept));
    assert_eq!(
        harness
            .call("GET", &format!("/api/sessions/{due}"), Value::Null)
            .await
            .status,
        404
    );
}
