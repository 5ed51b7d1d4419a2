//! JSON values that are passed through unparsed.

use std::fmt;
use std::hash::{Hash, Hasher};

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::json;
use crate::wire::Wire;

/// One JSON value as text: validated, on one line, otherwise unchanged.
///
/// Numbers, key order, duplicate keys and escapes are preserved.
/// Parse it with [`RawJson::parse`] into any type, or into a tree with [`RawJson::to_value`].
///
/// A large value of a frame shares the memory of its line instead of copying it; a clone has its own.
pub struct RawJson(Place);

enum Place {
    Own(Box<str>),
    /// A slice of a line, which ends at character boundaries. Boxed, because few values are so large but all are moved
    /// around.
    Line(Box<Bytes>),
}

impl RawJson {
    /// The value `null`.
    pub fn null() -> Self {
        Self::own("null")
    }

    /// The value `{}`.
    pub fn empty_object() -> Self {
        Self::own("{}")
    }

    /// Parses a text that must be one JSON value.
    ///
    /// Line breaks between tokens become spaces, so that the value never breaks a line of the wire.
    pub fn from_text(text: &str) -> Result<Self, json::JsonError> {
        json::check(text)?;
        let trimmed = text.trim_matches([' ', '\n', '\r', '\t']);
        Ok(Self::trusted(&json::on_one_line(trimmed)))
    }

    /// Serializes any value.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::to_string(value).map(|text| Self::trusted(&json::on_one_line(&text)))
    }

    /// Writes any wire type.
    pub fn from_wire<T: Wire>(value: &T) -> Self {
        Self::own(value.to_json())
    }

    /// Creates a value from a text that has already been validated and has no line breaks.
    pub(crate) fn trusted(text: &str) -> Self {
        Self::own(text)
    }

    /// Creates a value from a slice of a line that has already been validated and has no line breaks.
    pub(crate) fn part(part: Bytes) -> Self {
        Self(Place::Line(Box::new(part)))
    }

    /// Returns the shared slice of the line, if any.
    pub(crate) fn line(&self) -> Option<&Bytes> {
        match &self.0 {
            Place::Own(_) => None,
            Place::Line(part) => Some(part),
        }
    }

    fn own(text: impl Into<Box<str>>) -> Self {
        Self(Place::Own(text.into()))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Place::Own(text) => text,
            // The slice is valid UTF-8. The caller reads all of it anyway, so validating it again adds little.
            Place::Line(part) => simdutf8::basic::from_utf8(part).unwrap_or_default(),
        }
    }

    fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Place::Own(text) => text.as_bytes(),
            Place::Line(part) => part,
        }
    }

    /// Parses the value into a type.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.as_str())
    }

    /// Parses the value into a tree, or `null` if it is nested deeper than 128 levels.
    pub fn to_value(&self) -> serde_json::Value {
        self.parse().unwrap_or_default()
    }

    /// Returns whether the value is `null`.
    pub fn is_null(&self) -> bool {
        self.as_bytes() == b"null"
    }

    /// Returns the value, if it is a string.
    pub fn as_string(&self) -> Option<String> {
        let is_string = self.as_bytes().starts_with(b"\"");
        is_string.then(|| self.parse().ok()).flatten()
    }

    /// Returns the text of a member, if the value is an object that has it.
    pub fn get(&self, key: &str) -> Option<RawJson> {
        let members = json::members(self.as_str()).ok()?;
        members
            .iter()
            .rev()
            .find(|member| member.key == key)
            .map(|member| Self::trusted(member.raw))
    }

    /// Returns a member, if the value is an object that has it and it is a string.
    pub fn string_at(&self, key: &str) -> Option<String> {
        self.get(key)?.as_string()
    }
}

impl Clone for RawJson {
    fn clone(&self) -> Self {
        Self::own(self.as_str())
    }
}

impl PartialEq for RawJson {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for RawJson {}

impl Hash for RawJson {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_bytes().hash(state);
    }
}

impl Default for RawJson {
    fn default() -> Self {
        Self::null()
    }
}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<serde_json::Value> for RawJson {
    fn from(value: serde_json::Value) -> Self {
        Self::own(value.to_string())
    }
}

impl Serialize for RawJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue =
            serde_json::from_str(self.as_str()).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RawJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Ok(Self::trusted(&json::on_one_line(raw.get())))
    }
}
