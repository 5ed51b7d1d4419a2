//! A line of the wire: its bytes and its parsed message.

use bytes::Bytes;

use crate::input::Input;
use crate::json;
use crate::lines::Line;
use crate::message::Message;
use crate::wire::{Audit, Object, Reader, Wire, WireObject};

mod fast;

/// A line and its parsed message. Parsing cannot fail.
///
/// The bytes are those of the line without its line break; they are kept even if the line cannot be parsed.
#[derive(Debug, Clone, PartialEq)]
pub struct AnyFrame<M> {
    /// The unchanged line. For an oversized line, its first bytes.
    pub bytes: Bytes,
    /// The parsed content.
    pub meaning: Meaning<M>,
}

/// A line from the CLI to the host.
pub type Frame = AnyFrame<Message>;

/// A line from the host to the CLI.
pub type InputFrame = AnyFrame<Input>;

/// The parsed content of a line.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Meaning<M> {
    /// A JSON value; unknown and malformed ones are variants of the message type.
    Message(M),
    /// A line of white space only.
    Blank,
    /// A line that is not a single JSON value.
    NotJson {
        /// The syntax error.
        reason: Box<str>,
    },
    /// A line longer than the limit of the splitter, dropped except for its first bytes.
    Oversized {
        /// The length of the line.
        length: u64,
    },
}

/// A message type that a line can carry.
pub trait Body: WireObject + Wire {
    /// Parses the most common lines without the full parser; `None` passes the line to it.
    ///
    /// The result must equal that of the full parser.
    fn read_fast(_text: &str) -> Option<Self> {
        None
    }
}

impl Body for Message {
    #[inline]
    fn read_fast(text: &str) -> Option<Self> {
        fast::read(text).map(Self::StreamEvent)
    }
}

impl Body for Input {}

impl<M: Body> AnyFrame<M> {
    /// Parses a line.
    #[inline]
    pub fn parse(bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        let meaning = read(&bytes);
        Self { bytes, meaning }
    }

    /// Parses a line with the full parser only, as a reference for the fast path.
    #[doc(hidden)]
    pub fn parse_slow(bytes: impl Into<Bytes>) -> Self {
        let bytes = bytes.into();
        let meaning = match simdutf8::basic::from_utf8(&bytes) {
            Ok(text) => parse_full(text, &mut Reader::sharing(Some(&bytes))),
            Err(_) => not_text(),
        };
        Self { bytes, meaning }
    }

    /// Parses a line including lazy bodies, and reports what the types do not know.
    pub fn parse_audited(bytes: impl Into<Bytes>, audit: &mut Audit) -> Self {
        let bytes = bytes.into();
        let meaning = match simdutf8::basic::from_utf8(&bytes) {
            Ok(text) => parse_full(text, &mut Reader::sharing(Some(&bytes)).reporting(audit)),
            Err(_) => not_text(),
        };
        Self { bytes, meaning }
    }

    /// Parses a line of the splitter.
    pub fn from_line(line: Line) -> Self {
        match line {
            Line::Complete(bytes) | Line::Unfinished(bytes) => Self::parse(bytes),
            Line::Oversized { head, length } => Self {
                bytes: head,
                meaning: Meaning::Oversized { length },
            },
        }
    }

    /// Creates the frame of a message to be written: its bytes are one line without the line break.
    pub fn from_message(message: M) -> Self {
        Self {
            bytes: Bytes::from(message.to_json()),
            meaning: Meaning::Message(message),
        }
    }

    /// Returns the message, if the line has one.
    pub fn message(&self) -> Option<&M> {
        match &self.meaning {
            Meaning::Message(message) => Some(message),
            _ => None,
        }
    }
}

fn read<M: Body>(bytes: &Bytes) -> Meaning<M> {
    match simdutf8::basic::from_utf8(bytes) {
        Ok(text) => match M::read_fast(text) {
            Some(message) => Meaning::Message(message),
            None => parse_full(text, &mut Reader::sharing(Some(bytes))),
        },
        Err(_) => not_text(),
    }
}

fn parse_full<M: Body>(text: &str, reader: &mut Reader<'_>) -> Meaning<M> {
    // The first line of a stream may begin with a byte order mark.
    let trimmed = text
        .trim_start_matches('\u{feff}')
        .trim_matches([' ', '\n', '\r', '\t']);
    if trimmed.is_empty() {
        return Meaning::Blank;
    }
    if !trimmed.starts_with('{') {
        return match json::check(trimmed) {
            // Parsing an enum from a value that is not an object returns its malformed variant.
            Ok(()) => {
                M::read(&json::on_one_line(trimmed), reader).map_or_else(not_json, Meaning::Message)
            }
            Err(error) => not_json(error),
        };
    }
    match json::split(trimmed) {
        // The types share the text of the line, which must therefore have no line breaks.
        Ok(members) if members.broken => parse_full(&json::on_one_line(trimmed), reader),
        Ok(members) => M::take(&mut Object::new(trimmed, members.list), reader)
            .map_or_else(not_json, Meaning::Message),
        Err(error) => not_json(error),
    }
}

fn not_text<M>() -> Meaning<M> {
    Meaning::NotJson {
        reason: "not valid UTF-8".into(),
    }
}

fn not_json<M>(error: impl std::fmt::Display) -> Meaning<M> {
    Meaning::NotJson {
        reason: error.to_string().into(),
    }
}
