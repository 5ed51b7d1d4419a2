//! The position of a request in its conversation: the newest user text, and the replies since.

use serde_json::Value;

use crate::script::strip_reminders;

/// The beginnings of the CLI's notes about an interrupted turn and about the path of an image. They are not text to
/// answer.
const NOTES: [&str; 2] = ["[Request interrupted by user", "[Image: source:"];

/// The position of a request in its conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The newest user text, without the CLI's reminders.
    pub text: String,
    /// The number of replies since.
    pub replies: usize,
}

/// Finds the newest user text in a request's `messages` and counts the replies since.
///
/// The CLI merges consecutive messages of one role, so a message may contain the results of an interrupted tool and a
/// new prompt: the newest text block decides. System messages, system reminders and tool results are not user text.
pub fn position(messages: &Value) -> Position {
    let mut replies = 0;
    for message in messages.as_array().into_iter().flatten().rev() {
        match message["role"].as_str() {
            Some("assistant") => replies += 1,
            Some("user") => {
                if let Some(text) = newest_words(&message["content"]) {
                    return Position { text, replies };
                }
            }
            _ => {}
        }
    }
    Position {
        text: String::new(),
        replies,
    }
}

fn newest_words(content: &Value) -> Option<String> {
    match content {
        Value::String(text) => words(text),
        Value::Array(blocks) => blocks
            .iter()
            .rev()
            .filter(|block| block["type"] == "text")
            .find_map(|block| words(block["text"].as_str()?)),
        _ => None,
    }
}

fn words(text: &str) -> Option<String> {
    let words = strip_reminders(text);
    let note = NOTES.iter().any(|note| words.starts_with(note));
    (!words.is_empty() && !note).then_some(words)
}
