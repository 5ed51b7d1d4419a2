//! What a session does outside its own state: the log, the runner's socket, the process.
//!
//! Each function is one operation and ends in bounded time.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pilothouse_log::{Closed, LogDir, Record, Who};
use pilothouse_protocol::input::UserInput;
use pilothouse_runner::socket::{Refusal as Code, Role};
use pilothouse_runner::{Client, ClientError, Config, Durability, Events, Found, Program};

use super::Refusal;
use super::Shared;
use super::effect::Body;
use super::log_file::wait_until_free;
use super::queue::read_user;

/// How long a runner that has said goodbye may hold the log.
pub(super) const FAREWELL: Duration = Duration::from_secs(5);
/// How long to wait before looking at the log of such a runner again.
pub(super) const LOOK_AGAIN: Duration = Duration::from_millis(10);
/// How long a runner may take to welcome a server. One that is stopped accepts connections and says nothing.
const WELCOME: Duration = Duration::from_secs(10);
/// How long a runner may take for one request.
const REQUEST: Duration = Duration::from_secs(30);
/// How long a process may take to end by itself.
const GRACE: Duration = Duration::from_secs(5);
/// SIGKILL, by its number.
const KILL: i32 = 9;

/// A runner that this session is attached to.
pub(super) struct Runner {
    pub(super) client: Client,
    pub(super) events: Events,
}

/// The log of a session that operations work on.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) shared: Shared,
    pub(super) id: String,
    /// The newest record that the session has.
    pub(super) seen: u64,
    /// What is known of the log's file since it was last written without a runner.
    pub(super) closed: Arc<Mutex<Option<Closed>>>,
}

/// A write to be made.
pub(super) struct Write {
    pub(super) key: String,
    pub(super) who: Who,
    pub(super) body: Body,
}

/// What became of a write.
#[derive(Debug, PartialEq)]
pub(super) enum Outcome {
    /// Its record is on its way, or among those that came with the outcome.
    Made,
    Repeated {
        seq: u64,
    },
    Refused(Refusal),
    /// The runner was lost meanwhile: it may have been made.
    Unknown,
    /// The runner did not answer in time: it may still make it.
    Unanswered,
}

/// A runner that was attached to, and the records that it does not send.
pub(super) struct Attached {
    pub(super) runner: Runner,
    pub(super) before: Vec<Record>,
}

/// What was found in the place of a runner.
pub(super) enum Recovered {
    Attached(Attached),
    /// Nobody writes the log; these records were new in it.
    Closed(Vec<Record>),
}

/// What became of a launch.
pub(super) enum Launched {
    Attached(Attached),
    /// The process has ended already, with these records.
    Ended(Vec<Record>),
}

impl Place {
    pub(super) fn log(&self) -> LogDir {
        self.shared.log_dir(&self.id)
    }

    /// Writes by the runner. The record comes as an event.
    pub(super) async fn write(&self, client: &Client, write: Write) -> Outcome {
        let Write { key, who, body } = write;
        let synced = Durability::Synced;
        let writing = async {
            match body {
                Body::Note(note) => client.note(key, who, note, synced).await,
                Body::Line(line) => client.write(key, who, line, synced).await,
                Body::Again(seq) => match self.line(seq).await {
                    Some(line) => client.write(key, who, line, synced).await,
                    None => Err(ClientError::Unexpected),
                },
            }
        };
        match tokio::time::timeout(REQUEST, writing).await {
            Ok(Ok(written)) if written.repeated => Outcome::Repeated { seq: written.seq },
            Ok(Ok(_)) => Outcome::Made,
            Ok(Err(ClientError::Closed)) => Outcome::Unknown,
            Ok(Err(error)) => Outcome::Refused(refusal(&error)),
            Err(_) => Outcome::Unanswered,
        }
    }

    /// Attaches to the session's runner, if one lives; else closes the log of a dead one if it `is_open`.
    pub(super) async fn recover(&self, is_open: bool) -> io::Result<Recovered> {
        let begun = Instant::now();
        let mut was_found = false;
        loop {
            let dir = self.log();
            match blocking(move || find_runner(&dir)).await? {
                RunnerLookup::Found(found) => match self.connect(&found.socket).await {
                    Err(error) if begun.elapsed() < FAREWELL => {
                        // A runner that was killed holds its log a moment longer than its socket.
                        tracing::debug!(session = %self.id, %error, "cannot attach yet");
                        was_found = true;
                        tokio::time::sleep(LOOK_AGAIN).await;
                    }
                    connected => return connected.map(Recovered::Attached),
                },
                RunnerLookup::None if !was_found && !is_open => {
                    return Ok(Recovered::Closed(Vec::new()));
                }
                // What a runner wrote at its end came after the log was read.
                RunnerLookup::None | RunnerLookup::Gone => {
                    return self.close_log().await.map(Recovered::Closed);
                }
            }
        }
    }

    async fn connect(&self, socket: &std::path::Path) -> io::Result<Attached> {
        let connecting = Client::connect(socket, Role::Control, self.seen);
        let connected = tokio::time::timeout(WELCOME, connecting).await;
        let (client, events) = connected
            .map_err(|_| io::Error::new(io::ErrorKind::TimedOut, "the runner does not answer"))?
            .map_err(io::Error::other)?;
        let first = client.welcome().first_seq;
        let before = match first > self.seen + 1 {
            // The runner reads no sealed segments: what is in them comes from the files.
            true => self.read_before(first).await?,
            false => Vec::new(),
        };
        let runner = Runner { client, events };
        Ok(Attached { runner, before })
    }

    async fn read_before(&self, end: u64) -> io::Result<Vec<Record>> {
        let (dir, seen) = (self.log(), self.seen);
        let before = move |record: &io::Result<Record>| {
            record.as_ref().map_or(true, |record| record.seq < end)
        };
        blocking(move || dir.read_after(seen)?.take_while(before).collect()).await
    }

    /// Starts a runner with its process and attaches to it.
    pub(super) async fn launch(&self, config: Config) -> Result<Launched, Refusal> {
        let (socket, dir) = (config.socket.clone(), self.log());
        let program = match &self.shared.config.runner {
            Some(path) => Program::new(path, ["runner"]),
            None => Program::this(["runner"]).map_err(|error| cannot_start(&error))?,
        };
        let launched = blocking(move || {
            wait_until_free(&dir)?;
            pilothouse_runner::launch(&program, &config).map_err(io::Error::other)
        });
        launched.await.map_err(|error| cannot_start(&error))?;
        match self.connect(&socket).await {
            Ok(attached) => Ok(Launched::Attached(attached)),
            Err(error) => {
                tracing::debug!(session = %self.id, %error, "the new runner is gone already");
                let closed = self.close_log().await;
                closed
                    .map(Launched::Ended)
                    .map_err(|error| cannot_start(&error))
            }
        }
    }

    /// What a runner that could not start its process has written.
    pub(super) async fn failed_start(&self) -> Vec<Record> {
        self.close_log().await.unwrap_or_else(|error| {
            tracing::warn!(session = %self.id, %error, "the log of a failed start cannot be read");
            Vec::new()
        })
    }

    /// Ends whatever runner holds the log, although it cannot be attached to.
    pub(super) async fn kill_runner(&self) {
        let dir = self.log();
        let found = blocking(move || pilothouse_runner::find(&dir)).await;
        let pid = found.ok().flatten().and_then(|found| {
            let pid = i32::try_from(found.pid).ok()?;
            rustix::process::Pid::from_raw(pid)
        });
        if let Some(pid) = pid
            && let Err(error) = rustix::process::kill_process(pid, rustix::process::Signal::KILL)
        {
            tracing::warn!(session = %self.id, %error, "the runner cannot be ended");
        }
    }

    /// The line of a message as it was sent.
    async fn line(&self, seq: u64) -> Option<bytes::Bytes> {
        let dir = self.log();
        let read = blocking(move || dir.read_after(seq - 1)?.next().transpose());
        let record = read.await.ok().flatten()?;
        // Without this record the next one is found, which may be another message.
        if record.seq != seq {
            return None;
        }
        read_user(record.bytes.clone()).map(|_| record.bytes)
    }

    pub(super) async fn messages(&self, seqs: Vec<u64>) -> Vec<(u64, Option<UserInput>)> {
        let mut messages = Vec::new();
        for seq in seqs {
            let line = self.line(seq).await;
            messages.push((seq, line.and_then(read_user)));
        }
        messages
    }
}

/// Asks the process of a runner to end, and makes it if it does not.
pub(super) async fn terminate(client: &Client) -> Result<(), ClientError> {
    bounded(client.terminate(GRACE)).await
}

pub(super) async fn kill(client: &Client) -> Result<(), ClientError> {
    bounded(client.signal(KILL)).await
}

async fn bounded(
    request: impl Future<Output = Result<(), ClientError>>,
) -> Result<(), ClientError> {
    let done = tokio::time::timeout(REQUEST, request).await;
    done.unwrap_or(Err(ClientError::Closed))
}

/// The outcome of a search for the runner of a log.
enum RunnerLookup {
    Found(Found),
    None,
    /// The log was locked, and is not any more.
    Gone,
}

/// Finds the runner of a log. A runner that starts or ends holds the log without announcing its socket. Blocks.
fn find_runner(dir: &LogDir) -> io::Result<RunnerLookup> {
    let begun = Instant::now();
    let mut none = RunnerLookup::None;
    loop {
        if let Some(found) = pilothouse_runner::find(dir)? {
            return Ok(RunnerLookup::Found(found));
        }
        if !dir.is_locked()? || begun.elapsed() >= FAREWELL {
            return Ok(none);
        }
        none = RunnerLookup::Gone;
        std::thread::sleep(LOOK_AGAIN);
    }
}

/// Does what blocks where blocking is allowed.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(io::Error::other)?
}

fn cannot_start(error: &io::Error) -> Refusal {
    Refusal::CannotStart(error.to_string())
}

fn refusal(error: &ClientError) -> Refusal {
    match error {
        ClientError::Refused { code, .. } => match code {
            Code::DiskFull => Refusal::DiskFull,
            Code::Closed | Code::Busy => Refusal::InputClosed,
            _ => Refusal::NotWritten(error.to_string()),
        },
        _ => Refusal::NotWritten(error.to_string()),
    }
}
