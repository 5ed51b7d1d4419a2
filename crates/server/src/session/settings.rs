//! What a session was started with and what was changed since: it holds again after every wake.
//!
//! Settings are notes in the log (`setting`), so they survive everything the log survives.

use std::collections::BTreeMap;

use pilothouse_protocol::log::Setting;
use pilothouse_protocol::log::{Note, Record};
use serde_json::{Map, Value};

/// The settings of a session, by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Settings {
    values: BTreeMap<String, Value>,
    /// The CLI's newest id of the conversation.
    pub(crate) cli_session_id: Option<String>,
}

impl Settings {
    pub(crate) fn set(&mut self, name: &str, value: Value) {
        if value.is_null() {
            self.values.remove(name);
        } else {
            self.values.insert(name.to_owned(), value);
        }
    }

    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.values
            .get(name)
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty())
    }

    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.values.get(name).and_then(Value::as_f64)
    }

    pub(crate) fn flag(&self, name: &str) -> bool {
        self.values
            .get(name)
            .and_then(Value::as_bool)
            .unwrap_or_default()
    }

    pub(crate) fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    pub(crate) fn texts(&self, name: &str) -> Vec<&str> {
        let list = self.values.get(name).and_then(Value::as_array);
        list.into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }

    /// The notes that say all this.
    pub(crate) fn notes(&self) -> Vec<Note> {
        self.values
            .iter()
            .map(|(name, value)| setting(name, value.clone()))
            .collect()
    }

    /// Folds a record of the log.
    pub(crate) fn fold(&mut self, record: &Record) {
        match record.note() {
            Some(Note::Setting(setting)) => self.set(&setting.name, setting.value),
            Some(Note::CliSession(session)) => self.cli_session_id = Some(session.id),
            _ => {}
        }
        if let Some(id) = record.spawn().and_then(|spawn| spawn.cli_session_id) {
            self.cli_session_id = Some(id);
        }
    }
}

/// The note of one setting.
pub(crate) fn setting(name: &str, value: Value) -> Note {
    Note::Setting(Setting {
        name: name.to_owned(),
        value,
        extra: Map::new(),
    })
}
