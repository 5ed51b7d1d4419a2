//! The queue of unread events: limited in memory, without blocking the control traffic.

mod item;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

use crate::events::{Event, Lagged};
pub(crate) use item::Item;
use item::Kind;

/// The limit of unread events in bytes of memory, beyond which deltas are dropped.
pub(crate) const UNREAD_LIMIT: usize = 64 * 1024 * 1024;

/// Batches of events from one reader to one owner.
///
/// The reader pushes the lines of a read as one batch, and the owner takes a whole batch at a time: one lock for
/// hundreds of events.
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
    /// Queues that receive all events since their creation.
    branches: Vec<Weak<Queue>>,
}

#[derive(Debug)]
struct Batch {
    items: Vec<Item>,
    weight: usize,
}

/// Whether deltas are being dropped.
#[derive(Debug, Default)]
enum Lag {
    #[default]
    None,
    /// Deltas are being dropped; a `Lagged` in the queue receives this count when it is taken.
    Unread(Lagged),
    /// The `Lagged` was taken; deltas are dropped until the next start of a block.
    UntilBlock,
}

impl Queue {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            state: Mutex::default(),
            limit,
        }
    }

    /// Creates a queue for another owner, which receives all future events.
    pub(crate) fn branch(&self) -> Arc<Self> {
        let branch = Arc::new(Self::new(self.limit));
        self.lock().branches.push(Arc::downgrade(&branch));
        branch
    }

    /// Appends events and returns the unread amount. After the last one, call [`Queue::end`].
    pub(crate) fn push(&self, items: Vec<Item>) -> usize {
        if items.is_empty() {
            return 0;
        }
        let (branches, is_read) = self.readers();
        let Some((last, others)) = branches.split_last() else {
            return self.append(items);
        };
        let mut unread = 0;
        for branch in others {
            unread = unread.max(branch.append(items.clone()));
        }
        if is_read {
            unread = unread.max(self.append(items.clone()));
        }
        unread.max(last.append(items))
    }

    /// Returns the branches, and whether the queue itself has an owner.
    fn readers(&self) -> (Vec<Arc<Self>>, bool) {
        let mut state = self.lock();
        state.branches.retain(|branch| branch.strong_count() > 0);
        let branches = state.branches.iter().filter_map(Weak::upgrade).collect();
        (branches, !state.receiver_gone)
    }

    fn append(&self, items: Vec<Item>) -> usize {
        let weight = items.iter().map(Item::weight).sum();
        let mut state = self.lock();
        if state.receiver_gone || state.ended {
            return 0;
        }
        let mut batch = Batch { items, weight };
        if !matches!(state.lag, Lag::None) {
            drop_late_deltas(&mut batch, &mut state.lag);
        }
        state.weight += batch.weight;
        state.batches.push_back(batch);
        if state.weight > self.limit {
            shed(&mut state);
        }
        let unread = state.weight;
        wake(state);
        unread
    }

    /// Appends one event.
    pub(crate) fn tell(&self, event: Event) {
        self.push(vec![event.into()]);
    }

    /// Appends the last event.
    pub(crate) fn end(&self, last: Event) {
        for branch in self.readers().0 {
            branch.end(last.clone());
        }
        let mut state = self.lock();
        if state.ended {
            return;
        }
        state.ended = true;
        state.batches.push_back(Batch {
            weight: 0,
            items: vec![last.into()],
        });
        wake(state);
    }

    pub(crate) fn try_take(&self) -> Option<Vec<Item>> {
        take(&mut self.lock())
    }

    pub(crate) fn poll_take(&self, context: &mut Context<'_>) -> Poll<Option<Vec<Item>>> {
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

    /// The approximate memory of unread events.
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

fn take(state: &mut State) -> Option<Vec<Item>> {
    let mut batch = state.batches.pop_front()?;
    state.weight -= batch.weight;
    if let Lag::Unread(lagged) = &state.lag
        && let Some(Item::Event(Event::Lagged(place))) = batch
            .items
            .iter_mut()
            .find(|item| matches!(item, Item::Event(Event::Lagged(_))))
    {
        *place = *lagged;
        state.lag = Lag::UntilBlock;
    }
    Some(batch.items)
}

/// Drops every unread delta and replaces the first by a `Lagged`.
fn shed(state: &mut State) {
    let mut lagged = match std::mem::take(&mut state.lag) {
        Lag::Unread(lagged) => Some(lagged),
        Lag::None | Lag::UntilBlock => None,
    };
    for batch in &mut state.batches {
        let mut kept = Vec::new();
        for item in batch.items.drain(..) {
            if item.kind() != Kind::Delta {
                kept.push(item.detached());
                continue;
            }
            let count = lagged.get_or_insert_with(|| {
                kept.push(Event::Lagged(Lagged::default()).into());
                Lagged::default()
            });
            item.count(count);
        }
        batch.items = kept;
        batch.weight = batch.items.iter().map(Item::weight).sum();
    }
    state.batches.retain(|batch| !batch.items.is_empty());
    state.weight = state.batches.iter().map(|batch| batch.weight).sum();
    state.lag = lagged.map_or(Lag::None, Lag::Unread);
}

/// Drops deltas without a beginning, until a new block begins.
fn drop_late_deltas(batch: &mut Batch, lag: &mut Lag) {
    let mut kept = Vec::new();
    let mut dropped = false;
    for item in batch.items.drain(..) {
        match (&mut *lag, item.kind()) {
            (Lag::UntilBlock, Kind::Beginning) => *lag = Lag::None,
            (Lag::Unread(count), Kind::Delta) => {
                item.count(count);
                dropped = true;
                continue;
            }
            (Lag::UntilBlock, Kind::Delta) => {
                dropped = true;
                continue;
            }
            _ => {}
        }
        kept.push(item);
    }
    batch.items = if dropped {
        kept.into_iter().map(Item::detached).collect()
    } else {
        kept
    };
    batch.weight = batch.items.iter().map(Item::weight).sum();
}

#[cfg(test)]
mod tests;
