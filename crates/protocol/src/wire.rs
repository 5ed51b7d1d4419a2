//! The mapping of types to JSON: lenient parsing, exact writing, no loss.
//!
//! Three macros generate every type of this crate:
//! `wire_struct!` (an object), `wire_enum!` (objects with a tag) and `wire_string!` (an open set of strings).
//! Members that a type does not know stay in its [`Extra`], so that writing a message from its types gives the original
//! message.

mod audit;
mod extra;
mod lazy;
pub(crate) mod macros;
mod nullable;
mod object;
mod present;
mod reader;
mod values;

pub use audit::Audit;
pub use extra::Extra;
pub use lazy::Lazy;
pub(crate) use macros::{wire_enum, wire_id, wire_string, wire_struct};
pub use nullable::Nullable;
pub use object::{Malformed, Object, Unknown};
pub use present::Present;
pub use reader::Reader;
pub(crate) use values::read_text;

use std::fmt;
use std::sync::Arc;

use crate::raw::RawJson;

/// The reason why a value does not match its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireError {
    message: Box<str>,
}

impl WireError {
    /// Creates an error with this message.
    pub fn new(message: impl fmt::Display) -> Self {
        Self {
            message: message.to_string().into(),
        }
    }

    pub(crate) fn expected(what: &str, raw: &str) -> Self {
        let shown: String = raw.chars().take(40).collect();
        Self::new(format_args!("expected {what}, found {shown}"))
    }

    pub(crate) fn missing(key: &str) -> Self {
        Self::new(format_args!("missing `{key}`"))
    }

    /// Adds the name of the field.
    #[must_use]
    pub(crate) fn in_field(self, key: &str) -> Self {
        Self::new(format_args!("in `{key}`: {}", self.message))
    }
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for WireError {}

/// A value on the wire.
pub trait Wire: Sized {
    /// Whether a value that does not match is set aside instead of making the whole object malformed.
    const OPTIONAL: bool = false;

    /// Parses the value from JSON text that has been validated and has no line breaks.
    ///
    /// Reports to the reader if writing the value back would give different JSON; the enclosing object then keeps the
    /// text.
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError>;

    /// Appends the value as JSON.
    fn write(&self, out: &mut String);

    /// Returns the value for an absent key, or `None` if the key is required.
    fn absent() -> Option<Self> {
        None
    }

    /// Returns whether to omit the key.
    fn is_absent(&self) -> bool {
        false
    }

    /// Returns the value as JSON text.
    fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// Parses the value from any JSON text.
    fn from_json(text: &str) -> Result<Self, WireError> {
        read_checked(text, &mut Reader::default())
    }

    /// Parses the value from any JSON text, and reports unknown or malformed parts.
    fn from_json_audited(text: &str, audit: &mut Audit) -> Result<Self, WireError> {
        read_checked(text, &mut Reader::default().reporting(audit))
    }
}

fn read_checked<T: Wire>(text: &str, reader: &mut Reader<'_>) -> Result<T, WireError> {
    crate::json::check(text).map_err(WireError::new)?;
    let trimmed = text.trim_matches([' ', '\n', '\r', '\t']);
    T::read(&crate::json::on_one_line(trimmed), reader)
}

/// A type that is an object on the wire.
pub trait WireObject: Sized {
    /// Takes the known members from the object and keeps the rest.
    fn take(object: &mut Object<'_>, reader: &mut Reader<'_>) -> Result<Self, WireError>;

    /// Appends `"key":value` members, with a comma before each unless `out` ends in `{`.
    fn write_members(&self, out: &mut String);

    /// Returns the text to write instead of the members, for an object that is kept unparsed.
    fn whole(&self) -> Option<&RawJson> {
        None
    }
}

/// Implements the trait for a pointer to an object.
macro_rules! wire_object_behind {
    ($($pointer:ident),*) => {$(
        impl<T: WireObject> WireObject for $pointer<T> {
            fn take(object: &mut Object<'_>, reader: &mut Reader<'_>) -> Result<Self, WireError> {
                T::take(object, reader).map($pointer::new)
            }

            fn write_members(&self, out: &mut String) {
                (**self).write_members(out);
            }

            fn whole(&self) -> Option<&RawJson> {
                (**self).whole()
            }
        }
    )*};
}

wire_object_behind!(Box, Arc);

pub(crate) fn write_key(key: &str, out: &mut String) {
    if !out.ends_with('{') {
        out.push(',');
    }
    crate::json::write_string(key, out);
    out.push(':');
}
