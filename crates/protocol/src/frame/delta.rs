//! The fast path for text deltas, which are most of a stream.
//!
//! The constant beginning of such a line is compared as bytes, the text is found by its closing quote, and the short rest goes through the ordinary member reader.
//! Whatever does not match goes to the full parser, so the two agree by construction; a property test holds them to it.

use crate::json::{self, Member};
use crate::message::Message;
use crate::stream::{BlockDelta, ContentBlockDelta, StreamEvent, StreamEventMessage, TextDelta};
use crate::wire::{Extra, Wire};

const BEFORE_INDEX: &str =
    r#"{"type":"stream_event","event":{"type":"content_block_delta","index":"#;
const BEFORE_TEXT: &str = r#","delta":{"type":"text_delta","text":""#;
const AFTER_TEXT: &str = r#""}},"#;

/// Where `parent_tool_use_id` stands among the fields of [`StreamEventMessage`].
const PARENT_FIELD: usize = 1;

pub(super) fn read(text: &str) -> Option<Message> {
    let rest = text.strip_prefix(BEFORE_INDEX)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    // A leading zero or a number too long is left to the full parser.
    if digits == 0 || digits > 9 || (digits > 1 && rest.starts_with('0')) {
        return None;
    }
    let index: u32 = rest[..digits].parse().ok()?;
    let rest = rest[digits..].strip_prefix(BEFORE_TEXT)?;
    let start = text.len() - rest.len();
    let (end, escaped) = json::string_end(text, start).ok()?;
    let rest = text[end..].strip_prefix(AFTER_TEXT)?;
    let inner = &text[start..end];
    let mut exact = true;
    let decoded = if escaped {
        json::unescape(inner, &mut exact).into_owned()
    } else {
        inner.to_owned()
    };
    if !exact {
        return None;
    }
    let members = json::members_from(text, text.len() - rest.len()).ok()?;
    let delta = BlockDelta::Text(TextDelta {
        text: decoded,
        extra: Extra::default(),
    });
    let event = StreamEvent::ContentBlockDelta(ContentBlockDelta {
        index,
        delta,
        extra: Extra::default(),
    });
    envelope(event, &members).map(Message::StreamEvent)
}

/// Puts the event into its envelope, if that holds the usual members and each once.
fn envelope(event: StreamEvent, members: &[Member<'_>]) -> Option<StreamEventMessage> {
    let mut message = StreamEventMessage::around(event);
    let mut seen = 0_u8;
    for member in members {
        let bit = match &*member.key {
            "session_id" => {
                message.session_id = Some(exact_read(member.raw)?);
                1
            }
            "uuid" => {
                message.uuid = Some(exact_read(member.raw)?);
                2
            }
            "api_message_id" => {
                message.api_message_id = Some(exact_read(member.raw)?);
                4
            }
            "parent_tool_use_id" if member.raw == "null" => {
                message.extra.note_null(PARENT_FIELD, "parent_tool_use_id");
                8
            }
            "parent_tool_use_id" => {
                message.parent_tool_use_id = Some(exact_read(member.raw)?);
                8
            }
            _ => return None,
        };
        if seen & bit != 0 {
            return None;
        }
        seen |= bit;
    }
    Some(message)
}

fn exact_read<T: Wire>(raw: &str) -> Option<T> {
    let mut exact = true;
    let value = T::read(raw, &mut exact).ok()?;
    exact.then_some(value)
}
