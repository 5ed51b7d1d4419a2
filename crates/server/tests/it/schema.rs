//! Checks a JSON value against a schema of the host's description: as much of JSON Schema as that uses.

use serde_json::{Map, Value};

/// What does not fit, as a path and words; nothing when all of it does.
pub(crate) fn mismatch(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    Check { document }.at("$", schema, value).err()
}

struct Check<'a> {
    document: &'a Value,
}

impl Check<'_> {
    fn at(&self, place: &str, schema: &Value, value: &Value) -> Result<(), String> {
        let wrong = |what: &str| Err(format!("{place}: {what}: {value:.200}"));
        let Value::Object(schema) = schema else {
            return if schema == &Value::Bool(false) {
                wrong("nothing may be here")
            } else {
                Ok(())
            };
        };
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let target = self.document.pointer(&reference[1..]);
            self.at(place, target.expect("the reference leads nowhere"), value)?;
        }
        if let Some(kinds) = schema.get("type")
            && !list(kinds)
                .iter()
                .any(|kind| is(kind.as_str().unwrap(), value))
        {
            return wrong(&format!("not of type {kinds}"));
        }
        if schema.get("const").is_some_and(|only| only != value) {
            return wrong(&format!("not {}", schema["const"]));
        }
        if let Some(allowed) = schema.get("enum")
            && !list(allowed).contains(value)
        {
            return wrong(&format!("not among {allowed}"));
        }
        self.choices(place, schema, value)?;
        self.parts(place, schema, value)
    }

    fn choices(
        &self,
        place: &str,
        schema: &Map<String, Value>,
        value: &Value,
    ) -> Result<(), String> {
        for (word, fits) in [("anyOf", 1..=usize::MAX), ("oneOf", 1..=1)] {
            let Some(choices) = schema.get(word) else {
                continue;
            };
            let results: Vec<_> = list(choices)
                .iter()
                .map(|choice| self.at(place, choice, value))
                .collect();
            let fitting = results.iter().filter(|result| result.is_ok()).count();
            if !fits.contains(&fitting) {
                let reasons: Vec<String> = results.into_iter().filter_map(Result::err).collect();
                // The reason that came from deepest inside is that of the choice that was meant.
                let deepest = reasons.iter().max_by_key(|reason| reason.find(": "));
                return Err(format!("{place}: {fitting} of {word} fit; {deepest:?}"));
            }
        }
        Ok(())
    }

    fn parts(&self, place: &str, schema: &Map<String, Value>, value: &Value) -> Result<(), String> {
        if let (Some(items), Value::Array(values)) = (schema.get("items"), value) {
            for (index, value) in values.iter().enumerate() {
                self.at(&format!("{place}[{index}]"), items, value)?;
            }
        }
        let Value::Object(members) = value else {
            return Ok(());
        };
        for name in schema.get("required").map(list).unwrap_or_default() {
            if !members.contains_key(name.as_str().unwrap()) {
                return Err(format!("{place}: {name} is missing"));
            }
        }
        let known = schema.get("properties").and_then(Value::as_object);
        for (name, member) in members {
            let place = format!("{place}.{name}");
            match known.and_then(|known| known.get(name)) {
                Some(schema) => self.at(&place, schema, member)?,
                None => {
                    if let Some(others) = schema.get("additionalProperties") {
                        self.at(&place, others, member)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// One value as a list of one.
fn list(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(values) => values.clone(),
        other => vec![other.clone()],
    }
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}
