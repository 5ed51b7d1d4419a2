//! The log of a session: its records, their encoding, what the host writes into them, and the directory that holds them.
//!
//! A session's log is a sequence of records in numbered segments.
//! The runner appends, everyone else reads, and everything a person sees is a fold over it.
//!
//! # Format 1
//!
//! All numbers are little endian. A segment starts with a header:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic, `PHLOG\0\r\n` |
//! | 2 | format number, 1 |
//! | 2 | length `n` of the session id |
//! | 4 | segment number, from 1 |
//! | 8 | first sequence: every record in the segment has this one or a later one |
//! | n | session id, UTF-8 |
//! | 4 | CRC-32C of all of the above |
//!
//! Records follow without padding:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | length of the body |
//! | 4 | CRC-32C of the length field and the body |
//! | 8 | sequence |
//! | 8 | wall time, milliseconds since 1970 |
//! | 4 | epoch: which CLI process of this session, from 1; 0 before the first |
//! | 1 | kind |
//! | 1 | who, as a tag |
//! | 2 | length `w` of the name of who |
//! | 2 | length `i` of the write id |
//! | w | name of who: the device's id, the rule's text, else empty |
//! | i | write id, UTF-8, else empty |
//! | rest | payload |
//!
//! Sequences rise strictly but may skip: a sealed segment has gaps where deltas were dropped.
//! Reading stops at the first record that is cut short or fails its checksum, and says where.
//!
//! The format does no I/O, so that the view can use it. The log on disk ([`LogDir`]) is behind the feature `dir`.

mod decode;
#[cfg(feature = "dir")]
mod dir;
#[cfg(feature = "dir")]
pub mod disk_reserve;
mod encode;
mod note;
#[cfg(feature = "dir")]
pub mod private;
mod process;
mod record;
mod segment;

/// How many sequences a writer skips when the last one did not end properly.
///
/// After a power cut, records that a browser saw may be gone from the disk. Were their sequences given to others, the
/// browser would take the two for the same.
pub const SKIPPED: u64 = 1 << 20;

#[cfg(test)]
mod tests;

pub use decode::{Damage, Decoder, Item, Reason};
#[cfg(feature = "dir")]
pub use dir::{
    Closed, Head, LockError, LogDir, LogWriter, OpenSealed, Records, STDERR_TAIL, Segment,
    SegmentDamage, SegmentWriter, Span, Tail, create_log_dir, now_ms,
};
pub use encode::TooLong;
pub use note::{
    Answered, Archived, Budget, CliSession, CutOff, DiskFull, DiskRoom, Edited, Forked, Gap, Held,
    HeldMessage, Imported, Interrupted, LookedAt, Note, Parked, Queued, Released, Renamed,
    Reordered, Resent, RuleGranted, RuleRevoked, SequenceRange, Setting, Steered, Truncated, Trust,
    UnknownNote, Warning, Withdrawn, Woken,
};
pub use process::{Exit, ExitReason, Spawn};
pub use record::{Kind, Record, Who};
pub use segment::{FORMAT, SegmentHeader};
