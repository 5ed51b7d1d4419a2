//! The runner: one CLI, one log, one socket.
//!
//! One thread does everything, so there is one order of events: what the CLI writes and what
//! clients write goes into the log first and from there to everyone who watches it.

mod cli;
mod clients;
mod ending;
mod lines;
mod log;
mod requests;

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

use bytes::{Bytes, BytesMut};
use pilothouse_log::disk_reserve::Reserve;
use pilothouse_log::{Exit, ExitReason, Head, Kind, LogDir, LogWriter, Record, STDERR_TAIL, Who};
use pilothouse_process::OutputTail;
use tokio::net::UnixListener;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};

use crate::launch::{Launched, Ready};
use crate::socket::{Reply, Role};
use crate::{Config, Durability, discovery, memory_trim};

use cli::Cli;
use ending::Ending;
use lines::{Activity, Lines};

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
        match begin() {
            Ok(runner) => {
                memory_trim::release_startup_pages();
                // Who launched it may be gone; the session goes on all the same.
                Ready::Launched(runner.launched()).tell().ok();
                runner.live().await
            }
            Err(error) => {
                Ready::Failed(error.to_string()).tell()?;
                Err(error)
            }
        }
    })
}

struct Runner {
    config: Config,
    listener: UnixListener,
    /// Heard from the start, so that no child's end is missed.
    children: Signal,
    cli: Cli,
    log: LogWriter,
    /// How much of the log clients may see.
    heads: watch::Sender<Head>,
    reserve: Reserve,
    disk_full: bool,
    /// Output that could not be logged; while there is some, no more is read.
    unlogged: Vec<Record>,
    lines: Lines,
    stderr_tail: OutputTail,
    activity: Activity,
    clients: HashMap<u64, Client>,
    ending: Ending,
}

struct Client {
    role: Role,
    replies: mpsc::Sender<Reply>,
}

/// Makes everything ready and starts the CLI. It runs inside the runtime, for its pipes.
fn begin() -> io::Result<Runner> {
    let config: Config = serde_json::from_reader(io::stdin())?;
    config.check().map_err(io::Error::other)?;
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;

    let reserve = config.reserve();
    let dir = LogDir::new(&config.log_dir).with_reserve(reserve.clone());
    let mut log = LogWriter::open(&dir, &config.session, config.segment_bytes)?;
    let disk_full = reserve.fill().is_err();
    let listener = discovery::listen(&config.socket)?;
    let children = signal(SignalKind::child())?;
    log.next_epoch();
    let started = cli::start(&config);
    let pid = started.as_ref().map_or(0, Cli::id);
    let mut first = vec![config.spawn(pid).to_record()];
    if disk_full {
        first.push(reserve.given_up());
    }
    let cli = match started {
        Ok(cli) => cli,
        Err(error) => {
            first.push(Exit::not_started(&error).to_record());
            // It is logged before the socket goes, because whoever finds none looks into the log, and with the room that
            // was kept for such a moment. What fails here must not hide why the CLI could not be started.
            reserve.append_synced(&mut log, &mut first).ok();
            discovery::withdraw(&config).ok();
            return Err(error);
        }
    };
    log.append_synced(&mut first)?;
    discovery::announce(&config)?;
    Ok(Runner {
        listener,
        children,
        cli,
        heads: watch::Sender::new(log.head()),
        log,
        reserve,
        disk_full,
        unlogged: Vec::new(),
        lines: Lines::new(),
        stderr_tail: OutputTail::new(STDERR_TAIL),
        activity: Activity::new(),
        clients: HashMap::new(),
        ending: Ending::new(),
        config,
    })
}

impl Runner {
    async fn live(mut self) -> io::Result<()> {
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut hangup = signal(SignalKind::hangup())?;
        let (sender, mut events) = mpsc::channel(64);
        let mut connections = JoinSet::new();
        let mut errors = BytesMut::new();
        let (mut out_open, mut err_open) = (true, true);
        let mut client = 0;
        self.reap();
        while !self.ending.over {
            let wake = self.wakes_at();
            if wake <= Instant::now() {
                self.wake(out_open || err_open);
                continue;
            }
            let reading = self.unlogged.is_empty();
            tokio::select! {
                Ok((stream, _)) = self.listener.accept() => {
                    while connections.try_join_next().is_some() {}
                    if connections.len() < CLIENTS {
                        client += 1;
                        let log = LogDir::new(&self.config.log_dir);
                        let heads = self.heads.subscribe();
                        connections.spawn(clients::serve(client, stream, log, heads, sender.clone()));
                    }
                }
                Some((client, event)) = events.recv() => self.on_event(client, event),
                read = self.lines.read(&mut self.cli.stdout), if reading && out_open => {
                    out_open = read.is_ok_and(|length| length > 0);
                    self.output();
                }
                read = lines::read(&mut errors, &mut self.cli.stderr), if reading && err_open => {
                    err_open = read.is_ok_and(|length| length > 0);
                    self.errors(errors.split().freeze());
                }
                _ = self.children.recv() => self.reap(),
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

    fn launched(&self) -> Launched {
        Launched {
            runner_pid: std::process::id(),
            cli_pid: self.cli.id(),
            epoch: self.log.epoch(),
        }
    }

    /// Logs the lines the CLI has written, in one go.
    fn output(&mut self) {
        let mut records = Vec::new();
        let mut milestone = false;
        while let Some(line) = self.lines.next() {
            milestone |= self.activity.out(&line);
            records.push(Record::new(Kind::Out, Who::Cli, line));
        }
        self.log_output(records, Durability::synced_if(milestone));
    }

    fn errors(&mut self, bytes: Bytes) {
        if bytes.is_empty() {
            return;
        }
        self.activity.since = Instant::now();
        self.stderr_tail.push(&bytes);
        let record = Record::new(Kind::Err, Who::Cli, bytes);
        self.log_output(vec![record], Durability::Written);
    }
}
