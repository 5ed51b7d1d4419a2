//! The one task that owns the way to the CLI.

use std::io;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use pilothouse_protocol::InputFrame;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, oneshot};

use crate::events::Event;
use crate::queue::Queue;

/// A line on its way out.
#[derive(Debug)]
#[non_exhaustive]
pub struct OutgoingLine {
    /// The line, without a line break.
    pub line: Bytes,
    /// To be told when the line has been written, or why it was not. Dropping it counts as a failure.
    pub written: oneshot::Sender<io::Result<()>>,
}

/// Lines are collected into one write up to this size.
const BATCH: usize = 64 * 1024;

/// Writes lines until all senders are gone or writing fails.
pub(crate) async fn write_bytes(
    mut sink: impl AsyncWrite + Unpin,
    mut lines: mpsc::UnboundedReceiver<OutgoingLine>,
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
    // The end of input is the CLI's sign to finish; it may have closed its end already.
    if let Err(error) = sink.shutdown().await {
        tracing::debug!(%error, "close the way to the CLI");
    }
}

async fn write(sink: &mut (impl AsyncWrite + Unpin), buffer: &[u8]) -> io::Result<()> {
    sink.write_all(buffer).await?;
    sink.flush().await
}

fn append(line: OutgoingLine, buffer: &mut BytesMut, waiting: &mut Vec<OutgoingLine>) {
    buffer.extend_from_slice(&line.line);
    buffer.extend_from_slice(b"\n");
    waiting.push(line);
}

fn acknowledge(waiting: &mut Vec<OutgoingLine>, written: io::Result<()>, queue: &Queue) {
    if written.is_ok() {
        queue.push(
            waiting
                .iter()
                .map(|line| Event::Sent(InputFrame::parse(line.line.clone())).into())
                .collect(),
        );
    }
    for line in waiting.drain(..) {
        let result = match &written {
            Ok(()) => Ok(()),
            Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
        };
        // A caller that gave up no longer wants to know.
        drop(line.written.send(result));
    }
}

/// Hands lines to whoever writes them, such as the client of a runner.
pub(crate) async fn forward(
    sink: mpsc::Sender<OutgoingLine>,
    mut lines: mpsc::UnboundedReceiver<OutgoingLine>,
) {
    while let Some(line) = lines.recv().await {
        if sink.send(line).await.is_err() {
            break;
        }
    }
}
