//! The last of what the CLI wrote to its stderr.

const TAIL: usize = 16 * 1024;

/// Appends to a tail and drops its start when it grows too long.
pub(crate) fn keep_tail(tail: &mut Vec<u8>, bytes: &[u8]) {
    tail.extend_from_slice(&bytes[bytes.len().saturating_sub(TAIL)..]);
    tail.drain(..tail.len().saturating_sub(TAIL));
}
