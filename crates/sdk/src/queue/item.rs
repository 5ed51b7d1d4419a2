//! The items of the queue.

use bytes::Bytes;
use pilothouse_protocol::stream::StreamEvent;
use pilothouse_protocol::{Frame, Message};

use crate::events::{Event, Lagged};

/// The beginnings of lines that the session itself does not need to parse: deltas and tool results.
///
/// The CLI writes the type of these lines first. A line with another order is parsed immediately, which is harmless.
const FOR_THE_TAKER: [&[u8]; 2] = [br#"{"type":"stream_event","#, br#"{"type":"user","#];

/// The end of an echoed prompt in older CLIs: it shows which turn processes the prompt, so the session parses it.
const ECHO: &[u8] = br#""isReplay":true}"#;

/// An event that has not been taken yet.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// A line that only the taker needs; it is parsed when it is taken, so that the parsed form does not use memory
    /// earlier, and dropped lines are never parsed.
    Line(Bytes),
    /// Anything else.
    Event(Event),
}

impl From<Event> for Item {
    fn from(event: Event) -> Self {
        Self::Event(event)
    }
}

impl Item {
    /// Returns whether a line may be queued unparsed.
    pub(crate) fn is_for_the_taker(line: &[u8]) -> bool {
        FOR_THE_TAKER.iter().any(|start| line.starts_with(start)) && !line.ends_with(ECHO)
    }

    pub(crate) fn into_event(self) -> Event {
        match self {
            Self::Line(line) => Event::Received(Frame::parse(line)),
            Self::Event(event) => event,
        }
    }

    /// The approximate memory of the item.
    pub(super) fn weight(&self) -> usize {
        let bytes = match self {
            Self::Line(line) => line.len(),
            // The bytes, and about the same size again in typed form.
            Self::Event(Event::Received(frame)) => 2 * frame.bytes.len(),
            Self::Event(Event::Sent(frame)) => 2 * frame.bytes.len(),
            Self::Event(_) => 0,
        };
        bytes + size_of::<Self>()
    }

    /// Copies the bytes, so that the item does not keep the memory of the whole read alive.
    pub(super) fn detached(self) -> Self {
        match self {
            Self::Line(line) => Self::Line(Bytes::copy_from_slice(&line)),
            Self::Event(Event::Received(mut frame)) => {
                frame.bytes = Bytes::copy_from_slice(&frame.bytes);
                Self::Event(Event::Received(frame))
            }
            other => other,
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Line(line) => Kind::of(&Frame::parse(line.clone())),
            Self::Event(Event::Received(frame)) => Kind::of(frame),
            Self::Event(_) => Kind::Other,
        }
    }

    pub(super) fn count(&self, lagged: &mut Lagged) {
        if let Self::Line(bytes) | Self::Event(Event::Received(Frame { bytes, .. })) = self {
            lagged.frames += 1;
            lagged.bytes += bytes.len() as u64;
        }
    }
}

/// The kind of an item, for dropping deltas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A part of a block, which the complete message repeats.
    Delta,
    /// The start of a block or message.
    Beginning,
    Other,
}

impl Kind {
    fn of(frame: &Frame) -> Self {
        let Some(Message::StreamEvent(message)) = frame.message() else {
            return Self::Other;
        };
        match &message.event {
            StreamEvent::ContentBlockDelta(_) => Self::Delta,
            StreamEvent::ContentBlockStart(_) | StreamEvent::MessageStart(_) => Self::Beginning,
            _ => Self::Other,
        }
    }
}
