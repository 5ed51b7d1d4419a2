//! The messages of the CLI: names, parts and meaning.

mod meaning;
mod names;
mod parts;
mod reports;

use pilothouse_protocol::wire::{Audit, Wire};
use pilothouse_protocol::{Frame, Message};
use serde_json::{Map, Value};

pub(crate) const LINES: &str = include_str!("rows_out/lines.ndjson");

/// Checks that each member of the JSON text `$text`, parsed as `$type`, is in the field of its name. Returns the parsed
/// value.
macro_rules! reads_part {
    ($type:ty, $text:expr, $($field:ident $(= $key:literal)?),* $(,)?) => {{
        let text: &str = $text;
        let part = $crate::rows_out::whole::<$type>(text);
        let members: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).unwrap();
        $crate::rows_out::read!(part, members, $($field $(= $key)?),*);
        part
    }};
}

macro_rules! read {
    ($row:ident, $members:ident, $($field:ident $(= $key:literal)?),*) => {{
        let mut members = $members;
        $(
            let key = [$($key,)? stringify!($field)][0];
            let expected = members.remove(key).unwrap_or_else(|| panic!("the line has no {key}"));
            let found = pilothouse_protocol::wire::Wire::to_json(&$row.$field);
            assert_eq!(serde_json::from_str::<serde_json::Value>(&found).unwrap(), expected, "{key}");
        )*
        assert!(members.is_empty(), "members that were not read by name: {members:?}");
    }};
}

use {read, reads_part};

/// Returns the message of a row and the members of its line, without the tags.
fn row(name: &str) -> (Message, Map<String, Value>) {
    let line = LINES
        .lines()
        .find(|line| name_of(line) == name)
        .unwrap_or_else(|| panic!("no line for {name}"));
    let message = whole::<Message>(line);
    let mut members: Map<String, Value> = serde_json::from_str(line).unwrap();
    members.remove("type");
    if name.starts_with("system/") {
        members.remove("subtype");
    }
    (message, members)
}

/// Parses a text that must match its type completely, and be written back unchanged.
fn whole<T: Wire>(text: &str) -> T {
    let mut audit = Audit::default();
    let value = T::from_json_audited(text, &mut audit).unwrap();
    assert_eq!(audit, Audit::default(), "{text}");
    let back: Value = serde_json::from_str(&value.to_json()).unwrap();
    assert_eq!(back, serde_json::from_str::<Value>(text).unwrap());
    value
}

/// The name of a line: its type, and its subtype after a slash.
pub(crate) fn name_of(line: &str) -> String {
    let value: Value = serde_json::from_str(line).unwrap();
    match (value["type"].as_str(), value["subtype"].as_str()) {
        (Some(kind), Some(subtype)) => format!("{kind}/{subtype}"),
        (Some(kind), None) => kind.to_owned(),
        (None, _) => panic!("a line without a type: {line}"),
    }
}

/// Parses a line that need not match completely.
fn message(line: &str) -> Message {
    match Frame::parse(line.to_owned()).meaning {
        pilothouse_protocol::Meaning::Message(message) => message,
        other => panic!("no message: {other:?}"),
    }
}
