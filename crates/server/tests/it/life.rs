//! The life of a session: parked and woken, forked, removed and taken back, in a worktree.

use std::path::Path;
use std::process::Command;

use pilothouse_protocol::log::{Note, Record};
use pilothouse_view::entry::Delivery;
use pilothouse_view::session::Activity;
use pilothouse_view::{EntryBody, SessionView};
use serde_json::{Value, json};

use crate::browser::{asked, said, settled};
use crate::ground::Ground;

fn text(text: &str) -> Value {
    json!([{"type": "text", "text": text}])
}

fn is_parked(view: &SessionView) -> bool {
    matches!(view.liveness.activity, Activity::Parked)
}

/// The arguments of every process the session had.
fn commands(records: &[Record]) -> Vec<Vec<String>> {
    let spawns = records.iter().filter_map(Record::spawn);
    spawns.map(|spawn| spawn.argv).collect()
}

fn value_of<'a>(argv: &'a [String], flag: &str) -> Option<&'a str> {
    let joined = format!("{flag}=");
    argv.iter().enumerate().find_map(|(place, argument)| {
        argument
            .strip_prefix(&joined)
            .or_else(|| (argument == flag).then(|| argv[place + 1].as_str()))
    })
}

#[tokio::test]
async fn a_parked_session_wakes_with_everything_it_had() {
    let ground = Ground::start().await;
    let extra = ground.home().join("extra");
    std::fs::create_dir(&extra).unwrap();
    let session = ground
        .create(
            json!({"directories": [extra], "model": "haiku", "effort": "high",
                       "mcpServers": {"mcpServers": {}}, "appendSystemPrompt": "Be brief."}),
        )
        .await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, text("First.")).await;
    browser.until_idle().await;
    let path = format!("/api/sessions/{session}");
    ground
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
    ground.lifecycle(&session, "park").await;
    browser.until("a parked session", is_parked).await;
    ground.script(&session, text("Second.")).await;
    browser.until_turns(2).await;
    assert_eq!(said(&browser.view), ["First.", "Second."]);
    let commands = commands(&ground.records(&session));
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
async fn a_wake_says_what_is_missing() {
    let ground = Ground::start().await;
    let extra = ground.home().join("extra");
    std::fs::create_dir(&extra).unwrap();
    let session = ground.create(json!({"directories": [extra]})).await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, text("First.")).await;
    browser.until_idle().await;
    ground.lifecycle(&session, "park").await;
    browser.until("a parked session", is_parked).await;
    std::fs::remove_dir(&extra).unwrap();
    ground.script(&session, text("Second.")).await;
    browser.until_turns(2).await;
    let notes = ground
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
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch made"}}]);
    ground.script(&session, call.clone()).await;
    let ask = browser.until_ask().await;
    let rule = json!({"type": "addRules", "behavior": "allow", "destination": "session",
                      "rules": [{"toolName": "Bash", "ruleContent": "touch made"}]});
    let answer = json!({"kind": "allow", "remember": [rule]});
    assert_eq!(
        ground
            .answer(&session, ask.id.as_str(), answer)
            .await
            .status,
        200
    );
    browser.until_idle().await;
    ground.lifecycle(&session, "park").await;
    browser.until("a parked session", is_parked).await;
    ground.script(&session, call).await;
    browser.until_turns(2).await;
    let commands = commands(&ground.records(&session));
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
async fn a_wake_without_history_says_so_and_starts_fresh_with_a_digest() {
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    ground
        .script(&session, text("The secret word is heron."))
        .await;
    browser.until_idle().await;
    ground.lifecycle(&session, "park").await;
    browser.until("a parked session", is_parked).await;
    std::fs::remove_dir_all(ground.home().join("config/projects")).unwrap();
    ground.send(&session, "What was the word?").await;
    let summary = ground.summary(&session).await;
    let problem = summary["problem"].as_str().unwrap_or_default();
    assert!(problem.contains("history"), "{summary}");
    assert_eq!(summary["queued"], 1);
    ground.lifecycle(&session, "fresh").await;
    browser.until_turns(2).await;
    let commands = commands(&ground.records(&session));
    let digest = value_of(&commands[1], "--append-system-prompt").unwrap();
    assert!(digest.contains("The secret word is heron."), "{digest}");
    assert!(ground.summary(&session).await["problem"].is_null());
}

#[tokio::test]
async fn a_session_forks_from_any_message() {
    let ground = Ground::start().await;
    let session = ground.create(json!({"title": "Original"})).await;
    let mut browser = ground.watch(&session).await;
    let first = ground.script(&session, text("One.")).await;
    browser.until_idle().await;
    ground.script(&session, text("Two.")).await;
    browser.until_turns(2).await;
    let message = format!("SCRIPT:{}", text("Another way."));
    let body = json!({"at": first, "message": {"text": message}});
    let path = format!("/api/sessions/{session}/fork");
    let fork = ground.ok("POST", &path, body).await;
    assert_eq!(fork["title"], "Original (fork)");
    let copy = fork["id"].as_str().unwrap();
    let mut other = ground.watch(copy).await;
    other.until_turns(2).await;
    assert_eq!(said(&other.view), ["One.", "Another way."]);
    assert_eq!(said(&browser.view), ["One.", "Two."]);
    let commands = commands(&ground.records(copy));
    let last = commands.last().unwrap();
    assert!(last.contains(&"--fork-session".to_owned()), "{last:?}");
    assert!(value_of(last, "--resume-session-at").is_some(), "{last:?}");
    let unknown = ground.call("POST", &path, json!({"at": "nobody"})).await;
    assert_eq!(unknown.status, 404);
}

#[tokio::test]
async fn a_removed_session_can_be_taken_back() {
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, text("Hello.")).await;
    browser.until_idle().await;
    let before = settled(&browser.view);
    let path = format!("/api/sessions/{session}");
    ground.ok("DELETE", &path, Value::Null).await;
    assert_eq!(ground.call("GET", &path, Value::Null).await.status, 404);
    assert!(ground.runner_pid(&session).is_none());
    ground
        .ok("POST", &format!("{path}/restore"), Value::Null)
        .await;
    let back = ground.watch(&session).await;
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
    let ground = Ground::start().await;
    let mut places = Vec::new();
    for name in ["one", "two", ""] {
        let session = ground.create(json!({"worktree": name})).await;
        let summary = ground.summary(&session).await;
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
        ground.ok("DELETE", &path, Value::Null).await;
    }
    assert!(!Path::new(clean_place).exists());
    assert!(Path::new(dirty_place).exists());
    assert!(!Path::new(forced_place).exists());
    ground
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
    let ground = Ground::start().await;
    let session = ground.create(json!({"debug": true})).await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, text("Hello.")).await;
    browser.until_idle().await;
    let commands = commands(&ground.records(&session));
    let file = value_of(&commands[0], "--debug-file").unwrap();
    let place = ground.data().join("sessions").join(&session);
    assert!(Path::new(file).starts_with(place.canonicalize().unwrap()));
}

#[tokio::test]
async fn whatever_a_view_shows_cut_can_be_had_whole_by_its_entry() {
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    let typed = format!("{} SCRIPT:[]", "typed by a person ".repeat(2000));
    let line = format!("no JSON: {}", "raw ".repeat(6000));
    let input = "x".repeat(40_000);
    ground.send(&session, &typed).await;
    browser.until_turns(1).await;
    let write = json!({"type": "tool_use", "name": "Write", "input": {"file_path": "long.txt", "content": input}});
    ground
        .script(&session, json!([{"type": "garbage", "text": line}, write]))
        .await;
    let ask = browser.until_ask().await;
    ground
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    browser.until_turns(2).await;
    let entries = browser.view.entries.clone();
    let mut seen = Vec::new();
    for entry in entries {
        let path = format!("/api/sessions/{session}/entries/{}", entry.id);
        let whole = ground.ok("GET", &path, Value::Null).await;
        let body = &whole["body"];
        match entry.body {
            EntryBody::User(message) if message.text.text.starts_with("typed") => {
                assert!(message.text.truncated);
                assert_eq!(body["text"]["text"], json!(typed));
                assert_eq!(body["text"]["truncated"], false);
                seen.push("message");
            }
            EntryBody::Raw(raw) if raw.line.truncated => {
                assert_eq!(body["line"]["text"], json!(line));
                assert_eq!(body["line"]["truncated"], false);
                seen.push("line");
            }
            EntryBody::Tool(call) if call.input_cut => {
                assert_eq!(body["input"]["content"], json!(input));
                assert_eq!(body["inputCut"], false);
                seen.push("input");
            }
            _ => {}
        }
    }
    seen.sort_unstable();
    assert_eq!(seen, ["input", "line", "message"]);
}

#[tokio::test]
async fn an_entry_and_its_attachments_can_be_had_whole() {
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    let long = "line of output\n".repeat(1900);
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "true"}, "sim": {"stdout": long}}]);
    ground.script(&session, call).await;
    let done = |view: &SessionView| {
        !view.asks.is_empty()
            || view
                .entries
                .iter()
                .any(|entry| matches!(entry.body, EntryBody::Turn(_)))
    };
    browser.until("an ask or the end", done).await;
    if let Some(ask) = browser.view.asks.first().cloned() {
        ground
            .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
            .await;
    }
    browser.until_idle().await;
    let entry = browser
        .view
        .entries
        .iter()
        .find_map(|entry| match &entry.body {
            EntryBody::Tool(call) => Some((entry.id.clone(), call.result.clone().unwrap())),
            _ => None,
        });
    let (id, shown) = entry.unwrap();
    let path = format!("/api/sessions/{session}/entries/{id}");
    let whole = ground.ok("GET", &path, Value::Null).await;
    let whole = &whole["body"]["result"];
    assert!(shown.text.truncated || shown.structured_cut);
    assert_eq!(whole["text"]["truncated"], false);
    assert_eq!(
        whole["structured"]["stdout"].as_str().unwrap().trim_end(),
        long.trim_end()
    );

    let png = [0x89, b'P', b'N', b'G', 13, 10, 26, 10, 1, 2, 3];
    let uploads = pilothouse_upload(&ground, &png).await;
    let path = format!("/api/sessions/{session}/messages");
    ground
        .ok("POST", &path, json!({"text": "look", "uploads": [uploads]}))
        .await;
    browser.until_turns(2).await;
    let id = browser
        .view
        .entries
        .iter()
        .find_map(|entry| match &entry.body {
            EntryBody::User(user) if !user.attachments.is_empty() => {
                Some((entry.id.clone(), user.attachments[0].index))
            }
            _ => None,
        });
    let (id, index) = id.unwrap();
    let path = format!("/api/sessions/{session}/entries/{id}/attachments/{index}");
    let bytes = ground.call("GET", &path, Value::Null).await;
    assert_eq!((bytes.status, bytes.bytes.as_slice()), (200, &png[..]));
    assert!(
        bytes.head.contains("content-type: image/png"),
        "{}",
        bytes.head
    );
}

/// Uploads bytes over a connection of its own: the client of these tests sends text alone.
async fn pilothouse_upload(ground: &Ground, bytes: &[u8]) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(ground.address())
        .await
        .unwrap();
    let head = format!(
        "POST /api/uploads?name=a.png HTTP/1.1\r\nhost: {}\r\nauthorization: {}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n",
        ground.address(),
        ground.bearer(),
        bytes.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let upload: Value = serde_json::from_str(body).unwrap();
    upload["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn sending_a_message_again_does_no_harm() {
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    let message = json!({"uuid": "7f9a4c1e-0000-4000-8000-000000000001", "text": "only once"});
    let path = format!("/api/sessions/{session}/messages");
    ground.ok("POST", &path, message.clone()).await;
    ground.ok("POST", &path, message.clone()).await;
    browser.until_idle().await;
    ground.ok("POST", &path, message).await;
    ground.send(&session, "the end").await;
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
    let ground = Ground::start().await;
    let session = ground.create(json!({})).await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, json!([{"type": "silence"}])).await;
    browser
        .until("a turn", |view| view.liveness.turn_started_at.is_some())
        .await;
    let path = format!("/api/sessions/{session}/interrupt");
    ground.ok("POST", &path, json!({})).await;
    let mut list = ground.browser().await;
    list.until_summary(&session, |summary| {
        let problem = summary.problem.as_deref().unwrap_or_default();
        problem.contains("does not react")
    })
    .await;
    ground.lifecycle(&session, "restart").await;
    ground.script(&session, text("Here again.")).await;
    browser.until_idle().await;
    assert_eq!(said(&browser.view), ["Here again."]);
    assert!(ground.summary(&session).await["problem"].is_null());
}

#[tokio::test]
async fn files_are_rewound_after_a_dry_run() {
    let ground = Ground::start().await;
    let session = ground
        .create(json!({"permissionMode": "acceptEdits"}))
        .await;
    let mut browser = ground.watch(&session).await;
    ground.script(&session, text("Hello.")).await;
    browser.until_idle().await;
    let file = ground.project().canonicalize().unwrap().join("new.txt");
    let write = json!([{"type": "tool_use", "name": "Write", "input": {"file_path": file, "content": "made"}}]);
    let message = ground.script(&session, write).await;
    browser.until_turns(2).await;
    assert!(file.exists());
    let path = format!("/api/sessions/{session}/rewind");
    let report = ground
        .ok("POST", &path, json!({"message": message, "dryRun": true}))
        .await;
    assert_eq!(report["canRewind"], true, "{report}");
    assert!(file.exists(), "a dry run changes nothing");
    ground.ok("POST", &path, json!({"message": message})).await;
    assert!(!file.exists());
}
