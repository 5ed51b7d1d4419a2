//! Deaths: nothing that was acknowledged is lost.

use pilothouse_log::{ExitReason, Kind, Note, Record};
use pilothouse_view::entry::Delivery;
use pilothouse_view::{EntryBody, SessionView};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::browser::{asked, said, settled};
use crate::ground::{Ground, LIMIT, program, signal};

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

fn notes(records: &[Record]) -> Vec<Note> {
    records.iter().filter_map(Record::note).collect()
}

#[tokio::test]
async fn a_server_killed_in_the_middle_of_an_answer_loses_nothing() {
    let mut ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, slow(60)).await;
    browser.until("some text", |view| draft_of(view) > 40).await;
    ground.kill().await;
    while let Some(update) = browser.next().await {
        browser.take(update);
    }
    ground.restart().await;
    let mut again = ground.browser().await;
    again.resume(&session, browser.view.clone()).await;
    again.until_idle().await;
    assert_eq!(said(&again.view), ["word ".repeat(60).trim()]);
    // A view that saw everything, and one of a fresh process.
    assert_eq!(settled(&again.view), settled(&ground.folded(&session)));
    let late = ground.watch(&session).await;
    assert_eq!(settled(&late.view), settled(&again.view));
}

#[tokio::test]
async fn a_runner_of_the_first_version_serves_the_server_of_today() {
    let mut ground = Ground::with(json!({"runner": program("runner-v1")})).await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    let call = json!({"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}});
    let told = slow(60)[0].clone();
    ground
        .script(
            &session,
            json!([[told, call], [{"type": "text", "text": "Done."}]]),
        )
        .await;
    browser.until("some text", |view| draft_of(view) > 40).await;
    ground.restart().await;
    let mut again = ground.browser().await;
    again.resume(&session, browser.view.clone()).await;
    let ask = again.until_ask().await;
    ground.restart().await;
    let allow = json!({"kind": "allow"});
    let answered = ground.answer(&session, ask.id.as_str(), allow).await;
    assert_eq!(answered.status, 204, "{}", answered.body);
    let mut late = ground.watch(&session).await;
    late.until_idle().await;
    assert_eq!(said(&late.view), ["word ".repeat(60).trim(), "Done."]);
    assert_eq!(settled(&late.view), settled(&ground.folded(&session)));
}

#[tokio::test]
async fn a_browser_that_comes_back_to_a_new_server_needs_no_snapshot() {
    let mut ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, slow(3)).await;
    browser.until_idle().await;
    ground.restart().await;
    let mut again = ground.browser().await;
    again.resume(&session, browser.view.clone()).await;
    assert_eq!(again.snapshots, 0);
    ground.script(&session, slow(3)).await;
    again.until_turns(2).await;
    assert_eq!(settled(&again.view), settled(&ground.folded(&session)));
}

#[tokio::test]
async fn an_ask_outlives_the_server_and_is_answered_once() {
    let mut ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}}]);
    ground.script(&session, call).await;
    let ask = browser.until_ask().await;
    ground.restart().await;
    let mut browser = ground.watch(&session).await;
    assert_eq!(browser.until_ask().await, ask);
    let inbox = ground.ok("GET", "/api/inbox", Value::Null).await;
    assert_eq!(inbox[0]["ask"]["id"], ask.id.as_str());
    let (one, two) = tokio::join!(
        ground.answer(&session, ask.id.as_str(), json!({"kind": "allow"})),
        ground.answer(&session, ask.id.as_str(), json!({"kind": "deny"})),
    );
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 409]);
    browser.until_idle().await;
    let records = ground.records(&session);
    let answers = records.iter().filter(|record| {
        record.kind == Kind::In && record.bytes.starts_with(br#"{"type":"control_response""#)
    });
    assert_eq!(answers.count(), 1);
}

#[tokio::test]
async fn a_message_whose_turn_had_not_begun_runs_again_after_the_cli_was_killed() {
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    let uuid = ground.script(&session, slow(200)).await;
    browser.until("some text", |view| draft_of(view) > 10).await;
    ground.kill_cli(&session);
    browser.until_idle().await;
    let records = ground.records(&session);
    let spawns = records.iter().filter_map(Record::spawn).count();
    assert_eq!(spawns, 2);
    let resent = notes(&records)
        .into_iter()
        .filter(|note| matches!(note, Note::Resent(_)));
    assert_eq!(resent.count(), 1);
    assert_eq!(said(&browser.view), ["word ".repeat(200).trim()]);
    assert_eq!(delivery(&browser.view, &uuid), Some(Delivery::Done));
    assert_eq!(asked(&browser.view).len(), 1);
}

#[tokio::test]
async fn a_message_whose_turn_had_begun_is_told_to_be_cut_off() {
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    let begun = json!([{"type": "text", "text": "I begin."},
                       {"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}}]);
    let uuid = ground.script(&session, begun).await;
    let ask = browser.until_ask().await;
    ground.kill_cli(&session);
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
    let late = ground
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    assert_eq!(late.status, 409);
}

#[tokio::test]
async fn a_killed_runner_leaves_no_process_and_loses_no_message() {
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, slow(200)).await;
    ground.send(&session, "and then this").await;
    browser.until("some text", |view| draft_of(view) > 10).await;
    let cli = ground.cli_pid(&session);
    ground.kill_runner(&session);
    browser.until_turns(2).await;
    assert_eq!(asked(&browser.view).len(), 2);
    assert_eq!(said(&browser.view)[0], "word ".repeat(200).trim());
    let exits: Vec<_> = ground
        .records(&session)
        .iter()
        .filter_map(Record::exit)
        .collect();
    assert_eq!(exits[0].reason, ExitReason::RunnerDied);
    assert!(!std::path::Path::new(&format!("/proc/{cli}")).exists());
    assert_eq!(settled(&browser.view), settled(&ground.folded(&session)));
}

#[tokio::test]
async fn a_runner_that_died_while_no_server_ran_is_noticed() {
    let mut ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, slow(200)).await;
    browser.until("some text", |view| draft_of(view) > 10).await;
    ground.kill().await;
    ground.kill_runner(&session);
    ground.restart().await;
    let mut browser = ground.watch(&session).await;
    browser.until_idle().await;
    assert_eq!(said(&browser.view), ["word ".repeat(200).trim()]);
}

/// A runner that was killed can hold its log and its socket a moment longer; this test does so in its place.
#[tokio::test]
async fn a_runner_that_dies_while_a_server_attaches_is_noticed() {
    let mut ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, slow(200)).await;
    browser.until("some text", |view| draft_of(view) > 10).await;
    ground.kill().await;
    let log = ground.log(&session);
    let runner = pilothouse_runner::find(&log).unwrap().unwrap();
    ground.kill_runner(&session);
    let lock = std::fs::File::open(log.path().join("lock")).unwrap();
    rustix::fs::flock(&lock, rustix::fs::FlockOperation::LockExclusive).unwrap();
    std::fs::remove_file(&runner.socket).unwrap();
    let socket = tokio::net::UnixListener::bind(&runner.socket).unwrap();
    ground.restart().await;
    let attaching = tokio::time::timeout(LIMIT, socket.accept()).await;
    drop(attaching.expect("the server does not attach").unwrap());
    drop((socket, lock));
    let mut browser = ground.watch(&session).await;
    browser.until_idle().await;
    assert_eq!(said(&browser.view), ["word ".repeat(200).trim()]);
}

/// Two of three runners are stopped, as by a debugger; what the third left undone is resumed all the same.
#[tokio::test]
async fn a_runner_that_does_not_answer_holds_up_no_other_session() {
    let mut ground = Ground::start().await;
    let mut stopped = Vec::new();
    for _ in 0..2 {
        let session = ground.create(json!({})).await;
        let mut browser = ground.watch(&session).await;
        ground.script(&session, slow(3)).await;
        browser.until_idle().await;
        stopped.push(ground.runner_pid(&session).unwrap());
    }
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, slow(200)).await;
    browser.until("some text", |view| draft_of(view) > 10).await;
    ground.kill().await;
    ground.kill_runner(&session);
    for pid in &stopped {
        signal(*pid, Signal::STOP);
    }
    ground.restart().await;
    let mut list = ground.browser().await;
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
    let ground = Ground::with(json!({"claude": program})).await;
    let session = ground.create(json!({"project": ground.home()})).await;
    ground.send(&session, "anybody there?").await;
    let mut list = ground.browser().await;
    let summary = list
        .until_summary(&session, |summary| {
            let problem = summary.problem.as_deref().unwrap_or_default();
            problem.contains("keeps ending")
        })
        .await;
    assert!((2..=4).contains(&summary.liveness.epoch), "{summary:?}");
    // A process that dies late has been given the message; then it stands in the conversation as lost.
    let view = ground.folded(&session);
    let lost = view.entries.iter().filter(
        |entry| matches!(&entry.body, EntryBody::User(user) if user.delivery == Delivery::Lost),
    );
    assert_eq!(
        view.queue.len() + lost.count(),
        1,
        "the message is still there: {view:?}"
    );
}
