//! The task that owns stdin of the CLI.

use std::io;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use pilothouse_protocol::InputFrame;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};

use crate::events::Event;
use crate::queue::Queue;

/// A line to write, with its parsed form, so that it is never parsed again.
pub(super) struct Outgoing {
    pub(super) frame: InputFrame,
    pub(super) written: oneshot::Sender<io::Result<()>>,
}

/// A line for another component to write.
#[derive(Debug)]
#[non_exhaustive]
pub struct OutgoingLine {
    /// The line, without a line break.
    pub line: Bytes,
    /// Receives the result of the write. Dropping it counts as a failure.
    pub written: oneshot::Sender<io::Result<()>>,
}

/// Lines are combined into one write up to this size.
const BATCH: usize = 64 * 1024;

/// Writes lines until all senders are dropped or a write fails.
pub(super) async fn write_bytes(
    mut sink: impl AsyncWrite + Unpin,
    mut lines: mpsc::UnboundedReceiver<Outgoing>,
    queue: Arc<Queue>,
) {
    let mut waiting = Vec::new();
    let mut buffer = BytesMut::new();
    while let Some(first) = lines.recv().await {
        append(first, &mut buffer, &mut waiting);
        while buffer.len() < BATCH
            && let Ok(next) = lines.try_recv()
        {
            append(next, &mut buffer, &mut waiting);
        }
        let written = write(&mut sink, &buffer).await;
        buffer.clear();
        let failed = written.is_err();
        acknowledge(&mut waiting, written, &queue);
        if failed {
            break;
        }
    }
    // The end of input is the signal for the CLI to finish; it may have closed its end already.
    if let Err(error) = sink.shutdown().await {
        tracing::debug!(%error, "close the way to the CLI");
    }
}

async fn write(sink: &mut (impl AsyncWrite + Unpin), buffer: &[u8]) -> io::Result<()> {
    sink.write_all(buffer).await?;
    sink.flush().await
}

fn append(line: Outgoing, buffer: &mut BytesMut, waiting: &mut Vec<Outgoing>) {
    buffer.extend_from_slice(&line.frame.bytes);
    buffer.extend_from_slice(b"\n");
    waiting.push(line);
}

fn acknowledge(waiting: &mut Vec<Outgoing>, written: io::Result<()>, queue: &Queue) {
    let (mut sent, mut receipts) = (Vec::new(), Vec::new());
    for line in waiting.drain(..) {
        sent.push(Event::Sent(line.frame).into());
        receipts.push(line.written);
    }
    if written.is_ok() {
        queue.push(sent);
    }
    for receipt in receipts {
        let result = match &written {
            Ok(()) => Ok(()),
            Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
        };
        // The caller may have stopped waiting.
        drop(receipt.send(result));
    }
}

/// Passes lines to another component for writing, such as the client of a runner.
pub(super) async fn forward(
    sink: mpsc::Sender<OutgoingLine>,
    mut lines: mpsc::UnboundedReceiver<Outgoing>,
) {
    while let Some(Outgoing { frame, written }) = lines.recv().await {
        let line = frame.bytes;
        if sink.send(OutgoingLine { line, written }).await.is_err() {
            break;
        }
    }
}
