//! Devices that were let in and try to be more, or to stay longer.

use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;

use futures_util::StreamExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::client::{Device, Host, request};
use crate::harness::{Harness, LIMIT};
use crate::table::{Area, attack, elsewhere};

pub(crate) fn area() -> Area {
    Area::new(
        "Devices",
        vec![
            elsewhere(
                "pilothouse-server::it sockets::a_revoked_device_loses_its_open_socket",
                "Keep a WebSocket open after the device was revoked",
                "Revoking a device closes its sockets",
            ),
            attack!(
                a_device_revoked_during_the_handshake_gets_no_socket,
                "Begin a WebSocket handshake and be revoked before it ends",
                "The socket watches for revocations, then checks the device again, and only then sends"
            ),
            attack!(
                a_device_revoked_while_a_stream_begins_gets_no_stream,
                "The same with server-sent events",
                "The same check"
            ),
            attack!(
                a_command_that_arrives_after_the_revocation_is_refused,
                "Send the head of a command, be revoked, and send its body",
                "Rights are checked again when the whole request has arrived"
            ),
            attack!(
                a_device_cannot_take_the_name_of_another,
                "Sign in under the name of another device, so that the audit blames it",
                "The name given with the invitation stands; a name that is taken gets a number; invisible characters do not count"
            ),
            attack!(
                the_audit_tells_devices_of_one_name_apart,
                "Use the name of a device that was revoked",
                "Logs and audit hold the ID of the device, which is never used again"
            ),
            attack!(
                a_revoked_admin_cannot_come_back_by_a_link_it_made,
                "Make a link before being revoked, and come back with it",
                "Revoking an admin withdraws all links that nobody used yet"
            ),
            attack!(
                a_device_cannot_invite_one_that_may_do_more,
                "Make a link or a token with more rights than the device has",
                "Links and tokens need scope admin"
            ),
        ],
    )
}

/// Makes a token with these rights; returns its bearer header and the ID of its device.
async fn token(host: &Host, admin: &Device, scope: &str) -> (String, String) {
    let body = json!({"name": "script", "scope": scope}).to_string();
    let made = host
        .request("POST", "/api/tokens", &admin.headers(), &body)
        .await
        .json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let bearer = format!("Bearer {}", text(&made["token"]));
    (bearer, text(&made["device"]["id"]))
}

async fn revoke(host: &Host, admin: &Device, id: &str) {
    let path = format!("/api/devices/{id}");
    let answer = host.request("DELETE", &path, &admin.headers(), "").await;
    assert_eq!(answer.status, 204, "{}", answer.body);
}

/// Signs in with a link as a device that calls itself so.
async fn sign_in(address: SocketAddr, link: &str, name: &str) -> (Device, Value) {
    let (_, token) = link.split_once("/#token=").unwrap();
    let body = json!({"token": token, "device": name}).to_string();
    let answer = request(address, "POST", "/api/login", &[], &body).await;
    let answer = answer.unwrap();
    assert_eq!(answer.status, 200, "{}", answer.body);
    let made = answer.json();
    let device = Device {
        key: made["key"].as_str().unwrap().to_owned(),
        cookie: answer.cookie.unwrap(),
    };
    (device, made["device"].clone())
}

async fn socket(address: SocketAddr, bearer: &str) -> WebSocketStream<TcpStream> {
    let mut request = format!("ws://{address}/api/ws")
        .into_client_request()
        .unwrap();
    let headers = request.headers_mut();
    headers.insert("authorization", bearer.parse().unwrap());
    headers.insert("sec-websocket-protocol", "pilothouse.v1".parse().unwrap());
    let stream = TcpStream::connect(address).await.unwrap();
    let (socket, _) = tokio_tungstenite::client_async(request, stream)
        .await
        .unwrap();
    socket
}

async fn a_device_revoked_during_the_handshake_gets_no_socket() {
    let folder = tempfile::tempdir().unwrap();
    // The greeting of a socket names the CLI, and this one does not tell its version until it may.
    let (cli, gate) = (folder.path().join("claude"), folder.path().join("gate"));
    let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
    rustix::fs::mknodat(rustix::fs::CWD, &gate, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    let script = format!(
        "#!/bin/sh\nread line < '{}'\necho '2.1.325 (Claude Code)'\n",
        gate.display()
    );
    std::fs::write(&cli, script).unwrap();
    std::fs::set_permissions(&cli, std::fs::Permissions::from_mode(0o700)).unwrap();
    let host = Host::with(|config| config.claude = Some(cli)).await;
    let admin = host.sign_in().await;
    let (bearer, id) = token(&host, &admin, "view").await;
    let mut socket = socket(host.address, &bearer).await;
    // The handshake was let in and the greeting waits for the CLI.
    revoke(&host, &admin, &id).await;
    tokio::fs::write(&gate, "go\n").await.unwrap();
    let first = timeout(LIMIT, socket.next()).await.unwrap();
    let Some(Ok(Message::Close(Some(frame)))) = first else {
        panic!("a revoked device is sent {first:?}");
    };
    assert_eq!(u16::from(frame.code), 4001);
}

async fn a_device_revoked_while_a_stream_begins_gets_no_stream() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    for _ in 0..40 {
        let new = json!({"name": "script", "scope": "view"});
        let made = harness.ok("POST", "/api/tokens", new).await;
        let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
        let path = format!("/api/devices/{}", made["device"]["id"].as_str().unwrap());
        let mut stream = TcpStream::connect(harness.address()).await.unwrap();
        let head = format!(
            "GET /api/sessions/{session}/events HTTP/1.1\r\nhost: {}\r\nauthorization: {bearer}\r\nconnection: close\r\n\r\n",
            harness.address()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        harness.ok("DELETE", &path, Value::Null).await;
        // Refused or ended; one that stays open is waited for in vain.
        let mut answer = Vec::new();
        let ended = timeout(LIMIT, stream.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "a revoked device keeps its stream");
    }
}

async fn a_command_that_arrives_after_the_revocation_is_refused() {
    let host = Host::start().await;
    let admin = host.sign_in().await;
    for (path, body) in [
        ("/api/tokens", r#"{"name":"again","scope":"admin"}"#),
        ("/api/devices/pair", r#"{"scope":"admin"}"#),
        ("/api/uploads?name=notes.txt", "notes"),
        ("/api/sessions/import", "no archive"),
    ] {
        let (bearer, id) = token(&host, &admin, "admin").await;
        let mut stream = TcpStream::connect(host.address).await.unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nauthorization: {bearer}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n",
            host.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // The server asks for the body when the device was let in.
        let mut asked = [0; 25];
        timeout(LIMIT, stream.read_exact(&mut asked))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(&asked, b"HTTP/1.1 100 Continue\r\n\r\n");
        revoke(&host, &admin, &id).await;
        stream.write_all(body.as_bytes()).await.unwrap();
        let mut answer = String::new();
        timeout(LIMIT, stream.read_to_string(&mut answer))
            .await
            .unwrap()
            .unwrap();
        assert!(answer.starts_with("HTTP/1.1 401"), "{path}: {answer}");
    }
}

async fn a_device_cannot_take_the_name_of_another() {
    let host = Host::start().await;
    let admin = host.sign_in().await;
    let invite = async |name: Option<&str>| {
        let body = json!({"scope": "answer", "name": name}).to_string();
        let headers = admin.headers();
        let answer = host.request("POST", "/api/devices/pair", &headers, &body);
        let made = answer.await.json();
        made["link"].as_str().unwrap().to_owned()
    };
    let link = invite(Some("Guest")).await;
    let (_, guest) = sign_in(host.address, &link, "test").await;
    assert_eq!(guest["name"], "Guest", "the invited name stands");
    for (own, shown) in [
        ("test", "test 2"),
        ("TE\u{200b}ST ", "TEST 3"),
        ("guest\u{202e}", "guest 2"),
        ("Guest 2", "Guest 2 2"),
    ] {
        let link = invite(None).await;
        let (_, device) = sign_in(host.address, &link, own).await;
        assert_eq!(device["name"], shown, "{own:?}");
    }
    let list = host
        .request("GET", "/api/devices", &admin.headers(), "")
        .await;
    let names: Vec<String> = list
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|device| device["name"].as_str().unwrap().to_lowercase())
        .collect();
    let unique: std::collections::HashSet<&String> = names.iter().collect();
    assert_eq!(unique.len(), names.len(), "{names:?}");
}

async fn the_audit_tells_devices_of_one_name_apart() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let mut ids = Vec::new();
    for turn in 1..=2 {
        let new = json!({"scope": "control", "name": "Ann's phone"});
        let paired = harness.ok("POST", "/api/devices/pair", new).await;
        let link = paired["link"].as_str().unwrap();
        let (device, made) = sign_in(harness.address(), link, "phone").await;
        assert_eq!(made["name"], "Ann's phone");
        let call = json!([{"type": "tool_use", "name": "Bash", "input": {"command": "touch a"}}]);
        harness.script(&session, call).await;
        let ask = browser.until_ask().await;
        let path = format!("/api/sessions/{session}/asks/{}", ask.id.as_str());
        let body = json!({"kind": "deny", "message": "no"}).to_string();
        let headers = device.headers();
        let answer = request(harness.address(), "POST", &path, &headers, &body).await;
        assert!((200..300).contains(&answer.unwrap().status));
        browser.until_turns(turn).await;
        let id = made["id"].as_str().unwrap().to_owned();
        let path = format!("/api/devices/{id}");
        harness.ok("DELETE", &path, Value::Null).await;
        ids.insert(0, id);
    }
    let audit = harness.ok("GET", "/api/audit", Value::Null).await;
    let entries = audit["entries"].as_array().unwrap();
    assert!(
        entries.iter().all(|entry| entry["device"] == "Ann's phone"),
        "{audit}"
    );
    let found: Vec<&str> = entries
        .iter()
        .map(|entry| entry["deviceId"].as_str().unwrap())
        .collect();
    assert_eq!(found, ids, "the newest first");
}

async fn a_revoked_admin_cannot_come_back_by_a_link_it_made() {
    let host = Host::start().await;
    let owner = host.sign_in().await;
    let pair = async |by: &Device, scope: &str| {
        let body = json!({"scope": scope}).to_string();
        let answer = host
            .request("POST", "/api/devices/pair", &by.headers(), &body)
            .await;
        let made = answer.json();
        made["link"].as_str().unwrap().to_owned()
    };
    let link = pair(&owner, "admin").await;
    let (admin, made) = sign_in(host.address, &link, "admin").await;
    let link = pair(&admin, "view").await;
    revoke(&host, &owner, made["id"].as_str().unwrap()).await;
    let (_, token) = link.split_once("/#token=").unwrap();
    let body = json!({"token": token}).to_string();
    let answer = host.request("POST", "/api/login", &[], &body).await;
    assert_eq!(answer.status, 403, "{}", answer.body);
}

async fn a_device_cannot_invite_one_that_may_do_more() {
    let host = Host::start().await;
    let admin = host.sign_in().await;
    for scope in ["view", "answer", "control"] {
        let (bearer, _) = token(&host, &admin, scope).await;
        let headers = [("authorization", bearer.as_str())];
        for (path, body) in [
            ("/api/devices/pair", r#"{"scope":"admin"}"#),
            ("/api/tokens", r#"{"name":"x","scope":"admin"}"#),
        ] {
            let answer = host.request("POST", path, &headers, body).await;
            assert_eq!(answer.status, 403, "{scope} {path}: {}", answer.body);
        }
    }
}
