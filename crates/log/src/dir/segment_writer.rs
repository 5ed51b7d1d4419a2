//! Writing a whole segment: a copy, an export, an import, a sealed file.

use std::fs::File;
use std::io::{self, Write};

use crate::{Record, SegmentHeader, private};

use super::{LogDir, create_log_dir, live_path};

/// How many bytes are collected before they are written.
const BUFFER: usize = 256 * 1024;

/// Encodes the records of one segment into a stream. Sequences, times and epochs are the caller's.
#[derive(Debug)]
pub struct SegmentWriter<W> {
    out: W,
    buffer: Vec<u8>,
}

impl<W: Write> SegmentWriter<W> {
    /// Begins a segment.
    pub fn begin(out: W, header: &SegmentHeader) -> io::Result<Self> {
        let mut buffer = Vec::new();
        header.encode_into(&mut buffer).map_err(io::Error::other)?;
        Ok(Self { out, buffer })
    }

    /// Adds a record.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        record
            .encode_into(&mut self.buffer)
            .map_err(io::Error::other)?;
        if self.buffer.len() >= BUFFER {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Writes what is left and returns the stream; syncing or closing it is the caller's.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.write_all(&self.buffer)?;
        Ok(self.out)
    }
}

impl LogDir {
    /// Begins a new log with its first segment. Fails when the log has one already.
    pub fn first_segment(&self, session: &str) -> io::Result<SegmentWriter<File>> {
        create_log_dir(&self.path)?;
        let header = SegmentHeader {
            segment: 1,
            first_seq: 1,
            session: session.to_owned(),
        };
        let file = private::create_new(live_path(&self.path, header.segment))?;
        SegmentWriter::begin(file, &header)
    }
}
