//! A strict scanner over JSON text.
//!
//! It checks a whole value against RFC 8259 in one pass without building a tree, and hands out the members of an object as slices.
//! Types are read from those slices, so a large body that nobody looks at costs one scan and nothing else.
//! Nesting is followed without recursion: depth costs bits, not stack.

mod same;

use std::borrow::Cow;
use std::fmt;

pub(crate) use same::same;

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

/// Reads the members that follow in an object already entered, from `position` (at a key) to the end of `text`.
pub(crate) fn members_from(text: &str, position: usize) -> Result<Vec<Member<'_>>, JsonError> {
    let mut scanner = Scanner::new(text, position);
    let mut members = Vec::with_capacity(4);
    scanner.skip_space();
    scanner.rest_of_object(&mut members)?;
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

/// Finds the end of a string whose opening quote was passed: the offset of its closing quote, and whether it has escapes.
pub(crate) fn string_end(text: &str, start: usize) -> Result<(usize, bool), JsonError> {
    let mut scanner = Scanner::new(text, start);
    let escaped = scanner.skip_string_body()?;
    Ok((scanner.position - 1, escaped))
}

/// Decodes the inside of a checked string, without its quotes.
///
/// Half of a surrogate pair has no place in a Rust string: it becomes U+FFFD and `exact` turns false.
pub(crate) fn unescape<'a>(inner: &'a str, exact: &mut bool) -> Cow<'a, str> {
    let Some(first) = memchr::memchr(b'\\', inner.as_bytes()) else {
        return Cow::Borrowed(inner);
    };
    let mut out = String::with_capacity(inner.len());
    out.push_str(&inner[..first]);
    let mut rest = &inner[first..];
    while let Some(escape) = rest.strip_prefix('\\') {
        let used = unescape_one(escape, &mut out, exact);
        rest = &escape[used..];
        let next = memchr::memchr(b'\\', rest.as_bytes()).unwrap_or(rest.len());
        out.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    Cow::Owned(out)
}

/// Decodes one escape (after its backslash) and returns how many bytes it took.
fn unescape_one(escape: &str, out: &mut String, exact: &mut bool) -> usize {
    let simple = match escape.as_bytes().first() {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'u') => return unescape_unicode(escape, out, exact),
        Some(&other) => char::from(other),
        None => return 0,
    };
    out.push(simple);
    1
}

fn unescape_unicode(escape: &str, out: &mut String, exact: &mut bool) -> usize {
    let high = hex4(escape, 1);
    if let Some(character) = char::from_u32(high) {
        out.push(character);
        return 5;
    }
    let low = if escape.get(5..7) == Some("\\u") {
        hex4(escape, 7)
    } else {
        0
    };
    if (0xD800..0xDC00).contains(&high) && (0xDC00..0xE000).contains(&low) {
        let code = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
        out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        return 11;
    }
    *exact = false;
    out.push(char::REPLACEMENT_CHARACTER);
    5
}

fn hex4(text: &str, at: usize) -> u32 {
    text.get(at..at + 4)
        .and_then(|digits| u32::from_str_radix(digits, 16).ok())
        .unwrap_or(0xFFFD)
}

/// Appends `text` as a JSON string with its quotes.
pub(crate) fn write_string(text: &str, out: &mut String) {
    out.push('"');
    let bytes = text.as_bytes();
    let mut start = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.push_str(&text[start..index]);
        start = index + 1;
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            other => {
                const DIGITS: &[u8; 16] = b"0123456789abcdef";
                out.push_str("\\u00");
                out.push(char::from(DIGITS[usize::from(other >> 4)]));
                out.push(char::from(DIGITS[usize::from(other & 15)]));
            }
        }
    }
    out.push_str(&text[start..]);
    out.push('"');
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str, position: usize) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            position,
        }
    }

    fn error(&self, expected: &'static str) -> JsonError {
        JsonError {
            offset: self.position,
            expected,
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.position += 1;
        }
    }

    #[inline]
    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), JsonError> {
        if self.peek() != Some(byte) {
            return Err(self.error(expected));
        }
        self.position += 1;
        Ok(())
    }

    fn end(&mut self) -> Result<(), JsonError> {
        self.skip_space();
        if self.position == self.bytes.len() {
            Ok(())
        } else {
            Err(self.error("the end of the line"))
        }
    }

    /// Skips one value and returns its text.
    fn value(&mut self) -> Result<&'a str, JsonError> {
        let start = self.position;
        self.skip_value()?;
        Ok(&self.text[start..self.position])
    }

    fn rest_of_object(&mut self, members: &mut Vec<Member<'a>>) -> Result<(), JsonError> {
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
        let escaped = self.skip_string_body()?;
        let inner = &self.text[start..self.position - 1];
        self.skip_space();
        self.expect(b':', "`:`")?;
        if !escaped {
            return Ok((Cow::Borrowed(inner), true));
        }
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

    fn skip_value(&mut self) -> Result<(), JsonError> {
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

    /// Skips to after the closing quote. True when there are escapes.
    #[inline]
    fn skip_string_body(&mut self) -> Result<bool, JsonError> {
        let mut escaped = false;
        loop {
            self.position = plain_run(self.bytes, self.position);
            match self.peek() {
                Some(b'"') => {
                    self.position += 1;
                    return Ok(escaped);
                }
                Some(b'\\') => {
                    escaped = true;
                    self.position += 1;
                    self.skip_escape()?;
                }
                _ => return Err(self.error("the rest of a string")),
            }
        }
    }

    fn skip_escape(&mut self) -> Result<(), JsonError> {
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.position += 1;
                Ok(())
            }
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

/// The end of the run of ordinary string bytes that starts at `position`: the next quote, backslash or control character.
///
/// Eight bytes at a time; a borrow in the subtractions can only mark bytes above the first true one, so the lowest mark is right.
#[inline]
fn plain_run(bytes: &[u8], mut position: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    while let Some(chunk) = bytes.get(position..position + 8) {
        let mut word = [0; 8];
        word.copy_from_slice(chunk);
        let word = u64::from_le_bytes(word);
        let quote = word ^ (ONES * 0x22);
        let slash = word ^ (ONES * 0x5C);
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let marks =
            (control | (quote.wrapping_sub(ONES) & !quote) | (slash.wrapping_sub(ONES) & !slash))
                & HIGH;
        if marks != 0 {
            return position + (marks.trailing_zeros() / 8) as usize;
        }
        position += 8;
    }
    while let Some(&byte) = bytes.get(position) {
        if byte < 0x20 || byte == b'"' || byte == b'\\' {
            break;
        }
        position += 1;
    }
    position
}

/// Which brackets are open, one bit each: true for an object.
#[derive(Default)]
struct Nesting {
    bits: u64,
    depth: usize,
    spill: Vec<u64>,
}

impl Nesting {
    fn push(&mut self, in_object: bool) {
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.spill.push(self.bits);
        }
        self.bits = (self.bits << 1) | u64::from(in_object);
        self.depth += 1;
    }

    fn pop(&mut self) {
        self.depth -= 1;
        self.bits >>= 1;
        if self.depth > 0 && self.depth.is_multiple_of(64) {
            self.bits = self.spill.pop().unwrap_or_default();
        }
    }

    fn top(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.bits & 1 == 1)
    }
}
