//! What the log says of each message: where it is, and what may not happen to it any more.

use std::collections::BTreeMap;

use pilothouse_log::{Kind, Note, Record};
use serde_json::Value;

/// Where a message is, as the log says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Queued,
    Held,
    Withdrawn,
    /// Given to the process of this epoch.
    Sent(u32),
}

/// A message, by the name that its text begins with.
#[derive(Clone, Debug)]
pub(super) struct Logged {
    pub(super) place: Place,
    /// Its newest uuid: one that the CLI gave back gets another.
    pub(super) uuid: String,
    /// The record that took it.
    pub(super) seq: u64,
    /// It was held once.
    pub(super) was_held: bool,
    /// Its sender was told that the process died with it.
    pub(super) is_cut_off: bool,
}

/// The messages of a log.
#[derive(Default)]
pub(super) struct Messages {
    by_name: BTreeMap<String, Logged>,
    names: BTreeMap<String, String>,
}

/// The name of a message: the part of its text that an edit leaves.
pub(super) fn name_of(text: &str) -> &str {
    text.split(';').next().unwrap_or_default()
}

fn text_of(line: &Value) -> &str {
    line["message"]["content"].as_str().unwrap_or_default()
}

impl Messages {
    pub(super) fn get(&self, name: &str) -> Option<&Logged> {
        self.by_name.get(name)
    }

    /// The name of the message with this uuid.
    pub(super) fn name(&self, uuid: &str) -> Option<&str> {
        self.names.get(uuid).map(String::as_str)
    }

    fn of_uuid(&mut self, uuid: &str) -> Option<&mut Logged> {
        self.by_name.get_mut(self.names.get(uuid)?)
    }

    /// Takes note of a record. `may_send` says whether a person sent a held message with this uuid.
    pub(super) fn observe(
        &mut self,
        record: &Record,
        may_send: impl Fn(&str) -> bool,
    ) -> Result<(), String> {
        match record.kind {
            Kind::Note => self.observe_note(record),
            Kind::In => self.observe_line(record, may_send),
            _ => Ok(()),
        }
    }

    fn insert(&mut self, text: &str, uuid: &str, place: Place, seq: u64) {
        let name = name_of(text).to_owned();
        self.names.insert(uuid.to_owned(), name.clone());
        let logged = Logged {
            place,
            uuid: uuid.to_owned(),
            seq,
            was_held: false,
            is_cut_off: false,
        };
        self.by_name.insert(name, logged);
    }

    fn mark_held(&mut self, uuid: &str) {
        if let Some(logged) = self.of_uuid(uuid) {
            logged.was_held = true;
        }
    }

    fn observe_note(&mut self, record: &Record) -> Result<(), String> {
        match record.note() {
            Some(Note::Queued(queued)) => {
                let text = text_of(&queued.message);
                if let Some(known) = self.get(name_of(text)) {
                    return Err(format!("{text} was queued again: {known:?}"));
                }
                self.insert(text, &queued.id, Place::Queued, record.seq);
            }
            Some(Note::Held(held)) => {
                for message in held.messages {
                    match &message.message {
                        Some(line) => {
                            let text = text_of(line);
                            self.insert(text, &message.id, Place::Held, record.seq);
                            self.mark_held(&message.id);
                        }
                        None => {
                            if let Some(logged) = self.of_uuid(&message.id)
                                && logged.place == Place::Queued
                            {
                                logged.place = Place::Held;
                                logged.was_held = true;
                            }
                        }
                    }
                }
            }
            Some(Note::Released(released)) => {
                for id in released.ids {
                    if let Some(logged) = self.of_uuid(&id)
                        && logged.place == Place::Held
                    {
                        logged.place = Place::Queued;
                    }
                }
            }
            Some(Note::Withdrawn(withdrawn)) => {
                if let Some(logged) = self.of_uuid(&withdrawn.id)
                    && matches!(logged.place, Place::Queued | Place::Held)
                {
                    logged.place = Place::Withdrawn;
                }
            }
            Some(Note::CutOff(cut)) => {
                if let Some(logged) = self.of_uuid(&cut.id) {
                    logged.is_cut_off = true;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn observe_line(
        &mut self,
        record: &Record,
        may_send: impl Fn(&str) -> bool,
    ) -> Result<(), String> {
        let line: Value = serde_json::from_slice(&record.bytes).unwrap_or_default();
        if line["type"] != "user" {
            return Ok(());
        }
        let text = text_of(&line);
        let uuid = line["uuid"].as_str().unwrap_or_default().to_owned();
        let Some(logged) = self.by_name.get_mut(name_of(text)) else {
            self.insert(text, &uuid, Place::Sent(record.epoch), record.seq);
            return Ok(());
        };
        match &logged.place {
            Place::Withdrawn => return Err(format!("{text} was withdrawn and is sent")),
            Place::Held if !may_send(&uuid) => {
                return Err(format!("{text} is held and is sent"));
            }
            Place::Sent(epoch) if *epoch == record.epoch => {
                return Err(format!("{text} is given to one process twice"));
            }
            _ if logged.uuid != uuid => {
                return Err(format!("{text} is sent under another uuid"));
            }
            _ => logged.place = Place::Sent(record.epoch),
        }
        Ok(())
    }
}
