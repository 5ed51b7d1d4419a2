//! A session as a pair of line streams, as the SDK takes them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use pilothouse_protocol::log::{Exit, Kind, Who};

use super::{Client, ClientError, Durability, Event, Events, Written};

/// How many lines are handed over at once.
const BATCH: usize = 256;

/// Something that concerns the CLI's stdin and stdout.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Line {
    /// The CLI printed this line.
    Received { seq: u64, line: Bytes },
    /// This line was written to the CLI, by this client or by another.
    Sent { seq: u64, line: Bytes },
    /// All before this is history; no handler must have run for it. Requests of the CLI that
    /// have neither an answer nor a cancel in it are open, and are to be handled now.
    Live { seq: u64 },
    /// Another client controls the session now.
    ControlLost,
    /// The CLI ended.
    Exited { exit: Exit },
}

/// The CLI's lines in both directions, of its newest process alone.
///
/// Lines of earlier processes are left out: their requests died with them.
#[derive(Debug)]
pub struct LineSource {
    events: Events,
    epoch: u32,
}

/// Where lines for the CLI go.
#[derive(Clone, Debug)]
pub struct LineSink {
    client: Client,
    who: Who,
    prefix: String,
    count: Arc<AtomicU64>,
}

impl Client {
    /// Turns a connection into line streams.
    ///
    /// Lines that are sent carry ids that begin with `prefix`, which must differ from that of
    /// every other client the session had: the server's incarnation.
    pub fn lines(
        self,
        events: Events,
        who: Who,
        prefix: impl Into<String>,
    ) -> (LineSource, LineSink) {
        let epoch = self.welcome().epoch;
        let sink = LineSink {
            client: self,
            who,
            prefix: prefix.into(),
            count: Arc::default(),
        };
        (LineSource { events, epoch }, sink)
    }
}

impl LineSource {
    /// Returns what comes next, as much as is there; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<Vec<Line>> {
        loop {
            let event = self.events.next().await?;
            let mut lines: Vec<_> = self.line(event).into_iter().collect();
            while lines.len() < BATCH
                && let Some(event) = self.events.try_next()
            {
                lines.extend(self.line(event));
            }
            if !lines.is_empty() {
                return Some(lines);
            }
        }
    }

    fn line(&self, event: Event) -> Option<Line> {
        match event {
            Event::Record(record) if record.epoch == self.epoch => match record.kind {
                Kind::Out => Some(Line::Received {
                    seq: record.seq,
                    line: record.bytes,
                }),
                Kind::In => Some(Line::Sent {
                    seq: record.seq,
                    line: record.bytes,
                }),
                _ => None,
            },
            Event::Record(_) => None,
            Event::CaughtUp { seq } => Some(Line::Live { seq }),
            Event::ControlLost => Some(Line::ControlLost),
            Event::Exited { exit, .. } => Some(Line::Exited { exit }),
        }
    }
}

impl LineSink {
    /// Names another one who writes, for the log.
    pub fn by(&self, who: Who) -> Self {
        Self {
            who,
            ..self.clone()
        }
    }

    /// Sends a line to the CLI and waits until it is on the disk.
    pub async fn send(&self, line: impl Into<Bytes>) -> Result<Written, ClientError> {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        let id = format!("{}-{count}", self.prefix);
        self.client
            .write(id, self.who.clone(), line, Durability::Synced)
            .await
    }

    /// Closes the CLI's stdin.
    pub async fn close(&self) -> Result<(), ClientError> {
        self.client.close_stdin().await
    }
}
