//! The events of a session, in order.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use pilothouse_protocol::ids::RequestId;
use pilothouse_protocol::{Frame, InputFrame};

use crate::error::Exit;
use crate::queue::{Item, Queue};
use crate::session::Handle;
use crate::store::TranscriptKey;

/// An event of a session.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Event {
    /// A line from the CLI: known, unknown, malformed, or not JSON.
    Received(Frame),
    /// A line that was written to the CLI.
    Sent(InputFrame),
    /// Unread deltas were dropped here, because the limit was exceeded. The complete message follows.
    Lagged(Lagged),
    /// A notice of the session itself.
    Notice(Notice),
    /// The end of the history of an attached session; the following events are live.
    Live,
    /// The CLI has exited. Always the last event, exactly once.
    Exited(Arc<Exit>),
}

/// The amount of dropped deltas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Lagged {
    /// The number of deltas.
    pub frames: u64,
    /// Their size.
    pub bytes: u64,
}

/// A notice of the session itself.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// A handler panicked; the request was denied or answered with an error.
    HandlerPanicked {
        /// The request that it handled.
        request_id: RequestId,
        /// The subtype of the request.
        subtype: String,
    },
    /// The CLI sent a request without a handler; the response was an error.
    Refused {
        /// The request.
        request_id: RequestId,
        /// The subtype of the request.
        subtype: String,
    },
    /// The CLI sent a request that must be left unanswered.
    LeftUnanswered {
        /// The request.
        request_id: RequestId,
        /// The subtype of the request.
        subtype: String,
    },
    /// Entries of a transcript could not be written to the session store.
    NotMirrored {
        /// The transcript.
        key: TranscriptKey,
        /// The last error of the store.
        reason: String,
    },
    /// An interrupt was not acknowledged in time.
    Unresponsive,
}

/// The events of a session. It has one owner, and ends after [`Event::Exited`].
///
/// The CLI is read even if no events are taken: at most 64 MiB (see [`crate::SessionBuilder::unread_limit`]) are kept
/// unread, measured as memory.
/// Beyond that, unread deltas are dropped and replaced by one [`Event::Lagged`]; nothing else is ever dropped.
/// Dropping this value discards future events; the session continues.
pub struct Events {
    /// Keeps the session alive.
    session: Arc<Handle>,
    queue: Arc<Queue>,
    batch: std::vec::IntoIter<Item>,
}

impl Events {
    pub(crate) fn new(session: Arc<Handle>) -> Self {
        let queue = Arc::clone(&session.shared.queue);
        Self::of(session, queue)
    }

    /// Returns the future events, in addition to the original stream of events.
    pub(crate) fn from_now_on(session: &Arc<Handle>) -> Self {
        Self::of(Arc::clone(session), session.shared.queue.branch())
    }

    fn of(session: Arc<Handle>, queue: Arc<Queue>) -> Self {
        Self {
            session,
            queue,
            batch: Vec::new().into_iter(),
        }
    }

    /// Discards unread and future events, and keeps the session alive.
    pub(crate) fn discard(&mut self) {
        self.queue.receiver_dropped();
        self.batch = Vec::new().into_iter();
    }

    /// Returns the next event; `None` after [`Event::Exited`]. Cancel-safe.
    pub async fn next(&mut self) -> Option<Event> {
        std::future::poll_fn(|context| self.poll(context)).await
    }

    /// Returns the next event if it is already available.
    pub fn try_next(&mut self) -> Option<Event> {
        let item = self.batch.next().or_else(|| {
            self.batch = self.queue.try_take()?.into_iter();
            self.batch.next()
        });
        item.map(Item::into_event)
    }

    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Event>> {
        loop {
            if let Some(item) = self.batch.next() {
                return Poll::Ready(Some(item.into_event()));
            }
            if let Some(batch) = self.queue.try_take() {
                self.batch = batch.into_iter();
            } else if !self.session.shared.read_in_place() {
                match ready!(self.queue.poll_take(context)) {
                    Some(batch) => self.batch = batch.into_iter(),
                    None => return Poll::Ready(None),
                }
            }
        }
    }
}

impl Stream for Events {
    type Item = Event;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Event>> {
        self.get_mut().poll(context)
    }
}

impl std::fmt::Debug for Events {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Events").finish_non_exhaustive()
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.queue.receiver_dropped();
    }
}
