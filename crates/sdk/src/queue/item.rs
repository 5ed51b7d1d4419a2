//! What waits in the queue.

use bytes::Bytes;
use pilothouse_protocol::stream::StreamEvent;
use pilothouse_protocol::{Frame, Message};

use crate::events::{Event, Lagged};

/// How lines begin that no part of a session has to look at: pieces of an answer, and results of tools.
///
/// The CLI writes the type of these first. Written in another order, a line is read at once, which does no harm.
const FOR_THE_TAKER: [&[u8]; 2] = [br#"{"type":"stream_event","#, br#"{"type":"user","#];

/// How the echo of a prompt ends in an older CLI: it says which turn has taken the prompt up, so the session reads it.
const ECHO: &[u8] = br#""isReplay":true}"#;

/// An event that nobody has taken yet.
#[derive(Debug, Clone)]
pub(crate) enum Item {
    /// A line that concerns nobody but whoever takes it, and is read only then:
    /// what it means has its memory for as long as it is looked at, and one that is dropped was never read.
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
    /// Whether a line may be queued without being read.
    pub(crate) fn is_for_the_taker(line: &[u8]) -> bool {
        FOR_THE_TAKER.iter().any(|start| line.starts_with(start)) && !line.ends_with(ECHO)
    }

    pub(crate) fn into_event(self) -> Event {
        match self {
            Self::Line(line) => Event::Received(Frame::parse(line)),
            Self::Event(event) => event,
        }
    }

    /// The memory that it takes, roughly.
    pub(super) fn weight(&self) -> usize {
        let bytes = match self {
            Self::Line(line) => line.len(),
            // The bytes, and about as much again in typed form.
            Self::Event(Event::Received(frame)) => 2 * frame.bytes.len(),
            Self::Event(Event::Sent(frame)) => 2 * frame.bytes.len(),
            Self::Event(_) => 0,
        };
        bytes + size_of::<Self>()
    }

    /// Gives it bytes of its own, so that it does not keep the whole read alive that it came with.
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

/// What matters when too much is unread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A piece of a block, which its whole message repeats.
    Delta,
    /// A block or a message begins.
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
