//! Checks a stream against the types and reports unknown, malformed and lossy lines.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::Serialize;

use crate::frame::{AnyFrame, Body, Meaning};
use crate::input::Input;
use crate::json;
use crate::message::Message;
use crate::raw::RawJson;
use crate::wire::{Audit, Reader, Wire};

/// The direction of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// From the CLI to the host.
    Out,
    /// From the host to the CLI.
    In,
}

/// The result of checking a stream.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Report {
    /// Lines seen, not counting blank ones.
    pub lines: usize,
    /// Unknown tags and how often each was seen.
    pub unknown: BTreeMap<String, usize>,
    /// Known messages whose body does not fit.
    pub malformed: usize,
    /// Lines that differ when written back from their types.
    pub lossy: usize,
    /// Lines that are not JSON.
    pub not_json: usize,
    /// Lines longer than the limit.
    pub oversized: usize,
    /// Lines by type and subtype; lines to the CLI are prefixed with `> `.
    pub types: BTreeMap<String, usize>,
    /// Unknown values of known fields and how often each was seen.
    pub unknown_values: BTreeMap<String, usize>,
    /// Members beyond the types and how often each was seen.
    pub extra: BTreeMap<String, usize>,
    /// The first findings, with their line numbers.
    pub findings: Vec<String>,
}

/// Maximum number of findings that are described.
const FINDINGS: usize = 50;

impl Report {
    /// Checks one line of a recording or of a raw stream.
    ///
    /// A recording wraps each line as `{"t":…,"dir":…,"line":…}`; a raw line counts as output of the CLI.
    pub fn line(&mut self, bytes: &[u8]) {
        match unwrap_recorded(bytes) {
            Some((direction, inner)) => self.directed_line(inner, direction),
            None => self.directed_line(bytes.to_vec(), Direction::Out),
        }
    }

    /// Checks one line sent in this direction.
    pub fn directed_line(&mut self, line: impl Into<Bytes>, direction: Direction) {
        match direction {
            Direction::Out => self.check::<Message>(line.into(), ""),
            Direction::In => self.check::<Input>(line.into(), "> "),
        }
    }

    /// Counts a line that exceeded the limit of a splitter.
    pub fn oversized_line(&mut self, length: u64) {
        self.lines += 1;
        self.oversized += 1;
        self.find(format!("oversized: {length} bytes"));
    }

    fn check<M: Body>(&mut self, line: Bytes, prefix: &str) {
        let mut audit = Audit::default();
        let frame = AnyFrame::<M>::parse_audited(line, &mut audit);
        let message = match &frame.meaning {
            Meaning::Blank => return,
            Meaning::NotJson { reason } => {
                self.lines += 1;
                self.not_json += 1;
                self.find(format!("not JSON: {reason}"));
                return;
            }
            Meaning::Oversized { length } => return self.oversized_line(*length),
            Meaning::Message(message) => message,
        };
        self.lines += 1;
        let text = String::from_utf8_lossy(&frame.bytes);
        let text = text
            .trim_start_matches('\u{feff}')
            .trim_matches([' ', '\n', '\r', '\t']);
        let tags = tags(text);
        self.add(audit);
        if !json::same(text, &message.to_json()) {
            self.lossy += 1;
            self.find(format!("lossy: {tags}"));
        }
        *self.types.entry(format!("{prefix}{tags}")).or_default() += 1;
    }

    fn add(&mut self, audit: Audit) {
        for (found, into) in [
            (audit.unknown, &mut self.unknown),
            (audit.unknown_values, &mut self.unknown_values),
            (audit.extra, &mut self.extra),
        ] {
            for (key, count) in found {
                *into.entry(key).or_default() += count;
            }
        }
        // Count a line once, however many of its parts are malformed.
        self.malformed += usize::from(!audit.malformed.is_empty());
        for reason in audit.malformed {
            self.find(format!("malformed: {reason}"));
        }
    }

    fn find(&mut self, finding: String) {
        if self.findings.len() < FINDINGS {
            self.findings
                .push(format!("line {}: {finding}", self.lines));
        }
    }
}

/// Unwraps a line of a recording.
pub fn unwrap_recorded(bytes: &[u8]) -> Option<(Direction, Vec<u8>)> {
    let text = std::str::from_utf8(bytes).ok()?;
    let members = json::members(text).ok()?;
    let member = |key: &str| {
        members
            .iter()
            .find(|member| member.key == key)
            .map(|member| member.raw)
    };
    let direction = match member("dir")? {
        "\"in\"" => Direction::In,
        "\"out\"" => Direction::Out,
        _ => return None,
    };
    member("t")?;
    if let Some(line) = member("line") {
        return Some((direction, line.as_bytes().to_vec()));
    }
    let raw = String::read(member("raw")?, &mut Reader::default()).ok()?;
    Some((direction, raw.into_bytes()))
}

/// Returns the type of a line, with its subtype, event or request after a slash.
fn tags(text: &str) -> String {
    let member = |text: &str, key: &str| RawJson::trusted(text).get(key);
    let word = |text: &str, key: &str| member(text, key).and_then(|value| value.as_string());
    let Some(kind) = word(text, "type") else {
        return "no type".to_owned();
    };
    let inner = match kind.as_str() {
        "stream_event" => member(text, "event").and_then(|event| word(event.as_str(), "type")),
        "control_request" => {
            member(text, "request").and_then(|request| word(request.as_str(), "subtype"))
        }
        "control_response" => {
            member(text, "response").and_then(|response| word(response.as_str(), "subtype"))
        }
        _ => word(text, "subtype"),
    };
    inner.map_or_else(|| kind.clone(), |inner| format!("{kind}/{inner}"))
}
