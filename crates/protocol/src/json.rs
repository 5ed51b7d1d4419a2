//! A strict scanner over JSON text.
//!
//! The scanner validates a whole value against RFC 8259 in one pass without building a tree, and returns the members of
//! an object as slices.
//! Types are parsed from those slices, so a large body that is never accessed costs only one scan.
//! Nesting is tracked without recursion: each level costs a bit, not a stack frame.

mod nesting;
mod run;
mod same;
mod scanner;
mod string;
mod text;

use std::borrow::Cow;
use std::fmt;

pub(crate) use run::plain_run;
pub(crate) use same::same;
pub(crate) use text::{unescape, write_string};

use scanner::Scanner;

/// The position and reason of a syntax error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// Byte offset of the first invalid byte.
    pub offset: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} at byte {}", self.expected, self.offset)
    }
}

impl std::error::Error for JsonError {}

/// A member of an object: its unescaped key, and the text of its value.
#[derive(Debug, Clone)]
pub(crate) struct Member<'a> {
    pub(crate) key: Cow<'a, str>,
    /// Whether the key represents the text exactly; half of a surrogate pair cannot be represented.
    pub(crate) exact: bool,
    pub(crate) raw: &'a str,
}

impl<'a> Member<'a> {
    /// Takes the value. An empty text remains, which is not a valid value.
    pub(crate) fn take(&mut self) -> &'a str {
        std::mem::take(&mut self.raw)
    }

    pub(crate) fn is_taken(&self) -> bool {
        self.raw.is_empty()
    }
}

/// Checks that `text` is exactly one JSON value, with optional white space around it.
pub(crate) fn check(text: &str) -> Result<(), JsonError> {
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_space();
    scanner.skip_value()?;
    scanner.end()
}

/// Replaces the line breaks of a checked text by spaces.
///
/// A string cannot contain an unescaped line break, so every line break is white space.
pub(crate) fn on_one_line(text: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace(['\n', '\r'], " "))
}

/// The members of an object.
pub(crate) struct Members<'a> {
    pub(crate) list: Vec<Member<'a>>,
    /// There is a line break between two tokens of the object.
    pub(crate) broken: bool,
}

/// Splits and validates `text`, one JSON object.
pub(crate) fn members(text: &str) -> Result<Vec<Member<'_>>, JsonError> {
    split(text).map(|members| members.list)
}

/// Splits and validates `text`, one JSON object, and returns whether it contains a line break.
pub(crate) fn split(text: &str) -> Result<Members<'_>, JsonError> {
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_space();
    let list = scanner.object()?;
    scanner.end()?;
    let broken = scanner.broken;
    Ok(Members { list, broken })
}

/// Iterates over the elements of `text`, one JSON array, validating them on the way.
pub(crate) fn elements(text: &str) -> Elements<'_> {
    Elements {
        scanner: Scanner::new(text, 0),
        state: ElementsState::Before,
    }
}

/// The elements of an array. The iterator ends after the last element or an error.
pub(crate) struct Elements<'a> {
    scanner: Scanner<'a>,
    state: ElementsState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementsState {
    Before,
    Inside,
    After,
}

impl<'a> Elements<'a> {
    fn step(&mut self) -> Result<Option<&'a str>, JsonError> {
        let scanner = &mut self.scanner;
        scanner.skip_space();
        if self.state == ElementsState::Before {
            scanner.expect(b'[', "an array")?;
            scanner.skip_space();
            if scanner.peek() == Some(b']') {
                return self.end();
            }
        } else {
            match scanner.peek() {
                Some(b',') => scanner.position += 1,
                Some(b']') => return self.end(),
                _ => return Err(scanner.error("`,` or `]`")),
            }
            scanner.skip_space();
        }
        self.state = ElementsState::Inside;
        scanner.value().map(Some)
    }

    /// Skips the closing bracket, which only white space may follow.
    fn end(&mut self) -> Result<Option<&'a str>, JsonError> {
        self.state = ElementsState::After;
        self.scanner.position += 1;
        self.scanner.end().map(|()| None)
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Result<&'a str, JsonError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == ElementsState::After {
            return None;
        }
        let step = self.step();
        if step.is_err() {
            self.state = ElementsState::After;
        }
        step.transpose()
    }
}

/// Returns the position of the closing quote of a string; `text` begins after the opening quote.
pub(crate) fn string_end(text: &str) -> Result<usize, JsonError> {
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_string_body()?;
    Ok(scanner.position - 1)
}

/// Splits and validates the object at the beginning of `text`, and returns its end; `None` if there is none or it has
/// line breaks.
pub(crate) fn leading_object(text: &str) -> Option<(Vec<Member<'_>>, usize)> {
    let mut scanner = Scanner::new(text, 0);
    let members = scanner.object().ok()?;
    (!scanner.broken).then_some((members, scanner.position))
}
