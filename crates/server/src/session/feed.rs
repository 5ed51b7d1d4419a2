//! Those who watch a session, and the newest changes for those who come back.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use pilothouse_view::api::socket::SocketUpdate;
use pilothouse_view::{ChangeSet, SessionView};
use tokio::sync::mpsc;

/// How many batches a slow reader may be behind before it is dropped.
const BEHIND: usize = 256;
/// How many sets of changes are kept for readers that come back; who was away longer gets a snapshot.
/// At a hundred deltas a second this is ten seconds, which a reload or a lost connection rarely exceeds.
const KEPT: usize = 1024;

/// Changes as text, and the sequence after them.
#[derive(Clone)]
pub(crate) struct Update {
    pub(crate) seq: u64,
    pub(crate) text: Utf8Bytes,
}

/// What a new reader gets: what it missed, and then what is new.
pub(crate) struct Subscription {
    pub(crate) first: Vec<SocketUpdate>,
    pub(crate) updates: mpsc::Receiver<Update>,
}

/// The readers of one session.
pub(crate) struct Feed {
    session: String,
    readers: Vec<mpsc::Sender<Update>>,
    recent: VecDeque<Arc<ChangeSet>>,
}

impl Feed {
    pub(crate) fn new(session: &str) -> Self {
        Self {
            session: session.to_owned(),
            readers: Vec::new(),
            recent: VecDeque::new(),
        }
    }

    /// Lets a reader in, in one step with what it gets first.
    ///
    /// A reader that says how far it came gets the changes since, if they are still here; any other gets `snapshot`.
    pub(crate) fn subscribe(
        &mut self,
        after: Option<u64>,
        seq: u64,
        snapshot: impl FnOnce() -> SessionView,
    ) -> Subscription {
        let (sender, updates) = mpsc::channel(BEHIND);
        self.readers.push(sender);
        let session = self.session.clone();
        let first = match after.and_then(|after| self.since(after, seq)) {
            Some(sets) => {
                let after = after.unwrap_or_default();
                let resumed = SocketUpdate::Resumed {
                    session: session.clone(),
                    after,
                };
                vec![resumed, SocketUpdate::Changes { session, sets }]
            }
            None => vec![SocketUpdate::Snapshot {
                session,
                view: Box::new(snapshot()),
            }],
        };
        Subscription { first, updates }
    }

    /// The changes after a sequence, if none of them has been let go.
    fn since(&self, after: u64, seq: u64) -> Option<Vec<ChangeSet>> {
        if after > seq {
            return None;
        }
        let oldest = self.recent.front().map_or(seq + 1, |set| set.seq);
        if after + 1 < oldest {
            return None;
        }
        Some(
            self.recent
                .iter()
                .filter(|set| set.seq > after)
                .map(|set| (**set).clone())
                .collect(),
        )
    }

    /// Tells all readers. One that is too far behind is dropped; it comes back by its sequence.
    pub(crate) fn publish(&mut self, sets: Vec<ChangeSet>) {
        let Some(seq) = sets.last().map(|set| set.seq) else {
            return;
        };
        if !self.readers.is_empty() {
            let update = SocketUpdate::Changes {
                session: self.session.clone(),
                sets: sets.clone(),
            };
            if let Ok(text) = serde_json::to_string(&update) {
                let text = Utf8Bytes::from(text);
                let update = Update { seq, text };
                self.readers
                    .retain(|reader| reader.try_send(update.clone()).is_ok());
            }
        }
        self.recent.extend(sets.into_iter().map(|mut set| {
            // Most sets hold one change in a vector with room for four: a session that streams keeps a thousand of them.
            set.changes.shrink_to_fit();
            Arc::new(set)
        }));
        while self.recent.len() > KEPT {
            self.recent.pop_front();
        }
    }

    /// Whether anybody watches.
    pub(crate) fn is_watched(&mut self) -> bool {
        self.readers.retain(|reader| !reader.is_closed());
        !self.readers.is_empty()
    }
}
