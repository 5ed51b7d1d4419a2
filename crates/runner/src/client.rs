//! The other end of a runner's socket.
//!
//! [`Client::connect`] gives two halves. [`Events`] is what happens: every record after a
//! sequence, first those that are there, then [`Event::CaughtUp`], then new ones as they come.
//! [`Client`] is what one can do; it can be cloned, and its calls may run at the same time.
//!
//! # Back-pressure
//!
//! When events are not read, no more than some megabytes are kept and the socket is not read any
//! further; the runner keeps the place in the log. Only while a call waits for its reply is the
//! socket read on, so a call always ends, also when nobody reads events.
//!
//! # The end
//!
//! After [`Event::Exited`] the events end. If they end without it the runner is gone: it was
//! killed, or it let this client go. Then look for it again with [`crate::find`].
//! Dropping both halves closes the connection.

mod connection;

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use pilothouse_log::{Exit, Kind, Note, Record, TooLong, Who};
use tokio::sync::mpsc;

use crate::socket::{Refusal, Reply, Request, Role, Status, Welcome, Write};
use connection::Shared;

/// A connection to a runner: what one can do.
#[derive(Clone, Debug)]
pub struct Client {
    shared: Arc<Shared>,
    outgoing: mpsc::UnboundedSender<Vec<u8>>,
    welcome: Arc<Welcome>,
}

/// A connection to a runner: what happens.
#[derive(Debug)]
pub struct Events {
    events: mpsc::UnboundedReceiver<Event>,
    shared: Arc<Shared>,
    /// Keeps the connection open when no client half is left.
    _outgoing: mpsc::UnboundedSender<Vec<u8>>,
}

/// What happens in a session.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    Record(Record),
    /// Every record up to this one came; what follows is new.
    CaughtUp {
        seq: u64,
    },
    /// A newer client controls the session; this one observes from here on.
    ControlLost,
    /// The CLI ended and every record came.
    Exited {
        seq: u64,
        exit: Exit,
    },
}

/// When a write counts as done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// When it is on the disk: for what a person was told is done.
    Synced,
    /// When it is in the log's file: it survives the death of every process, not of the machine.
    Written,
}

impl Durability {
    pub(crate) fn synced_if(needed: bool) -> Self {
        if needed { Self::Synced } else { Self::Written }
    }
}

/// A write that is in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    pub seq: u64,
    /// It was there before; nothing was done this time.
    pub repeated: bool,
}

impl Client {
    /// Connects to a runner and asks for every record after `after`.
    ///
    /// When [`Welcome::first_seq`] is later than the one after `after`, the records between are
    /// in sealed segments: read them with [`crate::LogDir::read_after`].
    pub async fn connect(
        socket: &Path,
        role: Role,
        after: u64,
    ) -> Result<(Self, Events), ClientError> {
        connection::connect(socket, role, after).await
    }

    /// Returns what the runner said at the start.
    pub fn welcome(&self) -> &Welcome {
        &self.welcome
    }

    /// Writes a line to the CLI, without its newline.
    ///
    /// The id is applied once: after a lost connection the same write can be repeated.
    pub async fn write(
        &self,
        id: impl Into<String>,
        who: Who,
        line: impl Into<Bytes>,
        durability: Durability,
    ) -> Result<Written, ClientError> {
        let record = Record::new(Kind::In, who, line);
        self.append(id.into(), record, durability).await
    }

    /// Adds a note to the log; its id is applied once, like that of a line.
    pub async fn note(
        &self,
        id: impl Into<String>,
        who: Who,
        note: impl Into<Note>,
        durability: Durability,
    ) -> Result<Written, ClientError> {
        let record = Record::new(Kind::Note, who, note.into().to_bytes());
        self.append(id.into(), record, durability).await
    }

    async fn append(
        &self,
        id: String,
        record: Record,
        durability: Durability,
    ) -> Result<Written, ClientError> {
        let write = Write {
            sync: durability == Durability::Synced,
            record: Record {
                id: Some(id.clone()),
                ..record
            },
        };
        match self.ask(id, write.encode()?).await? {
            Reply::Written { seq, repeated, .. } => Ok(Written { seq, repeated }),
            _ => Err(ClientError::Unexpected),
        }
    }

    /// Closes the CLI's stdin: it finishes what it has and ends.
    pub async fn close_stdin(&self) -> Result<(), ClientError> {
        self.request(|id| Request::CloseStdin { id }).await
    }

    /// Sends a signal to the CLI's process, by number.
    pub async fn signal(&self, signal: i32) -> Result<(), ClientError> {
        self.request(|id| Request::Signal { id, signal }).await
    }

    /// Ends the CLI: stdin is closed, after the grace it gets SIGTERM, 8 seconds later SIGKILL.
    ///
    /// Returns when this was begun; [`Event::Exited`] tells when it is done.
    pub async fn terminate(&self, grace: std::time::Duration) -> Result<(), ClientError> {
        let grace_ms = u64::try_from(grace.as_millis()).unwrap_or(u64::MAX);
        self.request(|id| Request::Terminate { id, grace_ms }).await
    }

    async fn request(&self, request: impl FnOnce(String) -> Request) -> Result<(), ClientError> {
        let id = self.shared.next_id();
        match self.ask(id.clone(), request(id).encode()).await? {
            Reply::Done { .. } => Ok(()),
            _ => Err(ClientError::Unexpected),
        }
    }

    /// Asks how the runner is.
    pub async fn status(&self) -> Result<Status, ClientError> {
        let id = self.shared.next_id();
        let request = Request::Status { id: id.clone() };
        match self.ask(id, request.encode()).await? {
            Reply::Status(status) => Ok(status),
            _ => Err(ClientError::Unexpected),
        }
    }

    /// Waits for a sign of life.
    pub async fn ping(&self) -> Result<(), ClientError> {
        let id = self.shared.next_id();
        let request = Request::Ping { id: id.clone() };
        match self.ask(id, request.encode()).await? {
            Reply::Pong { .. } => Ok(()),
            _ => Err(ClientError::Unexpected),
        }
    }

    async fn ask(&self, id: String, frame: Vec<u8>) -> Result<Reply, ClientError> {
        let pending = self.shared.register(id)?;
        self.outgoing.send(frame).or(Err(ClientError::Closed))?;
        match pending.reply().await? {
            Reply::Refused { code, message, .. } => Err(ClientError::Refused { code, message }),
            reply => Ok(reply),
        }
    }
}

impl Events {
    /// Returns the next event; `None` when the connection has ended.
    pub async fn next(&mut self) -> Option<Event> {
        let event = self.events.recv().await?;
        self.shared.taken(&event);
        Some(event)
    }

    /// Returns the next event if it is there already.
    pub fn try_next(&mut self) -> Option<Event> {
        let event = self.events.try_recv().ok()?;
        self.shared.taken(&event);
        Some(event)
    }
}

/// Why a call failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClientError {
    /// Nobody listens there.
    Connect(io::Error),
    /// The runner does not do it.
    Refused { code: Refusal, message: String },
    /// The connection ended before the reply came: a write may have been made or not. Connect
    /// again and repeat it with the same id, or look into the log.
    Closed,
    /// A call with the same id is under way.
    Repeated,
    /// The line is too long for the log's format.
    TooLong,
    /// The runner speaks in a way this version does not understand.
    Unexpected,
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Connect(error) => write!(f, "failed to connect to the runner: {error}"),
            Self::Refused { message, .. } => write!(f, "the runner refused: {message}"),
            Self::Closed => f.write_str("the runner closed the connection"),
            Self::Repeated => f.write_str("a call with the same id is under way"),
            Self::TooLong => TooLong.fmt(f),
            Self::Unexpected => f.write_str("the runner sent an unexpected reply"),
        }
    }
}

impl Error for ClientError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Connect(error) => Some(error),
            _ => None,
        }
    }
}

impl From<TooLong> for ClientError {
    fn from(_: TooLong) -> Self {
        Self::TooLong
    }
}
