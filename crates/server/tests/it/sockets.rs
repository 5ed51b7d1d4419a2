//! The WebSocket as a network sees it: batches, compression, slow and dead readers, the end.

use flate2::{Decompress, FlushDecompress};
use futures_util::{SinkExt, StreamExt};
use pilothouse_api::socket::SocketUpdate;
use pilothouse_view::SessionView;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout_at;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use crate::browser::{ended_turns, is_idle, settled};
use crate::harness::{Harness, LIMIT};

async fn connect(harness: &Harness, bearer: &str, protocol: &str) -> WebSocketStream<TcpStream> {
    let url = format!("ws://{}/api/ws", harness.address());
    let mut request = url.into_client_request().unwrap();
    let headers = request.headers_mut();
    headers.insert("authorization", bearer.parse().unwrap());
    headers.insert("sec-websocket-protocol", protocol.parse().unwrap());
    let stream = tokio::net::TcpSocket::new_v4().unwrap();
    // Little room on this side, so that a test that does not read is soon felt by the server.
    stream.set_recv_buffer_size(8192).unwrap();
    let stream = stream.connect(harness.address()).await.unwrap();
    let (socket, answer) = tokio_tungstenite::client_async(request, stream)
        .await
        .unwrap();
    assert_eq!(answer.headers()["sec-websocket-protocol"], protocol);
    socket
}

async fn say(socket: &mut WebSocketStream<TcpStream>, command: Value) {
    socket
        .send(Message::text(command.to_string()))
        .await
        .unwrap();
}

/// The next message that is no ping; the close frame when the socket ends.
async fn next(socket: &mut WebSocketStream<TcpStream>) -> Result<Message, Option<CloseFrame>> {
    let deadline = tokio::time::Instant::now() + LIMIT;
    loop {
        let message = timeout_at(deadline, socket.next()).await;
        let message = message.expect("nothing came");
        match message {
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Close(frame))) => return Err(frame),
            Some(Ok(message)) => return Ok(message),
            Some(Err(_)) | None => return Err(None),
        }
    }
}

/// Follows a session to its first idle moment; returns the view, the messages, and bytes before and after.
async fn follow(
    harness: &Harness,
    session: &str,
    protocol: &str,
) -> (SessionView, usize, usize, usize) {
    let mut socket = connect(harness, harness.bearer(), protocol).await;
    say(
        &mut socket,
        json!({"kind": "subscribe", "session": session}),
    )
    .await;
    let mut inflate = Decompress::new(false);
    let (mut view, mut messages, mut plain, mut sent) = (SessionView::default(), 0, 0, 0);
    while ended_turns(&view) == 0 || !is_idle(&view) {
        let message = next(&mut socket).await.unwrap();
        messages += 1;
        sent += message.len();
        let text = match message {
            Message::Text(text) => text.to_string(),
            Message::Binary(bytes) => {
                let mut output = Vec::with_capacity(8 << 20);
                let done = inflate.decompress_vec(&bytes, &mut output, FlushDecompress::Sync);
                done.unwrap();
                String::from_utf8(output).unwrap()
            }
            other => panic!("{other:?}"),
        };
        plain += text.len();
        for line in text.lines() {
            match serde_json::from_str(line).unwrap() {
                SocketUpdate::Snapshot { view: whole, .. } => view = *whole,
                SocketUpdate::Changes { sets, .. } => {
                    sets.iter().for_each(|set| view.apply_set(set));
                }
                _ => {}
            }
        }
    }
    (view, messages, plain, sent)
}

#[tokio::test]
async fn compressed_and_plain_sockets_show_the_same_and_compression_saves_most_bytes() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let words: String = (0..600)
        .map(|word| format!("word{} ", word * 7919 % 1000))
        .collect();
    let script = json!([{"type": "text", "text": words, "chunks": 300, "delay": 0.002}]);
    let (plain, deflate, _) = tokio::join!(
        follow(&harness, &session, "pilothouse.v1"),
        follow(&harness, &session, "pilothouse.v1.deflate"),
        harness.script(&session, script)
    );
    assert_eq!(settled(&plain.0), settled(&deflate.0));
    let saved = 1.0 - deflate.3 as f64 / deflate.2 as f64;
    println!(
        "plain: {} messages, {} bytes; deflate: {} messages, {} of {} bytes, {:.0} % saved",
        plain.1,
        plain.3,
        deflate.1,
        deflate.3,
        deflate.2,
        saved * 100.0
    );
    assert!(saved > 0.5, "only {saved} was saved");
}

#[tokio::test]
async fn many_sessions_come_on_one_socket() {
    let harness = Harness::start().await;
    let mut socket = connect(&harness, harness.bearer(), "pilothouse.v1").await;
    let mut sessions = Vec::new();
    for _ in 0..3 {
        let session = harness.create(json!({})).await;
        say(
            &mut socket,
            json!({"kind": "subscribe", "session": session}),
        )
        .await;
        sessions.push(session);
    }
    say(&mut socket, json!({"kind": "watchSessions"})).await;
    say(&mut socket, json!({"kind": "ping"})).await;
    let mut wanted: Vec<String> = sessions.iter().map(|id| format!("snapshot {id}")).collect();
    wanted.extend(["sessions".to_owned(), "pong".to_owned(), "hello".to_owned()]);
    while !wanted.is_empty() {
        let message = next(&mut socket).await.unwrap();
        for line in message.to_text().unwrap().lines() {
            let update: Value = serde_json::from_str(line).unwrap();
            let kind = update["kind"].as_str().unwrap();
            let found = match update["session"].as_str() {
                Some(session) => format!("{kind} {session}"),
                None => kind.to_owned(),
            };
            wanted.retain(|wanted| *wanted != found);
        }
    }
}

#[tokio::test]
async fn a_revoked_device_loses_its_open_socket() {
    let harness = Harness::start().await;
    let new = json!({"name": "lost phone", "scope": "view"});
    let made = harness.ok("POST", "/api/tokens", new).await;
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let mut lost = connect(&harness, &bearer, "pilothouse.v1").await;
    let mut kept = connect(&harness, harness.bearer(), "pilothouse.v1").await;
    let id = made["device"]["id"].as_str().unwrap();
    harness
        .ok("DELETE", &format!("/api/devices/{id}"), Value::Null)
        .await;
    let end = loop {
        if let Err(end) = next(&mut lost).await {
            break end;
        }
    };
    assert_eq!(u16::from(end.expect("no reason was told").code), 4001);
    say(&mut kept, json!({"kind": "ping"})).await;
    loop {
        let message = next(&mut kept)
            .await
            .expect("the other device lost its socket");
        if message.to_text().unwrap().contains("pong") {
            break;
        }
    }
}

#[tokio::test]
async fn sockets_are_told_when_the_server_ends_and_sessions_go_on() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.send(&session, "hello").await;
    browser.until_idle().await;
    let mut socket = connect(&harness, harness.bearer(), "pilothouse.v1.deflate").await;
    harness.stop().await;
    let end = loop {
        if let Err(end) = next(&mut socket).await {
            break end;
        }
    };
    assert_eq!(u16::from(end.expect("no reason was told").code), 1001);
    assert!(
        harness.runner_pid(&session).is_some(),
        "the session has ended"
    );
    harness.restart().await;
    let summary = harness.summary(&session).await;
    assert_eq!(summary["status"], "live");
}

#[tokio::test]
async fn a_reader_that_does_not_read_costs_bounded_memory_and_is_dropped() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut dead = connect(&harness, harness.bearer(), "pilothouse.v1").await;
    say(&mut dead, json!({"kind": "subscribe", "session": session})).await;
    let mut browser = harness.watch(&session).await;
    let before = memory(&harness);
    // Far more than the buffers of a socket take: each batch goes to both, and one of them reads nothing.
    for turn in 1..=2 {
        let text = format!("{turn} ").repeat(1_200_000);
        let script = json!([{"type": "text", "text": text, "chunks": 600, "delay": 0.001}]);
        harness.script(&session, script).await;
        browser.until_turns(turn).await;
    }
    let grown = memory(&harness).saturating_sub(before);
    assert!(grown < 120 << 20, "the server grew by {} MB", grown >> 20);
    // It wakes up and reads as fast as others do: through its little room each batch would take many round trips.
    rustix::net::sockopt::set_socket_recv_buffer_size(dead.get_ref(), 1 << 20).unwrap();
    // It is told that it was dropped, or finds itself disconnected if it slept for too long.
    while let Ok(message) = next(&mut dead).await {
        if message
            .to_text()
            .unwrap()
            .starts_with(r#"{"kind":"dropped""#)
        {
            break;
        }
    }
    let mut again = harness.browser().await;
    again.subscribe(&session, None).await;
    assert_eq!(settled(&again.view), settled(&browser.view));
}

fn memory(harness: &Harness) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", harness.server_pid()));
    let status = status.unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes: u64 = line
        .unwrap()
        .trim()
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    kilobytes * 1024
}
