//! A session's log on disk: segments in a directory.
//!
//! | file | what |
//! |---|---|
//! | `00000001.phlog` | a segment as it was written |
//! | `00000001.phlog.zst` | the same, sealed: deltas dropped, compressed; made by the server |
//! | `00000001.cut-OFFSET` | what was cut from a damaged segment at that offset |
//! | `jumped` | how far the newest recovery jumped, so that no sequence is given twice if its record rots |
//! | `lock` | held by the one who may write: a runner, or the server when there is none |
//! | `reserve` | disk space kept by earlier versions; now one file serves the whole data directory |
//! | `runner.json` | where the runner is, while one lives |
//! | `runner.err` | what a runner wrote to its own stderr; empty unless something broke |
//!
//! To seal a segment, write the sealed file under another name, sync it, rename it, then remove
//! the original; while both are there the original counts. The two newest segments are never
//! sealed, so that a writer finds the last sequence and epoch without decompressing.

mod jumped;
mod lock;
mod read;
mod recover;
mod reopen;
mod segment_writer;
mod tail;
#[cfg(test)]
mod tests;
mod writer;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::disk_reserve::Reserve;

pub use read::{Records, SegmentDamage};
pub use reopen::Closed;
pub use segment_writer::SegmentWriter;
pub use tail::{Span, Tail};
pub use writer::{Head, LockError, LogWriter, now_ms};

const LIVE: &str = "phlog";
const SEALED: &str = "phlog.zst";

/// How many bytes of stderr an exit record keeps.
pub const STDERR_TAIL: usize = 16 * 1024;

/// Opens a sealed segment and returns its bytes as they were before compression.
pub type OpenSealed = fn(&Path) -> io::Result<Box<dyn Read + Send>>;

/// A directory with a session's log.
#[derive(Clone, Debug)]
pub struct LogDir {
    path: PathBuf,
    open_sealed: OpenSealed,
    reserve: Option<Reserve>,
}

/// One file of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its place in the log, from 1.
    pub number: u32,
    /// Whether it was compressed.
    pub sealed: bool,
    pub path: PathBuf,
}

impl LogDir {
    /// Names a log; nothing is read yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            open_sealed: |path| {
                let message = format!("cannot read a sealed segment: {}", path.display());
                Err(io::Error::new(io::ErrorKind::Unsupported, message))
            },
            reserve: None,
        }
    }

    /// Names the disk space that may be released so that a log can be closed on a full disk.
    pub fn with_reserve(mut self, reserve: Reserve) -> Self {
        self.reserve = Some(reserve);
        self
    }

    /// Makes sealed segments readable.
    pub fn with_sealed(mut self, open: OpenSealed) -> Self {
        self.open_sealed = open;
        self
    }

    /// Returns the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lists the segments in order; a directory that is not there has none.
    pub fn segments(&self) -> io::Result<Vec<Segment>> {
        let entries = match fs::read_dir(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut segments = Vec::new();
        for entry in entries {
            segments.extend(Segment::from_path(entry?.path()));
        }
        segments.sort_by_key(|segment| (segment.number, segment.sealed));
        segments.dedup_by_key(|segment| segment.number);
        Ok(segments)
    }

    /// Lists the segments that may be sealed now.
    pub fn sealable(&self) -> io::Result<Vec<Segment>> {
        let mut segments = self.segments()?;
        segments.truncate(segments.len().saturating_sub(2));
        segments.retain(|segment| !segment.sealed);
        Ok(segments)
    }

    /// Reads the records after `seq`, 0 for all, up to what is there now.
    pub fn read_after(&self, seq: u64) -> io::Result<Records> {
        Records::open(self.clone(), seq)
    }

    /// Opens a segment for reading, sealed or not.
    ///
    /// A segment may be sealed after it was listed: then the sealed file is opened.
    pub fn open(&self, segment: &Segment) -> io::Result<Box<dyn Read + Send>> {
        if segment.sealed {
            return (self.open_sealed)(&segment.path);
        }
        match File::open(&segment.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let sealed = segment.path.with_extension(SEALED);
                (self.open_sealed)(&sealed).map_err(|_| error)
            }
            file => Ok(Box::new(file?)),
        }
    }

    /// Says whether someone holds the lock: a runner that lives, or another writer.
    pub fn is_locked(&self) -> io::Result<bool> {
        match File::open(self.path.join("lock")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            file => Ok(lock::try_take(&file?)?.is_none()),
        }
    }
}

impl Segment {
    fn from_path(path: PathBuf) -> Option<Self> {
        let (number, extension) = path.file_name()?.to_str()?.split_once('.')?;
        let sealed = match extension {
            LIVE => false,
            SEALED => true,
            _ => return None,
        };
        Some(Self {
            number: number.parse().ok()?,
            sealed,
            path,
        })
    }
}

/// Makes the directory of a log, for this user alone: it holds everything that was said.
pub fn create_log_dir(dir: &Path) -> io::Result<()> {
    crate::private::create_dir_all(dir)
}

/// Returns the path of a segment that is not sealed.
fn live_path(dir: &Path, number: u32) -> PathBuf {
    dir.join(format!("{number:08}.{LIVE}"))
}
