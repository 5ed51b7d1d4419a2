//! Those who watch a session, and the newest changes for those who come back.

use std::collections::VecDeque;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use pilothouse_api::socket::SocketUpdate;
use pilothouse_view::{ChangeSet, SessionView};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// How many batches a slow reader may be behind before it is dropped, and how many bytes.
const BEHIND: usize = 256;
const BEHIND_BYTES: usize = 1 << 20;
/// How many sets of changes are kept for readers that come back; who was away longer gets a snapshot.
/// At a hundred deltas a second this is five seconds, which a reload or a lost connection rarely exceeds.
const KEPT: usize = 512;
/// How many bytes of them: a snapshot is rarely longer.
const KEPT_BYTES: usize = 512 * 1024;
/// After how many sets that nobody watched no more are written: whoever was here before gets a snapshot anyway.
/// There is time in it for browsers to come back to a server that was just started.
const UNWATCHED: usize = 2 * KEPT;

/// Changes as text, and the sequence after them.
pub(crate) struct Update {
    pub(crate) seq: u64,
    pub(crate) text: Utf8Bytes,
    /// Counts for the reader until it is dropped: whoever hands the text on keeps it.
    pub(crate) room: OwnedSemaphorePermit,
}

/// What a new reader gets: where it begins, and then what it missed and what is new.
pub(crate) struct Subscription {
    pub(crate) first: SocketUpdate,
    pub(crate) updates: mpsc::Receiver<Update>,
}

/// The readers of one session.
pub(crate) struct Feed {
    session: String,
    readers: Vec<Reader>,
    recent: Recent,
    /// Changes that readers were not sent yet.
    pending: VecDeque<ChangeSet>,
    /// How many sets went by since somebody watched.
    unwatched: usize,
    /// Readers that came no further than this get a snapshot.
    replaced: Option<u64>,
}

/// One who watches.
struct Reader {
    updates: mpsc::Sender<Update>,
    room: Arc<Semaphore>,
}

impl Reader {
    /// Gives it an update; false when it is too far behind or gone. One that waits for nothing takes any length.
    fn take(&self, seq: u64, text: &Utf8Bytes) -> bool {
        let bytes = text.len().min(BEHIND_BYTES) as u32;
        let Ok(room) = Arc::clone(&self.room).try_acquire_many_owned(bytes) else {
            return false;
        };
        let text = text.clone();
        self.updates.try_send(Update { seq, text, room }).is_ok()
    }
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
            pending: VecDeque::new(),
            unwatched: 0,
            replaced: None,
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
        let reader = Reader {
            updates: sender,
            room: Arc::new(Semaphore::new(BEHIND_BYTES)),
        };
        let session = self.session.clone();
        let is_replaced = |after: &u64| self.replaced.is_some_and(|replaced| *after <= replaced);
        let known = after.filter(|after| !is_replaced(after) && self.recent.reaches(*after, seq));
        let first = match known {
            Some(after) => {
                let known = self.recent.sets.partition_point(|(seq, _)| *seq <= after);
                if let Some((seq, missed)) = self.update(known) {
                    // It waits for nothing yet, so it takes this.
                    reader.take(seq, &missed);
                }
                SocketUpdate::Resumed { session, after }
            }
            None => SocketUpdate::Snapshot {
                session,
                view: Box::new(snapshot()),
            },
        };
        self.readers.push(reader);
        self.unwatched = 0;
        Subscription { first, updates }
    }

    /// Adds what one record changed; it is sent with the next [`Feed::publish`].
    ///
    /// `jumped` says that sequences are missing before the record. A reader that has one of them has seen records that
    /// are gone, after a power cut; it must not be resumed, so readers from before the jump get a snapshot.
    pub(crate) fn add(&mut self, set: ChangeSet, jumped: bool) {
        if jumped {
            self.publish();
            self.recent = Recent::default();
        }
        if set.changes.is_empty() {
            return;
        }
        self.pending.push_back(set);
        if self.readers.is_empty() && self.pending.len() > KEPT {
            self.pending.pop_front();
        }
    }

    /// Sends a snapshot to all readers, and has those that come back get one: what they were sent was not complete.
    pub(crate) fn replace(&mut self, view: SessionView) {
        self.publish();
        self.recent = Recent::default();
        self.replaced = Some(view.seq);
        let seq = view.seq;
        let snapshot = SocketUpdate::Snapshot {
            session: self.session.clone(),
            view: Box::new(view),
        };
        match serde_json::to_string(&snapshot) {
            Ok(text) => {
                let text = Utf8Bytes::from(text);
                self.readers.retain(|reader| reader.take(seq, &text));
            }
            Err(error) => {
                tracing::error!(%error, "a snapshot could not be written");
                self.readers.clear();
            }
        }
    }

    /// Sends what was added to all readers. One that is too far behind is dropped; it comes back by its sequence.
    pub(crate) fn publish(&mut self) {
        let sets = std::mem::take(&mut self.pending);
        if self.readers.is_empty() {
            self.unwatched = self.unwatched.saturating_add(sets.len());
        }
        if self.unwatched > UNWATCHED {
            self.recent = Recent::default();
            return;
        }
        let known = self.recent.sets.len();
        for set in &sets {
            self.recent.add(set);
        }
        if !self.readers.is_empty()
            && let Some((seq, text)) = self.update(known)
        {
            self.readers.retain(|reader| reader.take(seq, &text));
        }
        self.recent.forget_oldest();
    }

    /// The text with all sets but the first `known`, and the sequence after them.
    fn update(&self, known: usize) -> Option<(u64, Utf8Bytes)> {
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
        Some((*seq, Utf8Bytes::from(text.ok()?)))
    }

    /// Whether anybody watches.
    pub(crate) fn is_watched(&mut self) -> bool {
        self.readers.retain(|reader| !reader.updates.is_closed());
        !self.readers.is_empty()
    }
}

/// Whether a reader that has come to `after` misses nothing but the sets from the `oldest` kept one to `seq`.
pub(super) fn reaches(oldest: Option<u64>, after: u64, seq: u64) -> bool {
    let oldest = oldest.unwrap_or(seq + 1);
    after <= seq && after + 1 >= oldest
}

impl Recent {
    /// Whether every change after a sequence is still here.
    fn reaches(&self, after: u64, seq: u64) -> bool {
        reaches(self.sets.front().map(|(oldest, _)| *oldest), after, seq)
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

    fn publish(feed: &mut Feed, sets: Vec<ChangeSet>) {
        for set in sets {
            feed.add(set, false);
        }
        feed.publish();
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

    /// A snapshot that is taken while the index is rebuilt can lack entries.
    #[test]
    fn readers_get_a_snapshot_when_what_they_were_sent_was_not_complete() {
        let mut feed = Feed::new("s");
        let mut live = feed.subscribe(None, 0, SessionView::default).updates;
        feed.add(sets(1..=1, 5).remove(0), false);
        let view = SessionView {
            seq: 1,
            ..SessionView::default()
        };
        feed.replace(view);
        let is_snapshot = |update| matches!(update, Some(SocketUpdate::Snapshot { .. }));
        let mut next = || serde_json::from_str(&live.try_recv().ok()?.text).ok();
        assert!(matches!(next(), Some(SocketUpdate::Changes { .. })));
        assert!(is_snapshot(next()));
        assert!(is_snapshot(resume(&mut feed, 1, 1)), "it was away");
        publish(&mut feed, sets(2..=3, 5));
        assert!(!is_snapshot(resume(&mut feed, 2, 3)));
    }

    #[test]
    fn readers_get_changes_as_they_come_and_those_they_missed() {
        let mut feed = Feed::new("s");
        publish(&mut feed, sets(1..=3, 5));
        let mut live = feed.subscribe(None, 3, SessionView::default).updates;
        publish(&mut feed, sets(4..=5, 5));
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
        publish(&mut feed, sets(1..=kept + 10, 5));
        let is_snapshot = |update| matches!(update, Some(SocketUpdate::Snapshot { .. }));
        assert!(is_snapshot(resume(&mut feed, 9, kept + 10)));
        assert!(!is_snapshot(resume(&mut feed, 10, kept + 10)));
        assert!(is_snapshot(resume(&mut feed, kept + 11, kept + 10)));
    }

    #[test]
    fn what_nobody_watches_for_long_is_not_written() {
        let mut feed = Feed::new("s");
        let last = UNWATCHED as u64 + 10;
        for seq in 1..=last {
            publish(&mut feed, sets(seq..=seq, 5));
        }
        assert!(feed.recent.sets.is_empty());
        assert_eq!(resume(&mut feed, last, last), None);
        let behind = resume(&mut feed, last - 1, last);
        assert!(matches!(behind, Some(SocketUpdate::Snapshot { .. })));
        let _watching = feed.subscribe(None, last, SessionView::default);
        publish(&mut feed, sets(last + 1..=last + 2, 5));
        assert_eq!(feed.recent.sets.len(), 2);
    }

    #[test]
    fn what_is_kept_is_bounded_in_bytes_too() {
        let mut feed = Feed::new("s");
        publish(&mut feed, sets(1..=100, 10_000));
        assert!(feed.recent.bytes <= KEPT_BYTES);
        let kept: usize = feed
            .recent
            .sets
            .iter()
            .map(|(_, set)| set.get().len())
            .sum();
        assert_eq!(kept, feed.recent.bytes);
    }

    #[test]
    fn who_does_not_read_is_dropped_after_some_bytes() {
        let mut feed = Feed::new("s");
        let mut slow = feed.subscribe(None, 0, SessionView::default).updates;
        // A long one is taken while nothing waits; the next one is too much.
        publish(&mut feed, sets(1..=1, 3 * BEHIND_BYTES));
        assert!(feed.is_watched());
        publish(&mut feed, sets(2..=2, 5));
        assert!(!feed.is_watched());
        assert_eq!(slow.try_recv().ok().map(|update| update.seq), Some(1));
        assert!(slow.try_recv().is_err());

        let mut quick = feed.subscribe(None, 2, SessionView::default).updates;
        for seq in 3..20 {
            publish(&mut feed, sets(seq..=seq, BEHIND_BYTES / 4));
            assert_eq!(quick.try_recv().ok().map(|update| update.seq), Some(seq));
        }
        assert!(feed.is_watched());
    }

    #[test]
    fn a_reader_that_saw_records_which_are_gone_gets_a_snapshot() {
        let mut feed = Feed::new("s");
        publish(&mut feed, sets(1..=5, 5));
        // The power was cut: the reader saw records up to 9, the log goes on at 1000.
        for set in sets(1000..=1000, 5) {
            feed.add(set, true);
        }
        feed.publish();
        let is_snapshot = |update| matches!(update, Some(SocketUpdate::Snapshot { .. }));
        assert!(is_snapshot(resume(&mut feed, 9, 1000)));
        assert!(is_snapshot(resume(&mut feed, 5, 1000)));
        assert!(!is_snapshot(resume(&mut feed, 1000, 1000)));
    }

    #[test]
    fn those_who_watch_get_all_changes_around_a_jump() {
        let mut feed = Feed::new("s");
        let mut live = feed.subscribe(None, 0, SessionView::default).updates;
        for (set, jumped) in sets([1, 1000, 1001], 5)
            .into_iter()
            .zip([false, true, false])
        {
            feed.add(set, jumped);
        }
        feed.publish();
        let mut seen = Vec::new();
        while let Ok(update) = live.try_recv() {
            let update: SocketUpdate = serde_json::from_str(&update.text).unwrap();
            let SocketUpdate::Changes { sets, .. } = update else {
                panic!("{update:?}");
            };
            seen.extend(sets.iter().map(|set| set.seq));
        }
        assert_eq!(seen, [1, 1000, 1001]);
    }
}
