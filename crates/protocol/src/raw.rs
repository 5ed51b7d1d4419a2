//! JSON that is carried, not read.

use std::fmt;
use std::hash::{Hash, Hasher};

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::json;
use crate::wire::Wire;

/// One JSON value as text: checked, on one line, otherwise untouched.
///
/// Numbers, key order, duplicate keys and escapes stay as they came.
/// Read it with [`RawJson::parse`] into any type, or as a tree with [`RawJson::to_value`].
///
/// A large value of a frame shares the memory of its line instead of copying it; a clone has its own.
pub struct RawJson(Place);

enum Place {
    Own(Box<str>),
    /// A part of a line, cut between characters of a text. Boxed, because few are so large and all are carried about.
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

    /// Takes a text that must be one JSON value.
    ///
    /// Line breaks between tokens become spaces, so that the value never breaks a line of the wire.
    pub fn from_text(text: &str) -> Result<Self, json::JsonError> {
        json::check(text)?;
        let trimmed = text.trim_matches([' ', '\n', '\r', '\t']);
        Ok(Self::trusted(&json::on_one_line(trimmed)))
    }

    /// Writes any serialisable value.
    pub fn from_serialize<T: Serialize + ?Sized>(value: &T) -> Result<Self, serde_json::Error> {
        serde_json::to_string(value).map(|text| Self::trusted(&json::on_one_line(&text)))
    }

    /// Writes any wire type.
    pub fn from_wire<T: Wire>(value: &T) -> Self {
        Self::own(value.to_json())
    }

    /// Takes a text that has already been checked and is on one line.
    pub(crate) fn trusted(text: &str) -> Self {
        Self::own(text)
    }

    /// Takes a part of a line that has already been checked: a text, on one line.
    pub(crate) fn part(part: Bytes) -> Self {
        Self(Place::Line(Box::new(part)))
    }

    /// The line that it shares, as far as it goes.
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
            // A part of a line is a text; whoever reads it goes through all of it anyway, and to look again costs little beside that.
            Place::Line(part) => simdutf8::basic::from_utf8(part).unwrap_or_default(),
        }
    }

    fn as_bytes(&self) -> &[u8] {
        match &self.0 {
            Place::Own(text) => text.as_bytes(),
            Place::Line(part) => part,
        }
    }

    /// Reads the value into a type.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(self.as_str())
    }

    /// Reads the value into a tree, `null` if it cannot be (nested deeper than 128).
    pub fn to_value(&self) -> serde_json::Value {
        self.parse().unwrap_or_default()
    }

    /// Returns whether the value is `null`.
    pub fn is_null(&self) -> bool {
        self.as_bytes() == b"null"
    }

    /// Returns the value as a string, if it is one.
    pub fn as_string(&self) -> Option<String> {
        let is_string = self.as_bytes().starts_with(b"\"");
        is_string.then(|| self.parse().ok()).flatten()
    }

    /// Returns the text of one member, if the value is an object that has it.
    pub fn get(&self, key: &str) -> Option<RawJson> {
        let members = json::members(self.as_str()).ok()?;
        members
            .iter()
            .rev()
            .find(|member| member.key == key)
            .map(|member| Self::trusted(member.raw))
    }

    /// Returns one member as a string, if the value is an object that has it and it is one.
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
