//! Recorded frames with placeholders.

use serde_json::Value;

/// Fills the placeholders of a template: strings that begin with `$`. A placeholder without a value is removed with its
/// key.
pub(in crate::cli) fn fill(template: &Value, value: &dyn Fn(&str) -> Option<Value>) -> Value {
    fill_part(template, value).unwrap_or_default()
}

fn fill_part(template: &Value, value: &dyn Fn(&str) -> Option<Value>) -> Option<Value> {
    Some(match template {
        Value::String(text) => match text.strip_prefix('$') {
            Some(hole) => return value(hole),
            None => template.clone(),
        },
        Value::Array(items) => items
            .iter()
            .filter_map(|item| fill_part(item, value))
            .collect(),
        Value::Object(fields) => fields
            .iter()
            .filter_map(|(name, field)| Some((name.clone(), fill_part(field, value)?)))
            .collect(),
        _ => template.clone(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn holes_are_filled_or_left_out() {
        let template = json!({ "a": "$x", "b": ["$y", "z"], "c": 1 });
        let filled = fill(&template, &|hole| (hole == "x").then(|| 7.into()));
        assert_eq!(filled, json!({ "a": 7, "b": ["z"], "c": 1 }));
    }
}
