//! Sealing: old segments of a log are compacted and compressed, and never written again.
//!
//! Deltas of a block whose whole message stands in the same segment are dropped, except the first
//! and the last of each block, and a gap says which. A segment is replaced only when folding what
//! is kept gives the same as folding everything; else all of it is kept and only compressed.
//!
//! Compression is zstd: the format's file name says so, it unpacks faster than a disk reads, and
//! the store needs a C compiler for SQLite already.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use pilothouse_log::{
    Decoder, Gap, Item, Kind, LogDir, Note, Record, Segment, SegmentHeader, SegmentWriter,
    SequenceRange, Who, private,
};
use serde::Deserialize;

use super::projection::Projection;
use super::saved::{self, Which};
use super::start::Shared;

/// What a second of work may cost: higher levels give little more on text of this kind.
const LEVEL: i32 = 6;

/// What became of a log's old segments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sealed {
    pub(crate) segments: u32,
    pub(crate) dropped: u64,
    pub(crate) bytes_before: u64,
    pub(crate) bytes_after: u64,
}

/// Opens a sealed segment for reading.
pub(crate) fn open_sealed(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    Ok(Box::new(zstd::stream::read::Decoder::new(File::open(
        path,
    )?)?))
}

/// Seals what can be sealed of a session's log. Blocks.
pub(super) fn seal(shared: &Shared, session: &str) -> io::Result<Sealed> {
    let dir = shared.log_dir(session);
    let keep_everything = shared.settings.get().keep_everything;
    let mut sealed = Sealed::default();
    for segment in dir.sealable()? {
        let before = fs::metadata(&segment.path)?.len();
        let Some((header, records)) = read(&dir, &segment)? else {
            tracing::warn!(
                session,
                segment = segment.number,
                "a damaged segment stays as it is"
            );
            break;
        };
        let start = fold_before(shared, session, header.first_seq)?;
        let (kept, end) = compact(start, records, keep_everything)?;
        sealed.segments += 1;
        sealed.dropped += kept.dropped;
        sealed.bytes_before += before;
        sealed.bytes_after += replace(&dir, &segment, &header, &kept.records)?;
        saved::save(&shared.store, session, Which::Sealed, &end)?;
    }
    Ok(sealed)
}

/// Reads a segment whole; none when it is damaged.
fn read(dir: &LogDir, segment: &Segment) -> io::Result<Option<(SegmentHeader, Vec<Record>)>> {
    let mut bytes = Vec::new();
    dir.open(segment)?.read_to_end(&mut bytes)?;
    let mut decoder = Decoder::segment();
    decoder.feed(&bytes);
    drop(bytes);
    let mut header = None;
    let mut records = Vec::new();
    loop {
        match decoder.decode() {
            Ok(Some(Item::Header(found))) => header = Some(found),
            Ok(Some(Item::Record(record))) => records.push(record),
            Ok(None) => break,
            Err(_) => return Ok(None),
        }
    }
    if decoder.finish().is_err() {
        return Ok(None);
    }
    Ok(header.map(|header| (header, records)))
}

/// What is known right before a sequence: from the last seal, or from the log itself.
fn fold_before(shared: &Shared, session: &str, first_seq: u64) -> io::Result<Projection> {
    let known =
        saved::load(&shared.store, session, Which::Sealed).filter(|saved| saved.seq() < first_seq);
    let mut saved = known.unwrap_or_else(|| Projection::new(session));
    let after = saved.seq();
    for record in shared.log_dir(session).read_after(after)? {
        let record = record?;
        if record.seq >= first_seq {
            break;
        }
        saved.apply(&record);
    }
    // Only what this segment settles is compared.
    saved.take_settled();
    Ok(saved)
}

struct Kept {
    records: Vec<Record>,
    dropped: u64,
}

/// Drops what the fold can do without, and returns what is kept and the fold at the end.
fn compact(
    start: Projection,
    records: Vec<Record>,
    keep_everything: bool,
) -> io::Result<(Kept, Projection)> {
    let mut whole = start.clone();
    for record in &records {
        whole.apply(record);
    }
    let dropped = if keep_everything {
        Vec::new()
    } else {
        superseded(&records)
    };
    let all = |records| {
        let dropped = 0;
        Kept { records, dropped }
    };
    if dropped.is_empty() {
        return Ok((all(records), end_of(whole)));
    }
    let kept = without(&records, &dropped);
    let mut compacted = start;
    for record in &kept {
        compacted.apply(record);
    }
    if serde_json::to_value(&whole)? == serde_json::to_value(&compacted)? {
        let dropped = dropped.len() as u64;
        let records = kept;
        return Ok((Kept { records, dropped }, end_of(whole)));
    }
    tracing::warn!("a segment would fold otherwise without its deltas; all of it is kept");
    Ok((all(records), end_of(whole)))
}

/// Entries that settled were handed out when the session was folded.
fn end_of(mut saved: Projection) -> Projection {
    saved.take_settled();
    saved
}

/// The little of a line that tells whether it is a delta, and of what.
#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(borrow)]
    event: Option<Event<'a>>,
    #[serde(borrow)]
    message: Option<Named<'a>>,
    #[serde(borrow)]
    parent_tool_use_id: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Event<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    index: Option<u64>,
    #[serde(borrow)]
    message: Option<Named<'a>>,
}

#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    id: Option<Cow<'a, str>>,
}

/// The places of deltas whose block is whole further on, without the first and the last of each block.
fn superseded(records: &[Record]) -> Vec<usize> {
    let mut messages: HashMap<String, String> = HashMap::new();
    let mut blocks: BTreeMap<(String, u64), Vec<usize>> = BTreeMap::new();
    let mut whole: HashMap<String, u64> = HashMap::new();
    for (place, record) in records.iter().enumerate() {
        let Some(line) = (record.kind == Kind::Out)
            .then(|| serde_json::from_slice::<Line<'_>>(&record.bytes).ok())
            .flatten()
        else {
            continue;
        };
        let thread = line.parent_tool_use_id.unwrap_or_default().into_owned();
        match (line.kind.as_ref(), line.event) {
            ("stream_event", Some(event)) if event.kind == "message_start" => {
                let id = event.message.and_then(|message| message.id);
                messages.insert(thread, id.unwrap_or_default().into_owned());
            }
            ("stream_event", Some(event)) if event.kind == "content_block_delta" => {
                if let (Some(message), Some(index)) = (messages.get(&thread), event.index) {
                    let block = (message.clone(), index);
                    blocks.entry(block).or_default().push(place);
                }
            }
            ("assistant", _) => {
                let id = line.message.and_then(|message| message.id);
                *whole
                    .entry(id.unwrap_or_default().into_owned())
                    .or_default() += 1;
            }
            _ => {}
        }
    }
    let is_whole = |message: &str, index| whole.get(message).is_some_and(|count| index < *count);
    let mut places: Vec<usize> = blocks
        .iter()
        .filter(|((message, index), places)| is_whole(message, *index) && places.len() > 2)
        .flat_map(|(_, places)| &places[1..places.len() - 1])
        .copied()
        .collect();
    places.sort_unstable();
    places
}

/// The records without those at these places, with a gap where the first of them stood.
fn without(records: &[Record], places: &[usize]) -> Vec<Record> {
    let mut ranges: Vec<SequenceRange> = Vec::new();
    for seq in places.iter().map(|place| records[*place].seq) {
        match ranges.last_mut() {
            Some(range) if range.last + 1 == seq => range.last = seq,
            _ => ranges.push(SequenceRange {
                first: seq,
                last: seq,
            }),
        }
    }
    let gap = Note::Gap(Gap {
        dropped: ranges,
        reason: "superseded deltas".to_owned(),
        ..Gap::default()
    });
    let mut kept = Vec::with_capacity(records.len() - places.len() + 1);
    let mut gone = places.iter().copied().peekable();
    for (place, record) in records.iter().enumerate() {
        if gone.next_if_eq(&place).is_none() {
            kept.push(record.clone());
        } else if Some(&place) == places.first() {
            kept.push(Record {
                seq: record.seq,
                at_ms: record.at_ms,
                epoch: record.epoch,
                ..Record::new(Kind::Note, Who::Host, gap.to_bytes())
            });
        }
    }
    kept
}

/// Puts the sealed file in the place of the original, and returns its size.
fn replace(
    dir: &LogDir,
    segment: &Segment,
    header: &SegmentHeader,
    records: &[Record],
) -> io::Result<u64> {
    let name = format!("{:08}.phlog.zst", segment.number);
    let temporary = dir.path().join(format!("{name}.new"));
    let mut encoder = zstd::stream::write::Encoder::new(private::create(&temporary)?, LEVEL)?;
    encoder.include_checksum(true)?;
    let mut writer = SegmentWriter::begin(encoder, header)?;
    for record in records {
        writer.write(record)?;
    }
    let file = writer.finish()?.finish()?;
    file.sync_all()?;
    let size = file.metadata()?.len();
    fs::rename(&temporary, dir.path().join(name))?;
    File::open(dir.path())?.sync_all()?;
    fs::remove_file(&segment.path)?;
    Ok(size)
}

#[cfg(test)]
mod tests;
