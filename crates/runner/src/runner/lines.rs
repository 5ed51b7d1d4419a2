//! The CLI's output as lines, and the little the runner understands of them.

use std::time::Instant;

use bytes::{Bytes, BytesMut};
use memchr::{memchr, memmem};
use pilothouse_protocol::fold::Schedules;
use tokio::io::{self, AsyncReadExt};
use tokio::net::unix::pipe;

use crate::log_dir::now_ms;

const CHUNK: usize = 64 * 1024;
/// A buffer that held a line of this size is not kept.
const LARGE: usize = 1 << 20;

/// Cuts a stream into lines of any length.
#[derive(Default)]
pub(super) struct Lines {
    buffer: BytesMut,
    /// How much of the buffer is known to hold no newline.
    searched: usize,
}

impl Lines {
    /// Reads once; 0 at the end.
    pub(super) async fn read(&mut self, pipe: &mut pipe::Receiver) -> io::Result<usize> {
        self.buffer.reserve(CHUNK);
        pipe.read_buf(&mut self.buffer).await
    }

    /// Returns the next whole line without its newline.
    pub(super) fn next(&mut self) -> Option<Bytes> {
        let Some(at) = memchr(b'\n', &self.buffer[self.searched..]) else {
            self.searched = self.buffer.len();
            return None;
        };
        let mut line = self.buffer.split_to(self.searched + at + 1);
        line.truncate(line.len() - 1);
        self.searched = 0;
        if line.len() >= LARGE {
            self.buffer = BytesMut::from(&self.buffer[..]);
        }
        Some(line.freeze())
    }

    /// Returns what stands after the last newline.
    pub(super) fn rest(&mut self) -> Option<Bytes> {
        self.searched = 0;
        let rest = self.buffer.split().freeze();
        (!rest.is_empty()).then_some(rest)
    }
}

/// Whether the CLI has something to do, and since when nobody cared.
pub(super) struct Activity {
    pub(super) idle: bool,
    /// Whether the CLI tells its state; then results do not count.
    tells: bool,
    pub(super) since: Instant,
    /// Cron jobs and wake-ups of the CLI, which end with it.
    pub(super) schedules: Schedules,
}

impl Activity {
    pub(super) fn new() -> Self {
        Self {
            idle: true,
            tells: false,
            since: Instant::now(),
            schedules: Schedules::default(),
        }
    }

    /// Takes note of a line the CLI wrote, and says whether it must be on the disk before anyone
    /// sees it: an ask or a result.
    ///
    /// It looks at the start alone and may take a line for more than it is: that costs a sync.
    pub(super) fn out(&mut self, line: &Bytes) -> bool {
        self.since = Instant::now();
        self.schedules.observe_line(line, now_ms());
        let says = |word: &str| memmem::find(start(line), word.as_bytes()).is_some();
        if says("\"session_state_changed\"") {
            self.tells = true;
            self.idle = says("\"idle\"");
        }
        let (ask, result) = (says("\"control_request\""), says("\"result\""));
        if !self.tells && (ask || result) {
            self.idle = result;
        }
        ask || result
    }

    /// Takes note of a line for the CLI.
    pub(super) fn input(&mut self, line: &[u8]) {
        self.since = Instant::now();
        if is_message(line) {
            self.idle = false;
        }
    }
}

/// The part of a line that says what it is.
fn start(line: &[u8]) -> &[u8] {
    &line[..line.len().min(96)]
}

/// Says whether a line for the CLI is a message, as opposed to an answer or a request.
pub(super) fn is_message(line: &[u8]) -> bool {
    memmem::find(start(line), b"\"user\"").is_some()
}
