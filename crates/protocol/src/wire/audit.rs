//! Reports the parts of a message that the types do not know.

use std::collections::BTreeMap;

use super::Extra;

/// A report of the parts of a message that the types do not know: for drift reports and `wire check`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Audit {
    /// Unknown tags with their counts, as `Type:tag`.
    pub unknown: BTreeMap<String, usize>,
    /// Unknown string values with their counts, as `Type:value`.
    pub unknown_values: BTreeMap<String, usize>,
    /// Unknown or unreadable members with their counts, as `Type.key`.
    pub extra: BTreeMap<String, usize>,
    /// Known tags with an invalid payload, with the reason.
    pub malformed: Vec<String>,
}

impl Audit {
    pub(crate) fn unknown(&mut self, type_name: &str, tag: &str) {
        *self
            .unknown
            .entry(format!("{type_name}:{tag}"))
            .or_default() += 1;
    }

    pub(crate) fn unknown_value(&mut self, type_name: &str, value: &str) {
        *self
            .unknown_values
            .entry(format!("{type_name}:{value}"))
            .or_default() += 1;
    }

    /// Reports the members of an object that its type does not have.
    pub(crate) fn news(&mut self, type_name: &str, extra: &Extra) {
        for key in extra.news() {
            *self.extra.entry(format!("{type_name}.{key}")).or_default() += 1;
        }
    }

    pub(crate) fn malformed(&mut self, type_name: &str, reason: &str) {
        self.malformed.push(format!("{type_name}: {reason}"));
    }

    /// Returns whether every tag was known and every payload was valid.
    pub fn is_clean(&self) -> bool {
        self.unknown.is_empty() && self.malformed.is_empty()
    }
}
