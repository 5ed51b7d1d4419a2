//! Variables that a command assigns itself.

use super::text::{is_separator, unquoted};
use super::wrappers::is_assignment;

/// The maximum number of tracked variables, and the maximum length of the command after expansion.
const MOST: usize = 32;
const LONGEST: usize = 100_000;

/// Expands the variables that a command assigns. `None` if there are none, or too many.
pub(super) fn with_variables(command: &str) -> Option<String> {
    if !command.contains('$') {
        return None;
    }
    let words = command.split(is_separator).flat_map(str::split_whitespace);
    let assignments: Vec<(&str, &str)> = words
        .filter(|word| is_assignment(word))
        .filter_map(|word| word.split_once('='))
        .collect();
    if assignments.is_empty() || assignments.len() > MOST {
        return None;
    }
    let mut text = command.to_owned();
    for (name, value) in assignments {
        let name = name.trim_end_matches('+');
        let value = unquoted(value);
        text = text.replace(&format!("${{{name}}}"), &value);
        text = replaced(&text, name, &value);
        if text.len() > LONGEST {
            return None;
        }
    }
    Some(text)
}

/// Replaces `$name`, but not `$names`.
fn replaced(text: &str, name: &str, value: &str) -> String {
    let marked = format!("${name}");
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(&marked) {
        let behind = &rest[at + marked.len()..];
        let goes_on = behind.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        result.push_str(&rest[..at]);
        result.push_str(if goes_on { &marked } else { value });
        rest = behind;
    }
    result.push_str(rest);
    result
}
