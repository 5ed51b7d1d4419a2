//! The fast path for the events that most of a stream consists of: text, thinking and tool input growing, blocks and messages ending.
//!
//! The constant parts of such a line are compared as bytes; strings are found by their closing quotes.
//! Whatever does not match goes to the full parser, so the two agree by construction; a property test holds them to it.

use crate::ids::IdText;
use crate::json;
use crate::message::Message;
use crate::stream::{
    BlockDelta, ContentBlockDelta, ContentBlockStop, InputJsonDelta, MessageStop, StreamEvent,
    StreamEventMessage, TextDelta, ThinkingDelta,
};
use crate::wire::Extra;

/// Where `parent_tool_use_id` stands among the fields of [`StreamEventMessage`].
const PARENT_FIELD: usize = 1;

pub(super) fn read(line: &str) -> Option<Message> {
    if json::has_control(line.as_bytes()) {
        return None;
    }
    let mut line = Cursor { rest: line };
    line.expect(r#"{"type":"stream_event","event":{"type":""#)?;
    let extra = Extra::default();
    let event = if line.skip(r#"content_block_delta","index":"#) {
        delta(&mut line)?
    } else if line.skip(r#"content_block_stop","index":"#) {
        let index = line.number()?;
        StreamEvent::ContentBlockStop(ContentBlockStop { index, extra })
    } else {
        line.expect(r#"message_stop""#)?;
        StreamEvent::MessageStop(MessageStop { extra })
    };
    line.expect("},")?;
    envelope(event, line).map(Message::StreamEvent)
}

fn delta(line: &mut Cursor<'_>) -> Option<StreamEvent> {
    let index = line.number()?;
    line.expect(r#","delta":{"type":""#)?;
    let extra = Extra::default();
    let delta = if line.skip(r#"text_delta","text":""#) {
        let text = line.text()?;
        BlockDelta::Text(TextDelta { text, extra })
    } else if line.skip(r#"input_json_delta","partial_json":""#) {
        let partial_json = line.text()?;
        BlockDelta::InputJson(InputJsonDelta {
            partial_json,
            extra,
        })
    } else {
        line.expect(r#"thinking_delta","thinking":""#)?;
        BlockDelta::Thinking(ThinkingDelta {
            thinking: line.text()?,
            estimated_tokens: None,
            extra,
        })
    };
    line.expect("}")?;
    Some(StreamEvent::ContentBlockDelta(ContentBlockDelta {
        index,
        delta,
        extra: Extra::default(),
    }))
}

/// Puts the event into its envelope, if that holds the usual members and each once.
fn envelope(event: StreamEvent, mut line: Cursor<'_>) -> Option<Box<StreamEventMessage>> {
    let mut message = Box::new(StreamEventMessage::around(event));
    loop {
        if line.skip(r#""session_id":""#) {
            set(&mut message.session_id, line.id()?)?;
        } else if line.skip(r#""uuid":""#) {
            set(&mut message.uuid, line.id()?)?;
        } else if line.skip(r#""api_message_id":""#) {
            set(&mut message.api_message_id, line.id()?)?;
        } else {
            line.expect(r#""parent_tool_use_id":"#)?;
            parent(&mut message, &mut line)?;
        }
        if !line.skip(",") {
            return (line.rest == "}").then_some(message);
        }
    }
}

fn parent(message: &mut StreamEventMessage, line: &mut Cursor<'_>) -> Option<()> {
    if message.extra.was_null(PARENT_FIELD) {
        return None;
    }
    if line.skip("null") {
        let absent = message.parent_tool_use_id.is_none();
        message.extra.note_null(PARENT_FIELD, "parent_tool_use_id");
        return absent.then_some(());
    }
    line.expect("\"")?;
    set(&mut message.parent_tool_use_id, line.id()?)
}

/// Fills a field, if it is still empty.
fn set<T>(field: &mut Option<T>, value: T) -> Option<()> {
    if field.is_some() {
        return None;
    }
    *field = Some(value);
    Some(())
}

/// What is left of the line.
struct Cursor<'a> {
    rest: &'a str,
}

impl Cursor<'_> {
    #[inline]
    fn skip(&mut self, constant: &'static str) -> bool {
        match self.rest.strip_prefix(constant) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    #[inline]
    fn expect(&mut self, constant: &'static str) -> Option<()> {
        self.skip(constant).then_some(())
    }

    /// A whole number. A leading zero or one too long is left to the full parser.
    #[inline]
    fn number(&mut self) -> Option<u32> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 || digits > 9 || (digits > 1 && self.rest.starts_with('0')) {
            return None;
        }
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        number.parse().ok()
    }

    /// The rest of a string, decoded, if Rust's strings can hold it.
    #[inline]
    fn text(&mut self) -> Option<String> {
        let end = json::clean_run(self.rest.as_bytes(), 0);
        let (inner, rest) = self.rest.split_at_checked(end)?;
        if let Some(rest) = rest.strip_prefix('"') {
            self.rest = rest;
            return Some(inner.to_owned());
        }
        self.escaped_text()
    }

    fn escaped_text(&mut self) -> Option<String> {
        let end = json::string_end(self.rest).ok()?;
        let inner = self.rest.get(..end)?;
        self.rest = self.rest.get(end + 1..)?;
        let mut exact = true;
        let decoded = json::unescape(inner, &mut exact).into_owned();
        exact.then_some(decoded)
    }

    /// The rest of a string that has no escapes.
    #[inline]
    fn id<T: From<IdText>>(&mut self) -> Option<T> {
        let end = json::clean_run(self.rest.as_bytes(), 0);
        let id = IdText::prefix(self.rest, end)?;
        self.rest = self.rest.get(end..)?.strip_prefix('"')?;
        Some(T::from(id))
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    const ENVELOPE: &str = r#""session_id":"6f1a0d52-9c53-4c1e-8f57-0f6d5b0a7c11","parent_tool_use_id":null,"uuid":"0d9f6c0e-3a57-4a10-a6fc-6f3a6a3f7f21","api_message_id":"msg_01AbCdEfGhIjKlMnOpQrStUv""#;

    #[test]
    fn the_usual_events_take_the_fast_path() {
        for event in [
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}"#,
            r#"{"type":"content_block_delta","index":12,"delta":{"type":"text_delta","text":"a\n\"b\" \u00e9"}}"#,
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a"}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm"}}"#,
            r#"{"type":"content_block_stop","index":0}"#,
            r#"{"type":"message_stop"}"#,
        ] {
            let line = format!(r#"{{"type":"stream_event","event":{event},{ENVELOPE}}}"#);
            assert!(read(&line).is_some(), "{line}");
        }
    }

    #[test]
    fn what_is_unusual_is_left_to_the_full_parser() {
        for line in [
            format!(
                r#"{{"type":"stream_event","event":{{"type":"message_stop"}},"uuid":"a",{ENVELOPE}}}"#
            ),
            format!(
                r#"{{"type":"stream_event","event":{{"type":"message_stop"}},{ENVELOPE},"parent_tool_use_id":"a"}}"#
            ),
            format!(r#"{{"type":"stream_event","event":{{"type":"message_stop"}},{ENVELOPE}}}}}"#),
            format!(r#"{{"type":"stream_event","event":{{"type":"message_stop"}},{ENVELOPE},}}"#),
            format!(
                r#"{{"type":"stream_event","event":{{"type":"content_block_stop","index":01}},{ENVELOPE}}}"#
            ),
        ] {
            assert!(read(&line).is_none(), "{line}");
        }
    }
}
