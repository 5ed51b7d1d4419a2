//! Whole sessions: messages, asks, the queue, stops, names.

use pilothouse_api::session::{AskingKind, Changed, SessionStatus};
use pilothouse_log::{Kind, Note, Record};
use pilothouse_view::EntryBody;
use pilothouse_view::turn::TurnOutcome;
use serde_json::json;

use crate::browser::{asked, said, settled};
use crate::harness::Harness;

#[tokio::test]
async fn a_message_is_answered_and_seen_by_every_browser() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut early = harness.watch(&session).await;
    let blocks = json!([{"type": "text", "text": "Hello from the model.", "chunks": 4}]);
    harness.script(&session, blocks).await;
    early.until_idle().await;
    assert_eq!(said(&early.view), ["Hello from the model."]);
    // The CLI still answers which settings are in force.
    let late = settled(&harness.watch(&session).await.view);
    early
        .until("what a late browser sees", |view| settled(view) == late)
        .await;
    early
        .until("what the log says", |view| {
            settled(view) == settled(&harness.folded(&session))
        })
        .await;
}

#[tokio::test]
async fn an_ask_waits_for_a_person_and_the_tool_runs() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let call = json!({"type": "tool_use", "name": "Bash", "input": {"command": "touch made"},
                      "sim": {"stdout": "it is made"}});
    harness.script(&session, json!([call])).await;
    let ask = browser.until_ask().await;
    let answer = harness
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    browser.until_idle().await;
    let whole = format!("{:?}", browser.view.entries);
    assert!(whole.contains("it is made"), "{whole}");
    let again = harness
        .answer(&session, ask.id.as_str(), json!({"kind": "deny"}))
        .await;
    assert_eq!(
        (again.status, again.json()["code"].as_str()),
        (409, Some("settled"))
    );
}

#[tokio::test]
async fn messages_sent_while_a_turn_runs_wait_and_go_in_order() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let slow = json!([{"type": "text", "text": "one two three", "chunks": 3, "delay": 0.2}]);
    harness.script(&session, slow).await;
    browser
        .until("a draft", |view| !view.drafts.is_empty())
        .await;
    harness.send(&session, "second").await;
    let third = harness.send(&session, "third").await;
    let fourth = harness.send(&session, "fourth").await;
    let path = format!("/api/sessions/{session}/queue/{fourth}");
    harness
        .ok(
            "PATCH",
            &path,
            json!({"place": 0, "text": "fourth, edited"}),
        )
        .await;
    let path = format!("/api/sessions/{session}/queue/{third}");
    harness.ok("DELETE", &path, json!(null)).await;
    browser.until_turns(3).await;
    assert_eq!(asked(&browser.view)[1..], ["fourth, edited", "second"]);
}

#[tokio::test]
async fn a_running_turn_is_steered_and_stopped() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let call = json!({"type": "tool_use", "name": "Bash", "input": {"command": "touch made"}});
    let slow = json!({"type": "text", "text": "word ".repeat(500), "chunks": 500, "delay": 0.1});
    harness.script(&session, json!([[call], [slow]])).await;
    let ask = browser.until_ask().await;
    let path = format!("/api/sessions/{session}/messages");
    let steer = json!({"text": "be quick about it", "when": "steer"});
    let sent = harness.ok("POST", &path, steer).await;
    assert_eq!(sent["queued"], false);
    let allow = json!({"kind": "allow"});
    harness.answer(&session, ask.id.as_str(), allow).await;
    browser
        .until("a draft", |view| !view.drafts.is_empty())
        .await;
    assert_eq!(asked(&browser.view)[1..], ["be quick about it"]);
    let path = format!("/api/sessions/{session}/interrupt");
    for _ in 0..2 {
        harness.ok("POST", &path, json!({})).await;
    }
    browser.until_idle().await;
    let turns = browser
        .view
        .entries
        .iter()
        .filter_map(|entry| match &entry.body {
            EntryBody::Turn(turn) => Some(turn.outcome),
            _ => None,
        });
    assert_eq!(turns.collect::<Vec<_>>(), [TurnOutcome::Interrupted]);
    let lines = harness.records(&session).into_iter();
    let stops = lines.filter(|record| {
        record.kind == Kind::In && String::from_utf8_lossy(&record.bytes).contains("\"interrupt\"")
    });
    assert_eq!(stops.count(), 1);
}

#[tokio::test]
async fn questions_and_plans_are_answered() {
    let harness = Harness::start().await;
    let session = harness.create(json!({"permissionMode": "plan"})).await;
    let mut browser = harness.watch(&session).await;
    let options =
        json!([{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}]);
    let question = json!({"question": "Which colour?", "header": "Colour", "options": options, "multiSelect": false});
    let calls = json!([
        [{"type": "tool_use", "name": "AskUserQuestion", "input": {"questions": [question]}}],
        [{"type": "tool_use", "name": "ExitPlanMode", "input": {"plan": "Paint it."}}],
        [{"type": "text", "text": "Painted."}],
    ]);
    harness.script(&session, calls).await;
    let ask = browser.until_ask().await;
    let allow = harness.answer(&session, ask.id.as_str(), json!({"kind": "allow"}));
    let refused = allow.await;
    assert_eq!(
        refused.status, 400,
        "a question needs answers: {}",
        refused.body
    );
    let answers = json!({"kind": "answers", "answers": {"Which colour?": {"labels": ["Blue"]}}});
    let answered = harness.answer(&session, ask.id.as_str(), answers).await;
    assert_eq!(answered.status, 204, "{}", answered.body);
    let question = ask.id;
    browser
        .until("a plan", |view| {
            view.asks.iter().any(|ask| ask.id != question)
        })
        .await;
    let plan = browser.view.asks[0].id.clone();
    let approve = json!({"kind": "approvePlan", "mode": "acceptEdits"});
    let approved = harness.answer(&session, plan.as_str(), approve).await;
    assert_eq!(approved.status, 204, "{}", approved.body);
    browser.until_idle().await;
    assert_eq!(said(&browser.view), ["Painted."]);
    assert!(format!("{:?}", browser.view.entries).contains("Blue"));
    assert_eq!(
        browser.view.info.permission_mode.as_deref(),
        Some("acceptEdits")
    );
}

#[tokio::test]
async fn a_session_is_renamed_archived_closed_and_goes_on() {
    let harness = Harness::start().await;
    let session = harness.create(json!({"message": {"text": "begin"}})).await;
    let mut browser = harness.watch(&session).await;
    browser.until_idle().await;
    let path = format!("/api/sessions/{session}");
    let change = json!({"title": "Harbour works", "archived": true, "model": "opus"});
    let changed = harness.ok("PATCH", &path, change).await;
    assert_eq!(
        (&changed["title"], &changed["archived"]),
        (&json!("Harbour works"), &json!(true))
    );
    harness.lifecycle(&session, "close").await;
    let closed = harness
        .browser()
        .await
        .until_summary(&session, |summary| summary.status == SessionStatus::Closed)
        .await;
    assert!(closed.archived);
    harness.send(&session, "go on").await;
    browser.until_turns(2).await;
    let newest = harness
        .records(&session)
        .iter()
        .rev()
        .find_map(Record::spawn);
    let argv = newest.unwrap().argv.join(" ");
    assert!(argv.contains("--resume") && argv.contains("opus"), "{argv}");
}

#[tokio::test]
async fn what_the_running_cli_refuses_is_told_in_its_words_and_not_kept() {
    let harness = Harness::start().await;
    let session = harness.create(json!({"message": {"text": "begin"}})).await;
    let mut browser = harness.watch(&session).await;
    browser.until_idle().await;
    let path = format!("/api/sessions/{session}");
    let refused = json!({"permissionMode": "plan", "model": " ", "effort": "high", "title": "no"});
    let refused = harness.call("PATCH", &path, refused).await;
    assert_eq!(
        (refused.status, &refused.json()["code"]),
        (409, &json!("refused"))
    );
    let title = refused.json()["title"].to_string();
    assert!(title.contains("is not a recognized model"), "{title}");
    let control = json!({"subtype": "set_model", "request": {"model": ""}});
    let control = harness
        .call("POST", &format!("{path}/control"), control)
        .await;
    assert_eq!(control.status, 409, "{}", control.body);
    // What came before the refusal holds, and nothing else does.
    let kept = |name: &str| {
        let notes = harness
            .records(&session)
            .into_iter()
            .filter_map(|record| record.note());
        let values = notes.filter_map(|note| match note {
            Note::Setting(setting) if setting.name == name => Some(setting.value),
            _ => None,
        });
        values.last()
    };
    assert_eq!(kept("permissionMode"), Some(json!("plan")));
    assert_eq!((kept("model"), kept("effort")), (None, None));
    assert_ne!(harness.summary(&session).await["title"], "no");
    let taken =
        json!({"model": "opus", "effort": "low", "thinking": false, "outputStyle": "default"});
    harness.ok("PATCH", &path, taken).await;
    assert_eq!(
        (kept("model"), kept("effort")),
        (Some(json!("opus")), Some(json!("low")))
    );
    assert_eq!(kept("thinking"), Some(json!(false)));
}

#[tokio::test]
async fn a_turn_is_ready_for_review_until_a_device_showed_its_end() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut list = harness.watch(&session).await;
    let blocks = json!([{"type": "text", "text": "Done."}]);
    harness.script(&session, blocks).await;
    list.until_summary(&session, |summary| summary.ready_for_review)
        .await;
    harness.restart().await;
    let path = format!("/api/sessions/{session}");
    let summary = harness.ok("GET", &path, json!(null)).await;
    assert_eq!(summary["readyForReview"], true, "it is in the log");

    let look = json!({"turns": 9});
    for _ in 0..2 {
        let seen = harness
            .call("POST", &format!("{path}/looked-at"), look.clone())
            .await;
        assert_eq!(seen.status, 204, "{}", seen.body);
    }
    let summary = harness.ok("GET", &path, json!(null)).await;
    assert_eq!(summary["readyForReview"], false);
    let records = harness.records(&session);
    let looks = records
        .iter()
        .filter_map(Record::note)
        .filter_map(|note| match note {
            Note::LookedAt(look) => Some(look.turns),
            _ => None,
        });
    assert_eq!(
        looks.collect::<Vec<_>>(),
        [1],
        "noted once, and no turn to come"
    );
}

#[tokio::test]
async fn the_summary_says_what_is_asked_and_what_was_changed() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let made = json!({"file_path": harness.project().join("made.txt"), "content": "one\ntwo\n"});
    let call = json!({"type": "tool_use", "name": "Write", "input": made});
    harness.script(&session, json!([call])).await;
    let waiting = browser
        .until_summary(&session, |summary| summary.asking.is_some())
        .await;
    let asking = waiting.asking.unwrap();
    assert_eq!(asking.kind, AskingKind::Permission);
    assert_eq!(asking.tool.as_deref(), Some("Write"));
    assert!(asking.text.unwrap().ends_with("made.txt"));
    assert_eq!(waiting.changed, None);
    let ask = browser.until_ask().await;
    harness
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    let done = browser
        .until_summary(&session, |summary| summary.changed.is_some())
        .await;
    let changed = Changed {
        files: 1,
        added: 2,
        removed: 0,
    };
    assert_eq!((done.changed, done.asking), (Some(changed), None));
}

#[tokio::test]
async fn a_turn_that_failed_is_failed_until_the_next_message() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let error = json!({"type": "http_error", "status": 400, "etype": "invalid_request_error", "message": "no"});
    harness.script(&session, json!([error])).await;
    let failed = browser
        .until_summary(&session, |summary| summary.turn_failed)
        .await;
    assert!(failed.has_failed());
    assert!(
        failed.last_line.contains("API Error: 400"),
        "{}",
        failed.last_line
    );
    let blocks = json!([{"type": "text", "text": "Done."}]);
    harness.script(&session, blocks).await;
    let done = browser
        .until_summary(&session, |summary| {
            summary.liveness.turn == 2 && !summary.turn_failed
        })
        .await;
    assert!(!done.has_failed());
}

#[tokio::test]
async fn a_pinned_session_stays_pinned_and_its_fork_is_not() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness
        .script(&session, json!([{"type": "text", "text": "Here."}]))
        .await;
    browser.until_idle().await;
    let path = format!("/api/sessions/{session}");
    let pinned = harness.ok("PATCH", &path, json!({"pinned": true})).await;
    assert_eq!(pinned["pinned"], true);
    let fork = harness.ok("POST", &format!("{path}/fork"), json!({})).await;
    assert_eq!(fork["pinned"], false);
    assert_eq!(harness.ok("GET", &path, json!(null)).await["pinned"], true);
    let unpinned = harness.ok("PATCH", &path, json!({"pinned": false})).await;
    assert_eq!(unpinned["pinned"], false);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_cli_reports_which_program_hosts_it() {
    let harness = Harness::start().await;
    let session = harness.create(json!({"message": {"text": "hello"}})).await;
    harness.watch(&session).await.until_idle().await;
    let path = format!("/proc/{}/environ", harness.cli_pid(&session));
    let environment = String::from_utf8(std::fs::read(path).unwrap()).unwrap();
    let value = |name: &str| {
        let mut set = environment.split('\0');
        set.find_map(|one| one.strip_prefix(name)?.strip_prefix('='))
    };
    assert_eq!(value("CLAUDE_CODE_ENTRYPOINT"), Some("pilothouse"));
    let version = Some(env!("CARGO_PKG_VERSION"));
    assert_eq!(value("CLAUDE_AGENT_SDK_VERSION"), version);
}
