//! From the records of the log to readers and the index: what a record does beyond the projection.

use pilothouse_log::Record;
use pilothouse_view::Entry;

use super::policy::Policy;
use super::projection::{Applied, Projection, RuleChange};
use super::saved::{self, Which};
use super::{Feed, Shared};

/// How many records are folded before entries are stored.
const BATCH: u64 = 512;

/// A session's log, folded as far as it is on disk and indexed.
pub(super) struct Loaded {
    pub(super) projection: Projection,
    pub(super) policy: Policy,
    /// Holds the newest changes, for readers that come back after a restart.
    pub(super) feed: Feed,
    /// Entries that could not be stored.
    pub(super) unstored: Vec<Entry>,
    /// How many records were folded.
    pub(super) folded: u64,
}

impl Loaded {
    /// Folds a log: from where its projection was saved, or all of it. Blocks.
    pub(super) fn read(shared: &Shared, id: &str) -> std::io::Result<Self> {
        let saved = match saved::load(&shared.store, id, Which::Newest) {
            Some(saved) if saved.seq() > 0 => {
                let dir = shared.log_dir(id);
                let known = dir.read_after(saved.seq() - 1)?.next().transpose()?;
                Some(saved).filter(|saved| saved.continues(known.as_ref()))
            }
            saved => saved,
        };
        Self::fold(shared, id, saved)
    }

    /// Folds all of a log, whatever was saved. Blocks.
    pub(super) fn read_all(shared: &Shared, id: &str) -> std::io::Result<Self> {
        Self::fold(shared, id, None)
    }

    fn fold(shared: &Shared, id: &str, saved: Option<Projection>) -> std::io::Result<Self> {
        let store = &shared.store;
        let dir = shared.log_dir(id);
        let forgotten = match &saved {
            // What settled after that is handed out again.
            Some(saved) => store.forget_entries_after(id, saved.seq()),
            None => store.forget_entries(id),
        };
        if let Err(error) = forgotten {
            // They are replaced when they settle again; a full disk must not keep a session closed.
            tracing::warn!(session = %id, %error, "old entries cannot be forgotten");
        }
        let is_whole = saved.is_none();
        let mut loaded = Self {
            projection: saved.unwrap_or_else(|| Projection::new(id)),
            policy: Policy::default(),
            feed: Feed::new(id),
            unstored: Vec::new(),
            folded: 0,
        };
        let mut records = dir.read_after(loaded.projection.seq())?;
        for record in &mut records {
            loaded.take(shared, id, &record?);
        }
        records.check_format()?;
        for damage in records.damage() {
            tracing::warn!(session = %id, ?damage, "a log is damaged");
        }
        shared.store_settled(id, &mut loaded.projection, &mut loaded.unstored);
        if is_whole {
            store.mark_complete(id);
        }
        loaded.feed.publish();
        Ok(loaded)
    }

    fn take(&mut self, shared: &Shared, id: &str, record: &Record) {
        let applied = self.projection.apply(record);
        let directory = self.projection.directory();
        self.policy.see(directory, record, &applied.changes);
        shared.index(id, &applied);
        self.feed.add(applied.changes, applied.jumped);
        self.folded += 1;
        if self.folded.is_multiple_of(BATCH) {
            shared.store_settled(id, &mut self.projection, &mut self.unstored);
        }
    }
}

impl Shared {
    /// Carries out what a record means for the index. Doing it twice does no harm.
    pub(super) fn index(&self, session: &str, applied: &Applied) {
        for row in &applied.audit {
            if let Err(error) = self.store.put_audit(row) {
                tracing::error!(%session, %error, "cannot keep the audit; it can be rebuilt from the logs");
            }
        }
        for change in &applied.rules {
            let kept = match change {
                RuleChange::Granted(rule) => self.store.put_rule(rule),
                RuleChange::Revoked(revoked) => self.store.revoke_rule(session, revoked),
            };
            if let Err(error) = kept {
                tracing::error!(%session, %error, "cannot change a rule; the change is in the log");
            }
            self.rules_changed();
        }
        if applied.removed.is_empty() {
            return;
        }
        if let Err(error) = self.store.remove_entries(session, &applied.removed) {
            tracing::error!(%session, %error, "cannot remove entries");
        }
    }

    /// Puts entries that never change again where pages are read from.
    ///
    /// What cannot be stored, because the disk is full, stays in `unstored` and is tried again.
    pub(super) fn store_settled(
        &self,
        session: &str,
        projection: &mut Projection,
        unstored: &mut Vec<Entry>,
    ) {
        unstored.extend(projection.take_settled());
        if unstored.is_empty() {
            return;
        }
        match self.store.add_entries(session, unstored) {
            Ok(()) => unstored.clear(),
            Err(error) => {
                tracing::error!(%session, %error, "cannot store entries; they are in the log");
            }
        }
    }
}
