//! pilothouse-protocol, and the lower limits for comparison.

use std::hint::black_box;
use std::io;

use bench_wire_meter::{CHUNK, Counts, Parser, for_each_line, serve};
use bytes::Bytes;
use pilothouse_protocol::lines::LineSplitter;
use pilothouse_protocol::wire::Audit;
use pilothouse_protocol::{Frame, Meaning};

/// Longer than every line of the transcripts.
const LIMIT: usize = 64 * 1024 * 1024;

fn main() -> io::Result<()> {
    serve(&[
        Parser {
            name: "split lines (memchr)",
            run: |transcript| split(transcript),
        },
        Parser {
            name: "split lines, check UTF-8",
            run: |transcript| split_and_check(transcript),
        },
        Parser {
            name: "serde_json::Value",
            run: |transcript| tree(transcript),
        },
        Parser {
            name: "pilothouse, bodies on demand",
            run: frames,
        },
        Parser {
            name: "pilothouse, everything read",
            run: everything,
        },
        Parser {
            name: "pilothouse, out of chunks",
            run: |transcript| chunks(transcript),
        },
    ])
}

fn split(transcript: &[u8]) -> Counts {
    let mut read = 0;
    for_each_line(transcript, |line| {
        black_box(line);
        read += 1;
    });
    Counts {
        read,
        ..Counts::default()
    }
}

fn split_and_check(transcript: &[u8]) -> Counts {
    let mut counts = Counts::default();
    for_each_line(transcript, |line| {
        match simdutf8::basic::from_utf8(black_box(line)) {
            Ok(_) => counts.read += 1,
            Err(_) => counts.refused += 1,
        }
    });
    counts
}

fn tree(transcript: &[u8]) -> Counts {
    let mut counts = Counts::default();
    for_each_line(transcript, |line| {
        match serde_json::from_slice::<serde_json::Value>(line) {
            Ok(value) => {
                black_box(value);
                counts.read += 1;
            }
            Err(_) => counts.refused += 1,
        }
    });
    counts
}

fn everything(transcript: &Bytes) -> Counts {
    // An audit parses every body.
    let mut audit = Audit::default();
    let mut counts = Counts::default();
    for_each_line(transcript, |line| {
        let frame = Frame::parse_audited(transcript.slice_ref(line), &mut audit);
        count(&mut counts, &frame);
    });
    black_box(audit);
    counts
}

/// Parses each line into a frame, which shares the memory of the line.
fn frames(transcript: &Bytes) -> Counts {
    let mut counts = Counts::default();
    for_each_line(transcript, |line| {
        let frame = Frame::parse(transcript.slice_ref(line));
        count(&mut counts, &frame);
    });
    counts
}

/// Parses like a host: chunks into the splitter, lines out of it, a frame from each.
///
/// Copying the chunk represents the read from the pipe, which is not included for the others.
fn chunks(transcript: &[u8]) -> Counts {
    let mut counts = Counts::default();
    let mut splitter = LineSplitter::new(LIMIT);
    for chunk in transcript.chunks(CHUNK) {
        splitter.push(chunk);
        while let Some(line) = splitter.next_line() {
            count(&mut counts, &Frame::from_line(line));
        }
    }
    counts
}

fn count(counts: &mut Counts, frame: &Frame) {
    match &black_box(frame).meaning {
        Meaning::Message(_) => counts.read += 1,
        _ => counts.refused += 1,
    }
}
