//! JSON objects that are passed through unparsed.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Index;
use std::sync::OnceLock;

use serde_json::Value;

use crate::raw::RawJson;
use crate::wire::{Reader, Wire, WireError};

/// One JSON object as text.
///
/// The CLI rejects a whole response if such a value is not an object (`updatedInput: null` denies the call), so this
/// type cannot hold any other value.
/// Members are accessed by key: `input["command"]` is a [`Value`], `null` if there is no such member. The text stays
/// unchanged.
pub struct JsonObject {
    raw: RawJson,
    /// The parsed tree, set by the first access to a member.
    tree: OnceLock<Box<Value>>,
}

impl JsonObject {
    fn of(raw: RawJson) -> Self {
        let tree = OnceLock::new();
        Self { raw, tree }
    }

    /// Parses a text that must be one JSON object.
    pub fn from_text(text: &str) -> Result<Self, WireError> {
        Self::try_from(RawJson::from_text(text).map_err(WireError::new)?)
    }

    /// Serializes any value that is written as an object.
    pub fn from_serialize<T: serde::Serialize + ?Sized>(value: &T) -> Result<Self, WireError> {
        Self::try_from(RawJson::from_serialize(value).map_err(WireError::new)?)
    }

    /// Writes any wire type that is an object, such as a changed tool input.
    pub fn from_wire<T: Wire>(value: &T) -> Result<Self, WireError> {
        Self::try_from(RawJson::from_wire(value))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        self.raw.as_str()
    }

    /// Returns the object as a JSON value.
    pub fn as_raw(&self) -> &RawJson {
        &self.raw
    }

    /// Returns the text of a member.
    pub fn get(&self, key: &str) -> Option<RawJson> {
        self.raw.get(key)
    }

    /// Returns a member, if it is a string.
    pub fn string_at(&self, key: &str) -> Option<String> {
        self.raw.string_at(key)
    }

    /// Parses the object into a tree.
    pub fn to_value(&self) -> Value {
        self.raw.to_value()
    }
}

impl Index<&str> for JsonObject {
    type Output = Value;

    fn index(&self, key: &str) -> &Value {
        let tree = self.tree.get_or_init(|| Box::new(self.to_value()));
        &tree[key]
    }
}

impl Clone for JsonObject {
    fn clone(&self) -> Self {
        Self::of(self.raw.clone())
    }
}

impl PartialEq for JsonObject {
    fn eq(&self, other: &Self) -> bool {
        self.raw == other.raw
    }
}

impl Eq for JsonObject {}

impl Hash for JsonObject {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.raw.hash(state);
    }
}

impl fmt::Display for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl serde::Serialize for JsonObject {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.raw.serialize(serializer)
    }
}

impl Default for JsonObject {
    fn default() -> Self {
        Self::of(RawJson::empty_object())
    }
}

impl TryFrom<RawJson> for JsonObject {
    type Error = WireError;

    fn try_from(raw: RawJson) -> Result<Self, WireError> {
        if raw.as_str().starts_with('{') {
            Ok(Self::of(raw))
        } else {
            Err(WireError::expected("an object", raw.as_str()))
        }
    }
}

impl From<serde_json::Map<String, Value>> for JsonObject {
    fn from(map: serde_json::Map<String, Value>) -> Self {
        Self::of(RawJson::from(Value::Object(map)))
    }
}

impl TryFrom<Value> for JsonObject {
    type Error = WireError;

    fn try_from(value: Value) -> Result<Self, WireError> {
        RawJson::from(value).try_into()
    }
}

impl From<JsonObject> for RawJson {
    fn from(object: JsonObject) -> Self {
        object.raw
    }
}

impl fmt::Debug for JsonObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.raw.fmt(f)
    }
}

impl Wire for JsonObject {
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        Self::try_from(reader.keep(raw))
    }

    fn write(&self, out: &mut String) {
        out.push_str(self.raw.as_str());
    }
}

#[cfg(test)]
mod tests {
    use super::JsonObject;

    #[test]
    fn members_are_read_by_key() {
        let text = r#"{"command": "ls", "list": [1, {"deep": true}]}"#;
        let object = JsonObject::from_text(text).unwrap();
        assert_eq!(object["command"], "ls");
        assert_eq!(object["list"][1]["deep"], true);
        assert!(object["absent"]["too"].is_null());
        assert_eq!(object.string_at("command").as_deref(), Some("ls"));
        assert_eq!(object.string_at("list"), None);
        assert_eq!(object.to_string(), text);
        assert_eq!(object, object.clone());
        assert_eq!(serde_json::to_string(&object).unwrap(), text);
    }
}
