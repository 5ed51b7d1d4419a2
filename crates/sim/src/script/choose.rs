//! Selects the reply for each model request.

use super::{Block, Reply, Script, ScriptError, TextBlock, find};

/// The reply after the end of the script.
pub const CLOSING_TEXT: &str = "Done.";

/// The maximum number of characters of a message in a plain reply.
const QUOTE_LENGTH: usize = 120;

/// The source of the reply to a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice {
    /// A reply of the script.
    Scripted(Reply),
    /// The script has ended (usually after tool results).
    Closing,
    /// There is no script.
    Plain,
}

/// Returns the reply to the model request number `request` (from 0) since a user message with this text.
pub fn reply(text: &str, request: usize) -> Result<Reply, ScriptError> {
    let script = find(text)?;
    Ok(match Script::choose(script.as_ref(), request) {
        Choice::Scripted(reply) => reply,
        Choice::Closing => closing_reply(),
        Choice::Plain => plain_reply(text),
    })
}

impl Script {
    /// Selects the reply for the model request number `request` (from 0) since the user message.
    pub fn choose(script: Option<&Self>, request: usize) -> Choice {
        let scripted = script.map(|script| script.replies.get(request).cloned());
        match scripted {
            Some(Some(reply)) => Choice::Scripted(reply),
            Some(None) => Choice::Closing,
            None if request > 0 => Choice::Closing,
            None => Choice::Plain,
        }
    }
}

/// Returns the short text after the end of a script.
pub fn closing_reply() -> Reply {
    text_reply(CLOSING_TEXT.to_owned())
}

/// Returns the reply to a message without a script: short, with a quote of the message.
pub fn plain_reply(text: &str) -> Reply {
    text_reply(format!("You said: {}", quote(text)))
}

/// Returns the message's first line in quotation marks, truncated to a readable length.
pub fn quote(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default().trim();
    match line.char_indices().nth(QUOTE_LENGTH) {
        Some((cut, _)) => format!("\"{}…\"", &line[..cut]),
        None => format!("\"{line}\""),
    }
}

fn text_reply(text: String) -> Reply {
    vec![Block::Text(TextBlock {
        text,
        ..TextBlock::default()
    })]
}
