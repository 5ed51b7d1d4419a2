//! The output filter: removes fields and frames that a version does not have.
//!
//! It applies to frames, to the input of hooks, to tool results (as `{"tool": …, "response": …}`), and to the lines of
//! transcripts.

use serde::Deserialize;
use serde_json::Value;

/// The rules of one version.
#[derive(Debug, Default, Deserialize)]
pub(in crate::cli) struct Omissions(Vec<Rule>);

/// Omits fields from objects that match `where`. Without `fields`, the whole object is omitted.
#[derive(Debug, Deserialize)]
struct Rule {
    r#where: Value,
    /// Paths of keys, separated by dots; `*` matches every key or element.
    #[serde(default)]
    fields: Vec<String>,
}

impl Omissions {
    pub(in crate::cli) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes the omitted parts. Returns false if the whole value is omitted.
    pub(in crate::cli) fn apply(&self, value: &mut Value) -> bool {
        for rule in &self.0 {
            if !contains(value, &rule.r#where) {
                continue;
            }
            if rule.fields.is_empty() {
                return false;
            }
            for path in &rule.fields {
                remove(value, path);
            }
        }
        true
    }
}

/// Returns whether the value contains the pattern; `"*"` matches any value.
fn contains(value: &Value, pattern: &Value) -> bool {
    match (value, pattern) {
        (_, Value::String(any)) if any == "*" => true,
        (Value::Object(value), Value::Object(pattern)) => pattern.iter().all(|(name, pattern)| {
            value
                .get(name)
                .is_some_and(|value| contains(value, pattern))
        }),
        _ => value == pattern,
    }
}

fn remove(value: &mut Value, path: &str) {
    let (name, rest) = match path.split_once('.') {
        Some((name, rest)) => (name, Some(rest)),
        None => (path, None),
    };
    let Some(rest) = rest else {
        if let Value::Object(fields) = value {
            fields.shift_remove(name);
        }
        return;
    };
    match value {
        Value::Array(items) if name == "*" => items.iter_mut().for_each(|item| remove(item, rest)),
        Value::Object(fields) if name == "*" => {
            fields.values_mut().for_each(|field| remove(field, rest));
        }
        Value::Object(fields) => {
            if let Some(field) = fields.get_mut(name) {
                remove(field, rest);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn omissions() -> Omissions {
        serde_json::from_value(json!([
            { "where": { "type": "gone" } },
            { "where": { "type": "frame", "part": { "id": "*" } }, "fields": ["a", "part.b", "list.*.c"] },
        ]))
        .unwrap()
    }

    #[test]
    fn frames_and_fields_are_left_out() {
        let mut frame = json!({
            "type": "frame", "a": 1, "part": { "id": 1, "b": 2 }, "list": [{ "c": 1, "d": 2 }],
        });
        assert!(omissions().apply(&mut frame));
        assert_eq!(
            frame,
            json!({ "type": "frame", "part": { "id": 1 }, "list": [{ "d": 2 }] })
        );
        assert!(!omissions().apply(&mut json!({ "type": "gone" })));
    }

    #[test]
    fn other_frames_stay() {
        let mut frame = json!({ "type": "frame", "a": 1 });
        assert!(omissions().apply(&mut frame));
        assert_eq!(frame["a"], 1);
    }
}
