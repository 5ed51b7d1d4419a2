//! Titles of conversations, for which the CLI asks with a schema.

use serde_json::{Value, json};

/// How many words of a conversation make its title.
const WORDS: usize = 4;

/// The script of the answer to a request for a title: the first words of the conversation that it describes.
pub(super) fn script(body: &Value, text: &str) -> Option<String> {
    let schema = &body["output_config"]["format"]["schema"];
    if schema["required"] != json!(["title"]) {
        return None;
    }
    let described = text.split_once("<session>").map_or(text, |(_, rest)| rest);
    let described = described.split("</session>").next().unwrap_or_default();
    let words: Vec<&str> = described.split_whitespace().take(WORDS).collect();
    let title = json!({ "title": words.join(" ") }).to_string();
    Some(format!(
        "SCRIPT:{}",
        json!([{ "type": "text", "text": title }])
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_has_the_first_words_of_the_conversation() {
        let body = json!({"output_config": {"format": {"type": "json_schema", "schema": {"required": ["title"]}}}});
        let text = "<session>\nFix the login, it fails since Monday\n</session>\n\nWrite the title";
        let script = script(&body, text).unwrap();
        assert!(
            script.contains(r#"{\"title\":\"Fix the login, it\"}"#),
            "{script}"
        );
        assert_eq!(super::script(&json!({}), text), None);
    }
}
