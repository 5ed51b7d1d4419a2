//! Matching of frames by fields.

use serde_json::Value;

/// Returns whether `value` contains `pattern`: every field of an object, the first elements of a list, and for text
/// that begins with `~` the rest of it at any position.
pub(crate) fn contains(value: &Value, pattern: &Value) -> bool {
    match (value, pattern) {
        (Value::Object(fields), Value::Object(wanted)) => wanted
            .iter()
            .all(|(name, wanted)| contains(fields.get(name).unwrap_or(&Value::Null), wanted)),
        (Value::Array(items), Value::Array(wanted)) => {
            wanted.len() <= items.len()
                && items
                    .iter()
                    .zip(wanted)
                    .all(|(item, wanted)| contains(item, wanted))
        }
        (Value::String(text), Value::String(wanted)) => match wanted.strip_prefix('~') {
            Some(part) => text.contains(part),
            None => text == wanted,
        },
        (value, wanted) => value == wanted,
    }
}

#[cfg(test)]
mod tests {
    use super::contains;
    use serde_json::json;

    #[test]
    fn a_pattern_matches_a_part() {
        let frame = json!({"type": "user", "message": {"content": [{"id": 1, "text": "hello"}]}});
        assert!(contains(&frame, &json!({})));
        assert!(contains(
            &frame,
            &json!({"message": {"content": [{"text": "~ell"}]}})
        ));
        assert!(contains(&frame, &json!({"missing": null})));
        assert!(!contains(
            &frame,
            &json!({"message": {"content": [{}, {}]}})
        ));
        assert!(!contains(&frame, &json!({"type": "system"})));
    }
}
