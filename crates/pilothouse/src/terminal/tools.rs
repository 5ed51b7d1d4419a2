//! A call in one line.

use serde_json::Value;

use crate::sanitize::harmless;

/// The fields that say most about a call, the best first.
const TELLING: [&str; 12] = [
    "command",
    "file_path",
    "notebook_path",
    "path",
    "pattern",
    "query",
    "url",
    "description",
    "subject",
    "skill",
    "plan",
    "prompt",
];

/// How long a line about a call may be.
const WIDTH: usize = 100;

/// The name of a call and what it is about, in one line.
pub(crate) fn title(name: &str, input: &Value) -> String {
    let title = format!("{} {}", harmless(name), input_line(input));
    title.trim_end().to_owned()
}

/// The field that says most about a call, and what it says.
pub(super) fn telling(input: &Value) -> Option<(&'static str, &str)> {
    let mut names = TELLING.iter();
    names.find_map(|name| Some((*name, input.get(name)?.as_str()?)))
}

/// Says what a call is about, in one line.
pub(crate) fn input_line(input: &Value) -> String {
    let question = || input.pointer("/questions/0/question")?.as_str();
    let text = match telling(input).map(|(_, text)| text).or_else(question) {
        Some(text) => text.to_owned(),
        None if input.as_object().is_some_and(serde_json::Map::is_empty) => String::new(),
        None => input.to_string(),
    };
    summary(&text)
}

/// Cuts a text to one line.
pub(crate) fn summary(text: &str) -> String {
    let text = harmless(text.trim()).replace('\t', " ");
    let first = text.lines().next().unwrap_or_default();
    let cut: String = first.chars().take(WIDTH).collect();
    if cut.len() < text.len() {
        cut + "…"
    } else {
        cut
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_call_is_told_by_what_says_most() {
        assert_eq!(
            input_line(&json!({"description": "Run tests", "command": "npm test\nls"})),
            "npm test…"
        );
        assert_eq!(input_line(&json!({"file_path": "/a/b.rs"})), "/a/b.rs");
        assert_eq!(input_line(&json!({})), "");
        assert_eq!(
            input_line(&json!({"questions": [{"question": "Which?"}]})),
            "Which?"
        );
        assert_eq!(input_line(&json!({"n": 1})), "{\"n\":1}");
        assert_eq!(
            input_line(&json!({"command": "x".repeat(200)}))
                .chars()
                .count(),
            WIDTH + 1
        );
    }
}
