//! Bodies that are parsed on demand.

use std::fmt;
use std::sync::OnceLock;

use super::{Reader, Wire, WireError};
use crate::raw::RawJson;

/// A value kept as text until it is accessed.
///
/// The large parts of the wire (message bodies, tool results) have this type, so that a host that only passes them on
/// never parses them.
pub struct Lazy<T> {
    raw: RawJson,
    value: OnceLock<Result<Box<T>, WireError>>,
}

impl<T: Wire> Lazy<T> {
    /// Wraps a value that is already parsed.
    pub fn new(value: T) -> Self {
        let raw = RawJson::from_wire(&value);
        Self {
            raw,
            value: OnceLock::from(Ok(Box::new(value))),
        }
    }

    /// Parses the value on the first call.
    pub fn get(&self) -> Result<&T, &WireError> {
        let value = self.value.get_or_init(|| {
            let mut reader = Reader::sharing(self.raw.line());
            T::read(self.raw.as_str(), &mut reader).map(Box::new)
        });
        value.as_deref()
    }

    /// Returns the text.
    pub fn raw(&self) -> &RawJson {
        &self.raw
    }
}

impl<T: Wire> Wire for Lazy<T> {
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        let value = OnceLock::new();
        if reader.is_reporting() {
            let (body, _) = reader.apart(|reader| T::read(raw, reader).map(Box::new));
            if let Err(error) = &body {
                let name = std::any::type_name::<T>().rsplit("::").next();
                let name = name.unwrap_or("body");
                reader.report(|audit| audit.malformed(name, &error.to_string()));
            }
            value.get_or_init(|| body);
        }
        let raw = reader.keep(raw);
        Ok(Self { raw, value })
    }

    /// Writes the parsed value; only a body that does not match its type is written from its text.
    fn write(&self, out: &mut String) {
        let mut reader = Reader::default();
        match T::read(self.raw.as_str(), &mut reader) {
            Ok(value) if reader.exact => value.write(out),
            _ => out.push_str(self.raw.as_str()),
        }
    }
}

impl<T> Clone for Lazy<T> {
    fn clone(&self) -> Self {
        Self {
            raw: self.raw.clone(),
            value: OnceLock::new(),
        }
    }
}

impl<T> PartialEq for Lazy<T> {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl<T> fmt::Debug for Lazy<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}
