//! The scanner: one pass, no tree, no recursion.

use std::borrow::Cow;

use super::nesting::Nesting;
use super::string::Escaped;
use super::text::unescape;
use super::{JsonError, Member};

/// A position in a text.
pub(super) struct Scanner<'a> {
    text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) position: usize,
    /// There was a line break between tokens.
    pub(super) broken: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, position: usize) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            position,
            broken: false,
        }
    }

    pub(super) fn error(&self, expected: &'static str) -> JsonError {
        JsonError {
            offset: self.position,
            expected,
        }
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    #[inline]
    pub(super) fn skip_space(&mut self) {
        if self.peek().is_some_and(|byte| byte <= b' ') {
            self.skip_some_space();
        }
    }

    /// The CLI puts no white space between tokens.
    #[cold]
    fn skip_some_space(&mut self) {
        while let Some(space @ (b' ' | b'\n' | b'\r' | b'\t')) = self.peek() {
            self.broken |= matches!(space, b'\n' | b'\r');
            self.position += 1;
        }
    }

    #[inline]
    pub(super) fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), JsonError> {
        if self.peek() != Some(byte) {
            return Err(self.error(expected));
        }
        self.position += 1;
        Ok(())
    }

    pub(super) fn end(&mut self) -> Result<(), JsonError> {
        self.skip_space();
        if self.position == self.bytes.len() {
            Ok(())
        } else {
            Err(self.error("the end of the line"))
        }
    }

    /// Skips one value and returns its text.
    #[inline]
    pub(super) fn value(&mut self) -> Result<&'a str, JsonError> {
        let start = self.position;
        if self.peek() == Some(b'"') {
            self.position += 1;
            self.skip_string_body()?;
        } else {
            self.skip_value()?;
        }
        Ok(&self.text[start..self.position])
    }

    /// Splits an object into its members.
    pub(super) fn object(&mut self) -> Result<Vec<Member<'a>>, JsonError> {
        self.expect(b'{', "an object")?;
        let mut members = Vec::with_capacity(12);
        self.skip_space();
        if self.peek() == Some(b'}') {
            self.position += 1;
            return Ok(members);
        }
        loop {
            self.skip_space();
            let (key, exact) = self.key()?;
            self.skip_space();
            let raw = self.value()?;
            members.push(Member { key, exact, raw });
            self.skip_space();
            match self.peek() {
                Some(b',') => self.position += 1,
                Some(b'}') => {
                    self.position += 1;
                    return Ok(members);
                }
                _ => return Err(self.error("`,` or `}`")),
            }
        }
    }

    /// Reads a key and its colon, and whether the key could be decoded exactly.
    #[inline]
    fn key(&mut self) -> Result<(Cow<'a, str>, bool), JsonError> {
        self.expect(b'"', "a key")?;
        let start = self.position;
        let escaped = self.skip_string_body()?;
        let inner = &self.text[start..self.position - 1];
        self.skip_space();
        self.expect(b':', "`:`")?;
        let mut exact = true;
        let key = match escaped {
            Escaped::No => Cow::Borrowed(inner),
            Escaped::Yes => unescape(inner, &mut exact),
        };
        Ok((key, exact))
    }

    fn skip_key(&mut self) -> Result<(), JsonError> {
        self.skip_space();
        self.expect(b'"', "a key")?;
        self.skip_string_body()?;
        self.skip_space();
        self.expect(b':', "`:`")
    }

    pub(super) fn skip_value(&mut self) -> Result<(), JsonError> {
        let mut open = Nesting::default();
        loop {
            self.skip_space();
            match self.peek() {
                Some(b'"') => {
                    self.position += 1;
                    self.skip_string_body()?;
                }
                Some(b'{') => {
                    self.position += 1;
                    self.skip_space();
                    if self.peek() == Some(b'}') {
                        self.position += 1;
                    } else {
                        open.push(true);
                        self.skip_key()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.position += 1;
                    self.skip_space();
                    if self.peek() == Some(b']') {
                        self.position += 1;
                    } else {
                        open.push(false);
                        continue;
                    }
                }
                Some(b't') => self.skip_literal("true")?,
                Some(b'f') => self.skip_literal("false")?,
                Some(b'n') => self.skip_literal("null")?,
                Some(b'-' | b'0'..=b'9') => self.skip_number()?,
                _ => return Err(self.error("a value")),
            }
            if self.close(&mut open)? {
                return Ok(());
            }
        }
    }

    /// Closes the brackets that end after a value. Returns true when the outermost value is complete, false when
    /// another value follows.
    fn close(&mut self, open: &mut Nesting) -> Result<bool, JsonError> {
        while let Some(in_object) = open.top() {
            self.skip_space();
            match (self.peek(), in_object) {
                (Some(b','), true) => {
                    self.position += 1;
                    self.skip_key()?;
                    return Ok(false);
                }
                (Some(b','), false) => {
                    self.position += 1;
                    return Ok(false);
                }
                (Some(b'}'), true) | (Some(b']'), false) => {
                    self.position += 1;
                    open.pop();
                }
                (_, true) => return Err(self.error("`,` or `}`")),
                (_, false) => return Err(self.error("`,` or `]`")),
            }
        }
        Ok(true)
    }

    fn skip_literal(&mut self, literal: &'static str) -> Result<(), JsonError> {
        if !self.bytes[self.position..].starts_with(literal.as_bytes()) {
            return Err(self.error(literal));
        }
        self.position += literal.len();
        Ok(())
    }

    fn skip_digits(&mut self) -> Result<(), JsonError> {
        let start = self.position;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.position += 1;
        }
        if self.position == start {
            Err(self.error("a digit"))
        } else {
            Ok(())
        }
    }

    fn skip_number(&mut self) -> Result<(), JsonError> {
        if self.peek() == Some(b'-') {
            self.position += 1;
        }
        if self.peek() == Some(b'0') {
            self.position += 1;
        } else {
            self.skip_digits()?;
        }
        if self.peek() == Some(b'.') {
            self.position += 1;
            self.skip_digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.position += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.position += 1;
            }
            self.skip_digits()?;
        }
        Ok(())
    }
}
