//! The header of a segment.

use super::{Reason, TooLong};

/// The format number this version writes.
pub const FORMAT: u16 = 1;

pub(super) const MAGIC: &[u8; 8] = b"PHLOG\0\r\n";
const FIXED: usize = 24;
const CHECKSUM: usize = 4;

/// What stands at the start of every segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentHeader {
    /// Position of the segment in its log, from 1.
    pub segment: u32,
    /// No record in the segment has an earlier sequence.
    pub first_seq: u64,
    /// The host's own id of the session.
    pub session: String,
}

impl SegmentHeader {
    /// Appends the header's bytes.
    pub fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), TooLong> {
        let start = out.len();
        let length = u16::try_from(self.session.len()).map_err(|_| TooLong)?;
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&FORMAT.to_le_bytes());
        out.extend_from_slice(&length.to_le_bytes());
        out.extend_from_slice(&self.segment.to_le_bytes());
        out.extend_from_slice(&self.first_seq.to_le_bytes());
        out.extend_from_slice(self.session.as_bytes());
        let checksum = crc32c::crc32c(&out[start..]);
        out.extend_from_slice(&checksum.to_le_bytes());
        Ok(())
    }

    /// Reads a header from the start of `bytes` and says how long it was.
    ///
    /// Returns `None` while more bytes are needed.
    pub(super) fn decode(bytes: &[u8]) -> Result<Option<(Self, usize)>, Reason> {
        let seen = bytes.len().min(MAGIC.len());
        if bytes[..seen] != MAGIC[..seen] {
            return Err(Reason::NotALog);
        }
        if bytes.len() < FIXED {
            return Ok(None);
        }
        let format = u16::from_le_bytes([bytes[8], bytes[9]]);
        if format != FORMAT {
            return Err(Reason::UnknownFormat(format));
        }
        let body = FIXED + usize::from(u16::from_le_bytes([bytes[10], bytes[11]]));
        let total = body + CHECKSUM;
        if bytes.len() < total {
            return Ok(None);
        }
        let mut fields = super::decode::Fields(&bytes[12..]);
        let (segment, first_seq) = (fields.u32(), fields.u64());
        let checksum = super::decode::Fields(&bytes[body..]).u32();
        if crc32c::crc32c(&bytes[..body]) != checksum {
            return Err(Reason::BadChecksum);
        }
        let session = std::str::from_utf8(&bytes[FIXED..body]).map_err(|_| Reason::BadLength)?;
        let header = Self {
            segment,
            first_seq,
            session: session.to_owned(),
        };
        Ok(Some((header, total)))
    }
}
