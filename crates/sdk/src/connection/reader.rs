//! The one task that reads what the CLI says. It never waits for user code.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use pilothouse_protocol::lines::LineSplitter;
use pilothouse_protocol::{Frame, InputFrame};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::mpsc;

use super::Shared;
use super::route::Stage;
use crate::error::Exit;
use crate::events::Event;

/// How large the buffer is that is read into; a longer line makes it grow for as long as it takes.
const BUFFER: usize = 64 * 1024;

/// How much room there is at least for one read.
const ROOM: usize = BUFFER / 4;

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
    *splitter.buffer() = BytesMut::with_capacity(BUFFER);
    let mut usual = 0;
    loop {
        let buffer = splitter.buffer();
        let grown = buffer.len() > BUFFER - ROOM;
        buffer.reserve(ROOM);
        match source.read_buf(buffer).await {
            Ok(1..) => {}
            Ok(0) => break,
            Err(error) => {
                tracing::debug!(%error, "the CLI can no longer be read");
                break;
            }
        }
        let more = buffer.len() == buffer.capacity();
        let mut batch = Vec::with_capacity(usual);
        while let Some(line) = splitter.next_line() {
            receive(Frame::from_line(line), Stage::Live, &shared, &mut batch);
        }
        if batch.is_empty() {
            continue;
        }
        usual = batch.len();
        shared.queue.push(batch);
        if grown {
            release(splitter.buffer());
        }
        // A read that filled the buffer has probably left something behind. Whoever takes the events goes first:
        // then they are still in the cache, and the buffer they share can be used again.
        if more {
            tokio::task::yield_now().await;
        }
    }
    let mut batch = Vec::new();
    if let Some(line) = splitter.finish() {
        receive(Frame::from_line(line), Stage::Live, &shared, &mut batch);
    }
    shared.queue.push(batch);
    None
}

/// Gives back the memory that a long line needed, once the line is out.
fn release(buffer: &mut BytesMut) {
    if buffer.len() <= BUFFER - ROOM {
        let mut small = BytesMut::with_capacity(BUFFER);
        small.extend_from_slice(buffer);
        *buffer = small;
    }
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
