//! Following a log that grows: whole records as they stand in its files.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use crate::Record;

use super::read::start;
use super::{Head, LogDir};

const CHUNK: usize = 64 * 1024;

/// A place in a log, for one who reads on when it grows.
///
/// It finds records by their lengths. The log was written by this process or checked when it was
/// opened, so checksums are left to whoever reads the records.
pub struct Tail {
    dir: LogDir,
    file: File,
    segment: u32,
    offset: u64,
    /// The last sequence that need not be read any more.
    pub after: u64,
    /// The first sequence that can be read at all; earlier segments are sealed.
    pub first_seq: u64,
}

/// Whole records that stand one behind the other, read piece by piece.
pub struct Span {
    pub length: u32,
    /// The piece that was read last.
    pub bytes: Vec<u8>,
    /// How much comes after it.
    left: u64,
}

impl Tail {
    /// Finds the place after a sequence.
    pub fn open(dir: LogDir, after: u64) -> io::Result<Self> {
        loop {
            match Self::try_open(&dir, after) {
                // The segment was sealed since it was listed. The newest ones never are.
                Err(error) if error.kind() == io::ErrorKind::NotFound && dir.path().is_dir() => {}
                opened => return opened,
            }
        }
    }

    fn try_open(dir: &LogDir, after: u64) -> io::Result<Self> {
        let mut segments = dir.segments()?;
        let sealed = segments.iter().rposition(|segment| segment.sealed);
        segments.drain(..sealed.map_or(0, |last| last + 1));
        let mut tail = None;
        for segment in segments {
            let Some((first, offset)) = start(dir, &segment)? else {
                continue;
            };
            if tail.is_some() && first > after + 1 {
                break;
            }
            let first_seq = tail.map_or(first, |tail: Self| tail.first_seq);
            tail = Some(Self {
                dir: dir.clone(),
                file: File::open(&segment.path)?,
                segment: segment.number,
                offset,
                after,
                first_seq,
            });
        }
        tail.ok_or_else(|| io::Error::other("the log has no segment"))
    }

    /// Goes on to the next records before `until` and reads their first piece; `None` when there
    /// are none yet.
    pub fn next(&mut self, until: Head) -> io::Result<Option<Span>> {
        loop {
            let finished = self.segment < until.segment;
            let end = if finished {
                self.file.metadata()?.len()
            } else {
                until.offset
            };
            if self.offset < end {
                let span = self.span(end)?;
                if span.length > 0 {
                    return Ok(Some(span));
                }
            } else if finished {
                self.next_segment()?;
            } else {
                return Ok(None);
            }
        }
    }

    fn span(&mut self, end: u64) -> io::Result<Span> {
        let mut bytes = vec![0; CHUNK.min((end - self.offset) as usize)];
        self.file.read_exact_at(&mut bytes, self.offset)?;
        let (mut known, mut whole) = (0, 0);
        while let Some((length, seq)) = bytes.get(whole..).and_then(Record::peek) {
            // One that does not fit is for the next time, unless it is the first.
            if whole > 0 && whole + length > bytes.len() {
                break;
            }
            whole += length;
            if seq <= self.after {
                known = whole;
            }
            self.after = self.after.max(seq);
        }
        if whole == 0 {
            return Err(io::Error::other("a record is damaged"));
        }
        self.offset += whole as u64;
        bytes.truncate(whole);
        bytes.drain(..known.min(bytes.len()));
        let length = whole - known;
        Ok(Span {
            length: u32::try_from(length).map_err(io::Error::other)?,
            left: (length - bytes.len()) as u64,
            bytes,
        })
    }

    /// Reads the next piece of the newest span; false when there is none.
    pub fn read_on(&self, span: &mut Span) -> io::Result<bool> {
        let size = span.left.min(CHUNK as u64);
        span.bytes.resize(size as usize, 0);
        let from = self.offset - span.left;
        self.file.read_exact_at(&mut span.bytes, from)?;
        span.left -= size;
        Ok(size > 0)
    }

    fn next_segment(&mut self) -> io::Result<()> {
        let number = self.segment + 1;
        let mut segments = self.dir.segments()?.into_iter();
        let found = segments.find(|segment| segment.number == number);
        let segment = found.ok_or_else(|| io::Error::other("a segment is missing"))?;
        let start = start(&self.dir, &segment)?;
        let (_, start) = start.ok_or_else(|| io::Error::other("a segment is damaged"))?;
        self.file = File::open(&segment.path)?;
        self.segment = number;
        self.offset = start;
        Ok(())
    }
}
