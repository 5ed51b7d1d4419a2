//! A body that is read when somebody looks.

use std::fmt;
use std::sync::OnceLock;

use super::{Audit, Wire, WireError};
use crate::raw::RawJson;

/// A value kept as text until it is asked for.
///
/// The large parts of the wire (message bodies, tool results) are of this type, so that a host that only passes them on never builds them.
pub struct Lazy<T> {
    raw: RawJson,
    value: OnceLock<Result<Box<T>, WireError>>,
}

impl<T: Wire> Lazy<T> {
    /// Holds a value that is already there.
    pub fn new(value: T) -> Self {
        let raw = RawJson::trusted(&value.to_json());
        Self {
            raw,
            value: OnceLock::from(Ok(Box::new(value))),
        }
    }

    /// Reads the value, once.
    pub fn get(&self) -> Result<&T, &WireError> {
        let value = self
            .value
            .get_or_init(|| T::read(self.raw.as_str(), &mut true).map(Box::new));
        value.as_deref()
    }

    /// Returns the text.
    pub fn raw(&self) -> &RawJson {
        &self.raw
    }
}

impl<T: Wire> Wire for Lazy<T> {
    fn read(raw: &str, _exact: &mut bool) -> Result<Self, WireError> {
        Ok(Self {
            raw: RawJson::trusted(raw),
            value: OnceLock::new(),
        })
    }

    /// Writes from the types; only a body that does not fit them is written from its text.
    fn write(&self, out: &mut String) {
        let mut exact = true;
        match T::read(self.raw.as_str(), &mut exact) {
            Ok(value) if exact => value.write(out),
            _ => out.push_str(self.raw.as_str()),
        }
    }

    fn audit(&self, audit: &mut Audit) {
        match self.get() {
            Ok(value) => value.audit(audit),
            Err(error) => audit.malformed(
                std::any::type_name::<T>()
                    .rsplit("::")
                    .next()
                    .unwrap_or("body"),
                &error.to_string(),
            ),
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
