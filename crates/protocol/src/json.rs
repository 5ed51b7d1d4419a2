//! A strict scanner over JSON text.
//!
//! It checks a whole value against RFC 8259 in one pass without building a tree, and hands out the members of an object as slices.
//! Types are read from those slices, so a large body that nobody looks at costs one scan and nothing else.
//! Nesting is followed without recursion: depth costs bits, not stack.

mod nesting;
mod run;
mod same;
mod scanner;
mod text;

use std::borrow::Cow;
use std::fmt;

pub(crate) use run::{clean_run, has_control};
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

/// Checks that `text` is exactly one JSON value, with optional white space around it.
pub(crate) fn check(text: &str) -> Result<(), JsonError> {
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_space();
    scanner.skip_value()?;
    scanner.end()
}

/// Splits `text`, one JSON object, into its members, checking all of it.
pub(crate) fn members(text: &str) -> Result<Vec<Member<'_>>, JsonError> {
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_space();
    scanner.expect(b'{', "an object")?;
    let mut members = Vec::with_capacity(12);
    scanner.skip_space();
    if scanner.peek() == Some(b'}') {
        scanner.position += 1;
    } else {
        scanner.rest_of_object(&mut members)?;
    }
    scanner.end()?;
    Ok(members)
}

/// Splits `text`, one JSON array, into its elements, checking all of it.
pub(crate) fn elements(text: &str) -> Result<Vec<&str>, JsonError> {
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_space();
    scanner.expect(b'[', "an array")?;
    let mut elements = Vec::new();
    scanner.skip_space();
    if scanner.peek() == Some(b']') {
        scanner.position += 1;
        scanner.end()?;
        return Ok(elements);
    }
    loop {
        scanner.skip_space();
        elements.push(scanner.value()?);
        scanner.skip_space();
        match scanner.peek() {
            Some(b',') => scanner.position += 1,
            Some(b']') => {
                scanner.position += 1;
                scanner.end()?;
                return Ok(elements);
            }
            _ => return Err(scanner.error("`,` or `]`")),
        }
    }
}

/// Finds the closing quote of a string whose opening quote stands before `text`.
pub(crate) fn string_end(text: &str) -> Result<usize, JsonError> {
    let mut scanner = Scanner::new(text, 0);
    scanner.skip_string_body()?;
    Ok(scanner.position - 1)
}
