//! Scans strings.

use super::JsonError;
use super::run::{MASK_BLOCK, Marks, block_at, common_escapes, is_short_escape, plain_run};
use super::scanner::Scanner;

/// Whether a string has escapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escaped {
    No,
    Yes,
}

impl Scanner<'_> {
    /// Skips to after the closing quote.
    #[inline]
    pub(super) fn skip_string_body(&mut self) -> Result<Escaped, JsonError> {
        self.position = plain_run(self.bytes, self.position);
        if self.peek() == Some(b'"') {
            self.position += 1;
            return Ok(Escaped::No);
        }
        self.skip_by_blocks().map(|()| Escaped::Yes)
    }

    /// Skips the rest of a string that has escapes.
    fn skip_by_blocks(&mut self) -> Result<(), JsonError> {
        let mut carried = false;
        while let Some(block) = block_at(self.bytes, self.position) {
            let marks = Marks::of(block);
            let from_before = carried;
            let escaped = marks.escaped(&mut carried);
            let ends = marks.quotes & !escaped;
            // The bits below the first end; all of them if there is none.
            let inside = ends.wrapping_sub(1) & !ends;
            let to_check = escaped & inside & !marks.quotes;
            if marks.control || !self.are_escapes(block, to_check) {
                self.position -= usize::from(from_before);
                return self.skip_by_runs();
            }
            if ends != 0 {
                self.position += ends.trailing_zeros() as usize + 1;
                return Ok(());
            }
            self.position += MASK_BLOCK;
        }
        self.position -= usize::from(carried);
        self.skip_by_runs()
    }

    /// Returns whether each of these bits is a valid position after a backslash, in the block that begins here.
    #[inline]
    fn are_escapes(&self, block: &[u8; MASK_BLOCK], to_check: u64) -> bool {
        if to_check == 0 {
            return true;
        }
        let mut rare = to_check & !common_escapes(block);
        while rare != 0 {
            let place = self.position + rare.trailing_zeros() as usize;
            rare &= rare - 1;
            if !self.is_escape(place) {
                return false;
            }
        }
        true
    }

    fn is_escape(&self, place: usize) -> bool {
        match self.bytes.get(place) {
            Some(b'u') => self.has_four_digits(place + 1),
            Some(byte) => is_short_escape(*byte),
            None => false,
        }
    }

    fn has_four_digits(&self, place: usize) -> bool {
        let digits = self.bytes.get(place..place + 4);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    }

    /// Skips byte by byte the parts that blocks do not handle: the end of the text, control characters, and errors.
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

    fn skip_escape(&mut self) -> Result<(), JsonError> {
        match self.peek() {
            Some(b'u') => {
                self.position += 1;
                if !self.has_four_digits(self.position) {
                    return Err(self.error("four hexadecimal digits"));
                }
                self.position += 4;
            }
            Some(byte) if is_short_escape(byte) => self.position += 1,
            _ => return Err(self.error("an escape")),
        }
        Ok(())
    }
}
