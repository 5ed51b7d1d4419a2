//! A strict scanner over JSON text.
//!
//! It checks a whole value against RFC 8259 in one pass without building a tree, and hands out the members of an object as slices.
//! Types are read from those slices, so a large body that nobody looks at costs one scan and nothing else.
//! Nesting is followed without recursion: depth costs bits, not stack.

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

/// Why a text is not JSON, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// Byte offset of the first byte that does not fit.
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

/// One member of an object: its key, unescaped, and the text of its value.
#[derive(Debug, Clone)]
pub(crate) struct Member<'a> {
    pub(crate) key: Cow<'a, str>,
    /// Whether the key is the text of the line; half of a surrogate pair cannot be.
    pub(crate) exact: bool,
    pub(crate) raw: &'a str,
}

impl<'a> Member<'a> {
    /// Takes the value out. What is left is an empty text, which no value has.
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

/// Puts a checked text on one line: its line breaks become spaces.
///
/// Inside strings a line break cannot stand unescaped, so every one found is white space.
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

/// Splits `text`, one JSON object, into its members, checking all of it.
pub(crate) fn members(text: &str) -> Result<Vec<Member<'_>>, JsonError> {
    split(text).map(|members| members.list)
}

/// Splits `text`, one JSON object, into its members, checking all of it, and tells whether it is on one line.
pub(crate) fn split(text: &str) -> Result<Members<'_>, JsonError> {
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_space();
    let list = scanner.object()?;
    scanner.end()?;
    let broken = scanner.broken;
    Ok(Members { list, broken })
}

/// Goes through the elements of `text`, one JSON array, checking them on the way.
pub(crate) fn elements(text: &str) -> Elements<'_> {
    Elements {
        scanner: Scanner::new(text, 0),
        state: ElementsState::Before,
    }
}

/// The elements of an array. After the last one, or an error, there is nothing.
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

    /// Passes the closing bracket, after which there is only white space.
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

/// Finds the closing quote of a string whose opening quote stands before `text`.
pub(crate) fn string_end(text: &str) -> Result<usize, JsonError> {
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_string_body()?;
    Ok(scanner.position - 1)
}

/// Splits the object that `text` begins with, checking it, and finds its end; `None` if there is none or it is not on one line.
pub(crate) fn leading_object(text: &str) -> Option<(Vec<Member<'_>>, usize)> {
    let mut scanner = Scanner::new(text, 0);
    let members = scanner.object().ok()?;
    (!scanner.broken).then_some((members, scanner.position))
}
