//! Shared code of the measured programs.
//!
//! A program receives orders on stdin, one per line, and answers each with one line on stdout:
//!
//! - `names` returns the names of its parsers, separated by tabs;
//! - `load PATH` reads a transcript into memory and returns `loaded`;
//! - `run NAME` parses the transcript once and returns the CPU time in nanoseconds and three counts: messages read,
//!   messages dropped silently, messages rejected with an error.
//!
//! With this protocol, one driver can interleave programs in several languages, and noise affects all of them equally.

use std::io::{BufRead, Write};
use std::{fs, io};

use bytes::Bytes;
use rustix::time::{ClockId, clock_gettime};

/// The size of one read from a pipe.
pub const CHUNK: usize = 64 * 1024;

/// The number of messages by outcome.
#[derive(Clone, Copy, Default)]
pub struct Counts {
    pub read: u64,
    pub dropped: u64,
    pub refused: u64,
}

/// A parser to measure.
pub struct Parser {
    pub name: &'static str,
    pub run: fn(&Bytes) -> Counts,
}

/// Calls a function with each line of a transcript, without its line break.
pub fn for_each_line(transcript: &[u8], mut take: impl FnMut(&[u8])) {
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', transcript) {
        take(&transcript[start..end]);
        start = end + 1;
    }
}

/// Processes orders until stdin is closed.
pub fn serve(parsers: &[Parser]) -> io::Result<()> {
    let mut transcript = Bytes::new();
    let mut out = io::stdout().lock();
    for order in io::stdin().lock().lines() {
        let order = order?;
        let answer = match order.split_once(' ').unwrap_or((&order, "")) {
            ("names", _) => parsers
                .iter()
                .map(|parser| parser.name)
                .collect::<Vec<_>>()
                .join("\t"),
            ("load", path) => {
                transcript = fs::read(path)?.into();
                "loaded".to_owned()
            }
            ("run", name) => match parsers.iter().find(|parser| parser.name == name) {
                Some(parser) => measure(parser, &transcript),
                None => return Err(io::Error::other(format!("no parser named {name}"))),
            },
            _ => return Err(io::Error::other(format!("unknown order: {order}"))),
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

fn measure(parser: &Parser, transcript: &Bytes) -> String {
    let before = thread_cpu_nanoseconds();
    let counts = (parser.run)(transcript);
    let spent = thread_cpu_nanoseconds() - before;
    format!(
        "{spent} {} {} {}",
        counts.read, counts.dropped, counts.refused
    )
}

fn thread_cpu_nanoseconds() -> u64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
