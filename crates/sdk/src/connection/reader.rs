//! The one task that reads what the CLI says. It never waits for user code.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use pilothouse_protocol::lines::{Line, LineSplitter};
use pilothouse_protocol::{Frame, InputFrame};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::sync::mpsc;

use super::Shared;
use super::route::Stage;
use crate::error::Exit;
use crate::events::Event;
use crate::queue::Item;

/// How large the buffer is that is read into; a longer line makes it grow for as long as it takes.
const BUFFER: usize = 64 * 1024;

/// How much room there is at least for one read.
const ROOM: usize = BUFFER / 4;

/// What the buffer grows to when a line does not fit. Only what is written to takes memory, and growing in small steps would copy the line again and again.
const LARGE: usize = 1024 * 1024;

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
        if grown && buffer.capacity() - buffer.len() < ROOM {
            grow(buffer);
        }
        buffer.reserve(ROOM);
        match source.read_buf(buffer).await {
            Ok(1..) => {}
            Ok(0) => break,
            Err(error) => {
                tracing::debug!(%error, "the CLI can no longer be read");
                break;
            }
        }
        let full = buffer.len() == buffer.capacity();
        let mut batch = Vec::with_capacity(usual);
        while let Some(line) = splitter.next_line() {
            receive(line, Stage::Live, &shared, &mut batch);
        }
        if batch.is_empty() {
            continue;
        }
        usual = batch.len();
        let unread = shared.queue.push(batch);
        if grown {
            release(splitter.buffer());
        }
        // There is probably more to read, but whoever takes the events goes first:
        // then they are still in the cache, and the buffer they share can be used again.
        if full || unread > BUFFER {
            tokio::task::yield_now().await;
        }
    }
    let mut batch = Vec::new();
    if let Some(line) = splitter.finish() {
        receive(line, Stage::Live, &shared, &mut batch);
    }
    shared.queue.push(batch);
    None
}

/// Makes room for the rest of a long line.
fn grow(buffer: &mut BytesMut) {
    if buffer.len() < LARGE / 2 {
        let mut large = BytesMut::with_capacity(LARGE);
        large.extend_from_slice(buffer);
        *buffer = large;
    }
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
                    receive(Line::Complete(bytes), stage, &shared, &mut batch)
                }
                IncomingLine::Sent(bytes) => {
                    let frame = InputFrame::parse(bytes);
                    shared.route_sent(&frame);
                    batch.push(Event::Sent(frame).into());
                }
                IncomingLine::Live if stage == Stage::History => {
                    stage = Stage::Live;
                    batch.push(Event::Live.into());
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

/// Serves a line that concerns the session, and queues it.
fn receive(line: Line, stage: Stage, shared: &Arc<Shared>, batch: &mut Vec<Item>) {
    match line {
        Line::Complete(bytes) if Item::is_for_the_taker(&bytes) => batch.push(Item::Line(bytes)),
        line => {
            let frame = Frame::from_line(line);
            let notice = shared.route(&frame, stage);
            batch.push(Event::Received(frame).into());
            batch.extend(notice.map(|notice| Event::Notice(notice).into()));
        }
    }
}
