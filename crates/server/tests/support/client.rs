//! A server on a free port, and just enough of an HTTP client to be rude to it.

use std::io;
use std::net::SocketAddr;

use pilothouse_server::{Config, Server};
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A server with a data directory that is thrown away.
pub(crate) struct Host {
    pub(crate) address: SocketAddr,
    /// The token of the link it printed.
    pub(crate) token: String,
    /// The link it printed.
    pub(crate) link: String,
    pub(crate) data: TempDir,
}

impl Host {
    pub(crate) async fn start() -> Self {
        Self::with(|_| {}).await
    }

    /// Starts a server with a configuration of its own.
    pub(crate) async fn with(configure: impl FnOnce(&mut Config)) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::at(listener, configure).await
    }

    /// Starts a server on a listener of the test's own.
    pub(crate) async fn at(listener: TcpListener, configure: impl FnOnce(&mut Config)) -> Self {
        let data = tempfile::tempdir().unwrap();
        let address = listener.local_addr().unwrap();
        let mut config = Config::new(data.path());
        configure(&mut config);
        let server = Server::start(config, listener).await.unwrap();
        let link = server.link().unwrap();
        let (_, token) = link.split_once("/#token=").unwrap();
        tokio::spawn(server.run(std::future::pending()));
        Self {
            address,
            token: token.to_owned(),
            link: link.clone(),
            data,
        }
    }

    /// Sends a request with exactly these headers, and a host header unless one is given.
    pub(crate) async fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Response {
        request(self.address, method, path, headers, body)
            .await
            .unwrap()
    }

    /// Signs in with the printed link.
    pub(crate) async fn sign_in(&self) -> Device {
        let body = format!(r#"{{"token":"{}","device":"test"}}"#, self.token);
        let answer = self.request("POST", "/api/login", &[], &body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        Device {
            key: answer.json()["key"].as_str().unwrap().to_owned(),
            cookie: answer.cookie.unwrap(),
        }
    }
}

/// Sends a request with exactly these headers, and a host header unless one is given.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: impl AsRef<[u8]>,
) -> io::Result<Response> {
    let body = body.as_ref();
    let mut stream = TcpStream::connect(address).await?;
    let mut text = format!(
        "{method} {path} HTTP/1.1\r\nconnection: close\r\ncontent-length: {}\r\n",
        body.len()
    );
    if !headers.iter().any(|(name, _)| *name == "host") {
        text.push_str(&format!("host: {address}\r\n"));
    }
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    if !headers.iter().any(|(name, _)| *name == "content-type") {
        text.push_str("content-type: application/json\r\n");
    }
    text.push_str("\r\n");
    stream.write_all(text.as_bytes()).await?;
    // A server that refuses a body may answer and hang up before it has all of it: the answer counts.
    let sent = stream.write_all(body).await;
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer).await;
    match Response::read(&answer) {
        Err(_) => Err(sent
            .err()
            .or(read.err())
            .unwrap_or(io::ErrorKind::UnexpectedEof.into())),
        answered => answered,
    }
}

/// What a browser holds after signing in.
pub(crate) struct Device {
    pub(crate) cookie: String,
    pub(crate) key: String,
}

impl Device {
    pub(crate) fn headers(&self) -> [(&str, &str); 2] {
        [("cookie", &self.cookie), ("x-pilothouse-key", &self.key)]
    }
}

pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) cookie: Option<String>,
    /// The head in lower case.
    pub(crate) head: String,
    pub(crate) body: String,
    /// The body as it came.
    pub(crate) bytes: Vec<u8>,
}

impl Response {
    /// Fails when the connection ended before a whole head came: the server died.
    fn read(answer: &[u8]) -> io::Result<Self> {
        let end = answer.windows(4).position(|part| part == b"\r\n\r\n");
        let end = end.ok_or(io::ErrorKind::UnexpectedEof)?;
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        let cookie = head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie
            .and_then(|cookie| cookie.split(';').next())
            .map(str::to_owned);
        let bytes = answer[end + 4..].to_vec();
        Ok(Self {
            status: status.unwrap_or_default(),
            cookie,
            head: head.to_lowercase(),
            body: String::from_utf8_lossy(&bytes).into_owned(),
            bytes,
        })
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}
