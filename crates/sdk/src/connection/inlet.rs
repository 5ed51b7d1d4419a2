//! The bytes of the CLI, read by whoever is there: a task of our own, or the one who waits for events.
//!
//! The task reads always, so that no answer of the CLI waits for somebody to take events.
//! Whoever waits for events finds most of what there is already in the pipe, and reads it in place:
//! it is parsed while it is in the cache, and nobody has to be woken for it.
//! Only the task is told when there is more, whoever read last.

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

/// How large the buffer is that is read into; a longer line makes it grow for as long as it takes.
const BUFFER: usize = 64 * 1024;

/// How much room there is at least for one read.
const ROOM: usize = BUFFER / 4;

/// What the buffer grows to when a line does not fit. Only what is written to takes memory, and growing in small steps would copy the line again and again.
const LARGE: usize = 1024 * 1024;

/// Where bytes come from, and the beginning of a line that has no end yet.
pub(super) struct Inlet {
    source: Box<dyn AsyncRead + Send + Unpin>,
    splitter: LineSplitter,
    /// How many lines a read usually brings.
    usual: usize,
    /// Wakes the task.
    task: Waker,
    ended: bool,
}

/// What a read brought.
enum Read {
    /// Something, and there is probably more.
    More,
    /// All there was.
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
            // Whoever takes the events goes first: then they are still in the cache, and the buffer they share can be used again.
            Read::More => tokio::task::yield_now().await,
            Read::End => return None,
        }
    }
}

/// Closes the stream when the task ends, in whatever way.
struct Open(Arc<Shared>);

impl Drop for Open {
    fn drop(&mut self) {
        lock(&self.0.inlet).take();
    }
}

impl Shared {
    /// Reads once, for the task.
    fn poll_inlet(self: &Arc<Self>, context: &mut Context<'_>) -> Poll<Read> {
        match &mut *lock(&self.inlet) {
            Some(inlet) => {
                inlet.task.clone_from(context.waker());
                inlet.poll_read(self, context)
            }
            None => Poll::Ready(Read::End),
        }
    }

    /// Reads once, for somebody who waits for events and would otherwise have to be woken. Returns whether there was anything.
    pub(crate) fn read_in_place(self: &Arc<Self>) -> bool {
        let mut inlet = match self.inlet.try_lock() {
            Ok(inlet) => inlet,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            // The task is reading.
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

    /// Reads once, and queues the lines that are complete.
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
        // Nothing is lost with a future that is dropped: it keeps no bytes.
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

    /// Queues the lines that are complete, and returns how much is unread then.
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

    /// Queues what has no line break, for nothing will follow.
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
