//! Texts that depend on the version.

use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Deserialize;

/// The texts of one version by name, with `{name}` as a placeholder.
#[derive(Debug, Default, Deserialize)]
pub(in crate::cli) struct Messages(BTreeMap<String, String>);

impl Messages {
    /// Returns a text with its values.
    pub(in crate::cli) fn text(&self, name: &str, values: &[(&str, &dyn Display)]) -> String {
        let mut rest = self.0.get(name).map_or("", String::as_str);
        let mut text = String::with_capacity(rest.len());
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let found = after.split_once('}').and_then(|(name, after)| {
                let value = values.iter().find(|(known, _)| *known == name)?;
                Some((value.1, after))
            });
            match found {
                Some((value, after)) => {
                    text.push_str(&value.to_string());
                    rest = after;
                }
                None => {
                    text.push('{');
                    rest = after;
                }
            }
        }
        text.push_str(rest);
        text
    }

    #[cfg(test)]
    pub(super) fn keys(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_inserted_once() {
        let template = "{a} and {b}, {c}".to_owned();
        let messages = Messages(BTreeMap::from([("x".to_owned(), template)]));
        let text = messages.text("x", &[("a", &"{b}"), ("b", &2)]);
        assert_eq!(text, "{b} and 2, {c}");
        assert_eq!(messages.text("missing", &[]), "");
    }
}
