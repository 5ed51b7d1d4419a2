//! How far the newest recovery of a log has jumped, beside the log.
//!
//! Bytes can rot in the very record that a recovery wrote. Nothing in the log says then how far it jumped, and the next
//! recovery would give the same sequences to other records, which browsers take for the ones they have.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::private;

const NAME: &str = "jumped";

/// The sequence after which the newest recovery went on; 0 if there was none, or if that cannot be read.
pub(super) fn read(dir: &Path) -> u64 {
    let text = fs::read_to_string(dir.join(NAME)).unwrap_or_default();
    parse(&text).unwrap_or(0)
}

fn parse(text: &str) -> Option<u64> {
    let (seq, checksum) = text.trim_end().split_once(' ')?;
    let is_whole = u32::from_str_radix(checksum, 16) == Ok(crc32c::crc32c(seq.as_bytes()));
    seq.parse().ok().filter(|_| is_whole)
}

/// Puts the sequence on the disk, before a record has one behind it.
pub(super) fn write(dir: &Path, seq: u64) -> io::Result<()> {
    let seq = seq.to_string();
    let (path, new) = (dir.join(NAME), dir.join("jumped.new"));
    let mut file = private::create(&new)?;
    writeln!(file, "{seq} {:08x}", crc32c::crc32c(seq.as_bytes()))?;
    file.sync_data()?;
    fs::rename(new, path)?;
    File::open(dir)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sequence_is_read_as_it_was_written_and_counts_only_if_it_is_whole() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(read(dir.path()), 0);
        for seq in [1, 1 << 40] {
            write(dir.path(), seq).unwrap();
            assert_eq!(read(dir.path()), seq);
        }
        let text = fs::read_to_string(dir.path().join(NAME)).unwrap();
        fs::write(dir.path().join(NAME), text.replacen('1', "9", 1)).unwrap();
        assert_eq!(read(dir.path()), 0);
    }
}
