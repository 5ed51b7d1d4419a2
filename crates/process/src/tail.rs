//! The end of a stream of bytes, such as stderr.

use std::collections::VecDeque;

/// The last bytes of a stream, up to a limit.
#[derive(Debug, Clone)]
pub struct OutputTail {
    bytes: VecDeque<u8>,
    limit: usize,
}

impl OutputTail {
    /// Makes an empty tail that keeps `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            bytes: VecDeque::new(),
            limit,
        }
    }

    /// Appends bytes and drops the oldest ones beyond the limit.
    pub fn push(&mut self, bytes: &[u8]) {
        let kept = &bytes[bytes.len().saturating_sub(self.limit)..];
        let excess = (self.bytes.len() + kept.len()).saturating_sub(self.limit);
        self.bytes.drain(..excess);
        self.bytes.extend(kept);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Returns whether nothing is kept.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the bytes as text; invalid UTF-8 becomes the replacement character.
    pub fn to_text(&self) -> String {
        let (front, back) = self.bytes.as_slices();
        String::from_utf8_lossy(&[front, back].concat()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_long_output_is_kept() {
        let mut tail = OutputTail::new(16);
        for chunk in [&[b'x'; 100][..], b"the ", b"reason"] {
            tail.push(chunk);
        }
        assert_eq!(tail.to_text(), "xxxxxxthe reason");
        tail.push(&[b'y'; 17]);
        assert_eq!(tail.to_text(), "y".repeat(16));
    }
}
