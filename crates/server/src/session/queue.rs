//! Messages as the CLI takes them.

use pilothouse_protocol::content::{Content, ContentBlock};
use pilothouse_protocol::input::UserInput;
use pilothouse_protocol::wire::Wire;
use pilothouse_protocol::{Input as Line, InputFrame, RawJson};
use serde_json::Value;

use crate::problem::Problem;

/// Reads a line that is a message of a person.
pub(super) fn read_user(line: impl Into<bytes::Bytes>) -> Option<UserInput> {
    match InputFrame::parse(line.into()).message()? {
        Line::User(input) => Some((**input).clone()),
        _ => None,
    }
}

/// The pictures and documents of a message that waits; editing its text keeps them.
pub(super) fn attached(message: &Value) -> Vec<Value> {
    let blocks = message["message"]["content"].as_array();
    let blocks = blocks.into_iter().flatten();
    blocks
        .filter(|block| block["type"] != "text")
        .cloned()
        .collect()
}

/// The prompt of a person: text, and pictures or documents with it.
pub(super) fn user_input(text: &str, blocks: Vec<Value>, uuid: &str) -> Result<UserInput, Problem> {
    let content = if blocks.is_empty() {
        Content::Text(text.to_owned())
    } else {
        let mut all = Vec::new();
        for block in blocks {
            let block = ContentBlock::from_json(RawJson::from(block).as_str())
                .map_err(Problem::internal)?;
            all.push(block);
        }
        if !text.is_empty() {
            let block = serde_json::json!({"type": "text", "text": text});
            all.push(ContentBlock::from_json(&block.to_string()).map_err(Problem::internal)?);
        }
        Content::Blocks(all)
    };
    Ok(UserInput::content(content).with_uuid(uuid).from_human())
}
