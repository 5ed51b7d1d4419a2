//! `cargo xtask bench tap [--program PATH]`: measures the latency that the tap adds, in both directions.
//!
//! An echo program replaces the CLI: a few bytes are sent, awaited, and followed by the next ones. Each echo passes the
//! tap twice.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::repository::Repository;
use crate::{Outcome, command};

const ECHOES: usize = 5_000;

/// Has no line break, so the tap must not wait for the end of a line.
const PIECE: &[u8] = b"{\"type\":\"keep_alive\"} ";

pub(super) fn run(repository: &Repository, arguments: &[String]) -> Outcome {
    let program = super::host_program(repository, arguments, "tap")?;
    let recording = repository.scratch().join("bench-tap.ndjson");
    // If the recording of an earlier run remained, the next file would only get a number.
    drop(std::fs::remove_file(&recording));
    let mut tapped = Command::new(&program);
    tapped.arg("tap").arg("--out").arg(&recording);
    tapped.args(["--", "cat"]);
    let without = times(Command::new("cat"))?;
    let with = times(tapped)?;
    println!("{ECHOES} echoes, in microseconds: half of them took at most, 99 of 100 took at most");
    for (name, times) in [("cat", &without), ("tap -- cat", &with)] {
        println!("{name:<12} {:>8.1} {:>8.1}", at(times, 50), at(times, 99));
    }
    let added = |percent| (at(&with, percent) - at(&without, percent)) / 2.0;
    println!("added each way {:>6.1} {:>8.1}", added(50), added(99));
    size_of(&recording)
}

/// The duration of each echo, the shortest first.
fn times(mut command: Command) -> Outcome<Vec<Duration>> {
    let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let cannot = |error| format!("start {}: {error}", command::describe(&command));
    let mut child = started.map_err(cannot)?;
    let measured = echo(&mut child).map_err(|error| format!("the echo broke: {error}"));
    // Its stdin is closed, so it exits.
    child.wait().map_err(|error| error.to_string())?;
    let mut times = measured?;
    times.sort_unstable();
    Ok(times)
}

fn echo(child: &mut Child) -> std::io::Result<Vec<Duration>> {
    let closed = || std::io::Error::other("a pipe is missing");
    let mut stdin = child.stdin.take().ok_or_else(closed)?;
    let mut stdout = child.stdout.take().ok_or_else(closed)?;
    let mut back = [0; PIECE.len()];
    let mut times = Vec::with_capacity(ECHOES);
    for _ in 0..ECHOES {
        let begun = Instant::now();
        stdin.write_all(PIECE)?;
        stdout.read_exact(&mut back)?;
        times.push(begun.elapsed());
    }
    Ok(times)
}

/// A percentile in microseconds.
fn at(sorted: &[Duration], percent: usize) -> f64 {
    let index = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted[index].as_secs_f64() * 1e6
}

/// Without a recording, something else would have been measured.
fn size_of(recording: &Path) -> Outcome {
    let recorded = std::fs::metadata(recording).map_or(0, |file| file.len());
    if recorded < (ECHOES * PIECE.len()) as u64 {
        return Err("the recording does not hold what was echoed".to_owned());
    }
    Ok(())
}
