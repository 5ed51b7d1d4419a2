//! Just enough of the tar format (ustar): plain files with short names, so that any tar can look into an archive.

use std::io::{self, Read, Write};

const BLOCK: usize = 512;
/// The longest file that the header of an entry can tell.
const LONGEST: u64 = 0o77_777_777_777;

/// Writes an entry's header. The content follows, and then [`pad`].
pub(super) fn begin(out: &mut dyn Write, name: &str, size: u64, at_ms: u64) -> io::Result<()> {
    if name.len() > 100 || size > LONGEST {
        return Err(io::Error::other(format!(
            "cannot be put into an archive: {name}"
        )));
    }
    let mut header = [0_u8; BLOCK];
    header[..name.len()].copy_from_slice(name.as_bytes());
    octal(&mut header[100..108], 0o600);
    octal(&mut header[108..116], 0);
    octal(&mut header[116..124], 0);
    octal(&mut header[124..136], size);
    octal(&mut header[136..148], at_ms / 1000);
    header[148..156].fill(b' ');
    header[156] = b'0';
    header[257..265].copy_from_slice(b"ustar\x0000");
    let sum: u64 = header.iter().map(|byte| u64::from(*byte)).sum();
    octal(&mut header[148..155], sum);
    out.write_all(&header)
}

/// An archive that ends before its end is a damaged one; other errors are those of the file.
fn cut_off(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => damaged(),
        _ => error,
    }
}

/// Fills the last block of an entry's content.
pub(super) fn pad(out: &mut dyn Write, size: u64) -> io::Result<()> {
    out.write_all(&[0; BLOCK][..padding(size)])
}

/// Ends the archive.
pub(super) fn end(out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&[0; 2 * BLOCK])
}

/// Reads the next entry's name and size; none at the end. Its content and padding must be read before the next call.
pub(super) fn next(from: &mut dyn Read) -> io::Result<Option<(String, u64)>> {
    let mut header = [0_u8; BLOCK];
    from.read_exact(&mut header).map_err(cut_off)?;
    if header.iter().all(|byte| *byte == 0) {
        return Ok(None);
    }
    let mut summed = header;
    summed[148..156].fill(b' ');
    let sum: u64 = summed.iter().map(|byte| u64::from(*byte)).sum();
    if number(&header[148..156]) != Some(sum) || !matches!(header[156], b'0' | 0) {
        return Err(damaged());
    }
    let name = header[..100]
        .split(|byte| *byte == 0)
        .next()
        .unwrap_or_default();
    let name = std::str::from_utf8(name).map_err(|_| damaged())?.to_owned();
    let size = number(&header[124..136]).ok_or_else(damaged)?;
    Ok(Some((name, size)))
}

/// Reads over what fills the last block of a content.
pub(super) fn skip_padding(from: &mut dyn Read, size: u64) -> io::Result<()> {
    from.read_exact(&mut [0; BLOCK][..padding(size)])
}

pub(super) fn damaged() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "this is not an archive of a session, or it is damaged",
    )
}

fn padding(size: u64) -> usize {
    let over = (size % BLOCK as u64) as usize;
    (BLOCK - over) % BLOCK
}

fn octal(field: &mut [u8], number: u64) {
    let digits = field.len() - 1;
    let text = format!("{number:0digits$o}");
    field[..digits].copy_from_slice(&text.as_bytes()[text.len() - digits..]);
}

fn number(field: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(field).ok()?;
    u64::from_str_radix(text.trim_matches(['\0', ' ']), 8).ok()
}
