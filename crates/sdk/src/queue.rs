//! The queue of unread events: unbounded in time, bounded in memory, and never in the way of control traffic.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use pilothouse_protocol::Message;
use pilothouse_protocol::stream::StreamEvent;

use crate::events::{Event, Lagged};

/// How much may be unread before deltas are dropped, in bytes of memory.
pub(crate) const UNREAD_LIMIT: usize = 64 * 1024 * 1024;

/// Batches of events from one reader to one owner.
///
/// The reader pushes what one read brought as one batch, and the owner takes a whole batch at a time: one lock for hundreds of events.
#[derive(Debug)]
pub(crate) struct Queue {
    state: Mutex<State>,
    limit: usize,
}

#[derive(Debug, Default)]
struct State {
    batches: VecDeque<Batch>,
    weight: usize,
    waker: Option<Waker>,
    ended: bool,
    receiver_gone: bool,
    lag: Lag,
}

#[derive(Debug)]
struct Batch {
    events: Vec<Event>,
    weight: usize,
}

/// Whether deltas are being dropped.
#[derive(Debug, Default)]
enum Lag {
    #[default]
    None,
    /// Deltas are dropped; a `Lagged` in the queue will be given this count when it is taken.
    Unread(Lagged),
    /// The `Lagged` was taken; deltas are dropped until a block begins afresh.
    UntilBlock,
}

impl Queue {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            state: Mutex::default(),
            limit,
        }
    }

    /// Appends events. After the last one, [`Queue::end`].
    pub(crate) fn push(&self, events: Vec<Event>) {
        if events.is_empty() {
            return;
        }
        let weight = events.iter().map(weight).sum();
        let mut state = self.lock();
        if state.receiver_gone || state.ended {
            return;
        }
        let mut batch = Batch { events, weight };
        if !matches!(state.lag, Lag::None) {
            drop_late_deltas(&mut batch, &mut state.lag);
        }
        state.weight += batch.weight;
        state.batches.push_back(batch);
        if state.weight > self.limit {
            shed(&mut state);
        }
        wake(state);
    }

    /// Says that no event will follow.
    pub(crate) fn end(&self, last: Event) {
        let mut state = self.lock();
        if state.ended {
            return;
        }
        state.ended = true;
        state.batches.push_back(Batch {
            weight: 0,
            events: vec![last],
        });
        wake(state);
    }

    pub(crate) fn try_take(&self) -> Option<Vec<Event>> {
        take(&mut self.lock())
    }

    pub(crate) fn poll_take(&self, context: &mut Context<'_>) -> Poll<Option<Vec<Event>>> {
        let mut state = self.lock();
        match take(&mut state) {
            Some(batch) => Poll::Ready(Some(batch)),
            None if state.ended => Poll::Ready(None),
            None => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }

    pub(crate) fn receiver_dropped(&self) {
        let mut state = self.lock();
        state.receiver_gone = true;
        state.weight = 0;
        let unread = std::mem::take(&mut state.batches);
        drop(state);
        drop(unread);
    }

    /// The memory that unread events take, roughly.
    #[cfg(test)]
    pub(crate) fn weight(&self) -> usize {
        self.lock().weight
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn wake(mut state: MutexGuard<'_, State>) {
    let waker = state.waker.take();
    drop(state);
    if let Some(waker) = waker {
        waker.wake();
    }
}

fn take(state: &mut State) -> Option<Vec<Event>> {
    let mut batch = state.batches.pop_front()?;
    state.weight -= batch.weight;
    if let Lag::Unread(lagged) = &state.lag
        && let Some(Event::Lagged(place)) = batch
            .events
            .iter_mut()
            .find(|event| matches!(event, Event::Lagged(_)))
    {
        *place = *lagged;
        state.lag = Lag::UntilBlock;
    }
    Some(batch.events)
}

/// Drops every unread delta and puts one `Lagged` in the place of the first.
fn shed(state: &mut State) {
    let mut lagged = match std::mem::take(&mut state.lag) {
        Lag::Unread(lagged) => Some(lagged),
        Lag::None | Lag::UntilBlock => None,
    };
    for batch in &mut state.batches {
        if !batch.events.iter().any(is_delta) {
            continue;
        }
        let mut kept = Vec::new();
        for event in batch.events.drain(..) {
            if !is_delta(&event) {
                kept.push(detached(event));
                continue;
            }
            let count = lagged.get_or_insert_with(|| {
                kept.push(Event::Lagged(Lagged::default()));
                Lagged::default()
            });
            count.add(&event);
        }
        batch.events = kept;
        batch.weight = batch.events.iter().map(weight).sum();
    }
    state.batches.retain(|batch| !batch.events.is_empty());
    state.weight = state.batches.iter().map(|batch| batch.weight).sum();
    state.lag = lagged.map_or(Lag::None, Lag::Unread);
}

/// Drops deltas whose beginning is missing, until a new block begins.
fn drop_late_deltas(batch: &mut Batch, lag: &mut Lag) {
    let mut kept = Vec::new();
    let mut dropped = false;
    for event in batch.events.drain(..) {
        match lag {
            Lag::UntilBlock if begins_block(&event) => *lag = Lag::None,
            Lag::Unread(count) if is_delta(&event) => {
                count.add(&event);
                dropped = true;
                continue;
            }
            Lag::UntilBlock if is_delta(&event) => {
                dropped = true;
                continue;
            }
            _ => {}
        }
        kept.push(event);
    }
    batch.events = if dropped {
        kept.into_iter().map(detached).collect()
    } else {
        kept
    };
    batch.weight = batch.events.iter().map(weight).sum();
}

impl Lagged {
    fn add(&mut self, event: &Event) {
        if let Event::Received(frame) = event {
            self.frames += 1;
            self.bytes += frame.bytes.len() as u64;
        }
    }
}

/// Gives an event bytes of its own, so that it does not keep the whole read alive that it came with.
fn detached(event: Event) -> Event {
    match event {
        Event::Received(mut frame) => {
            frame.bytes = Bytes::copy_from_slice(&frame.bytes);
            Event::Received(frame)
        }
        other => other,
    }
}

fn weight(event: &Event) -> usize {
    let bytes = match event {
        Event::Received(frame) => frame.bytes.len(),
        Event::Sent(frame) => frame.bytes.len(),
        _ => 0,
    };
    // The bytes, about as much again in typed form, and the event itself.
    2 * bytes + size_of::<Event>()
}

fn stream_event(event: &Event) -> Option<&StreamEvent> {
    match event {
        Event::Received(frame) => match frame.message()? {
            Message::StreamEvent(message) => Some(&message.event),
            _ => None,
        },
        _ => None,
    }
}

fn is_delta(event: &Event) -> bool {
    matches!(stream_event(event), Some(StreamEvent::ContentBlockDelta(_)))
}

fn begins_block(event: &Event) -> bool {
    matches!(
        stream_event(event),
        Some(StreamEvent::ContentBlockStart(_) | StreamEvent::MessageStart(_))
    )
}

#[cfg(test)]
mod tests;
