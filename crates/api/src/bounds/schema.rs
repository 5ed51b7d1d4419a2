//! Bounds as JSON Schema.

use schemars::Schema;
use serde_json::{Map, Value, json};

use super::text::{Pattern, Text};
use super::{Bound, Rule};

type Members = Map<String, Value>;

impl Bound {
    /// Adds the bound to a field of an object's schema.
    pub(crate) fn describe(&self, schema: &mut Schema, field: &str) {
        let members = schema.ensure_object()["properties"][field]
            .as_object_mut()
            .unwrap_or_else(|| panic!("there is no field {field}"));
        self.add(members);
    }

    fn add(&self, members: &mut Members) {
        match self {
            Self::Text(text) => text.add(members),
            Self::AtLeast(least) => insert(members, "minimum", json!(least)),
            Self::Above(bound) => insert(members, "exclusiveMinimum", json!(bound)),
            Self::Within(least, most) => {
                insert(members, "minimum", json!(least));
                insert(members, "maximum", json!(most));
            }
            Self::Object => insert(members, "type", json!(["object", "null"])),
            Self::List(longest, each) => {
                if *longest != usize::MAX {
                    insert(members, "maxItems", json!(longest));
                }
                if let Some(items) = members["items"].as_object_mut() {
                    each.add(items);
                }
            }
            // The nested type has its own schema.
            Self::Nested => {}
        }
    }
}

impl Text {
    fn add(&self, members: &mut Members) {
        match self.pattern {
            Pattern::OneOf(texts) => {
                let mut texts: Vec<Value> = texts.iter().map(|text| json!(text)).collect();
                if members["type"].is_array() {
                    texts.push(Value::Null);
                }
                return insert(members, "enum", json!(texts));
            }
            Pattern::Any => {}
            _ => insert(members, "pattern", json!(self.pattern.expression())),
        }
        if self.longest != usize::MAX {
            insert(members, "maxLength", json!(self.longest));
        }
    }
}

impl Pattern {
    /// Returns the pattern as a regular expression.
    pub(crate) fn expression(&self) -> String {
        match self {
            Self::Any => String::new(),
            Self::OneOf(texts) => format!("^({})$", texts.join("|")),
            Self::Without { anywhere, first } => {
                let escape = |one: &char| format!("\\u{:04x}", u32::from(*one));
                let excluded: String = anywhere
                    .iter()
                    .map(|range| format!("{}-{}", escape(range.start()), escape(range.end())))
                    .collect();
                match first {
                    None => format!("^[^{excluded}]*$"),
                    Some(first) => format!("^([^{}{excluded}][^{excluded}]*)?$", escape(first)),
                }
            }
            Self::Prefixes(prefixes) => format!("^({})", prefixes.join("|")),
            Self::PrefixOrOneOf(prefix, texts) => {
                format!("^({prefix}[0-9A-Za-z_]*|{})$", texts.join("|"))
            }
            Self::Uuid => "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$".to_owned(),
        }
    }
}

impl Rule {
    /// Adds the rule to an object's schema.
    pub(crate) fn describe(&self, schema: &mut Schema, fields: [String; 2]) {
        let members = schema.ensure_object();
        let properties = &members["properties"];
        let [one, other] = fields
            .each_ref()
            .map(|field| self.value(&properties[field]));
        let [first, second] = fields;
        match self {
            Self::NotBoth => {
                let both = json!({
                    "properties": {first.as_str(): one, second.as_str(): other},
                    "required": [first, second],
                });
                insert(members, "not", both);
            }
            Self::AnyOf => {
                let any = json!([
                    {"properties": {first.as_str(): one}, "required": [first]},
                    {"properties": {second.as_str(): other}, "required": [second]},
                ]);
                insert(members, "anyOf", any);
            }
        }
    }

    /// Returns the schema of values that count for the rule.
    fn value(&self, property: &Value) -> Value {
        let kind = match &property["type"] {
            Value::Array(kinds) => &kinds[0],
            kind => kind,
        };
        match (self, kind.as_str()) {
            (_, Some("boolean")) => json!({"const": true}),
            (Self::NotBoth, _) => json!({"type": "string"}),
            (Self::AnyOf, Some("array")) => json!({"type": "array", "minItems": 1}),
            (Self::AnyOf, _) => json!({"type": "string", "pattern": "[^ \\t\\r\\n]"}),
        }
    }
}

fn insert(members: &mut Members, name: &str, value: Value) {
    members.insert(name.to_owned(), value);
}
