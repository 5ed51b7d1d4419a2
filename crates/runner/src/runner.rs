//! The runner: one CLI, one log, one socket.
//!
//! One thread does everything, so there is one order of events: what the CLI writes and what
//! clients write goes into the log first and from there to everyone who watches it.

mod cli;
mod clients;
mod ending;
mod feed;
mod lines;
mod log;
mod requests;

use std::collections::HashMap;
use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

use pilothouse_protocol::log::{Exit, ExitReason, Kind, Record, Spawn, Who};
use rustix::process::Pid;
use tokio::net::unix::pipe;
use tokio::net::{UnixListener, UnixStream};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};

use crate::Config;
use crate::launch::{Launched, Ready};
use crate::log_dir::{Head, LogDir, LogWriter};
use crate::place::{self, Found};
use crate::reserve::Reserve;
use crate::socket::{Reply, Role};

use clients::{Connection, Event, Outgoing};
use ending::Ending;
use lines::{Activity, Lines};
use log::Sync;

/// How many clients may be connected at once.
const CLIENTS: usize = 32;
/// How long clients may take for the last records when the CLI has ended.
const FAREWELL: Duration = Duration::from_secs(2);

/// Runs a runner in this process, from the config on stdin to the end of the CLI.
pub(crate) fn run() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .build()?;
    runtime.block_on(async {
        match begin().await {
            Ok((runner, pipes)) => {
                // Who launched it may be gone; the session goes on all the same.
                tell(&Ready::Launched(runner.launched())).ok();
                runner.live(pipes).await
            }
            Err(error) => {
                tell(&Ready::Failed(error.to_string()))?;
                Err(error)
            }
        }
    })
}

fn tell(ready: &Ready) -> io::Result<()> {
    let line = serde_json::to_string(ready)?;
    writeln!(io::stdout(), "{line}")
}

/// Where everything comes from.
struct Pipes {
    listener: UnixListener,
    stdout: pipe::Receiver,
    stderr: pipe::Receiver,
    /// Heard from the start, so that no child's end is missed.
    children: Signal,
}

struct Runner {
    config: Config,
    log: LogWriter,
    /// How much of the log clients may see.
    heads: watch::Sender<Head>,
    reserve: Reserve,
    disk_full: bool,
    /// Output that could not be logged; while there is some, no more is read.
    unlogged: Vec<Record>,
    cli_pid: Pid,
    stdin: Option<cli::Stdin>,
    lines: Lines,
    stderr_tail: Vec<u8>,
    activity: Activity,
    clients: HashMap<u64, Client>,
    ending: Ending,
}

struct Client {
    role: Role,
    replies: mpsc::Sender<Outgoing>,
}

async fn begin() -> io::Result<(Runner, Pipes)> {
    let config: Config = serde_json::from_reader(io::stdin())?;
    config.check().map_err(io::Error::other)?;
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;

    let reserve = Reserve::new(&config.log_dir, config.reserve_bytes);
    let dir = LogDir::new(&config.log_dir);
    let mut log =
        LogWriter::open(&dir, &config.session, config.segment_bytes).map_err(io::Error::other)?;
    let disk_full = reserve.fill().is_err();
    let listener = listen(&config)?;
    let children = signal(SignalKind::child())?;
    log.next_epoch();
    let cli = match cli::start(&config) {
        Ok(cli) => cli,
        Err(error) => {
            not_started(&mut log, &config, &error)?;
            fs::remove_file(&config.socket)?;
            reserve.free()?;
            let message = format!("failed to start {}: {error}", config.argv[0]);
            return Err(io::Error::new(error.kind(), message));
        }
    };
    log.append(&mut [spawn_record(&config, cli.pid.as_raw_nonzero().get())?])?;
    log.sync()?;
    let runner = Runner {
        heads: watch::Sender::new(log.head()),
        log,
        reserve,
        disk_full,
        unlogged: Vec::new(),
        cli_pid: cli.pid,
        stdin: Some(cli.stdin),
        lines: Lines::default(),
        stderr_tail: Vec::new(),
        activity: Activity::new(),
        clients: HashMap::new(),
        ending: Ending::new(),
        config,
    };
    place::announce(&runner.config.log_dir, &runner.found())?;
    let pipes = Pipes {
        listener,
        stdout: cli.stdout,
        stderr: cli.stderr,
        children,
    };
    Ok((runner, pipes))
}

/// Listens at the socket. The log's lock is ours, so whoever listened there before is gone.
fn listen(config: &Config) -> io::Result<UnixListener> {
    let dir = config.socket.parent().unwrap_or(&config.socket);
    place::private_dir(dir)?;
    match fs::remove_file(&config.socket) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = UnixListener::bind(&config.socket)?;
    fs::set_permissions(&config.socket, Permissions::from_mode(0o600))?;
    Ok(listener)
}

fn spawn_record(config: &Config, pid: i32) -> io::Result<Record> {
    let spawn = Spawn {
        argv: config.argv.clone(),
        cwd: config.cwd.to_string_lossy().into_owned(),
        env_names: config.env.iter().map(|(name, _)| name.clone()).collect(),
        cli_version: config.cli_version.clone(),
        cli_session_id: config.cli_session_id.clone(),
        pid: pid.cast_unsigned(),
        runner_pid: std::process::id(),
        runner_version: env!("CARGO_PKG_VERSION").to_owned(),
        ..Spawn::default()
    };
    Ok(Record::new(
        Kind::Spawn,
        Who::Host,
        serde_json::to_vec(&spawn)?,
    ))
}

fn not_started(log: &mut LogWriter, config: &Config, error: &io::Error) -> io::Result<()> {
    let exit = Exit {
        reason: ExitReason::NotStarted,
        message: Some(format!("failed to start {}: {error}", config.argv[0])),
        ..Exit::default()
    };
    let exit = Record::new(Kind::Exit, Who::Host, serde_json::to_vec(&exit)?);
    log.append(&mut [spawn_record(config, 0)?, exit])?;
    log.sync()
}

impl Runner {
    async fn live(mut self, mut pipes: Pipes) -> io::Result<()> {
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut hangup = signal(SignalKind::hangup())?;
        let (sender, mut events) = mpsc::channel(64);
        let mut connections = JoinSet::new();
        let mut errors = Lines::default();
        let (mut out_open, mut err_open) = (true, true);
        let mut next_client = 0;
        self.reap();
        while !self.ending.is_over() {
            let wake = self.wakes_at();
            if wake <= Instant::now() {
                self.wake(out_open || err_open);
                continue;
            }
            let reading = self.unlogged.is_empty();
            tokio::select! {
                stream = pipes.listener.accept() => {
                    while connections.try_join_next().is_some() {}
                    next_client += 1;
                    if let (Ok((stream, _)), true) = (stream, connections.len() < CLIENTS) {
                        connections.spawn(self.connection(next_client, &sender, stream));
                    }
                }
                Some(event) = events.recv() => self.client(event),
                read = self.lines.read(&mut pipes.stdout), if reading && out_open => {
                    out_open = read.is_ok_and(|length| length > 0);
                    self.output();
                }
                read = errors.read(&mut pipes.stderr), if reading && err_open => {
                    err_open = read.is_ok_and(|length| length > 0);
                    self.errors(errors.rest());
                }
                _ = pipes.children.recv() => self.reap(),
                _ = terminate.recv() => self.stop(ExitReason::RunnerStopped, Duration::ZERO),
                _ = interrupt.recv() => self.stop(ExitReason::RunnerStopped, Duration::ZERO),
                _ = hangup.recv() => self.stop(ExitReason::RunnerStopped, Duration::ZERO),
                () = sleep_until(wake.into()) => {}
            }
        }
        self.finish()?;
        drop(self.clients);
        // Who does not take the last records in time finds them in the log.
        timeout(FAREWELL, connections.join_all()).await.ok();
        Ok(())
    }

    fn connection(
        &self,
        client: u64,
        events: &mpsc::Sender<Event>,
        stream: UnixStream,
    ) -> impl Future<Output = ()> + use<> {
        let connection = Connection {
            client,
            log_dir: self.config.log_dir.clone(),
            heads: self.heads.subscribe(),
            events: events.clone(),
        };
        connection.serve(stream)
    }

    fn launched(&self) -> Launched {
        Launched {
            runner_pid: std::process::id(),
            cli_pid: self.cli_pid(),
            epoch: self.log.epoch(),
        }
    }

    fn found(&self) -> Found {
        Found {
            session: self.config.session.clone(),
            pid: std::process::id(),
            socket: self.config.socket.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    fn cli_pid(&self) -> u32 {
        self.cli_pid.as_raw_nonzero().get().cast_unsigned()
    }

    /// Logs the lines the CLI has written, in one go.
    fn output(&mut self) {
        let mut records = Vec::new();
        let mut milestone = false;
        while let Some(line) = self.lines.next() {
            milestone |= self.activity.out(&line);
            records.push(Record::new(Kind::Out, Who::Cli, line));
        }
        self.log_output(records, Sync::now_if(milestone));
    }

    fn errors(&mut self, bytes: Option<bytes::Bytes>) {
        let Some(bytes) = bytes else { return };
        self.activity.since = Instant::now();
        crate::stderr::keep_tail(&mut self.stderr_tail, &bytes);
        self.log_output(vec![Record::new(Kind::Err, Who::Cli, bytes)], Sync::Later);
    }

    /// Answers a client; one that does not read its replies is let go.
    fn reply(&mut self, client: u64, reply: Reply) {
        let full = self.clients.get(&client).is_some_and(|client| {
            let sent = client.replies.try_send(Outgoing::Reply(reply));
            sent.is_err()
        });
        if full {
            self.forget(client);
        }
    }

    fn forget(&mut self, client: u64) {
        self.clients.remove(&client);
        self.activity.since = Instant::now();
    }
}
