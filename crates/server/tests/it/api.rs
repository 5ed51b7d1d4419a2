//! Keys for commands, pages of the list, server-sent events, metrics.

use pilothouse_api::host::Scope;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::client::{Host, Response, request};
use crate::harness::{Harness, LIMIT};
use crate::many::store_copies;

async fn command(harness: &Harness, key: &str, path: &str, body: &Value) -> Response {
    let headers = [
        ("authorization", harness.bearer()),
        ("idempotency-key", key),
    ];
    let answer = request(harness.address(), "POST", path, &headers, &body.to_string()).await;
    answer.unwrap()
}

#[tokio::test]
async fn a_command_that_is_sent_twice_is_carried_out_once() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let path = format!("/api/sessions/{session}/messages");
    let message = json!({"text": "hello"});
    let (first, second) = tokio::join!(
        command(&harness, "k1", &path, &message),
        command(&harness, "k1", &path, &message)
    );
    assert_eq!(first.status, 200, "{}", first.body);
    assert_eq!(first.json(), second.json());
    let replays = [&first, &second].map(|answer| answer.head.contains("idempotency-replayed"));
    assert_eq!(replays.iter().filter(|replayed| **replayed).count(), 1);
    harness.restart().await;
    let third = command(&harness, "k1", &path, &message).await;
    assert_eq!(third.json(), first.json(), "also after a restart");
    let mut browser = harness.watch(&session).await;
    browser.until_idle().await;
    let said = crate::browser::asked(&browser.view);
    assert_eq!(said, ["hello"]);
}

#[tokio::test]
async fn a_key_for_another_request_is_refused() {
    let harness = Harness::start().await;
    let project = harness.project();
    let create = json!({"project": project, "title": "one"});
    let made = command(&harness, "k", "/api/sessions", &create).await;
    assert_eq!(made.status, 201);
    let other = json!({"project": project, "title": "two"});
    let refused = command(&harness, "k", "/api/sessions", &other).await;
    assert_eq!(
        (refused.status, refused.json()["code"].as_str()),
        (409, Some("keyReused"))
    );
    let elsewhere = command(&harness, "k", "/api/rules/try", &create).await;
    assert_eq!(elsewhere.status, 409);
    let list = harness.ok("GET", "/api/sessions", Value::Null).await;
    assert_eq!(list["sessions"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_key_makes_one_session_whoever_hangs_up_and_whatever_restarts() {
    let mut harness = Harness::start().await;
    let create = json!({"project": harness.project(), "title": "one"});
    hang_up(&harness, "k", &create).await;
    let (first, second) = tokio::join!(
        command(&harness, "k", "/api/sessions", &create),
        command(&harness, "k", "/api/sessions", &create)
    );
    assert_eq!((first.status, second.status), (201, 201), "{}", first.body);
    assert_eq!(first.json(), second.json());
    harness.restart().await;
    let third = command(&harness, "k", "/api/sessions", &create).await;
    assert_eq!((third.status, third.json()), (201, first.json()));
    let fourth = command(&harness, "another", "/api/sessions", &create).await;
    assert_ne!(fourth.json()["id"], first.json()["id"]);
    let list = harness.ok("GET", "/api/sessions", Value::Null).await;
    assert_eq!(list["sessions"].as_array().unwrap().len(), 2);
}

/// What a crash between a command and the storing of its answer leaves.
async fn forget_answers(harness: &mut Harness) {
    harness.kill().await;
    let index = rusqlite::Connection::open(harness.data().join("index.sqlite")).unwrap();
    let forgotten = index.execute("DELETE FROM answers", []).unwrap();
    assert!(forgotten > 0, "no answer was stored");
    drop(index);
    harness.restart().await;
}

#[tokio::test]
async fn a_key_holds_when_the_server_dies_before_it_stores_the_answer() {
    let mut harness = Harness::start().await;
    let create =
        json!({"project": harness.project(), "title": "one", "message": {"text": "first"}});
    let made = command(&harness, "create", "/api/sessions", &create).await;
    let session = made.json()["id"].as_str().unwrap().to_owned();
    let messages = format!("/api/sessions/{session}/messages");
    let fork = format!("/api/sessions/{session}/fork");
    let second = json!({"text": "second"});
    let sent = command(&harness, "send", &messages, &second).await;
    harness.watch(&session).await.until_turns(2).await;
    let forked = command(&harness, "fork", &fork, &json!({})).await;
    assert_eq!(forked.status, 201, "{}", forked.body);

    forget_answers(&mut harness).await;
    let again = command(&harness, "create", "/api/sessions", &create).await;
    assert_eq!((again.status, &again.json()["id"]), (201, &json!(session)));
    let again = command(&harness, "send", &messages, &second).await;
    assert_eq!(again.json()["uuid"], sent.json()["uuid"]);
    let again = command(&harness, "fork", &fork, &json!({})).await;
    assert_eq!(again.json()["id"], forked.json()["id"]);
    let browser = harness.watch(&session).await;
    let said = crate::browser::asked(&browser.view);
    assert_eq!(said, ["first", "second"]);
    let list = harness.ok("GET", "/api/sessions", Value::Null).await;
    assert_eq!(list["sessions"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_transient_refusal_is_not_stored_under_its_key() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}}]);
    harness.script(&session, call).await;
    let ask = browser.until_ask().await;
    let path = format!("/api/sessions/{session}/lifecycle");
    let park = json!({"action": "park"});
    let refused = command(&harness, "k", &path, &park).await;
    assert_eq!(refused.json()["code"], "busy", "{}", refused.body);
    harness
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    browser.until_idle().await;
    let parked = command(&harness, "k", &path, &park).await;
    assert_eq!(parked.status, 200, "{}", parked.body);
}

/// Asks for a session and does not wait for the answer.
async fn hang_up(harness: &Harness, key: &str, create: &Value) {
    let (bearer, body) = (harness.bearer(), create.to_string());
    let head = format!(
        "POST /api/sessions HTTP/1.1\r\nhost: {}\r\nauthorization: {bearer}\r\nidempotency-key: {key}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        harness.address(),
        body.len()
    );
    let mut stream = TcpStream::connect(harness.address()).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
}

#[tokio::test]
async fn answers_with_secrets_are_not_kept() {
    let harness = Harness::start().await;
    let new = json!({"name": "ci", "scope": "view"});
    let first = command(&harness, "k", "/api/tokens", &new).await.json();
    let second = command(&harness, "k", "/api/tokens", &new).await.json();
    assert_ne!(first["token"], second["token"]);
}

#[tokio::test]
async fn the_list_comes_in_pages() {
    let harness = Harness::start().await;
    let mut made = Vec::new();
    for number in 0..5 {
        let title = format!("session {number}");
        made.push(harness.create(json!({"title": title})).await);
    }
    let archive = format!("/api/sessions/{}", made[0]);
    harness
        .ok("PATCH", &archive, json!({"archived": true}))
        .await;
    let mut found = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/api/sessions?archived=false&limit=3{cursor}");
        let page = harness.ok("GET", &path, Value::Null).await;
        let sessions = page["sessions"].as_array().unwrap();
        assert!(sessions.len() <= 3);
        found.extend(
            sessions
                .iter()
                .map(|session| session["id"].as_str().unwrap().to_owned()),
        );
        let Some(next) = page["next"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    found.sort();
    let mut wanted = made[1..].to_vec();
    wanted.sort();
    assert_eq!(found, wanted);
    let wrong = harness
        .call("GET", "/api/sessions?cursor=x", Value::Null)
        .await;
    assert_eq!(wrong.status, 422);
    let none = harness
        .ok("GET", "/api/sessions?project=/nowhere", Value::Null)
        .await;
    assert_eq!(none["sessions"], json!([]));
}

#[tokio::test]
async fn every_session_is_on_one_page_also_when_all_have_one_time() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({"title": "One of many"})).await;
    let summary = harness.summary(&session).await;
    harness.stop().await;
    // The index says when a session was last used; here a backup was read in one moment.
    let moment = summary["at"].as_u64().unwrap();
    let mut wanted = store_copies(&harness, &session, &summary, 40, |_| moment);
    wanted.push(session);
    harness.restart().await;
    let mut found = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("/api/sessions?limit=7{cursor}");
        let page = harness.ok("GET", &path, Value::Null).await;
        let sessions = page["sessions"].as_array().unwrap().iter();
        found.extend(sessions.map(|session| session["id"].as_str().unwrap().to_owned()));
        let Some(next) = page["next"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted);
}

/// A stream of server-sent events.
struct Events {
    stream: TcpStream,
    text: String,
}

impl Events {
    async fn open(harness: &Harness, path: &str, more: &str) -> Self {
        let mut stream = TcpStream::connect(harness.address()).await.unwrap();
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nauthorization: {}\r\n{more}\r\n",
            harness.address(),
            harness.bearer()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        Self {
            stream,
            text: String::new(),
        }
    }

    /// The next event as name, id and data; none at the end. Chunk sizes stand on lines of their own and are passed over.
    async fn next(&mut self) -> Option<(String, u64, Value)> {
        loop {
            if let Some(at) = self.text.find("event: ")
                && let Some(end) = self.text[at..].find("\n\n")
            {
                let event = self.text[at..at + end].to_owned();
                self.text.drain(..at + end + 2);
                let field = |name: &str| {
                    let line = event.lines().find_map(|line| line.strip_prefix(name));
                    line.unwrap_or_default().to_owned()
                };
                let id = field("id: ").parse().unwrap_or_default();
                let data = serde_json::from_str(&field("data: ")).unwrap();
                return Some((field("event: "), id, data));
            }
            let mut bytes = [0; 65536];
            let read = tokio::time::timeout(LIMIT, self.stream.read(&mut bytes)).await;
            let read = read.expect("no event came").unwrap();
            if read == 0 {
                return None;
            }
            self.text.push_str(&String::from_utf8_lossy(&bytes[..read]));
        }
    }
}

#[tokio::test]
async fn a_script_follows_a_session_by_events_and_comes_back_by_its_last_id() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let path = format!("/api/sessions/{session}/events");
    let mut events = Events::open(&harness, &path, "").await;
    let (name, first, data) = events.next().await.unwrap();
    assert_eq!(
        (name.as_str(), data["kind"].as_str()),
        ("snapshot", Some("snapshot"))
    );
    harness.send(&session, "hello").await;
    let (name, seq, data) = events.next().await.unwrap();
    assert_eq!(
        (name.as_str(), data["kind"].as_str()),
        ("changes", Some("changes"))
    );
    assert!(seq > first);
    let mut browser = harness.watch(&session).await;
    browser.until_idle().await;
    let header = format!("last-event-id: {seq}\r\n");
    let mut again = Events::open(&harness, &path, &header).await;
    let (name, id, _) = again.next().await.unwrap();
    assert_eq!((name.as_str(), id), ("resumed", seq));
    let (_, later, data) = again.next().await.unwrap();
    assert!(later > seq);
    assert!(
        data["sets"]
            .as_array()
            .unwrap()
            .iter()
            .all(|set| set["seq"].as_u64() > Some(seq))
    );
    harness.stop().await;
    while again.next().await.is_some() {}
}

#[tokio::test]
async fn metrics_are_for_those_who_are_signed_in() {
    let harness = Harness::start().await;
    harness.create(json!({})).await;
    let nobody = request(harness.address(), "GET", "/metrics", &[], "")
        .await
        .unwrap();
    assert_eq!(nobody.status, 401);
    let page = harness.call("GET", "/metrics", Value::Null).await;
    assert!(
        page.head
            .contains("content-type: text/plain; version=0.0.4")
    );
    for line in [
        "pilothouse_sessions{status=\"parked\"} 1",
        "# TYPE pilothouse_http_answers_total counter",
        "pilothouse_http_answers_total{class=\"4xx\"} 1",
        "pilothouse_asks_open 0",
        "process_resident_memory_bytes ",
    ] {
        assert!(page.body.contains(line), "{line} is not in\n{}", page.body);
    }
}

#[tokio::test]
async fn a_second_server_finds_the_first_and_makes_a_link_to_it() {
    let host = Host::start().await;
    let data = host.data.path();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let config = pilothouse_server::Config::new(data);
    let second = pilothouse_server::Server::start(config, listener).await;
    let error = second.err().expect("a second server has started");
    assert!(error.to_string().contains("another server"), "{error}");
    let running = pilothouse_server::running_process(data).await.unwrap();
    assert_eq!(running, Some(u64::from(std::process::id())));
    let (link, pid) = pilothouse_server::running_link(data, Scope::Admin, None)
        .unwrap()
        .unwrap();
    assert_eq!(Some(pid), running);
    let (base, token) = link.split_once("/#token=").unwrap();
    assert!(host.link.starts_with(base));
    let body = json!({"token": token}).to_string();
    let answer = host.request("POST", "/api/login", &[], &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(data).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "others may look into the data directory");
    let elsewhere = tempfile::tempdir().unwrap();
    assert_eq!(
        pilothouse_server::running_link(elsewhere.path(), Scope::Admin, None).unwrap(),
        None
    );
}
