//! The mark that everything a session starts carries, and the end of all that carries it.
//!
//! The mark is the variable `PILOTHOUSE_SESSION` in the environment of the CLI. It names the
//! session; inside a session that was itself started within a session it names both, outermost
//! first, with colons between. Processes hand it on to what they start, and on Linux anyone may
//! read it in `/proc`. Elsewhere there is nothing to read it from, so there a sweep finds nothing.

mod process;

use std::collections::HashSet;
use std::env;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};
use tokio::net::unix::UCred;

use process::Process;

/// The variable that carries the mark.
pub const VARIABLE: &str = "PILOTHOUSE_SESSION";

/// The variable that says of a process that it is a runner; the CLI does not get it.
pub(crate) const RUNNER: &str = "PILOTHOUSE_RUNNER";

/// The pause between two looks at what is left.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);
/// When processes that cannot be ended are given up, after the grace.
pub(crate) const GIVE_UP: Duration = Duration::from_secs(5);

/// Returns the mark for the CLI of this session.
pub(crate) fn mark(session: &str) -> String {
    match inherited() {
        Some(outer) => format!("{outer}:{session}"),
        None => session.to_owned(),
    }
}

/// Returns the mark this process itself carries.
fn inherited() -> Option<String> {
    env::var(VARIABLE).ok().filter(|mark| !mark.is_empty())
}

/// Says whether a process may steer the sessions of this runner.
///
/// Those of other users may not. What runs inside a session may not: it could answer its own
/// asks. A process that dropped the mark is recognised by those it descends from, and an orphan
/// among them by its runner. What this runner itself descends from is no reason: a whole host may
/// run inside a session.
pub(crate) fn may_connect(peer: UCred) -> bool {
    if peer.uid() != rustix::process::getuid().as_raw() {
        return false;
    }
    let Some(pid) = peer.pid() else { return true };
    let own_mark = inherited();
    let own = std::process::id().cast_signed();
    let above: HashSet<i32> = ancestry(own).skip(1).map(|process| process.pid).collect();
    ancestry(pid).all(|process| {
        let inside = process.mark.is_some() && process.mark != own_mark;
        above.contains(&process.pid) || !(inside || process.runner || process.pid == own)
    })
}

/// Returns a process and those it descends from.
fn ancestry(pid: i32) -> impl Iterator<Item = Process> {
    std::iter::successors(Process::read(pid), |process| {
        Some(process.parent)
            .filter(|parent| *parent > 1)
            .and_then(Process::read)
    })
}

/// Ends every process that carries the session's mark, and waits until they are gone.
///
/// They get SIGTERM, and SIGKILL when the grace is over. Returns how many were ended; those of
/// other users cannot be. This blocks: call it where blocking is allowed.
///
/// A server calls it for a session whose runner was killed, before it opens the log.
pub fn sweep(session: &str, grace: Duration) -> usize {
    let mut sweep = Sweep::begin(session, None, grace);
    loop {
        let left = sweep.look();
        if left == 0 || sweep.age() > grace + GIVE_UP {
            return sweep.known.len() - left;
        }
        thread::sleep(PAUSE);
    }
}

/// The end of everything that carries a session's mark, look by look.
pub(crate) struct Sweep {
    session: String,
    /// What descends from this process is ended as well.
    ancestor: Option<u32>,
    grace: Duration,
    begun: Instant,
    /// Those that were found at any look.
    known: HashSet<i32>,
}

impl Sweep {
    pub(crate) fn begin(session: &str, ancestor: Option<u32>, grace: Duration) -> Self {
        Self {
            session: session.to_owned(),
            ancestor,
            grace,
            begun: Instant::now(),
            known: HashSet::new(),
        }
    }

    pub(crate) fn age(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Sends SIGTERM to newcomers, or SIGKILL to all when the grace is over, and returns how
    /// many there were.
    pub(crate) fn look(&mut self) -> usize {
        let found = marked(&self.session, self.ancestor);
        for process in &found {
            let is_new = self.known.insert(process.pid);
            let signal = if self.age() >= self.grace {
                Signal::KILL
            } else if is_new {
                Signal::TERM
            } else {
                continue;
            };
            if let Some(pid) = Pid::from_raw(process.pid) {
                // One that ended meanwhile or belongs to another user is for the next look.
                rustix::process::kill_process(pid, signal).ok();
            }
        }
        found.len()
    }
}

/// Returns what carries the mark of a session or descends from `ancestor`.
fn marked(session: &str, ancestor: Option<u32>) -> Vec<Process> {
    let mut all = Process::all();
    let own = std::process::id().cast_signed();
    let ancestor = ancestor.map(u32::cast_signed);
    let mut family: HashSet<i32> = ancestor.into_iter().collect();
    // Children may stand before their parents in the list, so it is gone through until no more
    // are found.
    while let Some(child) = all
        .iter()
        .find(|process| family.contains(&process.parent) && !family.contains(&process.pid))
    {
        family.insert(child.pid);
    }
    all.retain(|process| {
        let inside = family.contains(&process.pid) || process.carries(session);
        inside && process.pid != own && Some(process.pid) != ancestor && !process.zombie
    });
    all
}
