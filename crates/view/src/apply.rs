//! Applying changes to a view.

use crate::ask::AskState;
use crate::change::{Change, ChangeSet};
use crate::entry::{Entry, EntryBody};
use crate::id::{AskId, EntryId};
use crate::tool::{ToolCall, ToolState};
use crate::view::{CHECKPOINTS, CLOSED_ASKS, SessionView};

impl SessionView {
    /// Applies what one record changed.
    pub fn apply_set(&mut self, set: &ChangeSet) {
        self.seq = set.seq;
        self.at = set.at;
        for change in &set.changes {
            self.apply(change);
        }
    }

    /// Applies one change. A change to an entry that is not loaded is ignored.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::EntrySet { entry } => self.set_entry((**entry).clone()),
            Change::EntryRemoved { id } => {
                self.entries.retain(|entry| entry.id != *id);
                self.drafts.remove(id);
                // Files cannot be rewound to a message that was taken back.
                self.checkpoints
                    .retain(|checkpoint| checkpoint.entry != *id);
            }
            Change::Appended { id, text } => match self.drafts.get_mut(id) {
                Some(draft) => draft.push_str(text),
                None => {
                    self.drafts.insert(id.clone(), text.clone());
                }
            },
            Change::DraftKept { .. } | Change::ThinkingTokens { .. } => self.apply_to_draft(change),
            Change::DeliveryChanged { .. } => self.apply_to_message(change),
            Change::ToolChanged { .. } | Change::ToolResultSet { .. } => self.apply_to_tool(change),
            Change::AskSet { ask } => put(&mut self.asks, ask, |one, other| one.id == other.id),
            Change::AskClosed { id, state } => self.close_ask(id, state),
            Change::JobSet { job } => put(&mut self.jobs, job, |one, other| one.id == other.id),
            Change::JobRemoved { id } => self.jobs.retain(|job| job.id != *id),
            Change::TasksSet { tasks } => self.tasks.clone_from(tasks),
            Change::InfoSet { info } => self.info.clone_from(info),
            Change::LivenessSet { liveness } => self.liveness.clone_from(liveness),
            Change::UsageSet { usage } => self.usage.clone_from(usage),
            Change::QueueSet { queue } => self.queue.clone_from(queue),
            Change::SchedulesSet { schedules } => self.schedules.clone_from(schedules),
            Change::FileSet { file } => {
                put(&mut self.files, file, |one, other| one.path == other.path);
            }
            Change::FileRemoved { path } => self.files.retain(|file| file.path != *path),
            Change::CheckpointAdded { checkpoint } => {
                self.checkpoints.push(checkpoint.clone());
                keep_newest(&mut self.checkpoints, CHECKPOINTS);
            }
            Change::HostSet { host } => self.host.clone_from(host),
        }
    }

    fn apply_to_draft(&mut self, change: &Change) {
        match change {
            Change::DraftKept {
                id,
                citations,
                duration_ms,
                aborted,
            } => {
                let draft = self.drafts.remove(id).unwrap_or_default();
                match self.body_mut(id) {
                    Some(EntryBody::Text(text)) => {
                        text.text = draft;
                        text.streaming = false;
                        text.citations.clone_from(citations);
                        text.aborted = *aborted;
                    }
                    Some(EntryBody::Thinking(thinking)) => {
                        thinking.text = draft;
                        thinking.streaming = false;
                        thinking.duration_ms = *duration_ms;
                    }
                    _ => {}
                }
            }
            Change::ThinkingTokens { id, tokens } => {
                if let Some(EntryBody::Thinking(thinking)) = self.body_mut(id) {
                    thinking.tokens = Some(*tokens);
                }
            }
            _ => {}
        }
    }

    fn apply_to_message(&mut self, change: &Change) {
        let Change::DeliveryChanged {
            id,
            delivery,
            order,
            turn,
            uuid,
        } = change
        else {
            return;
        };
        let Some(index) = self.entries.iter().rposition(|entry| entry.id == *id) else {
            return;
        };
        let entry = &mut self.entries[index];
        if let EntryBody::User(message) = &mut entry.body {
            message.delivery = delivery.clone();
            if let Some(uuid) = uuid {
                message.uuid = Some(uuid.clone());
            }
        }
        entry.turn = turn.or(entry.turn);
        if let Some(order) = *order {
            let mut entry = self.entries.remove(index);
            entry.order = order;
            self.insert(entry);
        }
    }

    fn apply_to_tool(&mut self, change: &Change) {
        match change {
            Change::ToolChanged { id, patch } => {
                if let Some(call) = self.tool_mut(id) {
                    patch.apply(call);
                }
                if patch.state != ToolState::Streaming {
                    self.drafts.remove(id);
                }
            }
            Change::ToolResultSet {
                id,
                state,
                ended_at,
                result,
            } => {
                if let Some(call) = self.tool_mut(id) {
                    call.state = *state;
                    call.ended_at = Some(*ended_at);
                    call.result = Some(result.clone());
                }
            }
            _ => {}
        }
    }

    fn close_ask(&mut self, id: &AskId, state: &AskState) {
        if let Some(index) = self.asks.iter().position(|ask| ask.id == *id) {
            let mut ask = self.asks.remove(index);
            ask.state = state.clone();
            self.closed_asks.push(ask);
            keep_newest(&mut self.closed_asks, CLOSED_ASKS);
        } else if let Some(ask) = self.closed_asks.iter_mut().find(|ask| ask.id == *id) {
            ask.state = state.clone();
        }
    }

    /// Adds a page of older entries in front.
    pub fn add_page(&mut self, page: crate::view::EntryPage) {
        self.has_older = page.has_older;
        self.older_than = page.end_of_older();
        for entry in page.entries {
            if !self.entries.iter().any(|known| known.id == entry.id) {
                self.insert(entry);
            }
        }
    }

    fn set_entry(&mut self, entry: Entry) {
        self.drafts.remove(&entry.id);
        match self.entries.iter().rposition(|known| known.id == entry.id) {
            Some(index) if self.entries[index].order == entry.order => self.entries[index] = entry,
            Some(index) => {
                self.entries.remove(index);
                self.insert(entry);
            }
            None => self.insert(entry),
        }
    }

    fn insert(&mut self, entry: Entry) {
        let index = self
            .entries
            .partition_point(|known| known.order < entry.order);
        self.entries.insert(index, entry);
    }

    fn body_mut(&mut self, id: &EntryId) -> Option<&mut EntryBody> {
        self.entries
            .iter_mut()
            .rev()
            .find(|entry| entry.id == *id)
            .map(|entry| &mut entry.body)
    }

    fn tool_mut(&mut self, id: &EntryId) -> Option<&mut ToolCall> {
        match self.body_mut(id)? {
            EntryBody::Tool(call) => Some(call),
            _ => None,
        }
    }
}

/// Replaces the item that is the same as this one, or adds it at the end.
fn put<T: Clone>(items: &mut Vec<T>, item: &T, same: impl Fn(&T, &T) -> bool) {
    match items.iter_mut().find(|known| same(known, item)) {
        Some(known) => known.clone_from(item),
        None => items.push(item.clone()),
    }
}

/// Takes the new value if there is one.
fn keep_newest<T>(items: &mut Vec<T>, limit: usize) {
    if items.len() > limit {
        items.drain(..items.len() - limit);
    }
}
