//! The host from outside: TLS, proxies with a path, slow clients, the headers of the page.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::client::{Host, Response, request};
use crate::harness::LIMIT;

fn key_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/it/keys")
        .join(name)
}

#[tokio::test]
async fn the_host_speaks_tls_with_certificate_files() {
    let host = Host::with(|config| {
        config.tls = Some((key_file("test.crt"), key_file("test.key")));
    })
    .await;
    assert!(host.link.starts_with("https://"), "{}", host.link);
    let mut roots = rustls::RootCertStore::empty();
    roots
        .add(CertificateDer::from_pem_file(key_file("test.crt")).unwrap())
        .unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connector = tokio_rustls::TlsConnector::from(Arc::new(config));
    let stream = TcpStream::connect(host.address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let mut stream = connector.connect(name, stream).await.unwrap();
    let body = json!({"token": host.token}).to_string();
    let head = format!(
        "POST /api/login HTTP/1.1\r\nhost: localhost:{}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        host.address.port(),
        body.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    // The server may close without a farewell of TLS; what came counts.
    stream.read_to_string(&mut answer).await.ok();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains("; Secure"), "{answer}");
}

#[tokio::test]
async fn a_certificate_that_cannot_be_used_is_named() {
    let data = tempfile::tempdir().unwrap();
    let mut config = pilothouse_server::Config::new(data.path());
    config.tls = Some((key_file("test.crt"), data.path().join("missing.key")));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let error = pilothouse_server::Server::start(config, listener)
        .await
        .err();
    assert!(error.unwrap().to_string().contains("missing.key"));
}

/// What a proxy does with the path and the name.
#[derive(Clone, Copy)]
enum Proxy {
    /// Takes the prefix off and names the host by its own address.
    Strips,
    /// Leaves prefix and name as they are.
    Keeps,
}

const PUBLIC: &str = "https://pilot.example";

/// A reverse proxy that changes the head of the first request and then passes bytes on.
async fn proxy(kind: Proxy, upstream: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(client.read_u8().await.unwrap());
                }
                let mut head = String::from_utf8(head).unwrap();
                if let Proxy::Strips = kind {
                    head = head.replacen(" /pilot/", " /", 1);
                    head = head.replacen("host: pilot.example", &format!("host: {upstream}"), 1);
                }
                let mut server = TcpStream::connect(upstream).await.unwrap();
                server.write_all(head.as_bytes()).await.unwrap();
                copy_bidirectional(&mut client, &mut server).await.ok();
            });
        }
    });
    address
}

async fn through(
    proxy: SocketAddr,
    method: &str,
    path: &str,
    more: &[(&str, &str)],
    body: &str,
) -> Response {
    let mut headers = vec![("host", "pilot.example"), ("origin", PUBLIC)];
    headers.extend_from_slice(more);
    request(proxy, method, path, &headers, body).await.unwrap()
}

async fn works_behind(kind: Proxy) {
    let host = Host::with(|config| config.public_url = Some(format!("{PUBLIC}/pilot"))).await;
    assert!(
        host.link.starts_with("https://pilot.example/pilot/#token="),
        "{}",
        host.link
    );
    let proxy = proxy(kind, host.address).await;
    let page = through(proxy, "GET", "/pilot/", &[], "").await;
    assert!(matches!(page.status, 200 | 503), "{}", page.status);
    let body = json!({"token": host.token}).to_string();
    let login = through(proxy, "POST", "/pilot/api/login", &[], &body).await;
    assert_eq!(login.status, 200, "{}", login.body);
    assert!(login.head.contains("path=/pilot/; "), "{}", login.head);
    assert!(login.head.contains("; secure"), "{}", login.head);
    let (cookie, key) = (login.cookie.clone().unwrap(), login.json());
    let key = key["key"].as_str().unwrap();
    let device = [("cookie", cookie.as_str()), ("x-pilothouse-key", key)];
    let list = through(proxy, "GET", "/pilot/api/sessions", &device, "").await;
    assert_eq!(list.status, 200, "{}", list.body);
    let mut socket = "ws://pilot.example/pilot/api/ws"
        .into_client_request()
        .unwrap();
    let headers = socket.headers_mut();
    headers.insert("origin", PUBLIC.parse().unwrap());
    headers.insert("cookie", cookie.parse().unwrap());
    let protocols = format!("pilothouse.v1, pilothouse.key.{key}");
    headers.insert("sec-websocket-protocol", protocols.parse().unwrap());
    let stream = TcpStream::connect(proxy).await.unwrap();
    tokio_tungstenite::client_async(socket, stream)
        .await
        .unwrap();
}

#[tokio::test]
async fn the_host_works_behind_a_proxy_that_takes_its_path_off() {
    works_behind(Proxy::Strips).await;
}

#[tokio::test]
async fn the_host_works_behind_a_proxy_that_leaves_its_path_on() {
    works_behind(Proxy::Keeps).await;
    let host = Host::with(|config| config.public_url = Some(format!("{PUBLIC}/pilot"))).await;
    let bare = through(host.address, "GET", "/pilot", &[], "").await;
    assert_eq!(bare.status, 308);
    assert!(bare.head.contains("location: /pilot/"));
}

#[tokio::test]
async fn a_client_that_never_finishes_its_head_is_not_waited_for() {
    let host = Host::with(|config| config.timings.head = Duration::from_millis(500)).await;
    let mut slow = TcpStream::connect(host.address).await.unwrap();
    slow.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n")
        .await
        .unwrap();
    let mut answer = Vec::new();
    let ended = tokio::time::timeout(LIMIT, slow.read_to_end(&mut answer)).await;
    ended.expect("the server still waits").ok();
    assert!(!answer.starts_with(b"HTTP/1.1 200"));
    assert_eq!(host.request("GET", "/healthz", &[], "").await.status, 200);
}

#[tokio::test]
async fn a_socket_of_another_site_is_refused() {
    let host = Host::start().await;
    let device = host.sign_in().await;
    let protocols = format!("pilothouse.v1, pilothouse.key.{}", device.key);
    let own = format!("http://{}", host.address);
    for (origin, allowed) in [
        (Some("https://evil.example"), false),
        (None, false),
        (Some(own.as_str()), true),
    ] {
        let url = format!("ws://{}/api/ws", host.address);
        let mut socket = url.into_client_request().unwrap();
        let headers = socket.headers_mut();
        headers.insert("cookie", device.cookie.parse().unwrap());
        headers.insert("sec-websocket-protocol", protocols.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert("origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(host.address).await.unwrap();
        let opened = tokio_tungstenite::client_async(socket, stream).await;
        assert_eq!(opened.is_ok(), allowed, "{origin:?}");
    }
}

#[tokio::test]
async fn the_page_runs_no_inline_scripts_and_stands_in_no_frame() {
    let host = Host::start().await;
    let page = host.request("GET", "/", &[], "").await;
    let policy = page
        .head
        .lines()
        .find_map(|line| line.strip_prefix("content-security-policy: "));
    // A build without the page inside has nothing to protect; it says so.
    if page.status == 200 {
        let policy = policy.unwrap();
        let scripts = policy
            .split(';')
            .find(|part| part.trim().starts_with("script-src"));
        assert!(!scripts.unwrap().contains("unsafe-inline"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(
            !page.body.contains("<script>"),
            "the page has an inline script"
        );
    }
    assert!(page.head.contains("x-content-type-options: nosniff"));
    assert!(page.head.contains("x-frame-options: deny"));
    assert!(page.head.contains("referrer-policy: no-referrer"));
}

#[tokio::test]
async fn bypassing_permissions_needs_a_typed_word() {
    let host = Host::start().await;
    let device = host.sign_in().await;
    let project = tempfile::tempdir().unwrap();
    let create = json!({"project": project.path(), "permissionMode": "bypassPermissions"});
    let refused = host
        .request(
            "POST",
            "/api/sessions",
            &device.headers(),
            &create.to_string(),
        )
        .await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    let create = json!({"project": project.path()}).to_string();
    let made = host
        .request("POST", "/api/sessions", &device.headers(), &create)
        .await;
    let path = format!("/api/sessions/{}", made.json()["id"].as_str().unwrap());
    for confirm in [Value::Null, json!("yes")] {
        let mut update = json!({"permissionMode": "bypassPermissions"});
        if !confirm.is_null() {
            update["confirm"] = confirm;
        }
        let refused = host
            .request("PATCH", &path, &device.headers(), &update.to_string())
            .await;
        assert_eq!(refused.status, 422, "{}", refused.body);
    }
}
