//! Sending the log to one client.
//!
//! The log's files are the queue: each client has a place in them and reads on when the log
//! grows, so one that is slow or asleep costs no memory and misses nothing.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use tokio::io::AsyncWriteExt;
use tokio::net::unix::OwnedWriteHalf;

use crate::log_dir::{self, Head, LogDir};
use crate::socket::RecordFrame;

const CHUNK: usize = 64 * 1024;
/// The head of a frame stands before the records in the same buffer.
const HEAD: usize = 5;

/// A client's place in the log.
pub(super) struct Feed {
    dir: PathBuf,
    file: File,
    segment: u32,
    offset: u64,
    /// The last sequence the client has.
    pub(super) after: u64,
    /// The first sequence that can be sent at all; earlier segments are sealed.
    pub(super) first_seq: u64,
}

impl Feed {
    /// Finds the place after a sequence.
    pub(super) fn open(dir: PathBuf, after: u64) -> io::Result<Self> {
        let log = LogDir::new(&dir);
        let mut segments = log.segments()?;
        let sealed = segments.iter().rposition(|segment| segment.sealed);
        segments.drain(..sealed.map_or(0, |last| last + 1));
        let mut feed = None;
        for segment in segments {
            let Some((first, start)) = log_dir::start(&log, &segment)? else {
                continue;
            };
            if feed.is_some() && first > after + 1 {
                break;
            }
            let first_seq = feed.map_or(first, |feed: Self| feed.first_seq);
            feed = Some(Self {
                dir: dir.clone(),
                file: File::open(&segment.path)?,
                segment: segment.number,
                offset: start,
                after,
                first_seq,
            });
        }
        feed.ok_or_else(|| io::Error::other("the log has no segment"))
    }

    /// Sends some of what is there before `until`; false when nothing is left to send.
    pub(super) async fn send(&mut self, out: &mut OwnedWriteHalf, until: Head) -> io::Result<bool> {
        let finished = self.segment < until.segment;
        let end = if finished {
            self.file.metadata()?.len()
        } else {
            until.offset
        };
        if self.offset >= end {
            if finished {
                self.next_segment()?;
            }
            return Ok(finished);
        }
        let mut buffer = vec![0; HEAD + CHUNK.min((end - self.offset) as usize)];
        self.file.read_exact_at(&mut buffer[HEAD..], self.offset)?;
        match whole(&buffer[HEAD..], self.after) {
            Part::Records { skip, end, last } => {
                self.offset += end as u64;
                self.after = self.after.max(last);
                if end > skip {
                    let head = RecordFrame::head((end - skip) as u32);
                    buffer[skip..skip + HEAD].copy_from_slice(&head);
                    out.write_all(&buffer[skip..HEAD + end]).await?;
                }
            }
            Part::Large { length, seq } => {
                let start = self.offset;
                self.offset += u64::from(length);
                if seq > self.after {
                    self.after = seq;
                    self.send_large(out, start, length, buffer).await?;
                }
            }
        }
        Ok(true)
    }

    async fn send_large(
        &self,
        out: &mut OwnedWriteHalf,
        start: u64,
        length: u32,
        mut buffer: Vec<u8>,
    ) -> io::Result<()> {
        out.write_all(&RecordFrame::head(length)).await?;
        let mut sent = 0;
        while sent < u64::from(length) {
            let size = buffer.len().min((u64::from(length) - sent) as usize);
            self.file.read_exact_at(&mut buffer[..size], start + sent)?;
            out.write_all(&buffer[..size]).await?;
            sent += size as u64;
        }
        Ok(())
    }

    fn next_segment(&mut self) -> io::Result<()> {
        let log = LogDir::new(&self.dir);
        let number = self.segment + 1;
        let found = log.segments()?.into_iter().find(|s| s.number == number);
        let segment = found.ok_or_else(|| io::Error::other("a segment is missing"))?;
        let start = log_dir::start(&log, &segment)?;
        let (_, start) = start.ok_or_else(|| io::Error::other("a segment is damaged"))?;
        self.file = File::open(&segment.path)?;
        self.segment = number;
        self.offset = start;
        Ok(())
    }
}

/// What a piece of the log starts with.
enum Part {
    /// Whole records up to `end`, the first `skip` bytes of which the client has.
    Records { skip: usize, end: usize, last: u64 },
    /// One record that does not fit.
    Large { length: u32, seq: u64 },
}

/// Finds the records in a piece of the log by their lengths. The log was written by this process
/// or checked when it was opened, so checksums are left to the client.
fn whole(bytes: &[u8], after: u64) -> Part {
    let (mut skip, mut end, mut last) = (0, 0, 0);
    loop {
        let rest = &bytes[end..];
        let number = |at: usize| rest.get(at..).and_then(|rest| rest.first_chunk());
        let (Some(length), Some(seq)) = (rest.first_chunk(), number(8)) else {
            return Part::Records { skip, end, last };
        };
        let total = u32::from_le_bytes(*length).saturating_add(8);
        let seq = u64::from_le_bytes(*seq);
        if total as usize > rest.len() {
            if end == 0 {
                return Part::Large { length: total, seq };
            }
            return Part::Records { skip, end, last };
        }
        end += total as usize;
        last = seq;
        if seq <= after {
            skip = end;
        }
    }
}
