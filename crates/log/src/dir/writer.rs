//! Appending to a log.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{Kind, Note, Record, SegmentHeader, Who};

use super::read::Applied;
use super::{LogDir, live_path, lock};
use crate::disk_reserve::{Reserve, is_full};
use crate::private;

/// Payloads from this size on are written without being copied.
const LARGE: usize = 64 * 1024;
/// How many write ids are remembered. A repeat comes from a client that lost its connection, so
/// it repeats one of its last few.
const REMEMBERED: usize = 4096;

/// The one who may append to a log.
///
/// It holds the log's lock until it is dropped.
#[derive(Debug)]
pub struct LogWriter {
    pub(super) dir: PathBuf,
    pub(super) session: String,
    pub(super) segment_bytes: u64,
    pub(super) file: File,
    pub(super) head: Head,
    pub(super) epoch: u32,
    pub(super) applied: Vec<Applied>,
    /// What is on the disk is unknown, so nothing more is appended.
    pub(super) broken: bool,
    pub(super) _lock: File,
}

/// How far a log goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The last segment.
    pub segment: u32,
    /// Its length in bytes.
    pub offset: u64,
    /// The sequence of the last record; 0 when there is none.
    pub seq: u64,
}

impl LogWriter {
    /// Takes the lock and makes the log ready for appending.
    ///
    /// A damaged tail is cut, kept beside the segment and noted. When the last CLI process has no
    /// exit, its runner died: what it left alive is ended, and an exit is appended that says so.
    /// On a full disk the reserve of [`LogDir::with_reserve`] is released for that.
    ///
    /// A new segment is begun when the last one has `segment_bytes` or more.
    /// This blocks, and for up to some seconds when there is something to end.
    pub fn open(dir: &LogDir, session: &str, segment_bytes: u64) -> Result<Self, LockError> {
        let lock = lock::take(dir)?;
        // Runners of earlier versions each kept disk space of their own.
        Reserve::new(dir.path.join("reserve"), 0).free()?;
        let open = |lock| super::recover::open(dir, session, segment_bytes, lock);
        match open(lock.try_clone()?) {
            Err(LockError::Io(error)) if is_full(&error) => match &dir.reserve {
                Some(reserve) if reserve.free()? => open(lock),
                _ => Err(error.into()),
            },
            opened => opened,
        }
    }

    /// Says whether the log refuses to be written, because a sync or the undoing of a write failed.
    /// Opening it again reads what is on the disk.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Says whether the log was deleted: what is appended from here on is gone with its last writer.
    pub fn is_deleted(&self) -> bool {
        let found = self.file.metadata();
        found.is_ok_and(|found| found.nlink() == 0)
    }

    /// Returns how far the log goes.
    pub fn head(&self) -> Head {
        self.head
    }

    /// Returns which CLI process of the session was the last; 0 when there was none.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// Counts a new CLI process; records from here on belong to it.
    pub fn next_epoch(&mut self) -> u32 {
        self.epoch += 1;
        self.epoch
    }

    /// Returns the sequence of the write with this id, when it was made before.
    ///
    /// A note is the same note for ever. A line went to one process, so it counts as made only
    /// while that process is the last.
    pub fn applied(&self, id: &str, kind: Kind) -> Option<u64> {
        let same = |applied: &&Applied| {
            applied.id == id
                && applied.kind == kind
                && (kind == Kind::Note || applied.epoch == self.epoch)
        };
        self.applied.iter().rev().find(same).map(|found| found.seq)
    }

    /// Appends records in one go and gives them their sequence, time and epoch.
    ///
    /// When it fails, nothing was appended. They are in the file when this returns, and on the
    /// disk after [`LogWriter::sync`].
    pub fn append(&mut self, records: &mut [Record]) -> io::Result<()> {
        self.append_then(records, |_| Ok(()))
    }

    /// Appends records and puts them on the disk. When either fails, nothing was appended.
    pub fn append_synced(&mut self, records: &mut [Record]) -> io::Result<()> {
        self.append_then(records, Self::sync)
    }

    fn append_then(
        &mut self,
        records: &mut [Record],
        then: fn(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.broken {
            return Err(io::Error::other(
                "the log could not be put on the disk before",
            ));
        }
        if self.head.offset >= self.segment_bytes {
            self.begin_segment()?;
        }
        let before = self.head;
        let result = self.write_records(records).and_then(|()| then(self));
        if result.is_err() {
            self.head = before;
            self.applied.retain(|applied| applied.seq <= before.seq);
            self.broken |= self.file.set_len(before.offset).is_err();
        }
        result
    }

    /// Appends one note of the host and returns its sequence.
    pub fn note(&mut self, note: impl Into<Note>) -> io::Result<u64> {
        let mut record = [Record::new(Kind::Note, Who::Host, note.into().to_bytes())];
        self.append(&mut record)?;
        Ok(record[0].seq)
    }

    /// Puts what was appended on the disk.
    ///
    /// After a failure the system may have dropped what was not written, and later syncs succeed all the same.
    pub fn sync(&mut self) -> io::Result<()> {
        let synced = self.file.sync_data();
        self.broken |= synced.is_err();
        synced
    }

    fn write_records(&mut self, records: &mut [Record]) -> io::Result<()> {
        let at_ms = now_ms();
        let mut buffer = Vec::new();
        for record in records {
            record.seq = self.head.seq + 1;
            record.at_ms = at_ms;
            record.epoch = self.epoch;
            let head = record.encode_head().map_err(io::Error::other)?;
            self.head.seq += 1;
            self.head.offset += (head.len() + record.bytes.len()) as u64;
            buffer.extend_from_slice(&head);
            if record.bytes.len() < LARGE {
                buffer.extend_from_slice(&record.bytes);
            } else {
                self.file.write_all(&buffer)?;
                self.file.write_all(&record.bytes)?;
                buffer.clear();
            }
            self.remember(record);
        }
        self.file.write_all(&buffer)
    }

    fn remember(&mut self, record: &Record) {
        let Some(id) = &record.id else { return };
        if self.applied.len() >= 2 * REMEMBERED {
            self.applied.drain(..REMEMBERED);
        }
        self.applied.push(Applied {
            id: id.clone(),
            seq: record.seq,
            epoch: record.epoch,
            kind: record.kind,
        });
    }

    fn begin_segment(&mut self) -> io::Result<()> {
        self.sync()?;
        let (file, offset) = create_segment(
            &self.dir,
            &SegmentHeader {
                segment: self.head.segment + 1,
                first_seq: self.head.seq + 1,
                session: self.session.clone(),
            },
        )?;
        self.file = file;
        self.head.segment += 1;
        self.head.offset = offset;
        Ok(())
    }
}

/// Makes a segment with nothing but its header, and returns it with its length.
pub(super) fn create_segment(dir: &Path, header: &SegmentHeader) -> io::Result<(File, u64)> {
    let mut bytes = Vec::new();
    header.encode_into(&mut bytes).map_err(io::Error::other)?;
    let path = live_path(dir, header.segment);
    let mut file = private::options()
        .create_new(true)
        .append(true)
        .open(&path)?;
    let written = file
        .write_all(&bytes)
        .and_then(|()| file.sync_data())
        .and_then(|()| File::open(dir)?.sync_all());
    if let Err(error) = written {
        fs::remove_file(&path)?;
        return Err(error);
    }
    Ok((file, bytes.len() as u64))
}

/// Returns the wall time in milliseconds since 1970.
pub fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |since| since.as_millis() as u64)
}

/// Why a log could not be opened for writing.
#[derive(Debug)]
#[non_exhaustive]
pub enum LockError {
    /// Someone else writes it: most likely its runner lives.
    Locked,
    /// The log is of another session.
    OtherSession(String),
    /// The log was written by a later version, in this format.
    UnknownFormat(u16),
    Io(io::Error),
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Locked => f.write_str("the log has a writer already"),
            Self::OtherSession(session) => write!(f, "the log is of the session {session}"),
            Self::UnknownFormat(format) => write!(
                f,
                "the log was written by a later version, in format {format}"
            ),
            Self::Io(error) => write!(f, "the log cannot be written: {error}"),
        }
    }
}

impl Error for LockError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<LockError> for io::Error {
    fn from(error: LockError) -> Self {
        match error {
            LockError::Io(error) => error,
            other => Self::other(other),
        }
    }
}

impl From<io::Error> for LockError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
