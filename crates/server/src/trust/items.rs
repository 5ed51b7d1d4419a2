//! One thing that would run or that widens what may run, and its fingerprint.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// An item of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// The file that declares it: relative to the project where it lies inside.
    pub(super) file: String,
    pub(super) what: &'static str,
    /// Tells it apart from others of its kind in the same file.
    pub(super) name: String,
    /// What would run, for a person.
    pub(super) text: String,
    /// Hash of everything that decides what would run; `None` when that could not be read.
    pub(super) fingerprint: Option<String>,
}

impl Item {
    /// An item whose file cannot be read: nobody can tell what would run.
    pub(super) fn unreadable(file: String, why: &str) -> Self {
        Self {
            file,
            what: "unreadable",
            name: String::new(),
            text: why.to_owned(),
            fingerprint: None,
        }
    }
}

/// Builds fingerprints. Each part is hashed with its length, so that two parts are never mistaken for another two.
#[derive(Default)]
pub(super) struct Hasher(Sha256);

impl Hasher {
    pub(super) fn part(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    pub(super) fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Hash of a JSON value, whatever the order of its members.
pub(super) fn of_value(value: &Value) -> String {
    let mut hasher = Hasher::default();
    hasher.part(canonical(value).to_string().as_bytes());
    hasher.finish()
}

/// The value with its members in the order of their names: a program that rewrites a file may change theirs.
pub(super) fn canonical(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let mut members: Vec<_> = object.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            let sorted = members
                .into_iter()
                .map(|(name, value)| (name.clone(), canonical(value)));
            Value::Object(sorted.collect())
        }
        Value::Array(values) => values.iter().map(canonical).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_order_of_members_does_not_matter_and_that_of_lists_does() {
        assert_eq!(of_value(&json!({"a": 1, "b": {"c": 2, "d": 3}})), {
            of_value(&json!({"b": {"d": 3, "c": 2}, "a": 1}))
        });
        assert_ne!(of_value(&json!([1, 2])), of_value(&json!([2, 1])));
    }
}
