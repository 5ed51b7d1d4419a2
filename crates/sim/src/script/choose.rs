//! Which reply answers which model request.

use super::{Block, Reply, Script, ScriptError, TextBlock, find};

/// What the model says when its script has nothing more to say.
pub const CLOSING_TEXT: &str = "Done.";

/// How much of a message a plain answer quotes, in characters.
const QUOTE_LENGTH: usize = 120;

/// Where the reply to a request comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Choice {
    /// A reply of the script.
    Scripted(Reply),
    /// The script is over (after tool results, most often).
    Closing,
    /// There is no script.
    Plain,
}

/// The reply to the model request number `request` (from 0) since a human message with this text.
pub fn reply(text: &str, request: usize) -> Result<Reply, ScriptError> {
    let script = find(text)?;
    Ok(match Script::choose(script.as_ref(), request) {
        Choice::Scripted(reply) => reply,
        Choice::Closing => closing_reply(),
        Choice::Plain => plain_reply(text),
    })
}

impl Script {
    /// Chooses the reply for the model request number `request` (from 0) since the human message.
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

/// The short text after a script has run out.
pub fn closing_reply() -> Reply {
    text_reply(CLOSING_TEXT.to_owned())
}

/// The answer to a message without a script: short, and quoting the message.
pub fn plain_reply(text: &str) -> Reply {
    text_reply(format!("You said: {}", quote(text)))
}

/// The message's first line in quotation marks, cut to a readable length.
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
