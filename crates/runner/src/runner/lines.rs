//! The CLI's output as lines, and the little the runner understands of them.

use std::time::Instant;

use bytes::{Bytes, BytesMut};
use memchr::memmem;
use pilothouse_log::now_ms;
use pilothouse_protocol::fold::Schedules;
use pilothouse_protocol::lines::{Line, LineSplitter};
use tokio::io::{self, AsyncReadExt};
use tokio::net::unix::pipe;

const CHUNK: usize = 64 * 1024;
/// A buffer that held a line of this size is not kept.
const LARGE: usize = 1 << 20;

/// The lines of the CLI's stdout, of any length.
pub(super) struct Lines(LineSplitter);

impl Lines {
    pub(super) fn new() -> Self {
        Self(LineSplitter::new(usize::MAX))
    }

    /// Reads once; 0 at the end.
    pub(super) async fn read(&mut self, pipe: &mut pipe::Receiver) -> io::Result<usize> {
        read(self.0.buffer(), pipe).await
    }

    /// Returns the next whole line without its line break.
    pub(super) fn next(&mut self) -> Option<Bytes> {
        let line = bytes(self.0.next_line()?);
        if line.len() >= LARGE {
            let buffer = self.0.buffer();
            *buffer = BytesMut::from(&buffer[..]);
        }
        Some(line)
    }

    /// Returns the bytes after the last line break.
    pub(super) fn rest(&mut self) -> Option<Bytes> {
        self.0.finish().map(bytes)
    }
}

fn bytes(line: Line) -> Bytes {
    match line {
        Line::Complete(bytes) | Line::Unfinished(bytes) => bytes,
        // Without a limit no line is oversized.
        Line::Oversized { head, .. } => head,
    }
}

/// Reads once into a buffer; 0 at the end.
pub(super) async fn read(buffer: &mut BytesMut, pipe: &mut pipe::Receiver) -> io::Result<usize> {
    buffer.reserve(CHUNK);
    pipe.read_buf(buffer).await
}

/// Whether the CLI has something to do, and since when nobody cared.
pub(super) struct Activity {
    pub(super) idle: bool,
    /// Whether the CLI tells its state; then results do not count.
    tells: bool,
    pub(super) since: Instant,
    /// Whether agents or shells run in the background, which end with the CLI. Not known of 2.1.38.
    pub(super) in_background: bool,
    /// Cron jobs and wake-ups of the CLI, which end with it.
    pub(super) schedules: Schedules,
}

impl Activity {
    pub(super) fn new() -> Self {
        Self {
            idle: true,
            tells: false,
            since: Instant::now(),
            in_background: false,
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
        if says("\"background_tasks_changed\"") {
            self.in_background = !says("\"tasks\":[]");
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
