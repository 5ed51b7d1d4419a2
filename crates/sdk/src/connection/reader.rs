//! Processing of lines of the CLI, including lines that another component reads.

use std::sync::Arc;

use bytes::Bytes;
use pilothouse_protocol::lines::Line;
use pilothouse_protocol::{Frame, InputFrame};
use tokio::sync::mpsc;

use super::Shared;
use super::route::Stage;
use crate::error::Exit;
use crate::events::Event;
use crate::queue::Item;

/// A line read by another component, such as a record of a session's log.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum IncomingLine {
    /// A line that the CLI printed, without its line break.
    Received(Bytes),
    /// A line that was written to the CLI, by this or an earlier host.
    Sent(Bytes),
    /// The end of the history. No handler runs for earlier requests; those that are still open are handled now.
    Live,
    /// The CLI has exited.
    Exited(Exit),
}

/// Reads lines until their end: the history first, if any, then live lines.
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

/// Processes a line that concerns the session, and queues it.
pub(super) fn receive(line: Line, stage: Stage, shared: &Arc<Shared>, batch: &mut Vec<Item>) {
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
