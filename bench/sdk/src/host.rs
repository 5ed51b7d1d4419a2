//! A measured host: a program that drives the fake CLI with one SDK.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Outcome;

/// The timeout of a host; one that lost the result would wait forever.
const PATIENCE: Duration = Duration::from_secs(45);

pub(crate) struct Host {
    pub(crate) name: String,
    /// The version, or another note.
    pub(crate) note: String,
    command: Vec<String>,
}

/// The measurements of one run of a host.
#[derive(Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) cpu: u64,
    pub(crate) wall: u64,
    pub(crate) messages: u64,
    pub(crate) idle: u64,
    pub(crate) peak: u64,
}

impl Host {
    /// Parses `NAME,NOTE,PROGRAM[,ARGUMENT...]`.
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
        let mut words = text.split(',').map(str::to_owned);
        let mut next = || words.next().ok_or("a host requires a name, a note and a program");
        let (name, note, program) = (next()?, next()?, next()?);
        let mut command = vec![program];
        command.extend(words);
        Ok(Self {
            name,
            note,
            command,
        })
    }

    pub(crate) fn run(&self, sessions: usize, fake: &Path, transcript: &Path) -> Outcome<Measured> {
        let mut child = Command::new(&self.command[0])
            .args(&self.command[1..])
            .arg(&self.name)
            .arg(sessions.to_string())
            .arg(fake)
            .env("BENCH_SDK_TRANSCRIPT", transcript)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("start {}: {error}", self.command[0]))?;
        let began = Instant::now();
        while child.try_wait()?.is_none() {
            if began.elapsed() > PATIENCE {
                child.kill()?;
                child.wait()?;
                return Err(format!("did not exit within {} s", PATIENCE.as_secs()).into());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let output = child.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let numbers: Vec<u64> = text
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect();
        let [cpu, wall, messages, idle, peak] = numbers[..] else {
            return Err(format!("reported {:?}", text.trim()).into());
        };
        Ok(Measured {
            cpu,
            wall,
            messages,
            idle,
            peak,
        })
    }
}
