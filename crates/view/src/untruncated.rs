//! The full text of what a view shows truncated, read again from the record that holds it.
//!
//! A result names its record (`result.seq`), a tool's input too (`inputSeq`), and a message stands
//! in the record its entry's id names ([`crate::EntryId::record`]).

use pilothouse_log::{Kind, Record};
use pilothouse_protocol::content::{Content, ContentBlock, Source};
use pilothouse_protocol::{Frame, Input, InputFrame, Message};
use serde_json::Value;

use crate::text::cut_line_parts;

/// Returns the beginning and the full size of a line of an entry ([`crate::EntryBody::lines`]), if it was cut.
pub fn cut_line(line: &str) -> Option<(&str, usize)> {
    cut_line_parts(line)
}

/// The whole result of a tool call.
#[derive(Clone, Debug, PartialEq)]
pub struct FullResult {
    /// What the model was told, wrappers included.
    pub text: String,
    /// The structured outcome.
    pub structured: Option<Value>,
}

/// A picture or document, as it stands on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullAttachment {
    /// What it is: `image/png`, `application/pdf` …
    pub media_type: String,
    /// Base64, or the text of a text document.
    pub data: String,
    /// Whether `data` is base64.
    pub is_base64: bool,
}

/// The whole result of a call, out of the record that holds it.
pub fn tool_result(record: &Record, tool_use_id: &str) -> Option<FullResult> {
    let frame = output(record)?;
    let Message::User(user) = frame.message()? else {
        return None;
    };
    let content = &user.message.get().ok()?.content;
    let result = result_content(content, tool_use_id)?;
    let text = result.map(Content::text).unwrap_or_default();
    let structured = user.tool_use_result.as_ref().map(|raw| raw.to_value());
    Some(FullResult {
        text,
        structured: structured.filter(|value| !value.is_string()),
    })
}

/// The whole input of a call, out of the record that holds it.
pub fn tool_input(record: &Record, tool_use_id: &str) -> Option<Value> {
    let frame = output(record)?;
    let Message::Assistant(assistant) = frame.message()? else {
        return None;
    };
    let blocks = &assistant.message.get().ok()?.content;
    blocks.iter().find_map(|block| match block {
        ContentBlock::ToolUse(call) if call.id.as_str() == tool_use_id => {
            Some(call.input.to_value())
        }
        _ => None,
    })
}

/// The whole text of a message, out of the record that holds it.
pub fn message_text(record: &Record) -> Option<String> {
    with_message(record, |content| Some(content.text()))
}

/// One attachment of a message, by its index.
pub fn message_attachment(record: &Record, index: u32) -> Option<FullAttachment> {
    with_message(record, |content| attachment(content, index))
}

/// One attachment of a result, by its index.
pub fn result_attachment(record: &Record, tool_use_id: &str, index: u32) -> Option<FullAttachment> {
    let frame = output(record)?;
    let Message::User(user) = frame.message()? else {
        return None;
    };
    let content = &user.message.get().ok()?.content;
    attachment(result_content(content, tool_use_id)??, index)
}

fn output(record: &Record) -> Option<Frame> {
    (record.kind == Kind::Out).then(|| Frame::parse(record.bytes.clone()))
}

fn with_message<T>(record: &Record, read: impl Fn(&Content) -> Option<T>) -> Option<T> {
    if record.kind == Kind::In {
        let frame = InputFrame::parse(record.bytes.clone());
        let Input::User(user) = frame.message()? else {
            return None;
        };
        return read(user.said()?);
    }
    let frame = output(record)?;
    let Message::User(user) = frame.message()? else {
        return None;
    };
    read(&user.message.get().ok()?.content)
}

fn result_content<'a>(content: &'a Content, tool_use_id: &str) -> Option<Option<&'a Content>> {
    content.blocks().iter().find_map(|block| match block {
        ContentBlock::ToolResult(result) if result.tool_use_id.as_str() == tool_use_id => {
            Some(result.content.as_ref())
        }
        _ => None,
    })
}

fn attachment(content: &Content, index: u32) -> Option<FullAttachment> {
    let source = match content.blocks().get(usize::try_from(index).ok()?)? {
        ContentBlock::Image(image) => &image.source,
        ContentBlock::Document(document) => &document.source,
        _ => return None,
    };
    match source {
        Source::Base64(source) => Some(FullAttachment {
            media_type: source.media_type.clone(),
            data: source.data.clone(),
            is_base64: true,
        }),
        Source::Text(source) => Some(FullAttachment {
            media_type: source
                .media_type
                .clone()
                .unwrap_or_else(|| "text/plain".to_owned()),
            data: source.data.clone(),
            is_base64: false,
        }),
        _ => None,
    }
}
