//! How a type stands on the wire: read leniently, written exactly, nothing dropped.
//!
//! Three macros make every type of this crate:
//! `wire_struct!` (an object), `wire_enum!` (objects told apart by a tag) and `wire_string!` (an open set of strings).
//! What a type does not know stays in its [`Extra`], so a message written back from the types alone is the message that came.

mod audit;
mod extra;
mod lazy;
pub(crate) mod macros;
mod nullable;
mod object;
mod present;
mod values;

pub use audit::Audit;
pub use extra::Extra;
pub use lazy::Lazy;
pub(crate) use macros::{wire_enum, wire_id, wire_string, wire_struct};
pub use nullable::Nullable;
pub use object::{Malformed, Object, Unknown};
pub use present::Present;
pub(crate) use values::read_text;

use std::fmt;

use crate::raw::RawJson;

/// Why a value does not fit its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireError {
    message: Box<str>,
}

impl WireError {
    /// Makes an error with this text.
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

    /// Names the field in which the error happened.
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

/// A value that can stand on the wire.
pub trait Wire: Sized {
    /// Whether a value that does not fit may be set aside instead of spoiling the whole object.
    const OPTIONAL: bool = false;

    /// Reads the value from JSON text that has already been checked and is on one line.
    ///
    /// Sets `exact` to false when writing the value back would not give the same JSON; the object around it then keeps the text.
    fn read(raw: &str, exact: &mut bool) -> Result<Self, WireError>;

    /// Appends the value as JSON.
    fn write(&self, out: &mut String);

    /// What it means that the key is absent; `None` when it must be there.
    fn absent() -> Option<Self> {
        None
    }

    /// Whether to leave the key out.
    fn is_absent(&self) -> bool {
        false
    }

    /// Reports what is unknown or malformed inside.
    fn audit(&self, _audit: &mut Audit) {}

    /// Returns the value as JSON text.
    fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// Reads the value from any JSON text.
    fn from_json(text: &str) -> Result<Self, WireError> {
        crate::json::check(text).map_err(WireError::new)?;
        let trimmed = text.trim_matches([' ', '\n', '\r', '\t']);
        Self::read(&crate::json::on_one_line(trimmed), &mut true)
    }
}

/// A type that is an object on the wire.
pub trait WireObject: Sized {
    /// Takes what it knows out of the object and keeps the rest.
    fn take(object: &mut Object<'_>) -> Result<Self, WireError>;

    /// Appends `"key":value` members, with a comma before each unless `out` ends in `{`.
    fn write_members(&self, out: &mut String);

    /// The text to write instead of the members, for an object that is kept whole.
    fn whole(&self) -> Option<&RawJson> {
        None
    }

    /// Reports what is unknown or malformed inside.
    fn audit_members(&self, _audit: &mut Audit) {}
}

impl<T: WireObject> WireObject for Box<T> {
    fn take(object: &mut Object<'_>) -> Result<Self, WireError> {
        T::take(object).map(Box::new)
    }

    fn write_members(&self, out: &mut String) {
        (**self).write_members(out);
    }

    fn whole(&self) -> Option<&RawJson> {
        (**self).whole()
    }

    fn audit_members(&self, audit: &mut Audit) {
        (**self).audit_members(audit);
    }
}

pub(crate) fn write_key(key: &str, out: &mut String) {
    if !out.ends_with('{') {
        out.push(',');
    }
    crate::json::write_string(key, out);
    out.push(':');
}
