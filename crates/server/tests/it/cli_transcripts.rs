//! The CLI's own conversations: listed, read, followed, resumed, forked.

use std::io::Write;
use std::path::{Path, PathBuf};

use pilothouse_api::socket::SocketUpdate;
use serde_json::{Value, json};

use crate::browser::{asked, said};
use crate::harness::Harness;

/// Conversations as a terminal would leave them, below the configuration directory of a harness.
struct Terminal {
    config: PathBuf,
}

impl Terminal {
    fn new(harness: &Harness) -> Self {
        let config = harness.home().join("config");
        std::fs::create_dir_all(config.join("projects/-somewhere")).unwrap();
        std::fs::create_dir_all(config.join("sessions")).unwrap();
        Self { config }
    }

    fn file(&self, id: &str) -> PathBuf {
        self.config.join(format!("projects/-somewhere/{id}.jsonl"))
    }

    fn append(&self, id: &str, lines: &[Value]) {
        let mut options = std::fs::OpenOptions::new();
        let mut file = options
            .create(true)
            .append(true)
            .open(self.file(id))
            .unwrap();
        for line in lines {
            writeln!(file, "{line}").unwrap();
        }
    }

    /// Says that a process holds a conversation, as the CLI does.
    fn hold(&self, id: &str, pid: u32) -> PathBuf {
        let note = self.config.join(format!("sessions/{pid}.json"));
        std::fs::write(&note, json!({"pid": pid, "sessionId": id}).to_string()).unwrap();
        note
    }
}

fn prompt(uuid: &str, parent: Option<&str>, text: &str, cwd: &Path) -> Value {
    json!({"type": "user", "uuid": uuid, "parentUuid": parent, "cwd": cwd, "isSidechain": false,
           "timestamp": "2026-01-31T12:00:00.000Z", "version": "2.1.325",
           "message": {"role": "user", "content": text}})
}

fn reply(uuid: &str, parent: &str, text: &str) -> Value {
    json!({"type": "assistant", "uuid": uuid, "parentUuid": parent, "isSidechain": false,
           "timestamp": "2026-01-31T12:00:05.000Z",
           "message": {"id": format!("msg_{uuid}"), "type": "message", "role": "assistant",
                       "model": "claude-test", "content": [{"type": "text", "text": text}]}})
}

const ID: &str = "11111111-1111-4111-8111-111111111111";
const OTHER: &str = "22222222-2222-4222-8222-222222222222";

#[tokio::test]
async fn conversations_of_the_cli_are_listed_searched_and_read() {
    let harness = Harness::start().await;
    let terminal = Terminal::new(&harness);
    let project = harness.project();
    let lines = [
        prompt("u1", None, "Paint the bollard", &project),
        reply("a1", "u1", "It is red now."),
    ];
    terminal.append(ID, &lines);
    terminal.append(
        OTHER,
        &[prompt("u9", None, "Elsewhere", Path::new("/elsewhere"))],
    );
    let page = harness.ok("GET", "/api/stored", Value::Null).await;
    assert_eq!(page["sessions"].as_array().unwrap().len(), 2);
    for query in [
        "?q=bollard",
        "?q=red%20now",
        &format!("?project={}", project.display()),
    ] {
        let page = harness
            .ok("GET", &format!("/api/stored{query}"), Value::Null)
            .await;
        let found = page["sessions"].as_array().unwrap();
        assert_eq!(found.len(), 1, "{query}");
        let (id, messages) = (&found[0]["cliSessionId"], &found[0]["messages"]);
        assert_eq!((id, messages), (&json!(ID), &json!(2)));
    }
    let view = harness.watch(&format!("cli:{ID}")).await.view;
    assert_eq!(asked(&view), ["Paint the bollard"]);
    assert_eq!(said(&view), ["It is red now."]);
    let path = format!("/api/sessions/cli:{ID}/messages");
    let refused = harness
        .call("POST", &path, json!({"text": "And blue?"}))
        .await;
    assert_eq!(
        (refused.status, refused.json()["code"].as_str()),
        (409, Some("readOnly"))
    );
    let missing = harness
        .call("GET", "/api/sessions/cli:../x/view", Value::Null)
        .await;
    assert_eq!(missing.status, 404);
}

#[tokio::test]
async fn a_conversation_is_followed_while_another_program_writes_it() {
    let harness = Harness::start().await;
    let terminal = Terminal::new(&harness);
    let project = harness.project();
    terminal.append(ID, &[prompt("u1", None, "Begin", &project)]);
    let held = terminal.hold(ID, std::process::id());
    let page = harness.ok("GET", "/api/stored", Value::Null).await;
    assert_eq!(page["sessions"][0]["held"], true);
    let mut browser = harness.watch(&format!("cli:{ID}")).await;
    let call = json!({"type": "assistant", "uuid": "a1", "parentUuid": "u1",
        "message": {"id": "m1", "type": "message", "role": "assistant", "model": "claude-test",
                    "content": [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "ls"}}]}});
    terminal.append(ID, &[call]);
    browser
        .until("the call", |view| {
            format!("{view:?}").contains("state: Running")
        })
        .await;
    let result = json!({"type": "user", "uuid": "u2", "parentUuid": "a1", "toolUseResult": {"stdout": "README"},
        "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "README"}]}});
    terminal.append(ID, &[result, reply("a2", "u2", "There is one file.")]);
    browser
        .until("the answer", |view| said(view) == ["There is one file."])
        .await;
    assert!(format!("{:?}", browser.view).contains("state: Done"));
    // Another way taken from the first message on: what was given up is gone.
    terminal.append(ID, &[reply("b1", "u1", "Let me think again.")]);
    // The host says that the view is not the old one any more; a page then asks for it anew.
    while !matches!(browser.next().await, Some(SocketUpdate::Dropped { .. })) {}
    browser.subscribe(&format!("cli:{ID}"), None).await;
    assert_eq!(said(&browser.view), ["Let me think again."]);
    std::fs::remove_file(held).unwrap();
}

#[tokio::test]
async fn a_conversation_goes_on_here_with_its_history_unless_another_holds_it() {
    let harness = Harness::start().await;
    let made = harness.create(json!({})).await;
    let mut browser = harness.watch(&made).await;
    harness
        .script(
            &made,
            json!([{"type": "text", "text": "Once upon a time."}]),
        )
        .await;
    browser.until_idle().await;
    let id = harness.summary(&made).await["cliSessionId"]
        .as_str()
        .unwrap()
        .to_owned();
    let body = json!({"project": harness.project(), "resume": id});
    let hosted = harness.call("POST", "/api/sessions", body.clone()).await;
    assert_eq!(
        (hosted.status, hosted.json()["code"].as_str()),
        (409, Some("hosted"))
    );
    harness.lifecycle(&made, "close").await;
    browser
        .until("the end", |view| {
            format!("{:?}", view.liveness).contains("Ended")
        })
        .await;
    harness
        .ok("DELETE", &format!("/api/sessions/{made}"), Value::Null)
        .await;

    let terminal = Terminal::new(&harness);
    let held = terminal.hold(&id, std::process::id());
    let refused = harness.call("POST", "/api/sessions", body.clone()).await;
    assert_eq!(
        (refused.status, refused.json()["code"].as_str()),
        (409, Some("held"))
    );
    let mut copy = body.clone();
    copy["fork"] = json!(true);
    let copied = harness.create(copy).await;
    let view = harness.watch(&copied).await.view;
    assert_eq!(said(&view), ["Once upon a time."]);
    std::fs::remove_file(held).unwrap();

    let resumed = harness.create(body).await;
    let mut browser = harness.watch(&resumed).await;
    assert_eq!(said(&browser.view), ["Once upon a time."]);
    harness
        .script(&resumed, json!([{"type": "text", "text": "And then?"}]))
        .await;
    browser.until_idle().await;
    assert_eq!(said(&browser.view), ["Once upon a time.", "And then?"]);
    assert_eq!(harness.summary(&resumed).await["cliSessionId"], json!(id));
    assert_eq!(
        said(&harness.folded(&resumed)),
        ["Once upon a time.", "And then?"]
    );
}

#[tokio::test]
async fn thousands_of_conversations_are_listed_at_once_the_second_time() {
    let harness = Harness::start().await;
    let terminal = Terminal::new(&harness);
    for number in 0..2000 {
        let id = format!("{number:08}-1111-4111-8111-111111111111");
        terminal.append(
            &id,
            &[prompt(
                "u1",
                None,
                &format!("Prompt {number}"),
                Path::new("/p"),
            )],
        );
    }
    let mut seen = std::collections::HashSet::new();
    let mut cursor = String::new();
    let before = bytes_read(&harness);
    loop {
        let page = harness
            .ok("GET", &format!("/api/stored?cursor={cursor}"), Value::Null)
            .await;
        let sessions = page["sessions"].as_array().unwrap();
        seen.extend(sessions.iter().map(|one| one["cliSessionId"].to_string()));
        match page["next"].as_str() {
            Some(next) => cursor = next.to_owned(),
            None => break,
        }
    }
    assert_eq!(seen.len(), 2000);
    let first = bytes_read(&harness) - before;
    harness.ok("GET", "/api/stored", Value::Null).await;
    let second = bytes_read(&harness) - before - first;
    assert!(second * 10 < first, "{second} bytes after {first}");
}

/// How much the server has read so far, from files and sockets.
fn bytes_read(harness: &Harness) -> u64 {
    let counts = std::fs::read_to_string(format!("/proc/{}/io", harness.server_pid())).unwrap();
    let line = counts.lines().find_map(|line| line.strip_prefix("rchar: "));
    line.unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_conversation_is_found_by_its_pull_request() {
    let harness = Harness::start().await;
    let terminal = Terminal::new(&harness);
    let project = harness.project();
    let url = "https://github.com/ann/shop/pull/12";
    let link = json!({"type": "pr-link", "sessionId": ID, "prNumber": 12, "prUrl": url,
        "prRepository": "ann/shop", "timestamp": "2026-01-31T12:01:00.000Z"});
    terminal.append(ID, &[prompt("u1", None, "Paint it", &project), link]);
    terminal.append(OTHER, &[prompt("u9", None, "Fix issue 12", &project)]);
    let found = async |pr: &str| {
        let page = harness
            .ok("GET", &format!("/api/stored?pr={pr}"), Value::Null)
            .await;
        let sessions = page["sessions"].as_array().unwrap().clone();
        let one = |session: &Value| {
            (
                session["cliSessionId"].clone(),
                session["pullRequest"].clone(),
            )
        };
        sessions.iter().map(one).collect::<Vec<_>>()
    };
    for named in ["12", "%2312", url, &format!("{url}/")] {
        assert_eq!(found(named).await, [(json!(ID), json!(12))], "{named}");
    }
    assert_eq!(found("1").await, []);
    assert_eq!(found("").await.len(), 2);
}
