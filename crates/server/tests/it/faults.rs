//! Deaths: nothing that was acknowledged is lost.

use pilothouse_log::{ExitReason, Kind, Record, Who};
use pilothouse_runner::socket::Role;
use pilothouse_runner::{Client, Durability};
use pilothouse_view::entry::Delivery;
use pilothouse_view::{EntryBody, SessionView};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::browser::{asked, said, settled};
use crate::harness::{Harness, LIMIT, program, signal};

/// An answer that takes a moment, so that something can happen in the middle of it.
fn slow(words: usize) -> Value {
    let text = "word ".repeat(words);
    json!([{"type": "text", "text": text.trim(), "chunks": words, "delay": 0.02}])
}

fn draft_of(view: &SessionView) -> usize {
    view.drafts.values().map(String::len).sum()
}

fn delivery(view: &SessionView, uuid: &str) -> Option<Delivery> {
    view.entries.iter().find_map(|entry| match &entry.body {
        EntryBody::User(user) if user.uuid.as_deref() == Some(uuid) => Some(user.delivery.clone()),
        _ => None,
    })
}

#[tokio::test]
async fn a_server_killed_in_the_middle_of_an_answer_loses_nothing() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(60)).await;
    browser.until("some text", |view| draft_of(view) > 40).await;
    harness.kill().await;
    while let Some(update) = browser.next().await {
        browser.take(update);
    }
    harness.restart().await;
    let mut again = harness.browser().await;
    again.resume(&session, browser.view.clone()).await;
    again.until_idle().await;
    assert_eq!(said(&again.view), ["word ".repeat(60).trim()]);
    // A view that saw everything, and one of a fresh process.
    assert_eq!(settled(&again.view), settled(&harness.folded(&session)));
    let late = harness.watch(&session).await;
    assert_eq!(settled(&late.view), settled(&again.view));
}

#[tokio::test]
async fn a_runner_of_the_first_version_serves_the_server_of_today() {
    let mut harness = Harness::with(json!({"runner": program("runner-v1")})).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let call = json!({"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}});
    let text = slow(60)[0].clone();
    let script = json!([[text, call], [{"type": "text", "text": "Done."}]]);
    harness.script(&session, script).await;
    browser.until("some text", |view| draft_of(view) > 40).await;
    harness.restart().await;
    let mut again = harness.browser().await;
    again.resume(&session, browser.view.clone()).await;
    let ask = again.until_ask().await;
    harness.restart().await;
    let allow = json!({"kind": "allow"});
    let answered = harness.answer(&session, ask.id.as_str(), allow).await;
    assert_eq!(answered.status, 204, "{}", answered.body);
    let mut late = harness.watch(&session).await;
    late.until_idle().await;
    assert_eq!(said(&late.view), ["word ".repeat(60).trim(), "Done."]);
    assert_eq!(settled(&late.view), settled(&harness.folded(&session)));
}

#[tokio::test]
async fn a_browser_that_comes_back_to_a_new_server_needs_no_snapshot() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(3)).await;
    browser.until_idle().await;
    harness.restart().await;
    let mut again = harness.browser().await;
    again.resume(&session, browser.view.clone()).await;
    assert_eq!(again.snapshots, 0);
    harness.script(&session, slow(3)).await;
    again.until_turns(2).await;
    assert_eq!(settled(&again.view), settled(&harness.folded(&session)));
}

#[tokio::test]
async fn an_ask_outlives_the_server_and_is_answered_once() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}}]);
    harness.script(&session, call).await;
    let ask = browser.until_ask().await;
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    assert_eq!(browser.until_ask().await, ask);
    let inbox = harness.ok("GET", "/api/inbox", Value::Null).await;
    assert_eq!(inbox[0]["ask"]["id"], ask.id.as_str());
    let (one, two) = tokio::join!(
        harness.answer(&session, ask.id.as_str(), json!({"kind": "allow"})),
        harness.answer(&session, ask.id.as_str(), json!({"kind": "deny"})),
    );
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 409]);
    browser.until_idle().await;
    let records = harness.records(&session);
    let answers = records.iter().filter(|record| {
        record.kind == Kind::In && record.bytes.starts_with(br#"{"type":"control_response""#)
    });
    assert_eq!(answers.count(), 1);
}

/// A server that wrote the answer and died has done everything: the next one sends the text, which the CLI drops.
#[tokio::test]
async fn the_text_of_a_denial_that_stops_the_turn_outlives_the_server() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}}]);
    harness.script(&session, call).await;
    let ask = browser.until_ask().await;
    harness.kill().await;
    let runner = pilothouse_runner::find(&harness.log(&session))
        .unwrap()
        .unwrap();
    let connected = Client::connect(&runner.socket, Role::Control, 0).await;
    let (client, events) = connected.unwrap();
    let payload = json!({"behavior": "deny", "message": "use npm instead", "interrupt": true});
    let line = json!({"type": "control_response", "response": {
        "subtype": "success", "request_id": ask.request_id, "response": payload}});
    let id = format!("answer-{}", ask.id.as_str());
    let who = Who::device("phone", "d1");
    let written = client
        .write(id, who, line.to_string(), Durability::Synced)
        .await;
    written.unwrap();
    drop((client, events));
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    browser.until_turns(2).await;
    assert_eq!(asked(&browser.view).last(), Some(&"use npm instead"));
    harness.restart().await;
    let browser = harness.watch(&session).await;
    assert_eq!(asked(&browser.view).len(), 2, "it is sent once");
}

/// A CLI that has closed its input and lives on.
#[tokio::test]
async fn a_message_that_the_cli_no_longer_takes_is_queued() {
    let home = tempfile::tempdir().unwrap();
    let program = home.path().join("claude");
    std::fs::write(
        &program,
        "#!/bin/sh\n[ \"$1\" = --version ] && exec echo 2.1.325\nexec 0<&-\nexec sleep 1000\n",
    )
    .unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(&program, mode).unwrap();
    let harness = Harness::with(json!({"claude": program})).await;
    let project = home.path().join("project");
    std::fs::create_dir(&project).unwrap();
    let session = harness.create(json!({"project": project})).await;
    harness.send(&session, "first").await;
    let mut browser = harness.watch(&session).await;
    browser
        .until("a process", |view| view.liveness.epoch == 1)
        .await;
    let path = format!("/api/sessions/{session}/messages");
    for text in ["second", "third"] {
        let message = json!({"text": text, "when": "steer"});
        let sent = harness.ok("POST", &path, message).await;
        assert_eq!(sent["queued"], true, "{sent}");
    }
    browser
        .until("all messages", |view| view.queue.len() == 3)
        .await;
}

#[tokio::test]
async fn a_message_whose_turn_had_not_begun_runs_again_after_the_cli_was_killed() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let uuid = harness.script(&session, slow(200)).await;
    browser.until("some text", |view| draft_of(view) > 10).await;
    harness.kill_cli(&session);
    browser.until_idle().await;
    let records = harness.records(&session);
    let spawns = records.iter().filter_map(Record::spawn).count();
    assert_eq!(spawns, 2);
    let given = records
        .iter()
        .filter(|record| record.id.as_ref() == Some(&uuid));
    let epochs: Vec<u32> = given.map(|record| record.epoch).collect();
    assert_eq!(epochs, [1, 2]);
    assert_eq!(said(&browser.view), ["word ".repeat(200).trim()]);
    assert_eq!(delivery(&browser.view, &uuid), Some(Delivery::Done));
    assert_eq!(asked(&browser.view).len(), 1);
}

#[tokio::test]
async fn a_message_whose_turn_had_begun_is_told_to_be_cut_off() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let begun = json!([{"type": "text", "text": "I begin."},
                       {"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}}]);
    let uuid = harness.script(&session, begun).await;
    let ask = browser.until_ask().await;
    harness.kill_cli(&session);
    browser
        .until("the message swallowed", |view| {
            matches!(
                delivery(view, &uuid),
                Some(Delivery::Duplicate | Delivery::Done)
            )
        })
        .await;
    browser
        .until("a word about it", |view| {
            view.entries.iter().any(|entry| {
                matches!(&entry.body, EntryBody::Notice(notice) if notice.tag.as_deref() == Some("cut_off"))
            })
        })
        .await;
    assert!(
        browser.view.asks.is_empty(),
        "the ask died with its process"
    );
    let late = harness
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    assert_eq!(late.status, 409);
}

#[tokio::test]
async fn a_killed_runner_leaves_no_process_and_loses_no_message() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(200)).await;
    harness.send(&session, "and then this").await;
    browser.until("some text", |view| draft_of(view) > 10).await;
    let cli = harness.cli_pid(&session);
    harness.kill_runner(&session);
    browser.until_turns(2).await;
    assert_eq!(asked(&browser.view).len(), 2);
    assert_eq!(said(&browser.view)[0], "word ".repeat(200).trim());
    let exits: Vec<_> = harness
        .records(&session)
        .iter()
        .filter_map(Record::exit)
        .collect();
    assert_eq!(exits[0].reason, ExitReason::RunnerDied);
    assert!(!std::path::Path::new(&format!("/proc/{cli}")).exists());
    assert_eq!(settled(&browser.view), settled(&harness.folded(&session)));
}

#[tokio::test]
async fn a_runner_that_died_while_no_server_ran_is_noticed() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(200)).await;
    browser.until("some text", |view| draft_of(view) > 10).await;
    harness.kill().await;
    harness.kill_runner(&session);
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    browser.until_idle().await;
    assert_eq!(said(&browser.view), ["word ".repeat(200).trim()]);
}

/// A runner that was killed can hold its log and its socket a moment longer; this test does so in its place.
#[tokio::test]
async fn a_runner_that_dies_while_a_server_attaches_is_noticed() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(200)).await;
    browser.until("some text", |view| draft_of(view) > 10).await;
    harness.kill().await;
    let log = harness.log(&session);
    let runner = pilothouse_runner::find(&log).unwrap().unwrap();
    harness.kill_runner(&session);
    let lock = std::fs::File::open(log.path().join("lock")).unwrap();
    rustix::fs::flock(&lock, rustix::fs::FlockOperation::LockExclusive).unwrap();
    std::fs::remove_file(&runner.socket).unwrap();
    let socket = tokio::net::UnixListener::bind(&runner.socket).unwrap();
    harness.restart().await;
    let attaching = tokio::time::timeout(LIMIT, socket.accept()).await;
    drop(attaching.expect("the server does not attach").unwrap());
    drop((socket, lock));
    let mut browser = harness.watch(&session).await;
    browser.until_idle().await;
    assert_eq!(said(&browser.view), ["word ".repeat(200).trim()]);
}

/// Two of three runners are stopped, as by a debugger; what the third left undone is resumed all the same.
#[tokio::test]
async fn a_runner_that_does_not_answer_holds_up_no_other_session() {
    let mut harness = Harness::start().await;
    let mut stopped = Vec::new();
    for _ in 0..2 {
        let session = harness.create(json!({})).await;
        let mut browser = harness.watch(&session).await;
        harness.script(&session, slow(3)).await;
        browser.until_idle().await;
        stopped.push(harness.runner_pid(&session).unwrap());
    }
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(200)).await;
    browser.until("some text", |view| draft_of(view) > 10).await;
    harness.kill().await;
    harness.kill_runner(&session);
    for pid in &stopped {
        signal(*pid, Signal::STOP);
    }
    harness.restart().await;
    let mut list = harness.browser().await;
    list.until_summary(&session, |summary| summary.liveness.epoch == 2)
        .await;
    for pid in stopped {
        signal(pid, Signal::CONT);
    }
}

#[tokio::test]
async fn a_cli_that_dies_again_and_again_is_left_alone_with_a_reason() {
    is_left_alone("echo broken >&2\nexit 3").await;
}

#[tokio::test]
async fn a_cli_that_ends_again_and_again_without_an_error_is_left_alone_too() {
    is_left_alone("exit 0").await;
}

/// Hosts a CLI that only runs these lines.
async fn is_left_alone(lines: &str) {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("claude");
    let text = format!(
        "#!/bin/sh\n[ \"$1\" = --version ] && echo '2.1.325 (Claude Code)' && exit 0\n{lines}\n"
    );
    std::fs::write(&program, text).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let harness = Harness::with(json!({"claude": program})).await;
    let session = harness.create(json!({"project": harness.home()})).await;
    harness.send(&session, "anybody there?").await;
    let mut list = harness.browser().await;
    let summary = list
        .until_summary(&session, |summary| {
            let problem = summary.problem.as_deref().unwrap_or_default();
            problem.contains("keeps ending")
        })
        .await;
    assert!((2..=4).contains(&summary.liveness.epoch), "{summary:?}");
    // A process that dies late has been given the message; then it stands in the conversation as lost.
    let view = harness.folded(&session);
    let lost = view.entries.iter().filter(
        |entry| matches!(&entry.body, EntryBody::User(user) if user.delivery == Delivery::Lost),
    );
    assert_eq!(
        view.queue.len() + lost.count(),
        1,
        "the message is still there: {view:?}"
    );
}
