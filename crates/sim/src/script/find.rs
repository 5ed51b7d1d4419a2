//! Finding a script in the text of a message.

use super::{Script, ScriptError};

const MARK: &str = "SCRIPT:";
const REMINDER_OPEN: &str = "<system-reminder>";
const REMINDER_CLOSE: &str = "</system-reminder>";

/// Finds the first inline script in a message's text.
///
/// The mark must be followed by a JSON list, so ordinary text may mention it. Text after the list is ignored. A list
/// that is not a script is an error, not a message without a script.
pub fn find(text: &str) -> Result<Option<Script>, ScriptError> {
    for (at, mark) in text.match_indices(MARK) {
        let rest = text[at + mark.len()..].trim_start();
        if rest.starts_with('[') {
            return first_value(rest).and_then(Script::from_value).map(Some);
        }
    }
    Ok(None)
}

fn first_value(rest: &str) -> Result<serde_json::Value, ScriptError> {
    let mut values = serde_json::Deserializer::from_str(rest).into_iter();
    match values.next() {
        Some(Ok(value)) => Ok(value),
        Some(Err(error)) => Err(ScriptError::new(format!("not JSON: {error}"))),
        None => Err(ScriptError::new("nothing follows the mark")),
    }
}

/// Returns the text without the `<system-reminder>` sections that the CLI adds to user text.
pub fn strip_reminders(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find(REMINDER_OPEN) {
        kept.push_str(&rest[..open]);
        let inside = &rest[open..];
        rest = match inside.find(REMINDER_CLOSE) {
            Some(close) => &inside[close + REMINDER_CLOSE.len()..],
            None => "",
        };
    }
    kept.push_str(rest);
    kept.trim().to_owned()
}
