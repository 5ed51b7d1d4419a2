//! From the records of the log to readers and the index: what a record does beyond the projection.

use pilothouse_log::{Kind, LockError, LogDir, Record};
use pilothouse_view::{ChangeSet, Entry, EntryId, EntryPage, SessionFold, SessionView};
use tokio::sync::mpsc;

use super::policy::Policy;
use super::projection::{Applied, Projection};
use super::saved::{self, Which};
use super::task::{BATCH, Task};
use super::{Feed, Input, Shared};
use crate::problem::Problem;
use crate::store::{Indexed, Store};

/// How many settled entries a snapshot carries.
const SNAPSHOT_ENTRIES: usize = 200;
/// After how many records the fold is saved when there is a moment for it.
pub(super) const SAVE_AFTER: u64 = 1000;

/// A session's log, folded as far as it is on disk and indexed.
pub(super) struct Loaded {
    pub(super) projection: Projection,
    pub(super) policy: Policy,
    /// Holds the newest changes, for readers that come back after a restart.
    pub(super) feed: Feed,
    /// How many records were folded.
    pub(super) folded: u64,
    /// Whether this version can read all of it.
    pub(super) format: Result<(), LockError>,
}

impl Loaded {
    /// Folds a log: from where its projection was saved, or all of it. Blocks.
    pub(super) fn read(shared: &Shared, id: &str) -> std::io::Result<Self> {
        let store = &shared.store;
        let dir = shared.log_dir(id);
        let saved = match saved::load(store, id, Which::Newest) {
            Some(saved) if saved.seq() > 0 => {
                let known = dir.read_after(saved.seq() - 1)?.next().transpose()?;
                Some(saved).filter(|saved| saved.continues(known.as_ref()))
            }
            saved => saved,
        };
        Self::read_from(shared, id, saved)
    }

    /// Folds all of a log. Blocks.
    pub(super) fn read_all(shared: &Shared, id: &str) -> std::io::Result<Self> {
        Self::read_from(shared, id, None)
    }

    fn read_from(shared: &Shared, id: &str, saved: Option<Projection>) -> std::io::Result<Self> {
        let (store, dir) = (&shared.store, shared.log_dir(id));
        let forgotten = match &saved {
            // What settled after that is handed out again.
            Some(saved) => store.forget_entries_after(id, saved.seq()),
            None => store.forget_entries(id),
        };
        if let Err(error) = forgotten {
            // They are replaced when they settle again; a full disk must not keep a session closed.
            tracing::warn!(session = %id, %error, "old entries cannot be forgotten");
        }
        let mut loaded = Self {
            projection: saved.unwrap_or_else(|| Projection::new(id)),
            policy: Policy::default(),
            feed: Feed::new(id),
            folded: 0,
            format: Ok(()),
        };
        let mut records = dir.read_after(loaded.projection.seq())?;
        for record in &mut records {
            loaded.take(shared, id, &record?);
        }
        loaded.format = records.check_format();
        for damage in records.damage() {
            tracing::warn!(session = %id, ?damage, "a log is damaged");
        }
        shared.store_settled(id, &mut loaded.projection);
        loaded.feed.publish();
        Ok(loaded)
    }

    fn take(&mut self, shared: &Shared, id: &str, record: &Record) {
        let applied = self.projection.apply(record);
        let directory = self.projection.directory();
        self.policy.see(directory, record, &applied.changes);
        let jumped = applied.jumped;
        self.feed.add(shared.index(id, applied), jumped);
        self.folded += 1;
        if self.folded.is_multiple_of(BATCH as u64) {
            shared.store_settled(id, &mut self.projection);
        }
    }
}

impl Shared {
    /// Sends what a record means to the index, and returns what it changes for readers.
    fn index(&self, session: &str, applied: Applied) -> ChangeSet {
        let changes_rules = !applied.rules.is_empty();
        let asks = (!applied.audit.is_empty()).then_some(Indexed::Asks(applied.audit));
        let removed = (!applied.removed.is_empty()).then_some(Indexed::Removed(applied.removed));
        let jobs = asks.into_iter().chain(applied.rules).chain(removed);
        for job in jobs {
            self.store.index(session, job);
        }
        if changes_rules {
            self.rules_changed();
        }
        applied.changes
    }

    /// Sends entries that never change again to where pages are read from.
    fn store_settled(&self, session: &str, projection: &mut Projection) {
        let settled = projection.take_settled();
        if !settled.is_empty() {
            self.store.index(session, Indexed::Entries(settled));
        }
    }
}

impl Task {
    /// A task for a log, folded as it is on disk. Blocks.
    pub(super) fn load(
        shared: Shared,
        id: &str,
        inputs: mpsc::WeakSender<Input>,
    ) -> std::io::Result<Self> {
        let mut loaded = Loaded::read(&shared, id)?;
        std::mem::replace(&mut loaded.format, Ok(()))?;
        let mut task = Self::new(shared, id, inputs, loaded);
        if task.unsaved > SAVE_AFTER {
            task.save();
        }
        Ok(task)
    }

    pub(super) fn view(&self) -> &SessionView {
        self.projection.view()
    }

    /// Folds a record that came from a runner and hands an answer of the CLI to whoever waits for it.
    pub(super) fn take_record(&mut self, record: &Record) {
        if record.kind == Kind::Out {
            self.requests.settle(&record.bytes);
        }
        self.fold_record(record);
    }

    pub(super) fn fold_record(&mut self, record: &Record) {
        self.unsaved += 1;
        self.unsealed += record.bytes.len() as u64;
        let applied = self.projection.apply(record);
        let directory = self.projection.directory();
        self.policy.see(directory, record, &applied.changes);
        let (turn_ended, jumped) = (applied.turn_ended, applied.jumped);
        let changes = self.shared.index(&self.id, applied);
        if !self.is_working() {
            self.interrupting = None;
            self.unresponsive = false;
        }
        if turn_ended {
            self.deaths = 0;
            self.settings_due = true;
            self.trouble = None;
        }
        self.feed.add(changes, jumped);
    }

    /// Stores what has settled and sends changes to readers.
    pub(super) fn publish(&mut self) {
        self.store_settled();
        self.feed.publish();
    }

    pub(super) fn store_settled(&mut self) {
        self.shared.store_settled(&self.id, &mut self.projection);
    }

    /// The newest settled entries.
    pub(super) async fn newest_settled(&self, limit: usize) -> EntryPage {
        let id = self.id.clone();
        let read = move |store: &Store| store.newest_entries(&id, limit);
        self.indexed_or_logged(read, None, limit).await
    }

    /// Reads a page from the index, or from the log when the index cannot tell.
    async fn indexed_or_logged(
        &self,
        read: impl FnOnce(&Store) -> rusqlite::Result<EntryPage> + Send + 'static,
        before: Option<EntryId>,
        limit: usize,
    ) -> EntryPage {
        if !self.shared.store.awaits_refill(&self.id) {
            match self.shared.store.run(read).await {
                Ok(page) => return page,
                Err(problem) => {
                    tracing::warn!(session = %self.id, %problem, "entries are read from the log");
                }
            }
        }
        let dir = self.shared.log_dir(&self.id);
        let logged = tokio::task::spawn_blocking(move || from_log(&dir, before.as_ref(), limit));
        let logged = logged.await.map_err(std::io::Error::other);
        logged.and_then(|logged| logged).unwrap_or_else(|error| {
            tracing::error!(session = %self.id, %error, "cannot read entries");
            EntryPage {
                entries: Vec::new(),
                has_older: false,
            }
        })
    }

    pub(super) async fn snapshot(&self) -> SessionView {
        let page = self.newest_settled(SNAPSHOT_ENTRIES).await;
        self.projection.fold.snapshot(page)
    }

    /// The settled entries before an entry; the newest without one.
    pub(super) async fn page(&self, before: String, limit: usize) -> Result<EntryPage, Problem> {
        if before.is_empty() {
            return Ok(self.newest_settled(limit).await);
        }
        let before = EntryId::new(before);
        if before
            .record()
            .is_none_or(|record| record > self.view().seq)
        {
            return Err(Problem::not_found("entry"));
        }
        let mut open = self.view().entries.iter();
        let place = open.find(|entry| entry.id == before);
        let (place, id) = (place.map(|entry| entry.order), self.id.clone());
        let wanted = before.clone();
        let read = move |store: &Store| {
            let end = place.map_or_else(|| store.place_of(&id, &wanted), Ok)?;
            store.entries_up_to(&id, end, limit)
        };
        Ok(self.indexed_or_logged(read, Some(before), limit).await)
    }
}

/// The newest settled entries before an entry, or of all, as the log has them. Blocks.
fn from_log(dir: &LogDir, before: Option<&EntryId>, limit: usize) -> std::io::Result<EntryPage> {
    let mut fold = SessionFold::new();
    for record in dir.read_after(0)? {
        fold.apply(&record?);
    }
    let open = fold.view().entries.clone();
    let mut entries = fold.take_settled();
    entries.sort_by_key(|entry| entry.order);
    if let Some(before) = before {
        let mut known = open.iter().chain(&entries);
        let place = known.find(|entry| entry.id == *before);
        let place = place.map(|entry| entry.order);
        let is_before = |entry: &Entry| match place {
            Some(place) => entry.order < place,
            None => entry.id.record() < before.record(),
        };
        entries.retain(is_before);
    }
    let has_older = entries.len() > limit;
    entries.drain(..entries.len().saturating_sub(limit));
    Ok(EntryPage { entries, has_older })
}
