//! Splits a byte stream into lines.

use bytes::{Bytes, BytesMut};

/// The number of bytes kept of an oversized line, to identify it.
const OVERSIZED_HEAD: usize = 4096;

/// One line, without its line break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A line that ended in `\n` or `\r\n`.
    Complete(Bytes),
    /// The bytes after the last line break when the stream ended.
    Unfinished(Bytes),
    /// A line longer than the limit. It was read to its end and dropped, except for its first bytes.
    Oversized {
        /// The first bytes of the line.
        head: Bytes,
        /// The length of the line.
        length: u64,
    },
}

/// Splits a byte stream into lines, regardless of the chunks.
///
/// Read into [`LineSplitter::buffer`], then take lines until there are none; at the end of the stream call
/// [`LineSplitter::finish`].
/// Lines share the buffer's memory: keeping a line keeps the memory of the whole read alive.
/// Every method leaves the splitter consistent, so a cancelled read loses nothing.
#[derive(Debug)]
pub struct LineSplitter {
    buffer: BytesMut,
    /// The length of the prefix of `buffer` that has no line break.
    searched: usize,
    limit: usize,
    /// The current line, if it is longer than the limit.
    oversized: Option<(Bytes, u64)>,
}

impl LineSplitter {
    /// Creates a splitter for lines of up to `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self {
            buffer: BytesMut::new(),
            searched: 0,
            limit,
            oversized: None,
        }
    }

    /// Returns the buffer to read into: append to it, never remove from it.
    pub fn buffer(&mut self) -> &mut BytesMut {
        &mut self.buffer
    }

    /// Appends a chunk.
    pub fn push(&mut self, chunk: &[u8]) {
        self.buffer.extend_from_slice(chunk);
    }

    /// Returns the next complete line, if any.
    pub fn next_line(&mut self) -> Option<Line> {
        if let Some(found) = memchr::memchr(b'\n', &self.buffer[self.searched..]) {
            let mut line = self.buffer.split_to(self.searched + found + 1);
            self.searched = 0;
            line.truncate(line.len() - 1);
            return Some(self.end_line(line));
        }
        self.searched = self.buffer.len();
        if self.searched > self.limit {
            self.drop_oversized();
        }
        None
    }

    /// Returns the rest of the stream after its end.
    pub fn finish(&mut self) -> Option<Line> {
        let rest = self.buffer.split();
        self.searched = 0;
        if self.oversized.is_some() {
            return Some(self.end_line(rest));
        }
        (!rest.is_empty()).then(|| Line::Unfinished(rest.freeze()))
    }

    fn end_line(&mut self, mut line: BytesMut) -> Line {
        if let Some((head, length)) = self.oversized.take() {
            return Line::Oversized {
                head,
                length: length + line.len() as u64,
            };
        }
        if line.len() > self.limit {
            let length = line.len() as u64;
            return Line::Oversized {
                head: self.head(&line),
                length,
            };
        }
        if line.last() == Some(&b'\r') {
            line.truncate(line.len() - 1);
        }
        Line::Complete(line.freeze())
    }

    /// The bytes to keep of an oversized line: no more than the limit, so that the result does not depend on the
    /// chunks.
    fn head(&self, line: &[u8]) -> Bytes {
        Bytes::copy_from_slice(&line[..line.len().min(self.limit).min(OVERSIZED_HEAD)])
    }

    /// Drops the bytes of an oversized line to free its memory.
    fn drop_oversized(&mut self) {
        let dropped = self.buffer.split();
        self.searched = 0;
        let length = dropped.len() as u64;
        match &mut self.oversized {
            Some((_, total)) => *total += length,
            None => {
                let head = self.head(&dropped);
                self.oversized = Some((head, length));
            }
        }
    }
}
