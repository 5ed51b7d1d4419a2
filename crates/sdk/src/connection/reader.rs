//! The one task that reads what the CLI says. It never waits for user code.

use std::sync::Arc;

use bytes::Bytes;
use pilothouse_protocol::lines::LineSplitter;
use pilothouse_protocol::{Frame, InputFrame};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::mpsc;

use super::Shared;
use super::route::Stage;
use crate::error::Exit;
use crate::events::Event;

/// How much is read at once.
const CHUNK: usize = 64 * 1024;

/// A line that somebody else read, such as a record of a session's log.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum IncomingLine {
    /// A line that the CLI printed, without its line break.
    Received(Bytes),
    /// A line that was written to the CLI, by us or by another host before us.
    Sent(Bytes),
    /// All that came before is history. No handler runs for it; requests that are still open are handled now.
    Live,
    /// The CLI is gone.
    Exited(Exit),
}

/// Reads bytes to their end.
pub(super) async fn read_bytes(
    mut source: impl AsyncRead + Unpin,
    shared: Arc<Shared>,
) -> Option<Exit> {
    let mut splitter = LineSplitter::new(shared.settings.line_limit);
    loop {
        splitter.buffer().reserve(CHUNK);
        match source.read_buf(splitter.buffer()).await {
            Ok(1..) => {}
            Ok(0) => break,
            Err(error) => {
                tracing::debug!(%error, "the CLI can no longer be read");
                break;
            }
        }
        let mut batch = Vec::new();
        while let Some(line) = splitter.next_line() {
            receive(Frame::from_line(line), Stage::Live, &shared, &mut batch);
        }
        shared.queue.push(batch);
    }
    let mut batch = Vec::new();
    if let Some(line) = splitter.finish() {
        receive(Frame::from_line(line), Stage::Live, &shared, &mut batch);
    }
    shared.queue.push(batch);
    None
}

/// Reads lines to their end: history first, if there is any, then what is live.
pub(super) async fn read_lines(
    mut source: mpsc::Receiver<Vec<IncomingLine>>,
    shared: Arc<Shared>,
) -> Option<Exit> {
    let mut stage = Stage::History;
    while let Some(lines) = source.recv().await {
        let mut batch = Vec::new();
        for line in lines {
            match line {
                IncomingLine::Received(bytes) => {
                    receive(Frame::parse(bytes), stage, &shared, &mut batch)
                }
                IncomingLine::Sent(bytes) => {
                    let frame = InputFrame::parse(bytes);
                    shared.route_sent(&frame);
                    batch.push(Event::Sent(frame));
                }
                IncomingLine::Live if stage == Stage::History => {
                    stage = Stage::Live;
                    batch.push(Event::Live);
                    shared.go_live();
                }
                IncomingLine::Live => {}
                IncomingLine::Exited(exit) => {
                    shared.queue.push(batch);
                    return Some(exit);
                }
            }
        }
        shared.queue.push(batch);
    }
    None
}

fn receive(frame: Frame, stage: Stage, shared: &Arc<Shared>, batch: &mut Vec<Event>) {
    if let Some(notice) = shared.route(&frame, stage) {
        batch.push(Event::Received(frame));
        batch.push(Event::Notice(notice));
        return;
    }
    batch.push(Event::Received(frame));
}
