//! Decodes and encodes strings.

use std::borrow::Cow;

use super::run::plain_run;

/// Decodes the content of a checked string, without its quotes.
///
/// A Rust string cannot contain half of a surrogate pair: it becomes U+FFFD and `exact` is set to false.
#[inline]
pub(crate) fn unescape<'a>(inner: &'a str, exact: &mut bool) -> Cow<'a, str> {
    // In a checked string, only a backslash ends a run.
    let first = plain_run(inner.as_bytes(), 0);
    if first == inner.len() {
        return Cow::Borrowed(inner);
    }
    Cow::Owned(unescape_from(inner, first, exact))
}

fn unescape_from(inner: &str, first: usize, exact: &mut bool) -> String {
    let mut out = String::with_capacity(inner.len());
    out.push_str(&inner[..first]);
    let mut rest = &inner[first..];
    while let Some(escape) = rest.strip_prefix('\\') {
        let used = unescape_one(escape, &mut out, exact);
        rest = &escape[used..];
        let next = plain_run(rest.as_bytes(), 0);
        out.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    out
}

/// Decodes one escape (after its backslash) and returns its length in bytes.
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
