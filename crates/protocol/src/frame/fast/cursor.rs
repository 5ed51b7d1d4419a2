//! A cursor over the rest of a line.

use crate::ids::Identifier;
use crate::json;
use crate::wire::Object;

/// The rest of the line.
pub(super) struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        Self { rest: line }
    }

    #[inline]
    pub(super) fn skip(&mut self, constant: &'static str) -> bool {
        match self.rest.strip_prefix(constant) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    #[inline]
    pub(super) fn expect(&mut self, constant: &'static str) -> Option<()> {
        self.skip(constant).then_some(())
    }

    /// Returns whether this is the whole rest.
    #[inline]
    pub(super) fn is_last(&self, constant: &'static str) -> bool {
        self.rest == constant
    }

    /// Parses an integer. A leading zero or too many digits are left to the full parser.
    #[inline]
    pub(super) fn number(&mut self) -> Option<u32> {
        let bytes = self.rest.as_bytes();
        let mut number = 0;
        let mut length = 0;
        while let Some(digit @ b'0'..=b'9') = bytes.get(length) {
            if length == 9 || (length == 1 && number == 0) {
                return None;
            }
            number = number * 10 + u32::from(digit - b'0');
            length += 1;
        }
        self.rest = self.rest.get(length..)?;
        (length > 0).then_some(number)
    }

    /// Decodes the rest of a string, if Rust's strings can represent it.
    #[inline(always)]
    pub(super) fn text(&mut self) -> Option<String> {
        let end = json::plain_run(self.rest.as_bytes(), 0);
        let (inner, rest) = self.rest.split_at_checked(end)?;
        if let Some(rest) = rest.strip_prefix('"') {
            self.rest = rest;
            return Some(inner.to_owned());
        }
        self.escaped_text()
    }

    fn escaped_text(&mut self) -> Option<String> {
        let end = json::string_end(self.rest).ok()?;
        let inner = self.rest.get(..end)?;
        self.rest = self.rest.get(end + 1..)?;
        let mut exact = true;
        let decoded = json::unescape(inner, &mut exact).into_owned();
        exact.then_some(decoded)
    }

    /// Sets an empty field to the rest of a string without escapes.
    #[inline]
    pub(super) fn id<T: Identifier>(&mut self, field: &mut Option<T>) -> Option<()> {
        if field.is_some() {
            return None;
        }
        let end = json::plain_run(self.rest.as_bytes(), 0);
        let rest = self.rest.get(end..)?.strip_prefix('"')?;
        let id = field.insert(T::default());
        id.text_mut().set_prefix(self.rest, end)?;
        self.rest = rest;
        Some(())
    }

    /// Parses an object without line breaks.
    pub(super) fn object(&mut self) -> Option<Object<'a>> {
        let (members, end) = json::leading_object(self.rest)?;
        let (object, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(Object::new(object, members))
    }
}
