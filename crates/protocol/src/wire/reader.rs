//! The state of parsing a line.

use bytes::Bytes;

use super::{Audit, Malformed, Unknown, WireError};
use crate::raw::RawJson;

/// Values of this length or more share the memory of their line. Shorter ones are copied, so that they do not keep a
/// line alive.
const SHARED_FROM: usize = 2048;

/// Maximum depth of nested blocks. Real ones have three levels; deeper ones are kept unparsed.
///
/// Blocks are the only recursive type, so only they could exhaust the stack, or the time: each level is scanned again.
const DEEPEST: u32 = 32;

/// The context of a parse, passed from the line to its values.
#[derive(Debug)]
pub struct Reader<'a> {
    /// Whether writing the value back gives the same JSON; if not, the enclosing object keeps the text.
    pub(crate) exact: bool,
    /// The line that is being parsed.
    line: Option<&'a Bytes>,
    /// The audit for unknown parts.
    audit: Option<&'a mut Audit>,
    /// The current depth of nested blocks.
    depth: u32,
}

impl Default for Reader<'_> {
    /// Parses a standalone text: nothing is shared or reported.
    fn default() -> Self {
        Self {
            exact: true,
            line: None,
            audit: None,
            depth: 0,
        }
    }
}

impl<'a> Reader<'a> {
    /// Allows large values to share the memory of this line.
    pub(crate) fn sharing(line: Option<&'a Bytes>) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    /// Reports unknown parts. Lazy bodies are parsed immediately.
    pub(crate) fn reporting(self, audit: &'a mut Audit) -> Self {
        Self {
            audit: Some(audit),
            ..self
        }
    }

    pub(crate) fn is_reporting(&self) -> bool {
        self.audit.is_some()
    }

    /// Keeps a text that has been validated and has no line breaks.
    pub(crate) fn keep(&self, text: &str) -> RawJson {
        match self.part_of_line(text) {
            Some(part) => RawJson::part(part),
            None => RawJson::trusted(text),
        }
    }

    /// Returns the slice of the line with this text, if the text is large and part of the line.
    ///
    /// The line is alive, so a text within its memory is a part of it.
    fn part_of_line(&self, text: &str) -> Option<Bytes> {
        if text.len() < SHARED_FROM {
            return None;
        }
        let line = self.line?;
        let start = text.as_ptr().addr().checked_sub(line.as_ptr().addr())?;
        let end = start.checked_add(text.len())?;
        (end <= line.len()).then(|| line.slice(start..end))
    }

    /// Parses a value separately, and returns whether it is exact.
    #[inline]
    pub(crate) fn apart<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let around = std::mem::replace(&mut self.exact, true);
        let value = read(self);
        let exact = std::mem::replace(&mut self.exact, around);
        (value, exact)
    }

    /// Parses a level of blocks.
    pub(crate) fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, WireError>,
    ) -> Result<T, WireError> {
        if self.depth >= DEEPEST {
            return Err(WireError::new("blocks are nested too deep"));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Keeps an object whose tag is known by name only.
    pub(crate) fn untyped(&self, tag: &str, raw: &str) -> Unknown {
        Unknown {
            tag: tag.into(),
            raw: self.keep(raw),
        }
    }

    /// Keeps an object with an unknown tag.
    pub(crate) fn unknown(&mut self, type_name: &str, tag: &str, raw: &str) -> Unknown {
        if let Some(audit) = &mut self.audit {
            audit.unknown(type_name, tag);
        }
        self.untyped(tag, raw)
    }

    /// Keeps a value that does not match its type.
    pub(crate) fn malformed(
        &mut self,
        type_name: &str,
        tag: Option<&str>,
        error: WireError,
        raw: &str,
    ) -> Malformed {
        if let Some(audit) = &mut self.audit {
            audit.malformed(type_name, &format!("{}: {error}", tag.unwrap_or("no tag")));
        }
        Malformed {
            tag: tag.map(Into::into),
            error,
            raw: self.keep(raw),
        }
    }

    /// Reports to the audit, if any.
    #[inline]
    pub(crate) fn report(&mut self, report: impl FnOnce(&mut Audit)) {
        if let Some(audit) = &mut self.audit {
            report(audit);
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{Reader, SHARED_FROM};

    #[test]
    fn only_large_parts_of_the_line_share_it() {
        let line = Bytes::from("x".repeat(2 * SHARED_FROM));
        let text = str::from_utf8(&line).unwrap();
        let (half, elsewhere) = (&text[SHARED_FROM..], "x".repeat(SHARED_FROM));
        let reader = Reader::sharing(Some(&line));
        let part = reader.part_of_line(half).unwrap();
        assert_eq!(part.as_ptr(), half.as_ptr());
        assert_eq!(part.len(), half.len());
        assert!(reader.part_of_line(&half[1..]).is_none());
        assert!(reader.part_of_line(&elsewhere).is_none());
        assert!(Reader::default().part_of_line(half).is_none());
    }
}
