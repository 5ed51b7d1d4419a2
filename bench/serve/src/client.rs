//! A minimal HTTP and WebSocket client for a script and many browsers, without dependencies.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::{Outcome, member};

/// The timeout of a response.
const PATIENCE: Duration = Duration::from_secs(60);
/// The stack size of a thread that only reads a socket.
const STACK: usize = 128 * 1024;

/// A signed-in client.
pub(crate) struct Client {
    address: String,
    bearer: String,
    project: String,
}

impl Client {
    pub(crate) fn sign_in(address: &str, token: &str, project: String) -> Outcome<Self> {
        let body = format!(r#"{{"token":"{token}"}}"#);
        let (head, answer) = exchange(address, "POST /api/login", "", &body)?;
        let cookie = head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .and_then(|cookie| cookie.split(';').next())
            .ok_or("the login response has no cookie")?;
        let page = format!(
            "cookie: {cookie}\r\nx-pilothouse-key: {}\r\n",
            member(&answer, "key")?
        );
        let body = r#"{"name":"bench","scope":"admin"}"#;
        let (_, made) = exchange(address, "POST /api/tokens", &page, body)?;
        Ok(Self {
            address: address.to_owned(),
            bearer: format!("authorization: Bearer {}\r\n", member(&made, "token")?),
            project,
        })
    }

    fn post(&self, path: &str, body: &str) -> Outcome<String> {
        let line = format!("POST {path}");
        let (head, answer) = exchange(&self.address, &line, &self.bearer, body)?;
        match head.split(' ').nth(1) {
            Some(status) if status.starts_with('2') => Ok(answer),
            _ => Err(format!("{line}: {head} {answer}")),
        }
    }

    /// Creates a session; returns its ID.
    pub(crate) fn create(&self) -> Outcome<String> {
        let body = format!(r#"{{"project":"{}"}}"#, self.project);
        let made = self.post("/api/sessions", &body)?;
        member(&made, "id").map(str::to_owned)
    }

    /// Starts the process of a session.
    pub(crate) fn wake(&self, session: &str) -> Outcome {
        self.lifecycle(session, "wake")
    }

    pub(crate) fn close(&self, session: &str) -> Outcome {
        self.lifecycle(session, "close")
    }

    fn lifecycle(&self, session: &str, action: &str) -> Outcome {
        let path = format!("/api/sessions/{session}/lifecycle");
        self.post(&path, &format!(r#"{{"action":"{action}"}}"#))?;
        Ok(())
    }

    pub(crate) fn send(&self, session: &str, text: &str) -> Outcome {
        let escaped = text.replace('"', "\\\"");
        let path = format!("/api/sessions/{session}/messages");
        self.post(&path, &format!(r#"{{"text":"{escaped}"}}"#))?;
        Ok(())
    }

    /// Opens a browser's socket for a session; a separate thread counts the messages.
    pub(crate) fn watch(&self, session: &str, arrivals: &Arrivals) -> Outcome {
        let opened = open_socket(&self.address, &self.bearer, session);
        let socket = opened.map_err(|error| format!("cannot open a socket: {error}"))?;
        let arrivals = arrivals.clone();
        let reader = thread::Builder::new().stack_size(STACK);
        let spawned = reader.spawn(move || follow(socket, &arrivals));
        spawned.map(drop).map_err(|error| error.to_string())
    }
}

/// Sends a request; returns the head and the body of the response.
fn exchange(address: &str, line: &str, headers: &str, body: &str) -> Outcome<(String, String)> {
    let said = || -> io::Result<String> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let length = body.len();
        let request = format!(
            "{line} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        );
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    };
    let answer = said().map_err(|error| format!("{line}: {error}"))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    Ok((head.to_owned(), body.to_owned()))
}

fn open_socket(address: &str, bearer: &str, session: &str) -> io::Result<BufReader<TcpStream>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let request = format!(
        "GET /api/ws HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: YSBiZW5jaG1hcmsga2V5IQ==\r\n\
         sec-websocket-protocol: pilothouse.v1\r\n{bearer}\r\n"
    );
    stream.write_all(request.as_bytes())?;
    let mut reader = BufReader::with_capacity(32 * 1024, stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    if !line.contains(" 101 ") {
        return Err(io::Error::other(line));
    }
    while line.trim() != "" {
        line.clear();
        reader.read_line(&mut line)?;
    }
    let subscribe = format!(r#"{{"kind":"subscribe","session":"{session}"}}"#);
    say(&mut reader, TEXT, subscribe.as_bytes())?;
    Ok(reader)
}

const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// Writes a short frame, masked with zeros as required for clients.
fn say(reader: &mut BufReader<TcpStream>, kind: u8, payload: &[u8]) -> io::Result<()> {
    let length = u8::try_from(payload.len()).map_err(io::Error::other)?;
    let mut frame = vec![0x80 | kind, 0x80 | length.min(125), 0, 0, 0, 0];
    frame.extend_from_slice(payload);
    reader.get_mut().write_all(&frame)
}

/// Reads a frame; returns its kind.
fn hear(reader: &mut BufReader<TcpStream>, payload: &mut Vec<u8>) -> io::Result<u8> {
    let mut head = [0; 2];
    reader.read_exact(&mut head)?;
    let length = match head[1] & 0x7f {
        126 => {
            let mut bytes = [0; 2];
            reader.read_exact(&mut bytes)?;
            usize::from(u16::from_be_bytes(bytes))
        }
        127 => {
            let mut bytes = [0; 8];
            reader.read_exact(&mut bytes)?;
            usize::try_from(u64::from_be_bytes(bytes)).map_err(io::Error::other)?
        }
        short => usize::from(short),
    };
    payload.resize(length, 0);
    reader.read_exact(payload)?;
    Ok(head[0] & 0x0f)
}

/// Reads a socket until it ends.
fn follow(mut reader: BufReader<TcpStream>, arrivals: &Arrivals) {
    let mut payload = Vec::new();
    let mut late = Vec::new();
    while let Ok(kind) = hear(&mut reader, &mut payload) {
        let now = now_ms();
        match kind {
            TEXT => {
                let text = String::from_utf8_lossy(&payload);
                if text.starts_with(r#"{"kind":"changes""#) {
                    late.extend(times(&text).map(|at| now - at));
                    arrivals.add(&mut late);
                }
            }
            PING if say(&mut reader, PONG, &payload).is_err() => return,
            CLOSE => return,
            _ => {}
        }
    }
}

/// The times at which the records of an update were written, in milliseconds.
fn times(text: &str) -> impl Iterator<Item = f64> {
    text.split("{\"seq\":").skip(1).filter_map(|set| {
        let (_, rest) = set.split_once(",\"at\":")?;
        rest.split(',').next()?.parse().ok()
    })
}

fn now_ms() -> f64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.unwrap_or_default().as_secs_f64() * 1e3
}

/// The latencies of changes in milliseconds, while counting is enabled.
#[derive(Clone, Default)]
pub(crate) struct Arrivals(Arc<Mutex<Option<Vec<f64>>>>);

impl Arrivals {
    pub(crate) fn begin(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Vec::new());
    }

    pub(crate) fn end(&self) -> Vec<f64> {
        let counted = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        counted.unwrap_or_default()
    }

    fn add(&self, late: &mut Vec<f64>) {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(counted) = counted.as_mut() {
            counted.append(late);
        }
        late.clear();
    }
}
