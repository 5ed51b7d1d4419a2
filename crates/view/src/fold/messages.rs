//! Messages of the person: sent, queued, taken up, done.

use pilothouse_protocol::message::CommandState;

use crate::change::Change;
use crate::entry::{Attachment, Delivery, Entry, EntryBody, SlashCommand, UserMessage};
use crate::id::EntryId;
use crate::session::{Checkpoint, Who};
use crate::text::{command_of, cut_head, preview};

use super::SessionFold;
use super::settle::is_final;

/// A message that begins an entry.
pub(super) struct Sent {
    pub(super) uuid: Option<String>,
    pub(super) text: String,
    pub(super) attachments: Vec<Attachment>,
    pub(super) delivery: Delivery,
    pub(super) origin: Option<String>,
    pub(super) priority: Option<String>,
    pub(super) who: Option<Who>,
}

impl SessionFold {
    /// Adds a message to the transcript.
    pub(super) fn add_message(&mut self, sent: Sent) -> EntryId {
        if let Some(uuid) = &sent.uuid {
            self.state.remember_message(uuid);
        }
        let checkpoint = self.view.info.checkpointing && sent.uuid.is_some();
        let running = sent.delivery == Delivery::Running;
        let body = EntryBody::User(UserMessage {
            command: command_of(&sent.text),
            text: cut_head(&sent.text),
            attachments: sent.attachments,
            delivery: sent.delivery,
            who: sent.who,
            origin: sent.origin,
            priority: sent.priority,
            checkpoint,
            uuid: sent.uuid.clone(),
        });
        let behind = self.state.turn.running || self.open_messages().next().is_some();
        let id = self.add(None, body);
        if running {
            self.state.turn.messages.push(id.clone());
        } else if behind {
            self.state.waiting.insert(id.clone());
        }
        if let Some(uuid) = sent.uuid.filter(|_| checkpoint) {
            let checkpoint = Checkpoint {
                uuid,
                entry: id.clone(),
                at: self.now.at,
                preview: preview(&sent.text),
            };
            self.emit(Change::CheckpointAdded { checkpoint });
        }
        id
    }

    /// A message was sent that was sent before: after a death it is given to the next process.
    pub(super) fn resend(&mut self, uuid: &str) {
        if let Some(id) = self.open_message(uuid) {
            // What the process before it said of the message does not count.
            self.state.tracked.remove(&id);
            self.deliver(&id, Delivery::Sent);
        }
    }

    /// No process gets a lost message any more: it settles as it is.
    pub(super) fn give_up(&mut self, id: EntryId) {
        if self.delivery_of(&id) == Some(Delivery::Lost) {
            self.state.forget_message(&id);
            self.state.given_up.insert(id);
            self.touched = true;
        }
    }

    /// What the CLI tells about a message by its uuid.
    pub(super) fn lifecycle(&mut self, uuid: &str, state: &CommandState) {
        let Some(id) = self.open_message(uuid) else {
            return;
        };
        let is_first = self.state.tracked.insert(id.clone());
        let started = matches!(self.delivery_of(&id), Some(Delivery::Running));
        match state {
            CommandState::Queued if !started => self.deliver(&id, Delivery::Queued),
            CommandState::Started => self.take_up(&id),
            CommandState::Completed if started && !is_first => self.deliver(&id, Delivery::Done),
            // A message that is over without having begun was swallowed: its turn had begun in a process that died. It is
            // repeated like one that begins (2.1.325), but nothing is said of it before.
            CommandState::Completed => {
                self.state.turn.messages.retain(|other| *other != id);
                self.deliver(&id, Delivery::Duplicate);
                self.state.forget_message(&id);
            }
            // A message whose turn was interrupted has been seen; the turn tells the rest.
            CommandState::Cancelled if started => self.deliver(&id, Delivery::Done),
            CommandState::Cancelled if self.state.takes_back() => {
                self.deliver(&id, Delivery::Held);
            }
            CommandState::Cancelled | CommandState::Discarded | CommandState::Refused => {
                self.deliver(&id, Delivery::Cancelled);
            }
            _ => {}
        }
    }

    /// The CLI works on a message now.
    pub(super) fn take_up(&mut self, id: &EntryId) {
        if matches!(self.delivery_of(id), Some(Delivery::Running) | None) {
            return;
        }
        let messages = if self.state.turn.running {
            &mut self.state.turn.messages
        } else {
            &mut self.state.upcoming
        };
        messages.push(id.clone());
        self.deliver(id, Delivery::Running);
    }

    /// Takes up the messages of a turn that begins.
    pub(super) fn take_up_for_turn<'a>(&mut self, uuids: impl Iterator<Item = &'a str>) {
        let named: Vec<EntryId> = uuids.filter_map(|uuid| self.open_message(uuid)).collect();
        for id in &named {
            self.take_up(id);
        }
        if !named.is_empty() || !self.state.turn.messages.is_empty() {
            return;
        }
        // Without a word about messages, the oldest one that is not accounted for is taken.
        let oldest = self.open_messages().find(|entry| {
            let is_lost = self.delivery_of(&entry.id) == Some(Delivery::Lost);
            !is_lost && !self.state.tracked.contains(&entry.id)
        });
        if let Some(id) = oldest.map(|entry| entry.id.clone()) {
            self.take_up(&id);
        }
    }

    /// The echo of a message came; returns false when no message of ours fits.
    pub(super) fn acknowledge(
        &mut self,
        uuid: Option<&str>,
        text: &str,
        command: Option<&SlashCommand>,
    ) -> bool {
        if let Some(uuid) = uuid {
            if let Some(id) = self.open_message(uuid) {
                self.take_up(&id);
                return true;
            }
            if self.state.knows_message(uuid) {
                return true;
            }
        }
        let Some(id) = self.message_without_uuid(text, command) else {
            return false;
        };
        if let Some(uuid) = uuid {
            self.state.remember_message(uuid);
        }
        self.take_up(&id);
        let delivery = self.delivery_of(&id).unwrap_or(Delivery::Running);
        self.emit(Change::DeliveryChanged {
            id,
            delivery,
            order: None,
            turn: None,
            uuid: uuid.map(str::to_owned),
        });
        true
    }

    /// The message that an echo with an unknown uuid repeats: the oldest with the same text.
    fn message_without_uuid(&self, text: &str, command: Option<&SlashCommand>) -> Option<EntryId> {
        let fits = |message: &UserMessage| match command {
            Some(_) => message.command.as_ref() == command,
            None => text.starts_with(&message.text.text) || text.is_empty(),
        };
        let mut candidates = self
            .view
            .entries
            .iter()
            .filter_map(|entry| match &entry.body {
                EntryBody::User(message) if message.uuid.is_none() => Some((&entry.id, message)),
                _ => None,
            });
        candidates
            .find(|(_, message)| fits(message))
            .map(|(id, _)| id.clone())
    }

    /// Moves a message on. One that waited behind a turn is shown where it is taken up.
    pub(super) fn deliver(&mut self, id: &EntryId, delivery: Delivery) {
        let Some(before) = self.delivery_of(id) else {
            return;
        };
        let running = delivery == Delivery::Running;
        let moved = running && self.state.waiting.remove(id);
        if before == delivery && !moved {
            return;
        }
        if is_final(&delivery) {
            self.state.waiting.remove(id);
            self.state.tracked.remove(id);
        }
        let order = moved.then(|| self.state.next_order());
        let turn = self.state.turn.current().filter(|_| running);
        self.emit(Change::DeliveryChanged {
            id: id.clone(),
            delivery,
            order,
            turn,
            uuid: None,
        });
    }

    /// The slash command that is being carried out.
    pub(super) fn running_command(&self) -> Option<SlashCommand> {
        let mut ids = self
            .state
            .turn
            .messages
            .iter()
            .rev()
            .chain(self.state.upcoming.iter().rev());
        let running = ids.find_map(|id| self.user(id)?.command.clone());
        running.or_else(|| {
            let mut open = self.open_messages();
            open.find_map(|entry| self.user(&entry.id)?.command.clone())
        })
    }

    pub(super) fn user(&self, id: &EntryId) -> Option<&UserMessage> {
        match &self.open(id)?.body {
            EntryBody::User(message) => Some(message),
            _ => None,
        }
    }

    pub(super) fn delivery_of(&self, id: &EntryId) -> Option<Delivery> {
        self.user(id).map(|message| message.delivery.clone())
    }

    /// Messages that are not done, oldest first.
    pub(super) fn open_messages(&self) -> impl Iterator<Item = &Entry> {
        self.view.entries.iter().filter(
            |entry| matches!(&entry.body, EntryBody::User(message) if !is_final(&message.delivery)),
        )
    }

    pub(super) fn open_message(&self, uuid: &str) -> Option<EntryId> {
        let mut entries = self.view.entries.iter();
        let entry = entries.find(|entry| {
            matches!(&entry.body, EntryBody::User(message) if message.uuid.as_deref() == Some(uuid))
        });
        entry.map(|entry| entry.id.clone())
    }
}
