//! Somebody elsewhere who takes requests of the host: a push service, a webhook.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

use crate::harness::LIMIT;

pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    requests: mpsc::UnboundedReceiver<Received>,
}

/// A request that came.
pub(crate) struct Received {
    /// The head as it came.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1);
        let mut pairs = lines.filter_map(|line| line.split_once(": "));
        let found = pairs.find(|(found, _)| found.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Receiver {
    /// Answers the first requests with these, and all others with 201.
    pub(crate) async fn start(first: &'static [u16]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, requests) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut statuses = first.iter().copied();
            while let Ok((stream, _)) = listener.accept().await {
                let status = statuses.next().unwrap_or(201);
                let received = take(stream, status).await;
                if sender.send(received).is_err() {
                    return;
                }
            }
        });
        Self { address, requests }
    }

    /// Whether every request that came was taken.
    pub(crate) fn has_nothing_more(&mut self) -> bool {
        self.requests.try_recv().is_err()
    }

    pub(crate) async fn next(&mut self) -> Received {
        let next = tokio::time::timeout(LIMIT, self.requests.recv()).await;
        next.expect("no request came").unwrap()
    }
}

async fn take(mut stream: TcpStream, status: u16) -> Received {
    let mut bytes = Vec::new();
    loop {
        let mut chunk = [0; 4096];
        let read = stream.read(&mut chunk).await.unwrap();
        bytes.extend_from_slice(&chunk[..read]);
        let Some(end) = bytes.windows(4).position(|part| part == b"\r\n\r\n") else {
            continue;
        };
        let received = Received {
            head: String::from_utf8_lossy(&bytes[..end]).into_owned(),
            body: bytes[end + 4..].to_vec(),
        };
        let length = received.header("content-length").unwrap().parse().unwrap();
        if received.body.len() >= length {
            let answer = format!("HTTP/1.1 {status} Well\r\ncontent-length: 0\r\n\r\n");
            stream.write_all(answer.as_bytes()).await.unwrap();
            return received;
        }
    }
}
