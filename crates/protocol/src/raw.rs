//! JSON that is carried, not read.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::json;

/// One JSON value as text: checked, on one line, otherwise untouched.
///
/// Numbers, key order, duplicate keys and escapes stay as they came.
/// Read it with [`RawJson::parse`] into any type, or as a tree with [`RawJson::to_value`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RawJson(Box<str>);

impl RawJson {
    /// The value `null`.
    pub fn null() -> Self {
        Self("null".into())
    }

    /// The value `{}`.
    pub fn empty_object() -> Self {
        Self("{}".into())
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

    /// Takes a text that has already been checked and is on one line.
    pub(crate) fn trusted(text: &str) -> Self {
        Self(text.into())
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Reads the value into a type.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.0)
    }

    /// Reads the value into a tree, `null` if it cannot be (nested deeper than 128).
    pub fn to_value(&self) -> serde_json::Value {
        self.parse().unwrap_or_default()
    }

    /// Returns whether the value is `null`.
    pub fn is_null(&self) -> bool {
        &*self.0 == "null"
    }

    /// Returns the value as a string, if it is one.
    pub fn as_string(&self) -> Option<String> {
        self.0.starts_with('"').then(|| self.parse().ok()).flatten()
    }

    /// Returns the text of one member, if the value is an object that has it.
    pub fn get(&self, key: &str) -> Option<RawJson> {
        let members = json::members(&self.0).ok()?;
        members
            .iter()
            .rev()
            .find(|member| member.key == key)
            .map(|member| Self::trusted(member.raw))
    }
}

impl Default for RawJson {
    fn default() -> Self {
        Self::null()
    }
}

impl fmt::Debug for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for RawJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<serde_json::Value> for RawJson {
    fn from(value: serde_json::Value) -> Self {
        Self(value.to_string().into())
    }
}

impl Serialize for RawJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.0).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RawJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        Ok(Self::trusted(&json::on_one_line(raw.get())))
    }
}
