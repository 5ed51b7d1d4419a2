//! The rest of a line, taken off piece by piece.

use crate::ids::Identifier;
use crate::json;
use crate::wire::Object;

/// What is left of the line.
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

    /// Whether this is all that is left.
    #[inline]
    pub(super) fn is_last(&self, constant: &'static str) -> bool {
        self.rest == constant
    }

    /// A whole number. A leading zero or one too long is left to the full parser.
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

    /// The rest of a string, decoded, if Rust's strings can hold it.
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

    /// The rest of a string that has no escapes, put into a field that is still empty.
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

    /// An object that is on one line.
    pub(super) fn object(&mut self) -> Option<Object<'a>> {
        let (members, end) = json::leading_object(self.rest)?;
        let (object, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(Object::new(object, members))
    }
}
