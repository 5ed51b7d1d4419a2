//! JSON that is carried, not read, and is known to be an object.

use std::fmt;

use crate::raw::RawJson;
use crate::wire::{Reader, Wire, WireError};

/// One JSON object as text.
///
/// The CLI refuses whole answers when such a value is something else (`updatedInput: null` denies the call), so it cannot be something else.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct JsonObject(RawJson);

impl JsonObject {
    /// Takes a text that must be one JSON object.
    pub fn from_text(text: &str) -> Result<Self, WireError> {
        Self::try_from(RawJson::from_text(text).map_err(WireError::new)?)
    }

    /// Writes any value that serialises to an object.
    pub fn from_serialize<T: serde::Serialize + ?Sized>(value: &T) -> Result<Self, WireError> {
        Self::try_from(RawJson::from_serialize(value).map_err(WireError::new)?)
    }

    /// Writes any wire type that is an object, such as a tool's input that was changed.
    pub fn from_wire<T: Wire>(value: &T) -> Result<Self, WireError> {
        Self::try_from(RawJson::from_wire(value))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the object as any JSON value.
    pub fn as_raw(&self) -> &RawJson {
        &self.0
    }

    /// Returns the text of one member.
    pub fn get(&self, key: &str) -> Option<RawJson> {
        self.0.get(key)
    }

    /// Reads the object into a tree.
    pub fn to_value(&self) -> serde_json::Value {
        self.0.to_value()
    }
}

impl Default for JsonObject {
    fn default() -> Self {
        Self(RawJson::empty_object())
    }
}

impl TryFrom<RawJson> for JsonObject {
    type Error = WireError;

    fn try_from(raw: RawJson) -> Result<Self, WireError> {
        if raw.as_str().starts_with('{') {
            Ok(Self(raw))
        } else {
            Err(WireError::expected("an object", raw.as_str()))
        }
    }
}

impl From<serde_json::Map<String, serde_json::Value>> for JsonObject {
    fn from(map: serde_json::Map<String, serde_json::Value>) -> Self {
        Self(RawJson::from(serde_json::Value::Object(map)))
    }
}

impl TryFrom<serde_json::Value> for JsonObject {
    type Error = WireError;

    fn try_from(value: serde_json::Value) -> Result<Self, WireError> {
        RawJson::from(value).try_into()
    }
}

impl From<JsonObject> for RawJson {
    fn from(object: JsonObject) -> Self {
        object.0
    }
}

impl fmt::Debug for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Wire for JsonObject {
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        Self::try_from(reader.keep(raw))
    }

    fn write(&self, out: &mut String) {
        out.push_str(self.0.as_str());
    }
}
