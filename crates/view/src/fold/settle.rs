//! Which entries can no longer change.

use crate::change::Change;
use crate::entry::{CompactionState, Delivery, Entry, EntryBody, HookState};
use crate::id::EntryId;

use super::SessionFold;

impl SessionFold {
    /// Moves what has settled out of the view.
    pub(super) fn settle(&mut self) {
        if !std::mem::take(&mut self.touched) {
            return;
        }
        let compaction = self.state.compaction.clone();
        let given_up = std::mem::take(&mut self.state.given_up);
        let (done, open): (Vec<Entry>, Vec<Entry>) = std::mem::take(&mut self.view.entries)
            .into_iter()
            .partition(|entry| {
                is_settled(entry, compaction.as_ref()) || given_up.contains(&entry.id)
            });
        self.view.entries = open;
        self.settled.extend(done);
    }

    /// Takes lines back that the CLI retracts.
    pub(super) fn retract<'a>(&mut self, uuids: impl Iterator<Item = &'a str>) {
        for uuid in uuids {
            let (gone, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut self.state.turn.lines)
                .into_iter()
                .partition(|(line, _)| line == uuid);
            self.state.turn.lines = kept;
            for (_, id) in gone {
                self.settled.retain(|entry| entry.id != id);
                self.emit(Change::EntryRemoved { id });
            }
        }
    }

    /// Remembers which entries a line made, in case it is retracted.
    pub(super) fn note_line(&mut self, uuid: Option<&str>, id: &EntryId) {
        if let Some(uuid) = uuid {
            self.state.turn.lines.push((uuid.to_owned(), id.clone()));
        }
    }
}

fn is_settled(entry: &Entry, compaction: Option<&EntryId>) -> bool {
    match &entry.body {
        EntryBody::User(message) => is_final(&message.delivery),
        EntryBody::Text(text) => !text.streaming,
        EntryBody::Thinking(thinking) => !thinking.streaming,
        EntryBody::Tool(call) => call.ended_at.is_some(),
        EntryBody::Compaction(one) => {
            one.state != CompactionState::Running && compaction != Some(&entry.id)
        }
        EntryBody::Hook(hook) => hook.state != HookState::Running,
        EntryBody::Retry(retry) => retry.over,
        EntryBody::Command(_)
        | EntryBody::Notice(_)
        | EntryBody::ApiError(_)
        | EntryBody::Turn(_)
        | EntryBody::Boundary(_)
        | EntryBody::Interrupted(_)
        | EntryBody::Continued(_)
        | EntryBody::Injected(_)
        | EntryBody::Summary(_)
        | EntryBody::Auth(_)
        | EntryBody::Raw(_) => true,
    }
}

/// A lost message may still be sent again, until it is given up.
pub(super) fn is_final(delivery: &Delivery) -> bool {
    match delivery {
        Delivery::Sent | Delivery::Queued | Delivery::Running | Delivery::Held | Delivery::Lost => {
            false
        }
        Delivery::Done | Delivery::Cancelled | Delivery::Duplicate | Delivery::Blocked { .. } => {
            true
        }
    }
}
