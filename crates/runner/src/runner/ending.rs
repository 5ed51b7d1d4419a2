//! The end of the CLI, of everything it started, and of the runner.

use std::io;
use std::time::{Duration, Instant};

use pilothouse_log::{Exit, ExitReason, Kind, Record, Who, now_ms};
use pilothouse_process::{GIVE_UP, Mark, PAUSE, Sweep};
use rustix::process::{Signal, WaitOptions, WaitStatus};

use super::{Runner, log};
use crate::socket::Reply;
use crate::{Durability, discovery};

/// What the CLI has after SIGTERM. It takes up to 5 seconds (2.1.325).
const TERM_GRACE: Duration = Duration::from_secs(8);
/// What the CLI's descendants have after SIGTERM when it is gone.
const REST_GRACE: Duration = Duration::from_millis(500);
/// How often the runner checks that it can be found: cleaners of temporary directories remove sockets.
const PRESENCE: Duration = Duration::from_secs(2);

/// How far the end has come.
pub(super) struct Ending {
    /// Why the CLI was ended, when it was.
    reason: Option<ExitReason>,
    /// What it gets next, and when.
    signal: Option<(Signal, Instant)>,
    /// How it ended, and the end of what it left behind.
    exited: Option<(WaitStatus, Sweep)>,
    /// When was last looked at what is due.
    looked: Instant,
    pub(super) over: bool,
}

impl Ending {
    pub(super) fn new() -> Self {
        Self {
            reason: None,
            signal: None,
            exited: None,
            looked: Instant::now(),
            over: false,
        }
    }

    pub(super) fn has_begun(&self) -> bool {
        self.reason.is_some() || self.exited.is_some()
    }
}

impl Runner {
    /// Ends the CLI: closes its stdin, then SIGTERM after the grace, then SIGKILL.
    ///
    /// A second call can only make it faster.
    pub(super) fn stop(&mut self, reason: ExitReason, grace: Duration) {
        self.cli.stdin = None;
        let at = Instant::now() + grace;
        self.ending.reason.get_or_insert(reason);
        match self.ending.signal {
            Some((Signal::KILL, _)) => {}
            Some((_, before)) if before <= at => {}
            _ => self.ending.signal = Some((Signal::TERM, at)),
        }
    }

    pub(super) fn signal_cli(&self, signal: Signal) {
        if self.ending.exited.is_none() {
            // It is our child and not waited for, so the id is its own; it may be a zombie.
            rustix::process::kill_process(self.cli.pid, signal).ok();
        }
    }

    /// Takes note of children that ended: the CLI, and orphans that became ours.
    pub(super) fn reap(&mut self) {
        while let Ok(Some((pid, status))) = rustix::process::wait(WaitOptions::NOHANG) {
            if pid == self.cli.pid {
                self.cli.stdin = None;
                let family = Some(std::process::id());
                let rest = Sweep::begin(Mark::session(&self.config.session), family, REST_GRACE);
                self.ending.exited = Some((status, rest));
            }
        }
    }

    /// Returns when something is due by itself.
    pub(super) fn wakes_at(&self) -> Instant {
        let looks = if self.ending.exited.is_some() {
            PAUSE
        } else if self.disk_full || !self.unlogged.is_empty() {
            log::LOOK_AGAIN
        } else {
            PRESENCE
        };
        let looks = self.ending.looked + looks;
        let lives = self.ending.exited.is_none();
        let signal = self.ending.signal.filter(|_| lives).map(|(_, at)| at);
        [signal, self.unattended_until()]
            .into_iter()
            .flatten()
            .fold(looks, Instant::min)
    }

    /// Does what is due.
    pub(super) fn wake(&mut self, pipes_open: bool) {
        let now = Instant::now();
        if self.disk_full || !self.unlogged.is_empty() {
            self.look_at_disk();
        }
        if let Some((_, rest)) = &mut self.ending.exited {
            let ended = rest.look() == 0 && !pipes_open;
            // What cannot be logged is waited for; what cannot be ended or stays open is not.
            let quiet = rest.age().min(self.activity.since.elapsed());
            self.ending.over = self.unlogged.is_empty() && (ended || quiet > GIVE_UP);
        } else if let Some((signal, _)) = self.ending.signal.filter(|(_, at)| *at <= now) {
            self.signal_cli(signal);
            self.ending.signal = Some((Signal::KILL, now + TERM_GRACE));
        }
        self.end_if_broken();
        // What fails is tried again at the next look.
        if let Ok(Some(listener)) = discovery::restore(&self.config) {
            self.listener = listener;
        }
        if self.unattended_until().is_some_and(|at| at <= now) {
            self.stop(ExitReason::Idle, REST_GRACE);
        }
        // The pause begins when the look is over: where processes are many a look takes longer than the pause,
        // and what the pipes still hold must be read between two of them.
        self.ending.looked = Instant::now();
    }

    /// Returns when the CLI will be ended because nobody needs it.
    fn unattended_until(&self) -> Option<Instant> {
        let alone = self.clients.is_empty() && self.activity.idle && !self.ending.has_begun();
        let has_work = self.activity.in_background || self.activity.schedules.is_pending(now_ms());
        let unneeded = alone && !has_work;
        let wait = self.config.unattended_ms.filter(|_| unneeded)?;
        Some(self.activity.since + Duration::from_millis(wait))
    }

    /// Writes the last records, tells everyone, and cleans up.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        let half_line = self.lines.rest().map(|rest| {
            let record = Record::new(Kind::Out, Who::Cli, rest);
            self.log_output(vec![record], Durability::Written);
            self.log.head().seq
        });
        let exit = self.exit(half_line);
        self.log_output(vec![exit.to_record()], Durability::Synced);
        let seq = self.log.head().seq;
        for client in self.clients.values() {
            let reply = Reply::Exited {
                seq,
                exit: exit.clone(),
            };
            // One whose replies overflow sees the end of the connection.
            client.replies.try_send(reply).ok();
        }
        discovery::withdraw(&self.config)
    }

    fn exit(&self, half_line: Option<u64>) -> Exit {
        let status = self.ending.exited.as_ref().map(|(status, _)| *status);
        Exit {
            code: status.and_then(WaitStatus::exit_status),
            signal: status.and_then(WaitStatus::terminating_signal),
            reason: self.ending.reason.clone().unwrap_or_default(),
            stderr_tail: self.stderr_tail.to_text(),
            half_line,
            ..Exit::default()
        }
    }
}
