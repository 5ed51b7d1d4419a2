//! Those who watch a session, and the newest changes for those who come back.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use pilothouse_view::api::socket::SocketUpdate;
use pilothouse_view::{ChangeSet, SessionView};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::mpsc;

/// How many batches a slow reader may be behind before it is dropped.
const BEHIND: usize = 256;
/// How many sets of changes are kept for readers that come back; who was away longer gets a snapshot.
/// At a hundred deltas a second this is ten seconds, which a reload or a lost connection rarely exceeds.
pub(super) const KEPT: usize = 1024;
/// How many bytes of them: a snapshot is rarely longer.
const KEPT_BYTES: usize = 512 * 1024;

/// Changes as text, and the sequence after them.
#[derive(Clone)]
pub(crate) struct Update {
    pub(crate) seq: u64,
    pub(crate) text: Utf8Bytes,
}

/// What a new reader gets: where it begins, and then what it missed and what is new.
pub(crate) struct Subscription {
    pub(crate) first: SocketUpdate,
    pub(crate) updates: mpsc::Receiver<Update>,
}

/// The readers of one session.
pub(crate) struct Feed {
    session: String,
    readers: Vec<mpsc::Sender<Update>>,
    recent: Recent,
}

/// The newest sets, each written once: for those who watch, and for those who come back.
#[derive(Default)]
struct Recent {
    sets: VecDeque<(u64, Box<RawValue>)>,
    bytes: usize,
}

impl Feed {
    pub(crate) fn new(session: &str) -> Self {
        Self {
            session: session.to_owned(),
            readers: Vec::new(),
            recent: Recent::default(),
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
        let session = self.session.clone();
        let first = match after.filter(|after| self.recent.reaches(*after, seq)) {
            Some(after) => {
                let known = self.recent.sets.partition_point(|(seq, _)| *seq <= after);
                if let Some(missed) = self.update(known) {
                    // It is the first in a queue with room for more.
                    sender.try_send(missed).ok();
                }
                SocketUpdate::Resumed { session, after }
            }
            None => SocketUpdate::Snapshot {
                session,
                view: Box::new(snapshot()),
            },
        };
        self.readers.push(sender);
        Subscription { first, updates }
    }

    /// Tells all readers. One that is too far behind is dropped; it comes back by its sequence.
    pub(crate) fn publish(&mut self, sets: &[ChangeSet]) {
        let known = self.recent.sets.len();
        for set in sets {
            self.recent.add(set);
        }
        if !self.readers.is_empty()
            && let Some(update) = self.update(known)
        {
            self.readers
                .retain(|reader| reader.try_send(update.clone()).is_ok());
        }
        self.recent.forget_oldest();
    }

    /// The update with all sets but the first `known`.
    fn update(&self, known: usize) -> Option<Update> {
        /// As [`SocketUpdate::Changes`], of sets that are written already.
        #[derive(Serialize)]
        struct Changes<'a> {
            kind: &'static str,
            session: &'a str,
            sets: Vec<&'a RawValue>,
        }
        let (seq, _) = self.recent.sets.back()?;
        let sets: Vec<&RawValue> = self
            .recent
            .sets
            .range(known..)
            .map(|(_, set)| &**set)
            .collect();
        if sets.is_empty() {
            return None;
        }
        let text = serde_json::to_string(&Changes {
            kind: "changes",
            session: &self.session,
            sets,
        });
        let text = Utf8Bytes::from(text.ok()?);
        Some(Update { seq: *seq, text })
    }

    /// Whether anybody watches.
    pub(crate) fn is_watched(&mut self) -> bool {
        self.readers.retain(|reader| !reader.is_closed());
        !self.readers.is_empty()
    }
}

impl Recent {
    /// Whether every change after a sequence is still here.
    fn reaches(&self, after: u64, seq: u64) -> bool {
        let oldest = self.sets.front().map_or(seq + 1, |(oldest, _)| *oldest);
        after <= seq && after + 1 >= oldest
    }

    fn add(&mut self, set: &ChangeSet) {
        match to_raw_value(set) {
            Ok(text) => {
                self.bytes += text.get().len();
                self.sets.push_back((set.seq, text));
            }
            Err(error) => tracing::error!(%error, "changes could not be written"),
        }
    }

    fn forget_oldest(&mut self) {
        while self.sets.len() > KEPT || self.bytes > KEPT_BYTES {
            let Some((_, text)) = self.sets.pop_front() else {
                return;
            };
            self.bytes -= text.get().len();
        }
    }
}

#[cfg(test)]
mod tests {
    use pilothouse_view::{Change, EntryId};

    use super::*;

    fn sets(seqs: impl IntoIterator<Item = u64>, length: usize) -> Vec<ChangeSet> {
        let set = |seq| ChangeSet {
            seq,
            at: 7,
            changes: vec![Change::Appended {
                id: EntryId::of_record(seq, 0),
                text: "x".repeat(length),
            }],
        };
        seqs.into_iter().map(set).collect()
    }

    fn resume(feed: &mut Feed, after: u64, seq: u64) -> Option<SocketUpdate> {
        let mut subscription = feed.subscribe(Some(after), seq, SessionView::default);
        match subscription.first {
            SocketUpdate::Resumed { .. } => {
                let update = subscription.updates.try_recv().ok()?;
                Some(serde_json::from_str(&update.text).unwrap())
            }
            snapshot => Some(snapshot),
        }
    }

    #[test]
    fn readers_get_changes_as_they_come_and_those_they_missed() {
        let mut feed = Feed::new("s");
        feed.publish(&sets(1..=3, 5));
        let mut live = feed.subscribe(None, 3, SessionView::default).updates;
        feed.publish(&sets(4..=5, 5));
        let session = "s".to_owned();
        let update = live.try_recv().unwrap();
        let expected = SocketUpdate::Changes {
            session: session.clone(),
            sets: sets(4..=5, 5),
        };
        assert_eq!(update.seq, 5);
        assert_eq!(&*update.text, serde_json::to_string(&expected).unwrap());
        let missed = SocketUpdate::Changes {
            session,
            sets: sets(3..=5, 5),
        };
        assert_eq!(resume(&mut feed, 2, 5), Some(missed));
        assert_eq!(resume(&mut feed, 5, 5), None);
    }

    #[test]
    fn who_was_away_too_long_or_knows_too_much_gets_a_snapshot() {
        let kept = KEPT as u64;
        let mut feed = Feed::new("s");
        feed.publish(&sets(1..=kept + 10, 5));
        let is_snapshot = |update| matches!(update, Some(SocketUpdate::Snapshot { .. }));
        assert!(is_snapshot(resume(&mut feed, 9, kept + 10)));
        assert!(!is_snapshot(resume(&mut feed, 10, kept + 10)));
        assert!(is_snapshot(resume(&mut feed, kept + 11, kept + 10)));
    }

    #[test]
    fn what_is_kept_is_bounded_in_bytes_too() {
        let mut feed = Feed::new("s");
        feed.publish(&sets(1..=100, 10_000));
        assert!(feed.recent.bytes <= KEPT_BYTES);
        let kept: usize = feed
            .recent
            .sets
            .iter()
            .map(|(_, set)| set.get().len())
            .sum();
        assert_eq!(kept, feed.recent.bytes);
    }
}
