//! What the host did, as it stands in the log.
//!
//! A note is a JSON object whose `note` says what it is about.
//! Reading never fails: a note of a later version, a damaged one and one that is not JSON at all
//! are values that keep their bytes; fields nobody knows yet are kept in `extra`.

mod kinds;

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub use kinds::{
    Answered, Archived, Budget, CliSession, CutOff, DiskFull, DiskRoom, Edited, Forked, Gap, Held,
    HeldMessage, Imported, Interrupted, LookedAt, Parked, Queued, Released, Renamed, Reordered,
    Resent, RuleGranted, RuleRevoked, SequenceRange, Setting, Steered, Truncated, Trust, Warning,
    Withdrawn, Woken,
};

const TAG: &str = "note";

/// Writes the enum and both ways between it and its tags, so that a tag stands in one place.
macro_rules! notes {
    ($($(#[$doc:meta])* $name:ident = $tag:literal,)*) => {
        /// Something the host did or saw: the payload of a `note` record.
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Note {
            $($(#[$doc])* $name($name),)*
            /// A note this version does not know or cannot read.
            Unknown(UnknownNote),
        }

        impl Note {
            /// Returns the word by which the log tells notes apart.
            pub fn tag(&self) -> &str {
                match self {
                    $(Self::$name(_) => $tag,)*
                    Self::Unknown(note) => &note.tag,
                }
            }

            fn parse_known(tag: &str, fields: Map<String, Value>) -> Option<Result<Self, String>> {
                match tag {
                    $($tag => Some(read(fields).map(Self::$name)),)*
                    _ => None,
                }
            }

            fn fields(&self) -> Option<Value> {
                match self {
                    $(Self::$name(note) => write(note),)*
                    Self::Unknown(_) => None,
                }
            }
        }

        $(impl From<$name> for Note {
            fn from(note: $name) -> Self {
                Self::$name(note)
            }
        })*
    };
}

notes! {
    /// A message waits for the turn to end.
    Queued = "queued",
    /// A waiting message was changed.
    Edited = "edited",
    /// The waiting messages have a new order.
    Reordered = "reordered",
    /// A waiting message was taken back.
    Withdrawn = "withdrawn",
    /// Messages wait until a person releases them.
    Held = "held",
    /// Held messages may be sent again.
    Released = "released",
    /// A waiting message goes to the CLI at once.
    Steered = "steered",
    /// A message was sent again after a death.
    Resent = "resent",
    /// A message's turn had begun when its process died, so it was not run again.
    CutOff = "cut_off",
    /// The session has a new name.
    Renamed = "renamed",
    /// The session was put away or taken out again.
    Archived = "archived",
    /// The end of a turn was visible on some device.
    LookedAt = "looked_at",
    /// The idle CLI was ended to save memory.
    Parked = "parked",
    /// The session got a CLI again.
    Woken = "woken",
    /// The session was made from a transcript of the CLI.
    Imported = "imported",
    /// This session began as a copy of another.
    Forked = "forked",
    /// The CLI's own id of the session changed.
    CliSession = "cli_session",
    /// Something a wake must restore was changed: model, mode, effort, directories.
    Setting = "setting",
    /// A directory was trusted or no longer is.
    Trust = "trust",
    /// An ask was answered.
    Answered = "answered",
    /// A rule was added.
    RuleGranted = "rule_granted",
    /// A rule was taken away.
    RuleRevoked = "rule_revoked",
    /// A budget was reached or is near.
    Budget = "budget",
    /// The host interrupted the turn by itself.
    Interrupted = "interrupted",
    /// Records were dropped when the segment was sealed.
    Gap = "gap",
    /// A damaged tail was cut off.
    Truncated = "truncated",
    /// The disk is full.
    DiskFull = "disk_full",
    /// The disk has room again.
    DiskRoom = "disk_room",
    /// Something a person should know.
    Warning = "warning",
}

/// A note that is kept as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownNote {
    /// What the note calls itself, or empty.
    pub tag: String,
    /// The payload, byte for byte.
    pub bytes: Bytes,
    /// Why a note of a known tag could not be read.
    pub error: Option<String>,
}

impl Note {
    /// Reads a note; whatever it does not understand is [`Note::Unknown`].
    pub fn parse(bytes: &Bytes) -> Self {
        let unknown = |tag: &str, error| {
            Self::Unknown(UnknownNote {
                tag: tag.to_owned(),
                bytes: bytes.clone(),
                error,
            })
        };
        let mut fields: Map<String, Value> = match serde_json::from_slice(bytes) {
            Ok(fields) => fields,
            Err(error) => return unknown("", Some(error.to_string())),
        };
        let Some(Value::String(tag)) = fields.shift_remove(TAG) else {
            return unknown("", None);
        };
        match Self::parse_known(&tag, fields) {
            Some(Ok(note)) => note,
            Some(Err(error)) => unknown(&tag, Some(error)),
            None => unknown(&tag, None),
        }
    }

    /// Returns the payload of the note's record.
    pub fn to_bytes(&self) -> Bytes {
        if let Self::Unknown(note) = self {
            return note.bytes.clone();
        }
        let mut object = Map::new();
        object.insert(TAG.to_owned(), Value::from(self.tag()));
        if let Some(Value::Object(fields)) = self.fields() {
            object.extend(fields);
        }
        Bytes::from(Value::Object(object).to_string())
    }
}

fn read<T: DeserializeOwned>(fields: Map<String, Value>) -> Result<T, String> {
    serde_json::from_value(Value::Object(fields)).map_err(|error| error.to_string())
}

fn write<T: Serialize>(note: &T) -> Option<Value> {
    serde_json::to_value(note).ok()
}
