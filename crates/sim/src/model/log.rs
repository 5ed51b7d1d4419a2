//! The log of requests, for tests and for debugging the CLI.

use std::fs::File;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;
use tokio::sync::watch;

/// The maximum number of requests in memory; the oldest are dropped first. A file keeps all of them.
const KEPT: usize = 1_000;

/// A request. Headers are omitted because they contain credentials.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LoggedRequest {
    /// The number of the request, starting from 0.
    pub number: u64,
    /// Milliseconds since 1970.
    pub at: u64,
    pub method: String,
    pub path: String,
    /// The response status.
    pub status: u16,
    /// The body as JSON, or null.
    pub body: Value,
}

/// The requests so far, in memory and optionally in an NDJSON file.
#[derive(Debug)]
pub struct RequestLog {
    state: Mutex<State>,
    count: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct State {
    kept: Vec<LoggedRequest>,
    file: Option<File>,
}

impl Default for RequestLog {
    fn default() -> Self {
        Self {
            state: Mutex::default(),
            count: watch::Sender::new(0),
        }
    }
}

impl RequestLog {
    /// Creates a log that also writes every request to a file.
    pub fn to_file(file: File) -> Self {
        let log = Self::default();
        log.state().file = Some(file);
        log
    }

    /// Returns the requests in memory, oldest first.
    pub fn requests(&self) -> Vec<LoggedRequest> {
        self.state().kept.clone()
    }

    /// Returns the requests to `/v1/messages`, oldest first.
    pub fn messages(&self) -> Vec<LoggedRequest> {
        let mut requests = self.requests();
        requests.retain(|request| request.path == "/v1/messages");
        requests
    }

    /// Waits until at least this many requests of any kind were received.
    pub async fn wait_for(&self, count: u64) {
        let mut counts = self.count.subscribe();
        // The sender lives in `self`, so waiting cannot fail.
        counts.wait_for(|seen| *seen >= count).await.ok();
    }

    pub(super) fn add(&self, method: &str, path: &str, status: u16, body: Value) {
        let mut state = self.state();
        let number = *self.count.borrow();
        let request = LoggedRequest {
            number,
            at: now(),
            method: method.to_owned(),
            path: path.to_owned(),
            status,
            body,
        };
        if let (Some(file), Ok(mut line)) = (&mut state.file, serde_json::to_vec(&request)) {
            line.push(b'\n');
            // A full disk must not affect the answers of the model.
            file.write_all(&line).ok();
        }
        if state.kept.len() == KEPT {
            state.kept.remove(0);
        }
        state.kept.push(request);
        drop(state);
        self.count.send_replace(number + 1);
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn now() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| {
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        })
}
