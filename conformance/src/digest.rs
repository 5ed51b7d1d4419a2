//! Short digests of texts and frames, for the keys of fixtures and as replacements for long texts.

use serde_json::Value;

/// The 64-bit FNV-1a digest as hexadecimal digits.
///
/// Digests are committed, so the function must not depend on the compiler, unlike the standard library's hasher.
pub(crate) fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The value with the fields of every object sorted, so that equal values have equal JSON.
pub(crate) fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(sorted).collect(),
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            let fields = fields.into_iter();
            fields
                .map(|(name, value)| (name.clone(), sorted(value)))
                .collect()
        }
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn digests_are_those_of_fnv_1a() {
        assert_eq!(digest(""), "cbf29ce484222325");
        assert_eq!(digest("a"), "af63dc4c8601ec8c");
        assert_eq!(digest("foobar"), "85944171f73967e8");
    }

    #[test]
    fn the_order_of_fields_does_not_matter() {
        let value = json!({"b": [{"d": 1, "c": 2}], "a": null});
        assert_eq!(
            sorted(&value).to_string(),
            r#"{"a":null,"b":[{"c":2,"d":1}]}"#
        );
    }
}
