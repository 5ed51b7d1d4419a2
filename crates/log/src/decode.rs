//! From bytes to records, in whatever pieces the bytes come.

use std::error::Error;
use std::fmt;

use bytes::{Buf, Bytes, BytesMut};

use super::encode::{FIXED, PREFIX, checksum};
use super::{Kind, Record, SegmentHeader, Who};

/// Payloads from this size on share the decoder's memory; smaller ones are copied, so that one
/// kept delta does not keep a whole buffer alive.
const SHARED: usize = 256 * 1024;

/// What a segment consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// What a segment starts with.
    Header(SegmentHeader),
    /// What follows.
    Record(Record),
}

/// Turns bytes into records.
///
/// ```
/// # use pilothouse_log::{Decoder, Item, Kind, Record, SegmentHeader, Who};
/// let header = SegmentHeader { segment: 1, first_seq: 1, session: "s".into() };
/// let mut bytes = Vec::new();
/// header.encode_into(&mut bytes)?;
/// Record { seq: 1, ..Record::new(Kind::Out, Who::Cli, "{}") }.encode_into(&mut bytes)?;
///
/// let mut decoder = Decoder::segment();
/// decoder.feed(&bytes);
/// assert_eq!(decoder.decode()?, Some(Item::Header(header)));
/// assert!(matches!(decoder.decode()?, Some(Item::Record(_))));
/// assert_eq!(decoder.decode()?, None);
/// decoder.finish()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Decoder {
    buffer: BytesMut,
    offset: u64,
    header_due: bool,
    damage: Option<Damage>,
}

impl Decoder {
    /// Reads a segment: a header, then records.
    pub fn segment() -> Self {
        Self {
            buffer: BytesMut::new(),
            offset: 0,
            header_due: true,
            damage: None,
        }
    }

    /// Reads records alone, as they stand on the runner's socket or after a known offset.
    pub fn records() -> Self {
        Self {
            header_due: false,
            ..Self::segment()
        }
    }

    /// Takes more bytes.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next item, or `None` until more bytes are there.
    ///
    /// After an error it returns the same error again: nothing behind damage is trusted.
    pub fn decode(&mut self) -> Result<Option<Item>, Damage> {
        if let Some(damage) = &self.damage {
            return Err(damage.clone());
        }
        let item = if self.header_due {
            self.decode_header()
        } else {
            self.decode_record().map(|record| record.map(Item::Record))
        };
        item.map_err(|reason| self.fail(reason))
    }

    /// Says whether the bytes ended with a whole item.
    pub fn finish(&mut self) -> Result<(), Damage> {
        match &self.damage {
            Some(damage) => Err(damage.clone()),
            None if self.buffer.is_empty() && !self.header_due => Ok(()),
            None => Err(self.fail(Reason::Torn)),
        }
    }

    /// Returns how many bytes the items so far took: where the next one starts, and where a
    /// damaged tail is cut.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn fail(&mut self, reason: Reason) -> Damage {
        let damage = Damage {
            offset: self.offset,
            reason,
        };
        self.damage = Some(damage.clone());
        damage
    }

    fn decode_header(&mut self) -> Result<Option<Item>, Reason> {
        let Some((header, length)) = SegmentHeader::decode(&self.buffer)? else {
            return Ok(None);
        };
        self.header_due = false;
        self.buffer.advance(length);
        self.offset += length as u64;
        Ok(Some(Item::Header(header)))
    }

    fn decode_record(&mut self) -> Result<Option<Record>, Reason> {
        if self.buffer.len() < PREFIX {
            return Ok(None);
        }
        let mut prefix = Fields(&self.buffer);
        let (length, expected) = (prefix.u32() as usize, prefix.u32());
        if length < FIXED {
            return Err(Reason::BadLength);
        }
        let total = PREFIX + length;
        if self.buffer.len() < total {
            return Ok(None);
        }
        if checksum(&self.buffer[..4], &self.buffer[PREFIX..total]) != expected {
            return Err(Reason::BadChecksum);
        }
        let bytes = if total < SHARED {
            let bytes = Bytes::copy_from_slice(&self.buffer[..total]);
            self.buffer.advance(total);
            bytes
        } else {
            self.buffer.split_to(total).freeze()
        };
        let record = parse_body(bytes.slice(PREFIX..))?;
        self.offset += total as u64;
        Ok(Some(record))
    }
}

impl Record {
    /// Returns the length and the sequence of the record that these bytes start with, unchecked;
    /// `None` when they are too few to tell.
    pub fn peek(bytes: &[u8]) -> Option<(usize, u64)> {
        let length = u32::from_le_bytes(*bytes.first_chunk()?);
        let seq = u64::from_le_bytes(*bytes.get(PREFIX..)?.first_chunk()?);
        Some((PREFIX + length as usize, seq))
    }
}

fn parse_body(body: Bytes) -> Result<Record, Reason> {
    let mut fields = Fields(&body);
    let (seq, at_ms, epoch) = (fields.u64(), fields.u64(), fields.u32());
    let (kind, tag) = (fields.u8(), fields.u8());
    let name_end = FIXED + usize::from(fields.u16());
    let id_end = name_end + usize::from(fields.u16());
    if id_end > body.len() {
        return Err(Reason::BadLength);
    }
    let id = (id_end > name_end).then(|| String::from_utf8_lossy(&body[name_end..id_end]));
    Ok(Record {
        seq,
        at_ms,
        epoch,
        kind: Kind::from_code(kind),
        who: Who::from_parts(tag, &body[FIXED..name_end]),
        id: id.map(Into::into),
        bytes: body.slice(id_end..),
    })
}

/// Little-endian numbers from the front of a slice whose length was checked before.
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl Fields<'_> {
    pub(super) fn u8(&mut self) -> u8 {
        self.0.get_u8()
    }

    pub(super) fn u16(&mut self) -> u16 {
        self.0.get_u16_le()
    }

    pub(super) fn u32(&mut self) -> u32 {
        self.0.get_u32_le()
    }

    pub(super) fn u64(&mut self) -> u64 {
        self.0.get_u64_le()
    }
}

/// Where a log stops being readable, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The end of the last good item; the rest is cut here.
    pub offset: u64,
    /// What is wrong with the rest.
    pub reason: Reason,
}

/// Why reading stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The bytes end within an item.
    Torn,
    /// The bytes are not the ones that were written.
    BadChecksum,
    /// A length that no item has.
    BadLength,
    /// The segment does not start like one.
    NotALog,
    /// A format of a later version.
    UnknownFormat(u16),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.reason, self.offset)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Torn => f.write_str("torn"),
            Self::BadChecksum => f.write_str("bad checksum"),
            Self::BadLength => f.write_str("bad length"),
            Self::NotALog => f.write_str("not a log"),
            Self::UnknownFormat(format) => write!(f, "unknown format {format}"),
        }
    }
}

impl Error for Damage {}
