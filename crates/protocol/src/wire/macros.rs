//! The macros that generate the wire types.

use super::{Extra, Wire, write_key};

/// Generates objects: `wire_struct! { /// Doc. pub struct Name { field: Type, other: Type = "key", } }`.
///
/// A key that equals the field's name can be omitted. Fields need no documentation: most have the name of their key.
/// A field of type `Option`, `Vec` or map may be absent, and an invalid value is set aside in `extra`.
/// Any other field is required: if it is absent or invalid, the object is malformed.
macro_rules! wire_struct {
    ($(
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $( $(#[$field_attribute:meta])* $field:ident: $type:ty $(= $key:literal)?, )*
        }
    )*) => {$(
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $( $(#[$field_attribute])* #[allow(missing_docs, reason = "the wire names it")] pub $field: $type, )*
            /// Members besides the fields above.
            pub extra: $crate::wire::Extra,
        }

        impl $crate::wire::WireObject for $name {
            fn take(object: &mut $crate::wire::Object<'_>, reader: &mut $crate::wire::Reader<'_>) -> Result<Self, $crate::wire::WireError> {
                #[allow(unused_mut, reason = "a struct may have no fields")]
                let mut fields = object.fields()?;
                Ok(Self {
                    $( $field: fields.take($crate::wire::macros::key!($field $($key)?), reader)?, )*
                    extra: fields.rest(stringify!($name), reader),
                })
            }

            fn write_members(&self, out: &mut String) {
                #[allow(unused_mut, reason = "a struct may have no fields")]
                let mut writer = $crate::wire::macros::FieldWriter::new(&self.extra, out);
                $( writer.write($crate::wire::macros::key!($field $($key)?), &self.$field); )*
                writer.finish();
            }
        }

        impl $crate::wire::Wire for $name {
            fn read(raw: &str, reader: &mut $crate::wire::Reader<'_>) -> Result<Self, $crate::wire::WireError> {
                $crate::wire::WireObject::take(&mut $crate::wire::Object::read(raw)?, reader)
            }

            fn write(&self, out: &mut String) {
                out.push('{');
                $crate::wire::WireObject::write_members(self, out);
                out.push('}');
            }
        }

        $crate::wire::macros::wire_serde!($name);
    )*};
}

/// The key of a field: its name, unless another key is given.
macro_rules! key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}

/// Generates tagged objects: `wire_enum! { /// Doc. pub enum Name by "type" { /// Doc. "text" => Text(TextBlock), } }`.
///
/// Parsing cannot fail: an unknown tag gives `Unknown`, a known one with an invalid payload gives `Malformed`.
/// Tags after `untyped` are known by name only: they give `Untyped`, which keeps the object as JSON.
macro_rules! wire_enum {
    ($(
        $(#[$attribute:meta])*
        pub enum $name:ident by $tag_key:literal {
            $( $(#[$variant_attribute:meta])* $tag:literal => $variant:ident($payload:ty), )*
            $( untyped $($untyped:literal),+ => $named:ident, )?
        }
    )*) => {$(
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum $name {
            $( $(#[$variant_attribute])* $variant($payload), )*
            $(
                /// A tag that is known by name only; kept unparsed.
                $named($crate::wire::Unknown),
            )?
            /// An unknown tag; kept unparsed.
            Unknown($crate::wire::Unknown),
            /// A known tag, or none, with an invalid body; kept unparsed.
            Malformed($crate::wire::Malformed),
        }

        impl $name {
            /// Every known tag.
            pub const TAGS: &'static [&'static str] = &[$($tag,)* $($($untyped),+)?];

            /// Returns the tag on the wire; empty if there is none.
            pub fn tag(&self) -> &str {
                match self {
                    $( Self::$variant(_) => $tag, )*
                    $( Self::$named(unknown) => &unknown.tag, )?
                    Self::Unknown(unknown) => &unknown.tag,
                    Self::Malformed(malformed) => malformed.tag.as_deref().unwrap_or_default(),
                }
            }
        }

        impl $crate::wire::WireObject for $name {
            fn take(object: &mut $crate::wire::Object<'_>, reader: &mut $crate::wire::Reader<'_>) -> Result<Self, $crate::wire::WireError> {
                let Some(tag) = object.take_tag($tag_key) else {
                    let error = $crate::wire::WireError::missing($tag_key);
                    return Ok(Self::Malformed(reader.malformed(stringify!($name), None, error, object.raw())));
                };
                let result = match &*tag {
                    $( $tag => <$payload as $crate::wire::WireObject>::take(object, reader).map(Self::$variant), )*
                    $( $($untyped)|+ => Ok(Self::$named(reader.untyped(&tag, object.raw()))), )?
                    other => Ok(Self::Unknown(reader.unknown(stringify!($name), other, object.raw()))),
                };
                Ok(result.unwrap_or_else(|error| {
                    Self::Malformed(reader.malformed(stringify!($name), Some(&tag), error, object.raw()))
                }))
            }

            fn write_members(&self, out: &mut String) {
                $crate::wire::macros::write_tag($tag_key, self.tag(), out);
                match self {
                    $( Self::$variant(payload) => $crate::wire::WireObject::write_members(payload, out), )*
                    $( Self::$named(_) => {} )?
                    Self::Unknown(_) | Self::Malformed(_) => {}
                }
            }

            fn whole(&self) -> Option<&$crate::raw::RawJson> {
                match self {
                    $( Self::$variant(payload) => $crate::wire::WireObject::whole(payload), )*
                    $( Self::$named(unknown) => Some(&unknown.raw), )?
                    Self::Unknown(unknown) => Some(&unknown.raw),
                    Self::Malformed(malformed) => Some(&malformed.raw),
                }
            }
        }

        impl $crate::wire::Wire for $name {
            fn read(raw: &str, reader: &mut $crate::wire::Reader<'_>) -> Result<Self, $crate::wire::WireError> {
                match $crate::wire::Object::read(raw) {
                    Ok(mut object) => $crate::wire::WireObject::take(&mut object, reader),
                    Err(error) => Ok(Self::Malformed(reader.malformed(stringify!($name), None, error, raw))),
                }
            }

            fn write(&self, out: &mut String) {
                if let Some(raw) = $crate::wire::WireObject::whole(self) {
                    out.push_str(raw.as_str());
                    return;
                }
                out.push('{');
                $crate::wire::WireObject::write_members(self, out);
                out.push('}');
            }
        }

        $crate::wire::macros::wire_serde!($name);
    )*};
}

/// Generates open sets of strings: `wire_string! { /// Doc. pub enum Name { /// Doc. "value" => Variant, } }`.
macro_rules! wire_string {
    ($(
        $(#[$attribute:meta])*
        pub enum $name:ident {
            $( $(#[$variant_attribute:meta])* $value:literal => $variant:ident, )*
        }
    )*) => {$(
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $( $(#[$variant_attribute])* $variant, )*
            /// An unknown value.
            Unknown(Box<str>),
        }

        impl $name {
            /// Every known value.
            pub const VALUES: &'static [&'static str] = &[$($value),*];

            /// Returns the value on the wire.
            pub fn as_str(&self) -> &str {
                match self {
                    $( Self::$variant => $value, )*
                    Self::Unknown(value) => value,
                }
            }
        }

        impl From<&str> for $name {
            fn from(value: &str) -> Self {
                match value {
                    $( $value => Self::$variant, )*
                    other => Self::Unknown(other.into()),
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::wire::Wire for $name {
            fn read(raw: &str, reader: &mut $crate::wire::Reader<'_>) -> Result<Self, $crate::wire::WireError> {
                let value = Self::from(&*$crate::wire::read_text(raw, &mut reader.exact)?);
                if let Self::Unknown(value) = &value {
                    reader.report(|audit| audit.unknown_value(stringify!($name), value));
                }
                Ok(value)
            }

            fn write(&self, out: &mut String) {
                $crate::json::write_string(self.as_str(), out);
            }
        }

        $crate::wire::macros::wire_serde!($name);
    )*};
}

/// Generates identifiers: strings with distinct types.
macro_rules! wire_id {
    ($( $(#[$attribute:meta])* pub struct $name:ident; )*) => {$(
        $(#[$attribute])*
        #[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name($crate::ids::IdText);

        impl $name {
            /// Creates an identifier from its text.
            pub fn new(id: impl Into<Box<str>>) -> Self {
                Self(id.into().into())
            }

            /// Returns the text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::ids::Identifier for $name {
            #[inline]
            fn text_mut(&mut self) -> &mut $crate::ids::IdText {
                &mut self.0
            }
        }

        impl From<&str> for $name {
            fn from(id: &str) -> Self {
                Self(id.into())
            }
        }

        impl From<&String> for $name {
            fn from(text: &String) -> Self {
                Self::from(text.as_str())
            }
        }

        impl From<&$name> for $name {
            fn from(id: &$name) -> Self {
                id.clone()
            }
        }

        impl From<String> for $name {
            fn from(id: String) -> Self {
                Self(id.as_str().into())
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                self.as_str()
            }
        }

        impl $crate::wire::Wire for $name {
            fn read(raw: &str, reader: &mut $crate::wire::Reader<'_>) -> Result<Self, $crate::wire::WireError> {
                Ok(Self::from(&*$crate::wire::read_text(raw, &mut reader.exact)?))
            }

            fn write(&self, out: &mut String) {
                $crate::json::write_string(self.as_str(), out);
            }
        }

        $crate::wire::macros::wire_serde!($name);
    )*};
}

/// Implements serde's traits for a wire type through its JSON text.
macro_rules! wire_serde {
    ($name:ident) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::raw::RawJson::trusted(&$crate::wire::Wire::to_json(self))
                    .serialize(serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let raw = <$crate::raw::RawJson as serde::Deserialize>::deserialize(deserializer)?;
                <Self as $crate::wire::Wire>::read(
                    raw.as_str(),
                    &mut $crate::wire::Reader::default(),
                )
                .map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use {key, wire_enum, wire_id, wire_serde, wire_string, wire_struct};

/// Writes the fields of an object in the order of their declaration, followed by its other members.
pub(crate) struct FieldWriter<'a> {
    extra: &'a Extra,
    out: &'a mut String,
    /// The index of the next field of the type.
    next: usize,
}

impl<'a> FieldWriter<'a> {
    pub(crate) fn new(extra: &'a Extra, out: &'a mut String) -> Self {
        Self {
            extra,
            out,
            next: 0,
        }
    }

    pub(crate) fn write<T: Wire>(&mut self, key: &str, value: &T) {
        let field = self.next;
        self.next += 1;
        if self.extra.holds(key) {
            return;
        }
        if !value.is_absent() {
            write_key(key, self.out);
            value.write(self.out);
        } else if self.extra.was_null(field) {
            write_key(key, self.out);
            self.out.push_str("null");
        }
    }

    pub(crate) fn finish(self) {
        for (key, value) in self.extra.iter() {
            write_key(key, self.out);
            self.out.push_str(value.as_str());
        }
    }
}

pub(crate) fn write_tag(key: &str, tag: &str, out: &mut String) {
    write_key(key, out);
    crate::json::write_string(tag, out);
}
