//! A frame as changes to another frame: most frames of a kind differ in one or two fields.

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

/// The prefix of the pointer to a removed field.
const GONE: char = '-';

/// The changes from one value to another, by JSON pointer.
pub(crate) fn changes(from: &Value, to: &Value) -> Map<String, Value> {
    let mut changes = Map::new();
    gather("", from, to, &mut changes);
    changes
}

fn gather(at: &str, from: &Value, to: &Value, changes: &mut Map<String, Value>) {
    match (from, to) {
        (Value::Object(old), Value::Object(new)) => {
            for (name, value) in old {
                let at = format!("{at}/{}", escaped(name));
                match new.get(name) {
                    Some(other) => gather(&at, value, other, changes),
                    None => drop(changes.insert(format!("{GONE}{at}"), Value::Null)),
                }
            }
            for (name, value) in new.iter().filter(|(name, _)| !old.contains_key(*name)) {
                changes.insert(format!("{at}/{}", escaped(name)), value.clone());
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (index, (value, other)) in old.iter().zip(new).enumerate() {
                gather(&format!("{at}/{index}"), value, other, changes);
            }
        }
        (old, new) if old != new => drop(changes.insert(at.to_owned(), new.clone())),
        _ => {}
    }
}

/// Applies the changes to a value.
pub(crate) fn patched(from: &Value, changes: &Map<String, Value>) -> Result<Value> {
    let mut value = from.clone();
    for (pointer, new) in changes {
        match pointer.strip_prefix(GONE) {
            Some(pointer) => {
                let (parent, name) = parent(&mut value, pointer)?;
                parent.shift_remove(&name).context("no such field")?;
            }
            None => set(&mut value, pointer, new)?,
        }
    }
    Ok(value)
}

fn set(value: &mut Value, pointer: &str, new: &Value) -> Result<()> {
    match value.pointer_mut(pointer) {
        Some(place) => *place = new.clone(),
        None => {
            let (parent, name) = parent(value, pointer)?;
            parent.insert(name, new.clone());
        }
    }
    Ok(())
}

/// The object that contains the target of a pointer, and the name of the field.
fn parent<'a>(value: &'a mut Value, pointer: &str) -> Result<(&'a mut Map<String, Value>, String)> {
    let (above, name) = pointer.rsplit_once('/').context("not a pointer")?;
    match value.pointer_mut(above) {
        Some(Value::Object(fields)) => Ok((fields, name.replace("~1", "/").replace("~0", "~"))),
        _ => bail!("{pointer} leads nowhere"),
    }
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(from: &Value, to: &Value, expected: &Value) {
        let changes = changes(from, to);
        assert_eq!(Value::Object(changes.clone()), *expected);
        assert_eq!(patched(from, &changes).unwrap(), *to);
    }

    #[test]
    fn changes_turn_one_value_into_the_other() {
        check(
            &json!({"a": {"b": 1, "c": 2}}),
            &json!({"a": {"b": 3}, "d": [1]}),
            &json!({"/a/b": 3, "-/a/c": null, "/d": [1]}),
        );
        check(
            &json!({"l": [{"x": 1}, 2], "m": [1]}),
            &json!({"l": [{"x": 2}, 2], "m": []}),
            &json!({"/l/0/x": 2, "/m": []}),
        );
        check(
            &json!({"~/a": 1}),
            &json!({"b/~": null}),
            &json!({"-/~0~1a": null, "/b~1~0": null}),
        );
        check(&json!("a"), &json!("b"), &json!({"": "b"}));
        check(&json!({"a": 1}), &json!({"a": 1}), &json!({}));
    }

    #[test]
    fn changes_to_another_value_are_an_error() {
        let changes = json!({"-/a": null});
        assert!(patched(&json!({}), changes.as_object().unwrap()).is_err());
        let changes = json!({"/a/b": 1});
        assert!(patched(&json!({"a": 1}), changes.as_object().unwrap()).is_err());
    }
}
