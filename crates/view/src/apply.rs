//! Applying changes to a view.

use crate::change::{Change, ChangeSet};
use crate::entry::{Entry, EntryBody};
use crate::id::EntryId;
use crate::tool::{ToolCall, ToolState};
use crate::view::{CHECKPOINTS, CLOSED_ASKS, SessionView};

impl SessionView {
    /// Applies what one record changed.
    pub fn apply_set(&mut self, set: ChangeSet) {
        self.seq = set.seq;
        self.at = set.at;
        for change in set.changes {
            self.apply(change);
        }
    }

    /// Applies one change. A change to an entry that is not loaded is ignored.
    pub fn apply(&mut self, change: Change) {
        match change {
            Change::EntrySet { entry } => self.set_entry(*entry),
            Change::EntryRemoved { id } => {
                self.entries.retain(|entry| entry.id != id);
                self.drafts.remove(&id);
            }
            Change::Appended { id, text } => {
                self.drafts.entry(id).or_default().push_str(&text);
            }
            Change::DraftKept {
                id,
                citations,
                duration_ms,
                aborted,
            } => {
                let draft = self.drafts.remove(&id).unwrap_or_default();
                match self.body_mut(&id) {
                    Some(EntryBody::Text(text)) => {
                        text.text = draft;
                        text.streaming = false;
                        text.citations = citations;
                        text.aborted = aborted;
                    }
                    Some(EntryBody::Thinking(thinking)) => {
                        thinking.text = draft;
                        thinking.streaming = false;
                        thinking.duration_ms = duration_ms;
                    }
                    _ => {}
                }
            }
            Change::ThinkingTokens { id, tokens } => {
                if let Some(EntryBody::Thinking(thinking)) = self.body_mut(&id) {
                    thinking.tokens = Some(tokens);
                }
            }
            Change::ToolChanged {
                id,
                state,
                started_at,
                elapsed_seconds,
                changed_input,
                decision,
                ask,
                job,
            } => {
                if let Some(call) = self.tool_mut(&id) {
                    call.state = state;
                    call.started_at = started_at.or(call.started_at);
                    call.elapsed_seconds = elapsed_seconds.or(call.elapsed_seconds);
                    call.changed_input = changed_input.or(call.changed_input.take());
                    call.decision = decision.or(call.decision.take());
                    call.links.ask = ask.or(call.links.ask.take());
                    call.links.job = job.or(call.links.job.take());
                }
                if state != ToolState::Streaming {
                    self.drafts.remove(&id);
                }
            }
            Change::ToolResultSet {
                id,
                state,
                ended_at,
                result,
            } => {
                if let Some(call) = self.tool_mut(&id) {
                    call.state = state;
                    call.ended_at = Some(ended_at);
                    call.result = Some(result);
                }
            }
            Change::AskSet { ask } => put(&mut self.asks, *ask, |one, other| one.id == other.id),
            Change::AskClosed { id, state } => {
                if let Some(index) = self.asks.iter().position(|ask| ask.id == id) {
                    let mut ask = self.asks.remove(index);
                    ask.state = state;
                    self.closed_asks.push(ask);
                    keep_newest(&mut self.closed_asks, CLOSED_ASKS);
                } else if let Some(ask) = self.closed_asks.iter_mut().find(|ask| ask.id == id) {
                    ask.state = state;
                }
            }
            Change::JobSet { job } => put(&mut self.jobs, *job, |one, other| one.id == other.id),
            Change::JobRemoved { id } => self.jobs.retain(|job| job.id != id),
            Change::TasksSet { tasks } => self.tasks = tasks,
            Change::InfoSet { info } => self.info = *info,
            Change::LivenessSet { liveness } => self.liveness = liveness,
            Change::UsageSet { usage } => self.usage = *usage,
            Change::QueueSet { queue } => self.queue = queue,
            Change::FileSet { file } => {
                put(&mut self.files, *file, |one, other| one.path == other.path);
            }
            Change::FileRemoved { path } => self.files.retain(|file| file.path != path),
            Change::CheckpointAdded { checkpoint } => {
                self.checkpoints.push(checkpoint);
                keep_newest(&mut self.checkpoints, CHECKPOINTS);
            }
            Change::HostSet { host } => self.host = host,
        }
    }

    /// Adds a page of older entries in front.
    pub fn add_page(&mut self, page: crate::view::EntryPage) {
        self.has_older = page.has_older;
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
fn put<T>(items: &mut Vec<T>, item: T, same: impl Fn(&T, &T) -> bool) {
    match items.iter_mut().find(|known| same(known, &item)) {
        Some(known) => *known = item,
        None => items.push(item),
    }
}

fn keep_newest<T>(items: &mut Vec<T>, limit: usize) {
    if items.len() > limit {
        items.drain(..items.len() - limit);
    }
}
