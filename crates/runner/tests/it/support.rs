//! A session whose CLI is the fake one.

#[path = "../../../server/tests/support/files.rs"]
pub(crate) mod files;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use pilothouse_log::{Exit, Kind, LogDir, Record, Who};
use pilothouse_process::{Mark, sweep};
use pilothouse_runner::socket::Role;
use pilothouse_runner::{
    Client, ClientError, Config, Durability, Event, Events, Launched, Program, Written, launch,
};
use rustix::process::{Pid, PidfdFlags, Signal};
use tempfile::TempDir;
use tokio::net::unix::pipe;

/// Only to fail: nothing waits this long when it works.
const LIMIT: Duration = Duration::from_secs(30);

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A session in a directory of its own; whatever it started ends with it.
pub(crate) struct Session {
    pub(crate) config: Config,
    pub(crate) program: Program,
    runners: Vec<u32>,
    _dir: TempDir,
}

impl Session {
    pub(crate) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let config = Config::new(
            format!("test-{}-{count}", std::process::id()),
            dir.path().join("log"),
            dir.path().join("run/s"),
            vec![env!("CARGO_BIN_EXE_fake-cli").to_owned()],
            dir.path(),
        );
        std::fs::create_dir(dir.path().join("run")).unwrap();
        Self {
            config: Config {
                reserve_bytes: 1 << 20,
                ..config
            },
            program: Program::new(env!("CARGO_BIN_EXE_runner-under-test"), [""; 0]),
            runners: Vec::new(),
            _dir: dir,
        }
    }

    pub(crate) fn started() -> Self {
        let mut session = Self::new();
        session.launch();
        session
    }

    pub(crate) fn launch(&mut self) -> Launched {
        let launched = launch(&self.program, &self.config).unwrap();
        self.runners.push(launched.runner_pid);
        launched
    }

    pub(crate) fn log(&self) -> LogDir {
        LogDir::new(&self.config.log_dir)
    }

    pub(crate) fn records(&self) -> Vec<Record> {
        let records = self.log().read_after(0).unwrap();
        records.map(Result::unwrap).collect()
    }

    pub(crate) async fn control(&self, after: u64) -> Attached {
        self.attach(Role::Control, after).await
    }

    pub(crate) async fn attach(&self, role: Role, after: u64) -> Attached {
        let (client, events) = self.connect(role, after).await.unwrap();
        Attached { client, events }
    }

    pub(crate) async fn connect(
        &self,
        role: Role,
        after: u64,
    ) -> Result<(Client, Events), ClientError> {
        let socket: &PathBuf = &self.config.socket;
        within(Client::connect(socket, role, after)).await
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        for runner in &self.runners {
            kill(*runner, Signal::KILL);
        }
        sweep(&Mark::session(&self.config.session), None, Duration::ZERO);
    }
}

/// A client and what it saw.
pub(crate) struct Attached {
    pub(crate) client: Client,
    pub(crate) events: Events,
}

impl Attached {
    pub(crate) async fn next(&mut self) -> Option<Event> {
        within(self.events.next()).await
    }

    /// Orders the fake CLI to do something.
    pub(crate) async fn order(&self, order: &str) -> Written {
        let id = format!("order-{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.write(&id, order).await.unwrap()
    }

    pub(crate) async fn write(&self, id: &str, line: &str) -> Result<Written, ClientError> {
        let who = Who::Device("test".to_owned());
        within(
            self.client
                .write(id, who, line.to_owned(), Durability::Synced),
        )
        .await
    }

    /// Waits for a record.
    pub(crate) async fn record(&mut self, wanted: impl Fn(&Record) -> bool) -> Record {
        loop {
            match self.next().await.expect("the events ended") {
                Event::Record(record) if wanted(&record) => return record,
                _ => {}
            }
        }
    }

    /// Waits for a line of the CLI that starts like this, and returns the rest of it.
    pub(crate) async fn line(&mut self, start: &str) -> String {
        let wanted = |record: &Record| {
            record.kind == Kind::Out && record.bytes.starts_with(start.as_bytes())
        };
        let line = self.record(wanted).await.bytes;
        String::from_utf8_lossy(&line[start.len()..]).into_owned()
    }

    pub(crate) async fn caught_up(&mut self) -> (Vec<Record>, u64) {
        let mut records = Vec::new();
        loop {
            match self.next().await.expect("the events ended") {
                Event::Record(record) => records.push(record),
                Event::CaughtUp { seq } => return (records, seq),
                event => panic!("{event:?} while catching up"),
            }
        }
    }

    /// Waits for the end and returns how it came and what was seen before.
    pub(crate) async fn exited(&mut self) -> (Exit, Vec<Record>) {
        let mut records = Vec::new();
        loop {
            match self.next().await.expect("the events ended without an exit") {
                Event::Record(record) => records.push(record),
                Event::Exited { exit, .. } => {
                    assert_eq!(self.next().await, None);
                    return (exit, records);
                }
                _ => {}
            }
        }
    }
}

/// Fails the test instead of waiting for ever.
pub(crate) async fn within<T>(future: impl Future<Output = T>) -> T {
    let waited = tokio::time::timeout(LIMIT, future).await;
    waited.expect("this takes too long")
}

pub(crate) fn kill(pid: u32, signal: Signal) {
    let pid = Pid::from_raw(pid.cast_signed()).unwrap();
    // It may be gone already.
    rustix::process::kill_process(pid, signal).ok();
}

/// A process that can be waited for although it is nobody's child here.
///
/// Its pidfd is read like a pipe: it becomes readable when the process ends.
pub(crate) struct Watched(Option<pipe::Receiver>);

pub(crate) fn watch(pid: u32) -> Watched {
    let pid = Pid::from_raw(pid.cast_signed()).unwrap();
    let opened = rustix::process::pidfd_open(pid, PidfdFlags::NONBLOCK);
    let receiver = |fd: std::os::fd::OwnedFd| pipe::Receiver::from_file_unchecked(fd.into());
    Watched(opened.ok().map(|fd| receiver(fd).unwrap()))
}

impl Watched {
    /// Waits until the process has ended.
    pub(crate) async fn gone(self) {
        if let Some(fd) = self.0 {
            within(fd.readable()).await.unwrap();
        }
    }
}

pub(crate) fn texts(records: &[Record], kind: Kind) -> Vec<String> {
    records
        .iter()
        .filter(|record| record.kind == kind)
        .map(|record| String::from_utf8_lossy(&record.bytes).into_owned())
        .collect()
}
