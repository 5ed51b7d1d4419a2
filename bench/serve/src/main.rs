//! Measures the server under load, in a release build, with the simulator. `cargo xtask bench serve` runs it.
//!
//! docs/numbers.md describes the measurements. Counts and times are bounded.

mod client;
mod host;
mod report;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use client::{Arrivals, Client};
use host::Host;
use report::Report;

/// The result of an operation; errors are sentences with a reason.
type Outcome<T = ()> = Result<T, String>;

/// The number of stored sessions for the startup measurement.
const STORED: usize = 5_000;
/// The number of streaming sessions, and of idle ones.
const STREAMING: usize = 50;
const IDLE: usize = 200;
/// The number of deltas of each streaming session, and the seconds between two deltas.
const DELTAS: usize = 3_000;
const PAUSE: &str = "0.01";
/// The first deltas are not counted, because processes are still starting.
const WARM_UP: Duration = Duration::from_secs(4);
/// How long arrivals are counted.
const COUNTED: Duration = Duration::from_secs(20);
/// The number of browsers per session in the larger measurement.
const BROWSERS: usize = 5;

/// `bench-serve PROGRAM SCRATCH`: the program to measure, and a directory for its data.
fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [program, scratch] = arguments.as_slice() else {
        eprintln!("usage: bench-serve PROGRAM SCRATCH");
        return ExitCode::from(2);
    };
    match run(&PathBuf::from(program), &PathBuf::from(scratch)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(program: &Path, scratch: &Path) -> Outcome {
    if !cfg!(target_os = "linux") {
        return Err("this benchmark reads /proc and needs Linux".to_owned());
    }
    let mut report = Report::default();
    let size = std::fs::metadata(program).map_err(|error| error.to_string())?;
    report.number("the program, in MB", size.len() as f64 / 1e6, Some(30.0));
    stored(Host::start(program, scratch)?, &mut report)?;
    stream(Host::start(program, scratch)?, 1, 0, &mut report)?;
    stream(
        Host::start(program, scratch)?,
        BROWSERS,
        IDLE,
        &mut report,
    )?;
    report.finish()
}

/// Measures the startup with many stored sessions.
fn stored(mut host: Host, report: &mut Report) -> Outcome {
    println!("storing {STORED} sessions");
    let client = host.client()?;
    report.number("an idle host, in MB", host.memory()?, Some(30.0));
    for _ in 0..STORED {
        client.create()?;
    }
    let mut took: Vec<f64> = Vec::new();
    for _ in 0..5 {
        took.push(host.restart()?.as_secs_f64() * 1e3);
    }
    took.sort_by(f64::total_cmp);
    let name = format!("start to listening with {STORED} sessions, median of 5, in ms");
    report.number(&name, took[2], Some(150.0));
    thread::sleep(Duration::from_secs(1));
    let name = format!("an idle host with {STORED} sessions, in MB");
    report.number(&name, host.memory()?, Some(30.0));
    host.end()
}

/// Measures streaming sessions with browsers, and idle ones.
fn stream(host: Host, browsers: usize, idle: usize, report: &mut Report) -> Outcome {
    let title = match idle {
        0 => format!("{STREAMING} streaming sessions, {browsers} browser each"),
        _ => format!("{idle} idle and {STREAMING} streaming sessions, {browsers} browsers each"),
    };
    println!("{title}");
    let client = host.client()?;
    let before = host.memory()?;
    let sessions: Vec<String> = (0..STREAMING + idle)
        .map(|_| client.create())
        .collect::<Outcome<_>>()?;
    for session in &sessions {
        client.wake(session)?;
    }
    let arrivals = Arrivals::default();
    for session in &sessions {
        for _ in 0..browsers {
            client.watch(session, &arrivals)?;
        }
    }
    let attached = host.memory()?;
    for session in &sessions[..STREAMING] {
        client.send(session, &script())?;
    }
    thread::sleep(WARM_UP);
    arrivals.begin();
    let begun = host.processor_time()?;
    let mut memory = vec![host.memory()?];
    for _ in 0..4 {
        thread::sleep(COUNTED / 4);
        memory.push(host.memory()?);
    }
    let counted = arrivals.end();
    let ended = host.processor_time()?;
    let runners = host.runners()?;
    report.section(&title);
    report.latencies(&counted, COUNTED, browsers)?;
    // Unlike times of arrival these say something on a busy machine too.
    let per_change = |seconds: f64| seconds * 1e6 / counted.len() as f64;
    let name = "processor time of the host for each change on a socket, in µs";
    report.number(name, per_change(ended.0 - begun.0), None);
    let name = "processor time of the runners for each change on a socket, in µs";
    report.number(name, per_change(ended.1 - begun.1), None);
    let each = (attached - before) / sessions.len() as f64;
    report.number("the host for each attached session, in MB", each, Some(1.0));
    report.range("the host while it streams, in MB", &memory);
    let growth = (memory[4] / memory[1] - 1.0) * 100.0;
    report.number(
        "its growth over the last 15 s, in percent",
        growth,
        Some(10.0),
    );
    if runners.len() < sessions.len() {
        return Err(format!("only {} runners are running", runners.len()));
    }
    let largest = runners.iter().map(|(all, _)| *all).fold(0.0, f64::max);
    report.number("the largest runner, in MB", largest, Some(6.0));
    let own = runners.iter().map(|(_, own)| *own).fold(0.0, f64::max);
    let name = "the same without the pages of the program, which all share, in MB";
    report.number(name, own, None);
    for session in &sessions {
        client.close(session)?;
    }
    host.end()
}

/// A message that makes the model stream for a while.
fn script() -> String {
    let text = "a word and  ".repeat(DELTAS);
    format!(r#"SCRIPT:[{{"type":"text","text":"{text}","chunks":{DELTAS},"delay":{PAUSE}}}]"#)
}

/// Returns a string member of JSON from the server.
fn member<'a>(json: &'a str, name: &str) -> Outcome<&'a str> {
    let key = format!("\"{name}\":\"");
    let found = json
        .split_once(&key)
        .and_then(|(_, rest)| rest.split_once('"'));
    let (value, _) = found.ok_or_else(|| format!("no {name} in {json:.200}"))?;
    Ok(value)
}

impl Host {
    fn client(&self) -> Outcome<Client> {
        Client::sign_in(self.address(), self.token(), self.project())
    }
}
