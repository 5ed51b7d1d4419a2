//! The life of a session: forked, removed and taken back, in a worktree, stopped, rewound.

use std::path::Path;
use std::process::Command;

use pilothouse_view::EntryBody;
use pilothouse_view::entry::Delivery;
use serde_json::{Value, json};

use crate::browser::{asked, said, settled};
use crate::harness::Harness;
use crate::wake::{commands, value_of};

fn text(text: &str) -> Value {
    json!([{"type": "text", "text": text}])
}

#[tokio::test]
async fn a_session_forks_from_any_message() {
    let harness = Harness::start().await;
    let session = harness.create(json!({"title": "Original"})).await;
    let mut browser = harness.watch(&session).await;
    let first = harness.script(&session, text("One.")).await;
    browser.until_idle().await;
    harness.script(&session, text("Two.")).await;
    browser.until_turns(2).await;
    let message = format!("SCRIPT:{}", text("Another way."));
    let body = json!({"at": first, "message": {"text": message}});
    let path = format!("/api/sessions/{session}/fork");
    let fork = harness.ok("POST", &path, body).await;
    assert_eq!(fork["title"], "Original (fork)");
    let copy = fork["id"].as_str().unwrap();
    let mut other = harness.watch(copy).await;
    other.until_turns(2).await;
    assert_eq!(said(&other.view), ["One.", "Another way."]);
    assert_eq!(said(&browser.view), ["One.", "Two."]);
    let commands = commands(&harness.records(copy));
    let last = commands.last().unwrap();
    assert!(last.contains(&"--fork-session".to_owned()), "{last:?}");
    assert!(value_of(last, "--resume-session-at").is_some(), "{last:?}");
    // An answer of the model has no uuid that a reader knows, so it goes by its entry.
    let mut answers = browser.view.entries.iter();
    let one = answers.find(|entry| matches!(entry.body, pilothouse_view::EntryBody::Text(_)));
    let body = json!({"entry": one.unwrap().id, "message": {"text": message}});
    let fork = harness.ok("POST", &path, body).await;
    let mut third = harness.watch(fork["id"].as_str().unwrap()).await;
    third.until_turns(2).await;
    assert_eq!(said(&third.view), ["One.", "Another way."]);
    for nowhere in [json!({"at": "nobody"}), json!({"entry": "e999999"})] {
        assert_eq!(harness.call("POST", &path, nowhere).await.status, 404);
    }
    let both = json!({"at": first, "entry": "e1"});
    assert_eq!(harness.call("POST", &path, both).await.status, 400);
}

#[tokio::test]
async fn a_removed_session_can_be_taken_back() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, text("Hello.")).await;
    browser.until_idle().await;
    let before = settled(&browser.view);
    let path = format!("/api/sessions/{session}");
    harness.ok("DELETE", &path, Value::Null).await;
    assert_eq!(harness.call("GET", &path, Value::Null).await.status, 404);
    assert!(harness.runner_pid(&session).is_none());
    harness
        .ok("POST", &format!("{path}/restore"), Value::Null)
        .await;
    let back = harness.watch(&session).await;
    assert_eq!(
        back.view.entries[..before.entries.len()],
        before.entries[..]
    );
}

fn git(directory: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .arg("-C")
        .arg(directory)
        .args(["-c", "user.name=t", "-c", "user.email=t@localhost"])
        .args(arguments)
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

#[tokio::test]
async fn a_worktree_is_removed_only_when_clean_or_told_to() {
    let harness = Harness::start().await;
    let mut places = Vec::new();
    for name in ["one", "two", ""] {
        let session = harness.create(json!({"worktree": name})).await;
        let summary = harness.summary(&session).await;
        let place = summary["worktree"].as_str().unwrap().to_owned();
        let branch = git(Path::new(&place), &["branch", "--show-current"]);
        assert_eq!(summary["branch"].as_str(), Some(branch.as_str()));
        places.push((session, place));
    }
    let [
        (clean, clean_place),
        (dirty, dirty_place),
        (forced, forced_place),
    ] = &places[..]
    else {
        panic!()
    };
    std::fs::write(Path::new(dirty_place).join("new.txt"), "work").unwrap();
    std::fs::write(Path::new(forced_place).join("new.txt"), "work").unwrap();
    for (session, query) in [(clean, ""), (dirty, ""), (forced, "?worktree=remove")] {
        let path = format!("/api/sessions/{session}{query}");
        harness.ok("DELETE", &path, Value::Null).await;
    }
    assert!(!Path::new(clean_place).exists());
    assert!(Path::new(dirty_place).exists());
    assert!(!Path::new(forced_place).exists());
    harness
        .ok(
            "POST",
            &format!("/api/sessions/{clean}/restore"),
            Value::Null,
        )
        .await;
    assert_eq!(
        git(Path::new(clean_place), &["branch", "--show-current"]),
        "one"
    );
}

#[tokio::test]
async fn a_session_can_write_the_debug_log_of_its_cli() {
    let harness = Harness::start().await;
    let session = harness.create(json!({"debug": true})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, text("Hello.")).await;
    browser.until_idle().await;
    let commands = commands(&harness.records(&session));
    let file = value_of(&commands[0], "--debug-file").unwrap();
    let place = harness.data().join("sessions").join(&session);
    assert!(Path::new(file).starts_with(place.canonicalize().unwrap()));
}

#[tokio::test]
async fn sending_a_message_again_does_no_harm() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let message = json!({"uuid": "7f9a4c1e-0000-4000-8000-000000000001", "text": "only once"});
    let path = format!("/api/sessions/{session}/messages");
    harness.ok("POST", &path, message.clone()).await;
    harness.ok("POST", &path, message.clone()).await;
    browser.until_idle().await;
    harness.ok("POST", &path, message).await;
    harness.send(&session, "the end").await;
    browser.until_turns(2).await;
    assert_eq!(asked(&browser.view), ["only once", "the end"]);
    let done = |entry: &pilothouse_view::Entry| match &entry.body {
        EntryBody::User(user) => user.delivery == Delivery::Done,
        _ => true,
    };
    assert!(browser.view.entries.iter().all(done));
}

#[tokio::test]
async fn a_cli_that_does_not_react_to_a_stop_is_told_and_can_be_restarted() {
    let timings = json!({"tick": 100, "receipt": 300});
    let harness = Harness::with(json!({"timings": timings})).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, json!([{"type": "silence"}])).await;
    browser
        .until("a turn", |view| view.liveness.turn_started_at.is_some())
        .await;
    let path = format!("/api/sessions/{session}/interrupt");
    harness.ok("POST", &path, json!({})).await;
    let mut list = harness.browser().await;
    list.until_summary(&session, |summary| {
        let problem = summary.problem.as_deref().unwrap_or_default();
        problem.contains("did not stop")
    })
    .await;
    harness.lifecycle(&session, "restart").await;
    harness.script(&session, text("Here again.")).await;
    browser.until_idle().await;
    assert_eq!(said(&browser.view), ["Here again."]);
    assert!(harness.summary(&session).await["problem"].is_null());
}

#[tokio::test]
async fn files_are_rewound_after_a_dry_run() {
    let harness = Harness::start().await;
    let session = harness
        .create(json!({"permissionMode": "acceptEdits"}))
        .await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, text("Hello.")).await;
    browser.until_idle().await;
    let file = harness.project().canonicalize().unwrap().join("new.txt");
    let write = json!([{"type": "tool_use", "name": "Write", "input": {"file_path": file, "content": "made"}}]);
    let message = harness.script(&session, write).await;
    browser.until_turns(2).await;
    assert!(file.exists());
    let path = format!("/api/sessions/{session}/rewind");
    let report = harness
        .ok("POST", &path, json!({"message": message, "dryRun": true}))
        .await;
    assert_eq!(report["canRewind"], true, "{report}");
    assert!(file.exists(), "a dry run changes nothing");
    harness.ok("POST", &path, json!({"message": message})).await;
    assert!(!file.exists());
}

#[tokio::test]
async fn a_deleted_session_is_not_reopened_by_a_reader_that_came_too_late() {
    let harness = Harness::start().await;
    for _ in 0..30 {
        let session = harness.create(json!({})).await;
        let path = format!("/api/sessions/{session}");
        let view = format!("{path}/view");
        // Readers hit the moments at which the session is closed but still on disk.
        let read = || async {
            for _ in 0..6 {
                harness.call("GET", &view, Value::Null).await;
            }
        };
        let deleted = harness.ok("DELETE", &path, Value::Null);
        tokio::join!(deleted, read(), read(), read());
        let list = harness.ok("GET", "/api/sessions", Value::Null).await;
        assert_eq!(
            list["sessions"],
            json!([]),
            "{session} is listed after it was deleted"
        );
    }
}
