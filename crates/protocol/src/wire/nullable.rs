//! A field for which "absent" and "null" say different things.

use super::{Reader, Wire, WireError};

/// A value, an explicit null, or nothing at all.
///
/// Used where the CLI tells null and absent apart, and where a host is expected to write the null.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Nullable<T> {
    /// The key is not there.
    #[default]
    Absent,
    /// The key is there, with `null`.
    Null,
    /// The key is there, with this.
    Value(T),
}

impl<T> Nullable<T> {
    /// Returns the value, if there is one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    /// Takes no value as an explicit null.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl<T: Wire> Wire for Nullable<T> {
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        if raw == "null" {
            return Ok(Self::Null);
        }
        T::read(raw, reader).map(Self::Value)
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Absent | Self::Null => out.push_str("null"),
            Self::Value(value) => value.write(out),
        }
    }

    fn absent() -> Option<Self> {
        Some(Self::Absent)
    }

    fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }
}
