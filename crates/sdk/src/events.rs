//! Everything that happens in a session, in order.

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

/// Something that happened in a session.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Event {
    /// A line from the CLI, of whatever kind: known, unknown, malformed, or not JSON at all.
    Received(Frame),
    /// A line that was written to the CLI.
    Sent(InputFrame),
    /// Unread deltas were dropped here, because too much was unread. The full message follows.
    Lagged(Lagged),
    /// Something the session itself has to say.
    Notice(Notice),
    /// All that happened before the session was attached has been told; from here on it is live.
    Live,
    /// The CLI is gone. Always the last event, exactly once.
    Exited(Arc<Exit>),
}

/// How much was dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Lagged {
    /// How many deltas.
    pub frames: u64,
    /// How long they were.
    pub bytes: u64,
}

/// What the session itself has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// A handler panicked; the request was denied or answered with an error.
    HandlerPanicked {
        /// The request it was to answer.
        request_id: RequestId,
        /// What kind of request.
        subtype: String,
    },
    /// The CLI made a request that nobody here can answer; it got an error.
    Refused {
        /// The request.
        request_id: RequestId,
        /// What kind of request.
        subtype: String,
    },
    /// The CLI made a request that must be left unanswered, and it was.
    LeftUnanswered {
        /// The request.
        request_id: RequestId,
        /// What kind of request.
        subtype: String,
    },
    /// Entries of a transcript could not be written to the session store.
    NotMirrored {
        /// The transcript.
        key: TranscriptKey,
        /// What the store said last.
        reason: String,
    },
    /// An interrupt was not acknowledged in time.
    Unresponsive,
}

/// The events of a session. It has one owner, and ends after [`Event::Exited`].
///
/// Reading never stops because nobody takes events: at most 64 MiB (see [`crate::SessionBuilder::unread_limit`]) are kept unread, as the memory they take.
/// Past that, unread deltas are dropped and one [`Event::Lagged`] stands in their place; nothing else is ever dropped.
/// Dropping it discards the events to come; the session goes on.
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

    /// All that happens from now on, beside the events that the session was started with.
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

    /// Discards what is unread and what is to come, and keeps the session alive.
    pub(crate) fn discard(&mut self) {
        self.queue.receiver_dropped();
        self.batch = Vec::new().into_iter();
    }

    /// Returns the next event; `None` after [`Event::Exited`]. Cancel-safe.
    pub async fn next(&mut self) -> Option<Event> {
        std::future::poll_fn(|context| self.poll(context)).await
    }

    /// Returns the next event if there is one already.
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
