//! From records to bytes.

use std::error::Error;
use std::fmt;

use super::Record;

/// Bytes of a record before its body: length and checksum.
pub(super) const PREFIX: usize = 8;
/// Bytes of a body before the name of who.
pub(super) const FIXED: usize = 26;

impl Record {
    /// Appends the record's bytes.
    pub fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), TooLong> {
        out.extend_from_slice(&self.encode_head()?);
        out.extend_from_slice(&self.bytes);
        Ok(())
    }

    /// Returns everything that stands before the payload, checksum included.
    ///
    /// A writer that has the payload already can write the two without copying a large line.
    pub fn encode_head(&self) -> Result<Vec<u8>, TooLong> {
        let (tag, name) = self.who.parts();
        let id = self.id.as_deref().unwrap_or_default().as_bytes();
        let name_length = u16::try_from(name.len()).map_err(|_| TooLong)?;
        let id_length = u16::try_from(id.len()).map_err(|_| TooLong)?;
        let head = FIXED + name.len() + id.len();
        let body = head
            .checked_add(self.bytes.len())
            .and_then(|length| u32::try_from(length).ok())
            .ok_or(TooLong)?;

        let mut out = Vec::with_capacity(PREFIX + head);
        out.extend_from_slice(&body.to_le_bytes());
        out.extend_from_slice(&[0; 4]);
        out.extend_from_slice(&self.seq.to_le_bytes());
        out.extend_from_slice(&self.at_ms.to_le_bytes());
        out.extend_from_slice(&self.epoch.to_le_bytes());
        out.extend_from_slice(&[self.kind.code(), tag]);
        out.extend_from_slice(&name_length.to_le_bytes());
        out.extend_from_slice(&id_length.to_le_bytes());
        out.extend_from_slice(name);
        out.extend_from_slice(id);

        let checksum = checksum(&out[..4], &out[PREFIX..]);
        let checksum = crc32c::crc32c_append(checksum, &self.bytes);
        out[4..PREFIX].copy_from_slice(&checksum.to_le_bytes());
        Ok(out)
    }
}

/// The checksum covers the length too, so that a damaged length is not taken for a torn tail
/// when the bytes it asks for happen to be there.
pub(super) fn checksum(length: &[u8], body: &[u8]) -> u32 {
    crc32c::crc32c_append(crc32c::crc32c(length), body)
}

/// A record or header that does not fit the format: a payload of 4 GiB, a name or id of 64 KiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the record is too long for the log's format")
    }
}

impl Error for TooLong {}
