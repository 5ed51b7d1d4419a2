//! The script format: the replies of a scripted model.
//!
//! A script is JSON: a list of blocks (one reply), or a list of lists (successive replies, one per model request). It
//! is part of a user message after `SCRIPT:`, or is a file. The simulated CLI and the scripted Messages API read the
//! same scripts and select replies by the same rules, so a conversation runs through either.
//!
//! There is no I/O here except [`ScriptFile::load`]; timing is data ([`Seconds`]).

mod block;
mod choose;
mod file;
mod find;
mod pieces;
mod scenario;

pub use block::{
    Block, ErrorReply, ExitSignal, ExitWhen, Outcome, Seconds, TextBlock, ThinkingBlock,
    ToolUseBlock, Usage,
};
pub use choose::{CLOSING_TEXT, Choice, closing_reply, plain_reply, quote, reply};
pub use file::{ScriptFile, scenario};
pub use find::{find, strip_reminders};
pub use pieces::{DEFAULT_SIGNATURE, input_pieces, pieces};
pub use scenario::{CommandOutcome, Condition, Scenario};

use serde_json::Value;

/// The reply to one request: its blocks in order.
pub type Reply = Vec<Block>;

/// A complete script: one reply per model request since its user message.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    /// The replies in order; a list of blocks is a single reply.
    pub replies: Vec<Reply>,
}

/// The error for an invalid script, including its position in the script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptError(String);

impl ScriptError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl std::fmt::Display for ScriptError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "bad script: {}", self.0)
    }
}

impl std::error::Error for ScriptError {}

impl Script {
    /// Parses a script from JSON text.
    pub fn parse(json: &str) -> Result<Self, ScriptError> {
        let value: Value = serde_json::from_str(json)
            .map_err(|error| ScriptError::new(format!("not JSON: {error}")))?;
        Self::from_value(value)
    }

    /// Parses a script from a JSON value: a list of blocks or a list of lists of blocks.
    pub fn from_value(value: Value) -> Result<Self, ScriptError> {
        let Value::Array(items) = value else {
            return Err(ScriptError::new(
                "must be a list of blocks or a list of lists of blocks",
            ));
        };
        let lists = items.iter().filter(|item| item.is_array()).count();
        if lists == 0 {
            return Ok(Self {
                replies: vec![reply_from(items, 0)?],
            });
        }
        if lists < items.len() {
            return Err(ScriptError::new(
                "mixes blocks and lists of blocks at the top level",
            ));
        }
        let replies = items
            .into_iter()
            .enumerate()
            .map(|(index, item)| match item {
                Value::Array(blocks) => reply_from(blocks, index),
                _ => Err(ScriptError::new("a reply must be a list of blocks")),
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { replies })
    }
}

fn reply_from(items: Vec<Value>, reply: usize) -> Result<Reply, ScriptError> {
    items
        .into_iter()
        .enumerate()
        .map(|(index, item)| {
            serde_json::from_value(item).map_err(|error| {
                ScriptError::new(format!("reply {}, block {}: {error}", reply + 1, index + 1))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests;
