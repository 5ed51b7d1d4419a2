//! The fast path for events of the model's stream, the majority of lines in a transcript.
//!
//! The constant parts of such a line are compared as bytes; strings end at their closing quotes.
//! Frequent events are parsed completely, the others only up to their envelope.
//! Lines that do not match go to the full parser. A property test checks that both give the same result.

mod cursor;

use cursor::Cursor;

use crate::stream::{
    BlockDelta, ContentBlockDelta, ContentBlockStop, InputJsonDelta, MessageStop, StreamEvent,
    StreamEventMessage, TextDelta, ThinkingDelta,
};
use crate::wire::{Extra, Reader, WireObject};

/// The index of `parent_tool_use_id` among the fields of [`StreamEventMessage`].
const PARENT_FIELD: usize = 1;

pub(super) fn read(line: &str) -> Option<Box<StreamEventMessage>> {
    let mut line = Cursor::new(line);
    line.expect(r#"{"type":"stream_event","event":"#)?;
    // The message is filled in place: creating it elsewhere and moving it costs more than parsing it.
    let extra = Extra::default();
    let stop = StreamEvent::MessageStop(MessageStop { extra });
    let mut message = Box::write(Box::new_uninit(), StreamEventMessage::around(stop));
    event(&mut message.event, &mut line)?;
    line.expect(",")?;
    envelope(&mut message, &mut line)?;
    Some(message)
}

#[inline]
fn event(event: &mut StreamEvent, line: &mut Cursor<'_>) -> Option<()> {
    if line.skip(r#"{"type":"content_block_delta","index":"#) {
        return delta(event, line);
    }
    if line.skip(r#"{"type":"content_block_stop","index":"#) {
        let (index, extra) = (line.number()?, Extra::default());
        let stop = ContentBlockStop { index, extra };
        put(event, StreamEvent::ContentBlockStop(stop));
        return line.expect("}");
    }
    if line.skip(r#"{"type":"message_stop"}"#) {
        return Some(());
    }
    put(
        event,
        StreamEvent::take(&mut line.object()?, &mut Reader::default()).ok()?,
    );
    Some(())
}

#[inline]
fn delta(event: &mut StreamEvent, line: &mut Cursor<'_>) -> Option<()> {
    let index = line.number()?;
    line.expect(r#","delta":{"type":""#)?;
    let extra = Extra::default();
    if line.skip(r#"text_delta","text":""#) {
        let text = line.text()?;
        put(
            event,
            growth(index, BlockDelta::Text(TextDelta { text, extra })),
        );
    } else if line.skip(r#"input_json_delta","partial_json":""#) {
        let partial_json = line.text()?;
        let delta = InputJsonDelta {
            partial_json,
            extra,
        };
        put(event, growth(index, BlockDelta::InputJson(delta)));
    } else {
        line.expect(r#"thinking_delta","thinking":""#)?;
        let delta = ThinkingDelta {
            thinking: line.text()?,
            estimated_tokens: None,
            extra,
        };
        put(event, growth(index, BlockDelta::Thinking(delta)));
    }
    line.expect("}}")
}

#[inline]
fn growth(index: u32, delta: BlockDelta) -> StreamEvent {
    let extra = Extra::default();
    StreamEvent::ContentBlockDelta(ContentBlockDelta {
        index,
        delta,
        extra,
    })
}

/// Replaces the initial event, which owns nothing that would have to be freed.
#[inline]
fn put(place: &mut StreamEvent, event: StreamEvent) {
    std::mem::forget(std::mem::replace(place, event));
}

/// Parses the rest of the envelope if it has only common members, each once.
#[inline]
fn envelope(message: &mut StreamEventMessage, line: &mut Cursor<'_>) -> Option<()> {
    loop {
        if line.skip(r#""session_id":""#) {
            line.id(&mut message.session_id)?;
        } else if line.skip(r#""parent_tool_use_id":"#) {
            parent(message, line)?;
        } else if line.skip(r#""uuid":""#) {
            line.id(&mut message.uuid)?;
        } else if line.skip(r#""api_message_id":""#) {
            line.id(&mut message.api_message_id)?;
        } else {
            rare_member(message, line)?;
        }
        if !line.skip(",") {
            return line.is_last("}").then_some(());
        }
    }
}

/// Members that only the first event of a message has.
#[inline(never)]
fn rare_member(message: &mut StreamEventMessage, line: &mut Cursor<'_>) -> Option<()> {
    if line.skip(r#""ttft_ms":"#) {
        return set(&mut message.ttft_ms, line.number()?.into());
    }
    line.expect(r#""thinking_display":""#)?;
    set(&mut message.thinking_display, line.text()?)
}

#[inline]
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
    line.id(&mut message.parent_tool_use_id)
}

/// Sets a field that is still empty.
fn set<T>(field: &mut Option<T>, value: T) -> Option<()> {
    if field.is_some() {
        return None;
    }
    *field = Some(value);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::read;

    const ENVELOPE: &str = r#""session_id":"6f1a0d52-9c53-4c1e-8f57-0f6d5b0a7c11","parent_tool_use_id":null,"uuid":"0d9f6c0e-3a57-4a10-a6fc-6f3a6a3f7f21","api_message_id":"msg_01AbCdEfGhIjKlMnOpQrStUv""#;

    #[test]
    fn common_events_take_the_fast_path() {
        for event in [
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}"#,
            r#"{"type":"content_block_delta","index":12,"delta":{"type":"text_delta","text":"a\n\"b\" \u00e9"}}"#,
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a"}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm"}}"#,
            r#"{"type":"content_block_stop","index":0}"#,
            r#"{"type":"message_stop"}"#,
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"}}"#,
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        ] {
            let line = format!(r#"{{"type":"stream_event","event":{event},{ENVELOPE}}}"#);
            assert!(read(&line).is_some(), "{line}");
        }
    }

    #[test]
    fn the_first_event_takes_the_fast_path() {
        let line = format!(
            r#"{{"type":"stream_event","event":{{"type":"message_start","message":{{"content":[]}}}},"ttft_ms":7,"thinking_display":"updates",{ENVELOPE}}}"#
        );
        assert!(read(&line).is_some(), "{line}");
    }

    #[test]
    fn other_events_go_to_the_full_parser() {
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
