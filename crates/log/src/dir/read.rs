//! Reading a log from its files.

use std::collections::VecDeque;
use std::io::{self, Read};

use crate::{Damage, Decoder, Item, Kind, Reason, Record};

use super::{LockError, LogDir, Segment};
use pilothouse_process::OutputTail;

const CHUNK: usize = 64 * 1024;

/// The records of a log after a sequence, in order.
///
/// Where a segment is damaged, reading goes on with the next one and [`Records::damage`] tells.
/// A torn tail of the last segment may be a write that is under way; it is told all the same.
pub struct Records {
    dir: LogDir,
    after: u64,
    segments: VecDeque<Segment>,
    open: Option<OpenSegment>,
    damage: Vec<SegmentDamage>,
}

/// Where a segment stops being readable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentDamage {
    pub segment: u32,
    pub damage: Damage,
}

struct OpenSegment {
    number: u32,
    reader: Box<dyn Read + Send>,
    decoder: Decoder,
    chunk: Vec<u8>,
}

impl Records {
    pub(super) fn open(dir: LogDir, after: u64) -> io::Result<Self> {
        let mut segments = VecDeque::from(dir.segments()?);
        // A segment is of use unless the next one starts at or before what is wanted.
        while let Some(next) = segments.get(1) {
            match start(&dir, next)? {
                Some((first, _)) if first <= after + 1 => segments.pop_front(),
                _ => break,
            };
        }
        Ok(Self {
            dir,
            after,
            segments,
            open: None,
            damage: Vec::new(),
        })
    }

    /// Returns the damage met so far.
    pub fn damage(&self) -> &[SegmentDamage] {
        &self.damage
    }

    /// Fails if a segment that was read has a later format: what is in it is unknown.
    pub fn check_format(&self) -> Result<(), LockError> {
        let formats = self
            .damage
            .iter()
            .find_map(|found| match found.damage.reason {
                Reason::UnknownFormat(format) => Some(format),
                _ => None,
            });
        formats.map_or(Ok(()), |format| Err(LockError::UnknownFormat(format)))
    }

    fn next_record(&mut self) -> io::Result<Option<Record>> {
        loop {
            let Some(open) = &mut self.open else {
                let Some(segment) = self.segments.pop_front() else {
                    return Ok(None);
                };
                self.open = Some(OpenSegment::new(&self.dir, &segment)?);
                continue;
            };
            match open.next_item()? {
                Ok(Some(Item::Record(record))) if record.seq > self.after => {
                    self.after = record.seq;
                    return Ok(Some(record));
                }
                Ok(Some(_)) => {}
                Ok(None) => self.open = None,
                Err(damage) => {
                    let segment = open.number;
                    self.damage.push(SegmentDamage { segment, damage });
                    self.open = None;
                }
            }
        }
    }
}

impl Iterator for Records {
    type Item = io::Result<Record>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record().transpose()
    }
}

impl OpenSegment {
    fn new(dir: &LogDir, segment: &Segment) -> io::Result<Self> {
        Ok(Self {
            number: segment.number,
            reader: dir.open(segment)?,
            decoder: Decoder::segment(),
            chunk: vec![0; CHUNK],
        })
    }

    /// Returns the next item, `None` at a clean end, or the damage the segment ends with.
    fn next_item(&mut self) -> io::Result<Result<Option<Item>, Damage>> {
        loop {
            match self.decoder.decode() {
                Ok(None) => {}
                item => return Ok(item),
            }
            match self.reader.read(&mut self.chunk) {
                Ok(0) => return Ok(self.decoder.finish().map(|()| None)),
                Ok(length) => self.decoder.feed(&self.chunk[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Returns the first sequence a segment may hold and where its records start, or `None` when
/// its header is not readable.
pub(super) fn start(dir: &LogDir, segment: &Segment) -> io::Result<Option<(u64, u64)>> {
    let mut open = OpenSegment::new(dir, segment)?;
    match open.next_item()? {
        Ok(Some(Item::Header(header))) => Ok(Some((header.first_seq, open.decoder.offset()))),
        _ => Ok(None),
    }
}

/// What a writer must know of the segment it goes on with.
#[derive(Debug)]
pub(super) struct Scan {
    pub(super) session: Option<String>,
    pub(super) first_seq: u64,
    /// Where the good records end.
    pub(super) end: u64,
    pub(super) damage: Option<Reason>,
    pub(super) last_seq: Option<u64>,
    pub(super) epoch: u32,
    /// Whether the last record that has to do with a process is something other than its exit.
    pub(super) process_open: Option<bool>,
    /// The writes that had an id.
    pub(super) ids: Vec<Applied>,
    /// The last of stderr.
    pub(super) stderr: OutputTail,
}

/// A write that is in the log.
#[derive(Clone, Debug)]
pub(super) struct Applied {
    pub(super) id: String,
    pub(super) seq: u64,
    pub(super) epoch: u32,
    pub(super) kind: Kind,
}

/// Reads a whole segment for a writer.
pub(super) fn scan(dir: &LogDir, segment: &Segment) -> io::Result<Scan> {
    let mut open = OpenSegment::new(dir, segment)?;
    let mut scan = Scan::new();
    loop {
        match open.next_item()? {
            Ok(Some(Item::Header(header))) => {
                scan.session = Some(header.session);
                scan.first_seq = header.first_seq;
            }
            Ok(Some(Item::Record(record))) => scan.see(record),
            Ok(None) => break,
            Err(damage) => {
                scan.damage = Some(damage.reason);
                break;
            }
        }
        scan.end = open.decoder.offset();
    }
    Ok(scan)
}

impl Scan {
    fn new() -> Self {
        Self {
            session: None,
            first_seq: 0,
            end: 0,
            damage: None,
            last_seq: None,
            epoch: 0,
            process_open: None,
            ids: Vec::new(),
            stderr: OutputTail::new(super::STDERR_TAIL),
        }
    }

    fn see(&mut self, record: Record) {
        self.last_seq = Some(record.seq);
        self.epoch = self.epoch.max(record.epoch);
        match record.kind {
            Kind::Note | Kind::Unknown(_) => {}
            kind => self.process_open = Some(kind != Kind::Exit),
        }
        match record.kind {
            Kind::Err => self.stderr.push(&record.bytes),
            Kind::Spawn => self.stderr.clear(),
            _ => {}
        }
        if let Some(id) = record.id {
            let (seq, epoch, kind) = (record.seq, record.epoch, record.kind);
            self.ids.push(Applied {
                id,
                seq,
                epoch,
                kind,
            });
        }
    }
}
