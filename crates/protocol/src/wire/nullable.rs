//! Fields that distinguish "absent" from "null".

use super::{Reader, Wire, WireError};

/// A value, an explicit null, or absent.
///
/// Used where the CLI distinguishes null from absent, or requires hosts to write the null.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Nullable<T> {
    /// There is no such key.
    #[default]
    Absent,
    /// The value is `null`.
    Null,
    /// Any other value.
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
    /// Converts `None` to an explicit null.
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
