//! The scanner itself: one pass, no tree, no recursion.

use std::borrow::Cow;

use super::nesting::Nesting;
use super::run::{MASK_BLOCK, Marks, block_at, clean_run, has_control, is_short_escape, plain_run};
use super::text::unescape;
use super::{JsonError, Member};

/// A place in a text, and how to move on from it.
pub(super) struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    pub(super) position: usize,
    /// There are no control characters, not even between tokens.
    clean: bool,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str, position: usize) -> Self {
        let bytes = text.as_bytes();
        Self {
            text,
            bytes,
            position,
            clean: !has_control(bytes),
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
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
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
    pub(super) fn value(&mut self) -> Result<&'a str, JsonError> {
        let start = self.position;
        self.skip_value()?;
        Ok(&self.text[start..self.position])
    }

    pub(super) fn rest_of_object(
        &mut self,
        members: &mut Vec<Member<'a>>,
    ) -> Result<(), JsonError> {
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
                    return Ok(());
                }
                _ => return Err(self.error("`,` or `}`")),
            }
        }
    }

    /// Reads a key and its colon, and whether the key could be decoded exactly.
    fn key(&mut self) -> Result<(Cow<'a, str>, bool), JsonError> {
        self.expect(b'"', "a key")?;
        let start = self.position;
        self.skip_string_body()?;
        let inner = &self.text[start..self.position - 1];
        self.skip_space();
        self.expect(b':', "`:`")?;
        let mut exact = true;
        let key = unescape(inner, &mut exact);
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

    /// After a value: closes what ends here. True when the outermost value is complete, false when another value follows.
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

    /// Skips to after the closing quote.
    #[inline]
    pub(super) fn skip_string_body(&mut self) -> Result<(), JsonError> {
        if !self.clean {
            return self.skip_by_runs();
        }
        self.position = clean_run(self.bytes, self.position);
        if self.peek() == Some(b'"') {
            self.position += 1;
            return Ok(());
        }
        self.skip_by_masks()
    }

    fn skip_by_runs(&mut self) -> Result<(), JsonError> {
        loop {
            self.position = plain_run(self.bytes, self.position);
            match self.peek() {
                Some(b'"') => {
                    self.position += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.position += 1;
                    self.skip_escape()?;
                }
                _ => return Err(self.error("the rest of a string")),
            }
        }
    }

    /// Skips a string without control characters that has escapes.
    fn skip_by_masks(&mut self) -> Result<(), JsonError> {
        while let Some(block) = block_at(self.bytes, self.position) {
            let marks = Marks::of(block);
            let ended = if marks.escapes == 0 {
                self.skip_unescaped(marks.quotes)
            } else {
                self.skip_masked(marks)?
            };
            if ended {
                return Ok(());
            }
        }
        self.skip_by_runs()
    }

    fn skip_unescaped(&mut self, quotes: u64) -> bool {
        if quotes == 0 {
            self.position += MASK_BLOCK;
            return false;
        }
        self.position += quotes.trailing_zeros() as usize + 1;
        true
    }

    /// Goes through the escapes of the block that begins here. True when the string ended in it.
    #[inline]
    fn skip_masked(&mut self, marks: Marks) -> Result<bool, JsonError> {
        let start = self.position;
        let Marks {
            mut quotes,
            mut escapes,
        } = marks;
        while escapes != 0 {
            let place = escapes.trailing_zeros();
            if quotes.trailing_zeros() < place {
                break;
            }
            self.position = start + place as usize + 1;
            self.skip_escape()?;
            // An escape may hide a quote or another backslash, and may reach into the next block.
            let passed = self.position - start;
            if passed >= MASK_BLOCK {
                return Ok(false);
            }
            escapes &= u64::MAX << passed;
            quotes &= u64::MAX << passed;
        }
        self.position = start;
        Ok(self.skip_unescaped(quotes))
    }

    #[inline]
    fn skip_escape(&mut self) -> Result<(), JsonError> {
        if self.peek().is_some_and(is_short_escape) {
            self.position += 1;
            return Ok(());
        }
        self.skip_long_escape()
    }

    #[cold]
    fn skip_long_escape(&mut self) -> Result<(), JsonError> {
        match self.peek() {
            Some(b'u') => {
                self.position += 1;
                let digits = self.bytes.get(self.position..self.position + 4);
                if digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                    self.position += 4;
                    return Ok(());
                }
                Err(self.error("four hexadecimal digits"))
            }
            _ => Err(self.error("an escape")),
        }
    }
}
