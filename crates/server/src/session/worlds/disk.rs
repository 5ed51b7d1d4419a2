//! The disk: the bytes of a log in the real encoding, of which some are synced, and what a writer does with them.

use std::collections::BTreeMap;

use pilothouse_log::{
    Decoder, Exit, ExitReason, Item, Kind, Note, Record, SKIPPED, SegmentHeader, Truncated, Who,
};

use super::dice::Dice;

pub(super) const SESSION: &str = "s";

/// The log of a session.
pub(super) struct Disk {
    bytes: Vec<u8>,
    /// How much of it a power cut cannot take.
    synced: usize,
    /// What the bytes say, and where each record ends.
    records: Vec<Record>,
    ends: Vec<usize>,
    /// The sequence and the epoch that the writer has come to.
    seq: u64,
    epoch: u32,
    /// The newest process has no end in the log.
    process_open: bool,
    /// The end of what can be read, if more follows.
    damage: Option<usize>,
    /// How many damaged ends were cut off by a writer.
    pub(super) cuts: u32,
    pub(super) full: bool,
}

impl Disk {
    pub(super) fn new() -> Self {
        let header = SegmentHeader {
            segment: 1,
            first_seq: 1,
            session: SESSION.to_owned(),
        };
        let mut bytes = Vec::new();
        header.encode_into(&mut bytes).expect("a short header");
        Self {
            synced: bytes.len(),
            bytes,
            records: Vec::new(),
            ends: Vec::new(),
            seq: 0,
            epoch: 0,
            process_open: false,
            damage: None,
            cuts: 0,
            full: false,
        }
    }

    pub(super) fn records(&self) -> &[Record] {
        &self.records
    }

    pub(super) fn epoch(&self) -> u32 {
        self.epoch
    }

    pub(super) fn has_open_process(&self) -> bool {
        self.process_open
    }

    /// Appends a record; it is not synced.
    pub(super) fn append(&mut self, record: Record, at_ms: u64) -> Record {
        assert!(self.damage.is_none(), "nobody writes behind damage");
        self.seq += 1;
        let record = Record {
            seq: self.seq,
            at_ms,
            epoch: self.epoch,
            ..record
        };
        record.encode_into(&mut self.bytes).expect("a short record");
        self.see(&record);
        self.ends.push(self.bytes.len());
        self.records.push(record.clone());
        record
    }

    fn see(&mut self, record: &Record) {
        match record.kind {
            Kind::Spawn => self.process_open = true,
            Kind::Exit => self.process_open = false,
            _ => {}
        }
    }

    pub(super) fn next_epoch(&mut self) -> u32 {
        self.epoch += 1;
        self.epoch
    }

    pub(super) fn sync(&mut self) {
        self.synced = self.bytes.len();
    }

    pub(super) fn read_after(&self, seq: u64) -> Vec<Record> {
        let from = self.records.partition_point(|record| record.seq <= seq);
        self.records[from..].to_vec()
    }

    pub(super) fn record(&self, seq: u64) -> Option<&Record> {
        let found = self.records.binary_search_by_key(&seq, |record| record.seq);
        found.ok().map(|place| &self.records[place])
    }

    /// Whether a power cut would leave the record.
    pub(super) fn is_synced(&self, seq: u64) -> bool {
        let found = self.records.binary_search_by_key(&seq, |record| record.seq);
        found.is_ok_and(|place| self.ends[place] <= self.synced)
    }

    /// The write with this id that was made before. A line went to one process, a note is the same note for ever.
    pub(super) fn applied(&self, key: &str, kind: Kind) -> Option<u64> {
        let same = |record: &&Record| {
            record.id.as_deref() == Some(key)
                && record.kind == kind
                && (kind == Kind::Note || record.epoch == self.epoch)
        };
        self.records
            .iter()
            .rev()
            .find(same)
            .map(|record| record.seq)
    }

    /// Makes the log ready for a new writer, as [`pilothouse_log::LogWriter::open`] does.
    pub(super) fn open(&mut self, at_ms: u64) {
        let cut = self.damage.take().map(|end| {
            let bytes = (self.bytes.len() - end) as u64;
            self.bytes.truncate(end);
            self.cuts += 1;
            Truncated {
                segment: 1,
                offset: end as u64,
                bytes,
                reason: "torn".to_owned(),
                ..Truncated::default()
            }
        });
        let died = self.process_open;
        if died || cut.is_some() {
            self.seq += SKIPPED;
        }
        if let Some(note) = cut {
            let note = Note::from(note).to_bytes();
            self.append(Record::new(Kind::Note, Who::Host, note), at_ms);
        }
        if died {
            let exit = Exit {
                reason: ExitReason::RunnerDied,
                ..Exit::default()
            };
            self.append(exit.to_record(), at_ms);
        }
        self.sync();
    }

    /// The power is cut: some of what was not synced is gone, and the last write may be torn.
    pub(super) fn cut_power(&mut self, dice: &mut Dice) {
        let unsynced = self.bytes.len() - self.synced;
        let keep = self.synced + dice.below(unsynced + 1);
        let gone = self.bytes.len() - keep;
        self.bytes.truncate(keep);
        if gone > 0 && dice.once_in(3) {
            // The file had grown already, and its blocks had not been written.
            self.bytes.resize(keep + 1 + dice.below(gone), 0);
        }
        self.synced = self.bytes.len();
        self.read_again();
    }

    /// Bytes near the end change.
    pub(super) fn rot(&mut self, dice: &mut Dice) {
        let first = self.bytes.len() - self.ends.last().map_or(0, |_| 60).min(self.bytes.len());
        let start = self
            .ends
            .first()
            .map_or(self.bytes.len(), |_| first.max(64));
        if start >= self.bytes.len() {
            return;
        }
        let place = start + dice.below(self.bytes.len() - start);
        self.bytes[place] ^= 1 << dice.below(8);
        self.read_again();
    }

    /// Reads the bytes as a new process does.
    fn read_again(&mut self) {
        let (records, ends, damage) = read(&self.bytes);
        self.records = records;
        self.ends = ends;
        self.damage = damage;
        self.seq = self.records.last().map_or(0, |record| record.seq);
        self.epoch = self.records.iter().map(|one| one.epoch).max().unwrap_or(0);
        let process = self
            .records
            .iter()
            .rev()
            .find(|record| matches!(record.kind, Kind::Spawn | Kind::Exit));
        self.process_open = process.is_some_and(|record| record.kind == Kind::Spawn);
    }

    /// Whether the bytes say what the records say.
    pub(super) fn is_readable(&self) -> bool {
        let (records, ..) = read(&self.bytes);
        records == self.records
    }

    /// How often each write id is in the log, for notes and for lines of each process.
    pub(super) fn keys(&self) -> BTreeMap<(&str, u32), u32> {
        let mut keys = BTreeMap::new();
        for record in &self.records {
            let epoch = match record.kind {
                Kind::In => record.epoch + 1,
                _ => 0,
            };
            if let Some(id) = &record.id {
                *keys.entry((id.as_str(), epoch)).or_default() += 1;
            }
        }
        keys
    }
}

/// The records in the bytes, where each ends, and where reading stops before the end.
fn read(bytes: &[u8]) -> (Vec<Record>, Vec<usize>, Option<usize>) {
    let mut decoder = Decoder::segment();
    decoder.feed(bytes);
    let (mut records, mut ends) = (Vec::new(), Vec::new());
    while let Ok(Some(item)) = decoder.decode() {
        if let Item::Record(record) = item {
            records.push(record);
            ends.push(decoder.offset() as usize);
        }
    }
    let end = decoder.offset() as usize;
    (records, ends, (end < bytes.len()).then_some(end))
}
