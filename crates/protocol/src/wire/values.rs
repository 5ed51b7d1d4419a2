//! Primitive values: strings, numbers, flags, lists, maps, options, raw JSON.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Reader, Wire, WireError, write_key};
use crate::json;
use crate::raw::RawJson;

/// Reads a string, borrowed unless it has escapes.
pub(crate) fn read_text<'a>(raw: &'a str, exact: &mut bool) -> Result<Cow<'a, str>, WireError> {
    let inner = raw
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'));
    let inner = inner.ok_or_else(|| WireError::expected("a string", raw))?;
    Ok(json::unescape(inner, exact))
}

impl Wire for String {
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        read_text(raw, &mut reader.exact).map(Cow::into_owned)
    }

    fn write(&self, out: &mut String) {
        json::write_string(self, out);
    }
}

impl Wire for bool {
    fn read(raw: &str, _: &mut Reader<'_>) -> Result<Self, WireError> {
        match raw {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(WireError::expected("true or false", raw)),
        }
    }

    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

macro_rules! integer {
    ($($integer:ty),*) => {$(
        impl Wire for $integer {
            fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
                // The standard parser also accepts a plus sign and leading zeros, but the scanner has rejected those
                // already.
                if raw == "-0" {
                    reader.exact = false;
                }
                raw.parse().map_err(|_| WireError::expected(concat!("a number that fits ", stringify!($integer)), raw))
            }

            fn write(&self, out: &mut String) {
                use std::fmt::Write as _;
                // Writing to a string cannot fail.
                write!(out, "{self}").unwrap_or_default();
            }
        }
    )*};
}

integer!(u32, u64, i64);

impl Wire for f64 {
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        if !raw.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
            return Err(WireError::expected("a number", raw));
        }
        let value: f64 = raw
            .parse()
            .map_err(|_| WireError::expected("a number", raw))?;
        let mut back = String::new();
        value.write(&mut back);
        reader.exact &= back == raw;
        Ok(value)
    }

    fn write(&self, out: &mut String) {
        if !self.is_finite() {
            out.push_str("null");
        } else if self.fract() == 0.0 && self.abs() < 1e15 {
            // JavaScript writes whole numbers without a fraction; the cast is exact in this range.
            #[expect(clippy::cast_possible_truncation, reason = "whole and below 1e15")]
            (*self as i64).write(out);
        } else {
            out.push_str(
                &serde_json::Number::from_f64(*self)
                    .map_or_else(|| "null".to_owned(), |number| number.to_string()),
            );
        }
    }
}

impl<T: Wire> Wire for Option<T> {
    const OPTIONAL: bool = true;

    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        T::read(raw, reader).map(Some)
    }

    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

/// A list; an absent key is an empty list, and an empty list on the wire is preserved.
impl<T: Wire> Wire for Vec<T> {
    const OPTIONAL: bool = true;

    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        if !raw.starts_with('[') {
            return Err(WireError::expected("a list", raw));
        }
        let mut list = Vec::new();
        for element in json::elements(raw) {
            list.push(T::read(element.map_err(WireError::new)?, reader)?);
        }
        reader.exact &= !list.is_empty();
        Ok(list)
    }

    fn write(&self, out: &mut String) {
        out.push('[');
        for (index, value) in self.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            value.write(out);
        }
        out.push(']');
    }

    fn absent() -> Option<Self> {
        Some(Vec::new())
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

/// A map; an absent key is an empty map, and an empty map on the wire is preserved.
impl<T: Wire> Wire for BTreeMap<String, T> {
    const OPTIONAL: bool = true;

    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        if !raw.starts_with('{') {
            return Err(WireError::expected("an object", raw));
        }
        let members = json::members(raw).map_err(WireError::new)?;
        reader.exact &= !members.is_empty() && members.iter().all(|member| member.exact);
        members
            .into_iter()
            .map(|member| Ok((member.key.into_owned(), T::read(member.raw, reader)?)))
            .collect()
    }

    fn write(&self, out: &mut String) {
        out.push('{');
        for (key, value) in self {
            write_key(key, out);
            value.write(out);
        }
        out.push('}');
    }

    fn absent() -> Option<Self> {
        Some(BTreeMap::new())
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl Wire for RawJson {
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        Ok(reader.keep(raw))
    }

    fn write(&self, out: &mut String) {
        out.push_str(self.as_str());
    }
}

impl<T: Wire> Wire for Box<T> {
    const OPTIONAL: bool = T::OPTIONAL;

    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        T::read(raw, reader).map(Box::new)
    }

    fn write(&self, out: &mut String) {
        (**self).write(out);
    }

    fn absent() -> Option<Self> {
        T::absent().map(Box::new)
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }
}
