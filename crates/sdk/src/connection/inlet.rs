//! Reads the bytes of the CLI, either in a dedicated task or in a task that waits for events.
//!
//! The dedicated task reads continuously, so that no response of the CLI waits until events are taken.
//! A task that waits for events finds most of them already in the pipe and reads in place:
//! the lines are parsed while they are in the cache, and no task has to be woken.
//! Only the dedicated task is woken for further bytes, regardless of which task read last.

use std::pin::pin;
use std::sync::{Arc, TryLockError};
use std::task::{Context, Poll, Waker, ready};

use bytes::BytesMut;
use pilothouse_protocol::lines::LineSplitter;
use tokio::io::{AsyncRead, AsyncReadExt};

use super::reader::receive;
use super::route::Stage;
use super::{Shared, lock};
use crate::error::Exit;

/// The size of the read buffer; it grows temporarily for longer lines.
const BUFFER: usize = 64 * 1024;

/// The minimum free space for a read.
const ROOM: usize = BUFFER / 4;

/// The size to which the buffer grows when a line does not fit. Unused memory is not committed, and growth in small
/// steps would copy the line repeatedly.
const LARGE: usize = 1024 * 1024;

/// The source of bytes, and the beginning of an incomplete line.
pub(super) struct Inlet {
    source: Box<dyn AsyncRead + Send + Unpin>,
    splitter: LineSplitter,
    /// The usual number of lines per read.
    usual: usize,
    /// The waker of the dedicated task.
    task: Waker,
    ended: bool,
}

/// The outcome of a read.
enum Read {
    /// Some bytes, and probably more are available.
    More,
    /// All available bytes.
    All,
    /// The end of the stream.
    End,
}

/// Reads bytes to their end.
pub(super) async fn read_bytes(
    source: impl AsyncRead + Send + Unpin + 'static,
    shared: Arc<Shared>,
) -> Option<Exit> {
    let task = std::future::poll_fn(|context| Poll::Ready(context.waker().clone())).await;
    *lock(&shared.inlet) = Some(Inlet::new(source, shared.settings.line_limit, task));
    let open = Open(shared);
    loop {
        match std::future::poll_fn(|context| open.0.poll_inlet(context)).await {
            Read::All => {}
            // Lets the reader of events run first: then they are still in the cache, and their shared buffer can be
            // reused.
            Read::More => tokio::task::yield_now().await,
            Read::End => return None,
        }
    }
}

/// Closes the stream when the task ends for any reason.
struct Open(Arc<Shared>);

impl Drop for Open {
    fn drop(&mut self) {
        lock(&self.0.inlet).take();
    }
}

impl Shared {
    /// Reads once, for the dedicated task.
    fn poll_inlet(self: &Arc<Self>, context: &mut Context<'_>) -> Poll<Read> {
        match &mut *lock(&self.inlet) {
            Some(inlet) => {
                inlet.task.clone_from(context.waker());
                inlet.poll_read(self, context)
            }
            None => Poll::Ready(Read::End),
        }
    }

    /// Reads once, for a task that waits for events and would otherwise have to be woken. Returns whether there were
    /// bytes.
    pub(crate) fn read_in_place(self: &Arc<Self>) -> bool {
        let mut inlet = match self.inlet.try_lock() {
            Ok(inlet) => inlet,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            // The dedicated task is reading.
            Err(TryLockError::WouldBlock) => return false,
        };
        let Some(open) = &mut *inlet else {
            return false;
        };
        // Requests of the CLI are served by tasks, and events may be awaited outside of the runtime.
        let _runtime = self.runtime.enter();
        let task = open.task.clone();
        match open.poll_read(self, &mut Context::from_waker(&task)) {
            Poll::Ready(Read::More | Read::All) => true,
            Poll::Ready(Read::End) => {
                drop(inlet);
                task.wake();
                false
            }
            Poll::Pending => false,
        }
    }
}

impl Inlet {
    fn new(source: impl AsyncRead + Send + Unpin + 'static, limit: usize, task: Waker) -> Self {
        let mut splitter = LineSplitter::new(limit);
        *splitter.buffer() = BytesMut::with_capacity(BUFFER);
        Self {
            source: Box::new(source),
            splitter,
            usual: 0,
            task,
            ended: false,
        }
    }

    /// Reads once, and queues the complete lines.
    fn poll_read(&mut self, shared: &Arc<Shared>, context: &mut Context<'_>) -> Poll<Read> {
        if self.ended {
            return Poll::Ready(Read::End);
        }
        let buffer = self.splitter.buffer();
        let grown = buffer.len() > BUFFER - ROOM;
        if grown && buffer.capacity() - buffer.len() < ROOM {
            grow(buffer);
        }
        buffer.reserve(ROOM);
        // Dropping the future loses nothing: it holds no bytes.
        match ready!(pin!(self.source.read_buf(buffer)).poll(context)) {
            Ok(1..) => {}
            Ok(0) => return Poll::Ready(self.end(shared)),
            Err(error) => {
                tracing::debug!(%error, "the CLI can no longer be read");
                return Poll::Ready(self.end(shared));
            }
        }
        let full = buffer.len() == buffer.capacity();
        let unread = self.queue_lines(shared);
        if grown {
            release(self.splitter.buffer());
        }
        Poll::Ready(if full || unread > BUFFER {
            Read::More
        } else {
            Read::All
        })
    }

    /// Queues the complete lines, and returns the amount of unread data.
    fn queue_lines(&mut self, shared: &Arc<Shared>) -> usize {
        let mut batch = Vec::with_capacity(self.usual);
        while let Some(line) = self.splitter.next_line() {
            receive(line, Stage::Live, shared, &mut batch);
        }
        if !batch.is_empty() {
            self.usual = batch.len();
        }
        shared.queue.push(batch)
    }

    /// Queues the last line without a line break, because the stream has ended.
    fn end(&mut self, shared: &Arc<Shared>) -> Read {
        self.ended = true;
        let mut batch = Vec::new();
        if let Some(line) = self.splitter.finish() {
            receive(line, Stage::Live, shared, &mut batch);
        }
        shared.queue.push(batch);
        Read::End
    }
}

/// Reserves space for the rest of a long line.
fn grow(buffer: &mut BytesMut) {
    if buffer.len() < LARGE / 2 {
        let mut large = BytesMut::with_capacity(LARGE);
        large.extend_from_slice(buffer);
        *buffer = large;
    }
}

/// Releases the memory of a long line once the line has been queued.
fn release(buffer: &mut BytesMut) {
    if buffer.len() <= BUFFER - ROOM {
        let mut small = BytesMut::with_capacity(BUFFER);
        small.extend_from_slice(buffer);
        *buffer = small;
    }
}
