//! The fold: one log record after the other becomes changes of the view.
//!
//! The fold alters its own view only through the changes it hands out, so whoever applies them to
//! an empty view has the same view. It keeps the entries that can still change; an entry that is
//! settled leaves it once, through [`SessionFold::take_settled`].

mod answers;
mod asks;
mod blocks;
mod calls;
mod cli;
mod compaction;
mod content;
mod dialogs;
mod ends;
mod files;
mod hooks;
mod host;
mod imported;
mod info;
mod jobs;
mod liveness;
mod messages;
mod notes;
mod notices;
mod process;
mod replies;
mod results;
mod schedule;
mod schedules;
mod settle;
mod state;
mod system;
mod turns;
mod usage;
mod user;

use pilothouse_log::{Kind, Record};
use serde::{Deserialize, Serialize};

use crate::change::{Change, ChangeSet};
use crate::entry::{Direction, Entry, EntryBody};
use crate::id::EntryId;
use crate::text::cut_line;
use crate::view::{EntryPage, SessionView};
use state::State;

pub use dialogs::DIALOG_KINDS;

/// Folds the records of one session's log. It can be saved and loaded between any two records.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SessionFold {
    /// What is shown, with the entries that can still change.
    view: SessionView,
    /// What is needed beside it to read the next record.
    state: State,
    /// Entries that have settled and were not taken yet.
    settled: Vec<Entry>,
    #[serde(skip)]
    changes: Vec<Change>,
    /// Whether a change since the last look may have settled an entry.
    #[serde(skip)]
    touched: bool,
    #[serde(skip)]
    now: Now,
}

/// The record that is being folded.
#[derive(Clone, Debug, Default)]
struct Now {
    seq: u64,
    at: u64,
    epoch: u32,
    /// How many entries this record has begun.
    begun: u32,
}

impl SessionFold {
    /// A fold that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Folds one record and returns what it changed.
    pub fn apply(&mut self, record: &Record) -> Vec<Change> {
        self.now = Now {
            seq: record.seq,
            at: record.at_ms,
            epoch: record.epoch,
            begun: 0,
        };
        self.view.seq = record.seq;
        self.view.at = record.at_ms;
        match record.kind {
            Kind::Out => self.fold_output(record),
            Kind::In => self.fold_input(record),
            Kind::Err => self.fold_stderr(record),
            Kind::Spawn => self.fold_spawn(record),
            Kind::Exit => self.fold_exit(record),
            Kind::Note => self.fold_note(record),
            Kind::Unknown(code) => {
                let name = format!("record {code}");
                self.add_raw(&name, &record.bytes, Direction::Out);
            }
        }
        if self.touched {
            self.schedule_calls();
        }
        self.update_liveness();
        self.settle();
        std::mem::take(&mut self.changes)
    }

    /// Folds one record and returns its changes as a reader receives them.
    pub fn apply_set(&mut self, record: &Record) -> ChangeSet {
        ChangeSet {
            seq: record.seq,
            at: record.at_ms,
            changes: self.apply(record),
        }
    }

    /// The view with the entries that can still change. Everything else in it is complete.
    pub fn view(&self) -> &SessionView {
        &self.view
    }

    /// Says whether a message with this uuid was sent before, as far back as the fold remembers.
    pub fn knows_message(&self, uuid: &str) -> bool {
        self.state.knows_message(uuid)
    }

    /// Hands out the entries that have settled since the last call. They never change again,
    /// except that an [`Change::EntryRemoved`] may take one back.
    pub fn take_settled(&mut self) -> Vec<Entry> {
        std::mem::take(&mut self.settled)
    }

    /// The view as a reader gets it: the given settled entries and the open ones, in order.
    pub fn snapshot(&self, settled: EntryPage) -> SessionView {
        let mut view = self.view.clone();
        view.has_older = settled.has_older;
        view.older_than = settled.end_of_older();
        view.entries.extend(settled.entries);
        view.entries.extend(self.settled.iter().cloned());
        view.entries.sort_by_key(|entry| entry.order);
        view.entries.dedup_by(|one, other| one.id == other.id);
        view
    }

    fn emit(&mut self, mut change: Change) {
        if let Change::EntrySet { entry } = &mut change {
            // A text that was cut before keeps the record it was cut from.
            let texts = entry.body.cut_texts().into_iter();
            for text in texts.filter(|text| text.truncated && text.seq.is_none()) {
                text.seq = Some(self.now.seq);
            }
            for line in entry.body.lines() {
                cut_line(line);
            }
        }
        self.touched |= !matches!(change, Change::Appended { .. });
        self.view.apply(&change);
        self.changes.push(change);
    }

    /// Adds an entry at the end.
    fn add(&mut self, parent: Option<EntryId>, body: EntryBody) -> EntryId {
        let id = EntryId::of_record(self.now.seq, self.now.begun);
        self.now.begun += 1;
        let entry = Entry {
            id: id.clone(),
            order: self.state.next_order(),
            at: self.now.at,
            epoch: self.now.epoch,
            turn: self.state.turn.current(),
            parent,
            body,
        };
        self.emit(Change::EntrySet {
            entry: Box::new(entry),
        });
        id
    }

    /// Replaces the body of an entry that is still open.
    fn set_body(&mut self, id: &EntryId, alter: impl FnOnce(&mut EntryBody)) {
        let Some(entry) = self.open(id) else { return };
        let mut entry = entry.clone();
        let before = entry.body.clone();
        alter(&mut entry.body);
        if entry.body != before {
            self.emit(Change::EntrySet {
                entry: Box::new(entry),
            });
        }
    }

    /// An entry that can still change.
    fn open(&self, id: &EntryId) -> Option<&Entry> {
        self.view.entries.iter().rev().find(|entry| entry.id == *id)
    }
}
