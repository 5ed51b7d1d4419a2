//! One record of the log.

use std::fmt;

use bytes::Bytes;

use super::{Exit, Note, Spawn};

/// One thing that happened in a session, in the order it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Position in the session; rises strictly and is never used twice.
    pub seq: u64,
    /// Wall time in milliseconds since 1970; may step backwards when the clock does.
    pub at_ms: u64,
    /// Which CLI process of this session it belongs to, from 1; 0 before the first.
    pub epoch: u32,
    /// What sort of thing happened.
    pub kind: Kind,
    /// Who caused it.
    pub who: Who,
    /// The id a client gave to this write, by which a repeated write is recognised.
    pub id: Option<String>,
    /// The payload: a line without its newline, a piece of stderr, or JSON.
    pub bytes: Bytes,
}

impl Record {
    /// Makes a record that has no place in a log yet: sequence, time and epoch are 0.
    pub fn new(kind: Kind, who: Who, bytes: impl Into<Bytes>) -> Self {
        Self {
            seq: 0,
            at_ms: 0,
            epoch: 0,
            kind,
            who,
            id: None,
            bytes: bytes.into(),
        }
    }

    /// Returns what the host noted, when this record is a note.
    pub fn note(&self) -> Option<Note> {
        (self.kind == Kind::Note).then(|| Note::parse(&self.bytes))
    }

    /// Returns how the CLI was started, when this record is a readable spawn.
    pub fn spawn(&self) -> Option<Spawn> {
        (self.kind == Kind::Spawn).then(|| serde_json::from_slice(&self.bytes).ok())?
    }

    /// Returns how the CLI ended, when this record is a readable exit.
    pub fn exit(&self) -> Option<Exit> {
        (self.kind == Kind::Exit).then(|| serde_json::from_slice(&self.bytes).ok())?
    }
}

/// What sort of thing a record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A line the CLI wrote to its stdout, without the newline.
    Out,
    /// A line written to the CLI's stdin, without the newline.
    In,
    /// Bytes of the CLI's stderr, as they came, newlines included.
    Err,
    /// A CLI process was started: [`Spawn`].
    Spawn,
    /// The CLI process ended: [`Exit`].
    Exit,
    /// Something the host did: [`Note`].
    Note,
    /// A kind this version does not know.
    Unknown(u8),
}

impl Kind {
    pub(super) fn code(self) -> u8 {
        match self {
            Self::Out => 1,
            Self::In => 2,
            Self::Err => 3,
            Self::Spawn => 4,
            Self::Exit => 5,
            Self::Note => 6,
            Self::Unknown(code) => code,
        }
    }

    pub(super) fn from_code(code: u8) -> Self {
        match code {
            1 => Self::Out,
            2 => Self::In,
            3 => Self::Err,
            4 => Self::Spawn,
            5 => Self::Exit,
            6 => Self::Note,
            code => Self::Unknown(code),
        }
    }
}

/// Who caused a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// The CLI: its output and its end.
    Cli,
    /// The host by itself.
    Host,
    /// A person at a device: its name and ID, as [`Who::device`] joins them. Records of 0.1.0 have the name alone.
    Device(String),
    /// A rule that decided instead of a person.
    Rule(String),
    /// Someone this version does not know.
    Unknown {
        /// The tag on disk.
        tag: u8,
        /// The name on disk.
        name: Bytes,
    },
}

/// Separates the name of a device from its ID. [`Who::device`] keeps it out of names.
const DEVICE_ID: char = '\u{1f}';

impl Who {
    /// A person at the device with this name and ID. Names can be used again after a device was revoked, IDs never.
    pub fn device(name: &str, id: &str) -> Self {
        let name = name.replace(DEVICE_ID, "");
        Self::Device(format!("{name}{DEVICE_ID}{id}"))
    }

    /// Returns the name of the device, and its ID where the record has it.
    pub fn as_device(&self) -> Option<(&str, Option<&str>)> {
        let Self::Device(device) = self else {
            return None;
        };
        Some(match device.split_once(DEVICE_ID) {
            Some((name, id)) => (name, Some(id)),
            None => (device, None),
        })
    }

    pub(super) fn parts(&self) -> (u8, &[u8]) {
        match self {
            Self::Cli => (1, b""),
            Self::Host => (2, b""),
            Self::Device(device) => (3, device.as_bytes()),
            Self::Rule(rule) => (4, rule.as_bytes()),
            Self::Unknown { tag, name } => (*tag, name),
        }
    }

    pub(super) fn from_parts(tag: u8, name: &[u8]) -> Self {
        let text = || std::str::from_utf8(name).map(str::to_owned);
        match (tag, text()) {
            (1, _) if name.is_empty() => Self::Cli,
            (2, _) if name.is_empty() => Self::Host,
            (3, Ok(device)) => Self::Device(device),
            (4, Ok(rule)) => Self::Rule(rule),
            (tag, _) => Self::Unknown {
                tag,
                name: Bytes::copy_from_slice(name),
            },
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cli => f.write_str("cli"),
            Self::Host => f.write_str("host"),
            Self::Device(device) => {
                let name = device.split(DEVICE_ID).next().unwrap_or_default();
                write!(f, "device:{name}")
            }
            Self::Rule(rule) => write!(f, "rule:{rule}"),
            Self::Unknown { tag, name } => {
                write!(f, "unknown:{tag}:{}", String::from_utf8_lossy(name))
            }
        }
    }
}
