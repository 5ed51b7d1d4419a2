//! The index: settled entries and the saved fold, written behind the server's back and lost in every way.

use std::collections::{BTreeMap, VecDeque};

use pilothouse_view::{ChangeSet, Entry, EntryId, EntryPage};

use super::dice::Dice;
use super::disk::{Disk, SESSION};
use crate::session::policy::Policy;
use crate::session::projection::Projection;

/// What the index holds of a session.
#[derive(Clone, Default)]
struct Rows {
    entries: BTreeMap<EntryId, Entry>,
    saved: Option<Vec<u8>>,
}

/// Something that the server sent to the index.
enum Write {
    Entries(Vec<Entry>),
    Removed(Vec<EntryId>),
    Saved(Vec<u8>),
}

#[derive(Default)]
pub(super) struct Index {
    rows: Rows,
    /// An earlier state, that a power cut can bring back.
    earlier: Rows,
    /// What was sent and is not written yet.
    sent: VecDeque<Write>,
}

/// A session, folded from the log by a server that has just started.
pub(super) struct Loaded {
    pub(super) projection: Projection,
    pub(super) policy: Policy,
    pub(super) changes: Vec<(ChangeSet, bool)>,
}

impl Index {
    pub(super) fn add(&mut self, entries: Vec<Entry>) {
        if !entries.is_empty() {
            self.sent.push_back(Write::Entries(entries));
        }
    }

    pub(super) fn remove(&mut self, ids: Vec<EntryId>) {
        self.sent.push_back(Write::Removed(ids));
    }

    pub(super) fn save(&mut self, projection: &Projection) {
        let bytes = serde_json::to_vec(projection).expect("a projection can be saved");
        self.sent.push_back(Write::Saved(bytes));
    }

    /// Writes what was sent, as much as `count`.
    pub(super) fn write(&mut self, count: usize) {
        for _ in 0..count {
            match self.sent.pop_front() {
                Some(Write::Entries(entries)) => {
                    let entries = entries.into_iter();
                    let rows = entries.map(|entry| (entry.id.clone(), entry));
                    self.rows.entries.extend(rows);
                }
                Some(Write::Removed(ids)) => {
                    self.rows.entries.retain(|id, _| !ids.contains(id));
                }
                Some(Write::Saved(bytes)) => {
                    let entries = self.rows.entries.clone();
                    let saved = Some(bytes);
                    self.earlier = std::mem::replace(&mut self.rows, Rows { entries, saved });
                }
                None => return,
            }
        }
    }

    /// The server was killed: what was not written is lost.
    pub(super) fn lose_sent(&mut self, dice: &mut Dice) {
        let written = dice.below(self.sent.len() + 1);
        self.write(written);
        self.sent.clear();
    }

    /// The file vanishes, or is an older one.
    pub(super) fn lose_file(&mut self, dice: &mut Dice) {
        self.rows = match dice.once_in(2) {
            true => Rows::default(),
            false => std::mem::take(&mut self.earlier),
        };
    }

    /// All entries, as a page that is read after everything that was sent before.
    pub(super) fn page(&mut self) -> EntryPage {
        self.write(usize::MAX);
        let mut entries: Vec<Entry> = self.rows.entries.values().cloned().collect();
        entries.sort_by_key(|entry| entry.order);
        EntryPage {
            entries,
            has_older: false,
        }
    }

    /// Folds the log as [`crate::session::folding::Loaded::read`] does.
    pub(super) fn load(&mut self, disk: &Disk) -> Loaded {
        self.write(usize::MAX);
        let saved = self.rows.saved.as_deref();
        let saved: Option<Projection> =
            saved.map(|bytes| serde_json::from_slice(bytes).expect("a saved projection"));
        let saved = saved.filter(|saved| saved.continues(disk.record(saved.seq())));
        match &saved {
            Some(saved) => {
                let seq = saved.seq();
                let entries = &mut self.rows.entries;
                entries.retain(|id, _| id.record().is_none_or(|record| record <= seq));
            }
            None => self.rows = Rows::default(),
        }
        let mut projection = saved.unwrap_or_else(|| Projection::new(SESSION));
        let mut policy = Policy::default();
        let mut changes = Vec::new();
        for record in disk.read_after(projection.seq()) {
            let applied = projection.apply(&record);
            policy.see(projection.directory(), &record, &applied.changes);
            if !applied.removed.is_empty() {
                self.remove(applied.removed.clone());
            }
            changes.push((applied.changes, applied.jumped));
        }
        self.add(projection.take_settled());
        Loaded {
            projection,
            policy,
            changes,
        }
    }
}
