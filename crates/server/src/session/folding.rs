//! From the records of the log to the view: the fold, what settles in it, and what a reader sees first.

use std::collections::VecDeque;

use pilothouse_protocol::log::{Kind, Record};
use pilothouse_view::{Change, ChangeSet, EntryPage, SessionView};
use tokio::sync::mpsc;

use super::hello::tells_settings;
use super::saved::{self, Which};
use super::task::{BATCH, Task};
use super::{Input, Shared, feed};

/// How many settled entries a snapshot carries.
const SNAPSHOT_ENTRIES: usize = 200;
/// After how many records the fold is saved when there is a moment for it.
pub(super) const SAVE_AFTER: u64 = 1000;

impl Task {
    /// Folds the log as it is on disk: from where its fold was saved, or all of it. Blocks.
    pub(super) fn load(
        shared: Shared,
        id: &str,
        inputs: mpsc::WeakSender<Input>,
    ) -> std::io::Result<Self> {
        let mut task = Self::new(shared, id, inputs);
        let store = std::sync::Arc::clone(&task.shared.store);
        let forgotten = match saved::load(&store, id, Which::Newest) {
            Some(saved) => {
                task.fold = saved.fold;
                task.settings = saved.settings;
                task.created_at = saved.created_at;
                task.last_line = saved.last_line;
                // What settled after that is handed out again.
                store.forget_entries_after(id, task.fold.view().seq)
            }
            None => store.forget_entries(id),
        };
        if let Err(error) = forgotten {
            // They are replaced when they settle again; a full disk must not keep a session closed.
            tracing::warn!(session = %id, %error, "old entries cannot be forgotten");
        }
        let after = task.fold.view().seq;
        let mut records = task.shared.log_dir(id).read_after(after)?;
        let mut sets = VecDeque::new();
        for (count, record) in (&mut records).enumerate() {
            let set = task.fold_record(&record?);
            if !set.changes.is_empty() {
                sets.push_back(set);
            }
            if sets.len() > feed::KEPT {
                sets.pop_front();
            }
            if count % BATCH == 0 {
                task.store_settled();
            }
        }
        for damage in records.damage() {
            tracing::warn!(session = %id, ?damage, "a log is damaged");
        }
        task.store_settled();
        // Readers that come back after a restart are told what they missed.
        task.feed.publish(sets.make_contiguous());
        if task.unsaved > SAVE_AFTER {
            task.save();
        }
        Ok(task)
    }

    pub(super) fn take_record(&mut self, record: Record, sets: &mut Vec<ChangeSet>) {
        if record.kind == Kind::Out {
            self.requests.settle(&record.bytes);
        }
        let set = self.fold_record(&record);
        if !set.changes.is_empty() {
            sets.push(set);
        }
    }

    pub(super) fn fold_record(&mut self, record: &Record) -> ChangeSet {
        if self.created_at == 0 {
            self.created_at = record.at_ms;
        }
        self.unsaved += 1;
        self.unsealed += record.bytes.len() as u64;
        let turns = self.fold.view().usage.turns;
        self.settings.fold(record);
        let set = self.fold.apply_set(record);
        self.keep_audit(&set);
        self.see_policy(record, &set);
        self.forget_removed(&set);
        if !self.is_working() {
            self.interrupting = None;
            self.unresponsive = false;
        }
        let view = self.fold.view();
        if view.usage.turns > turns {
            self.deaths = 0;
            self.settings_due = true;
            self.trouble = None;
            self.settings.turn_ended();
            if self.settings.first_model.is_none() {
                self.settings.first_model.clone_from(&view.info.model);
            }
        }
        if record.kind == Kind::Spawn {
            self.settings.first_model = None;
            self.settings.first_effort = None;
        }
        if self.settings.first_effort.is_none() && tells_settings(record) {
            let effort = view.info.effort.clone();
            self.settings.first_effort = Some(effort.unwrap_or_default());
        }
        if let Some(id) = view.info.session_id.clone() {
            self.settings.set_cli_session(id);
        }
        set
    }

    /// Takes back what the CLI retracted after it had settled.
    fn forget_removed(&self, set: &ChangeSet) {
        let removed = set.changes.iter().filter_map(|change| match change {
            Change::EntryRemoved { id } => Some(id.clone()),
            _ => None,
        });
        let removed: Vec<_> = removed.collect();
        if removed.is_empty() {
            return;
        }
        if let Err(error) = self.shared.store.remove_entries(&self.id, &removed) {
            tracing::error!(session = %self.id, %error, "cannot remove entries");
        }
    }

    /// Puts entries that never change again where pages are read from.
    ///
    /// What cannot be stored, because the disk is full, is kept here and tried again.
    pub(super) fn store_settled(&mut self) {
        let settled = self.fold.take_settled();
        self.see_settled(&settled);
        self.see_last_line(&settled);
        self.unstored.extend(settled);
        if self.unstored.is_empty() {
            return;
        }
        match self.shared.store.add_entries(&self.id, &self.unstored) {
            Ok(()) => self.unstored.clear(),
            Err(error) => {
                tracing::error!(session = %self.id, %error, "cannot store entries; they are in the log");
            }
        }
    }

    pub(super) fn snapshot(&self) -> SessionView {
        let page = self
            .shared
            .store
            .entries_before(&self.id, None, SNAPSHOT_ENTRIES);
        let mut page = page.unwrap_or_else(|error| {
            tracing::error!(session = %self.id, %error, "cannot read entries");
            EntryPage {
                entries: Vec::new(),
                has_older: false,
            }
        });
        page.entries.extend(self.unstored.iter().cloned());
        self.fold.snapshot(page)
    }
}
