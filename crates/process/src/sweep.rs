//! Finding and ending every process of a session.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::mark::Mark;
use crate::table::Process;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(any(target_os = "linux", target_os = "macos"))]
mod victims;

/// The pause between two looks at what is left.
pub const PAUSE: Duration = Duration::from_millis(20);
/// When processes that cannot be ended are given up, after the grace.
pub const GIVE_UP: Duration = Duration::from_secs(5);

/// How to end a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// SIGTERM.
    Terminate,
    /// SIGKILL.
    Kill,
}

/// Returns the ids of the processes that carry a mark. Empty on systems whose processes cannot be read.
pub fn processes_marked(mark: &Mark) -> Vec<u32> {
    let mut all = Process::all();
    all.retain(|process| mark.is_carried_by(process));
    all.into_iter().map(|process| process.pid).collect()
}

/// Ends every process that carries the mark or descends from `root` or from a marked one, and waits until they are gone.
///
/// They get SIGTERM, and SIGKILL when the grace is over. Returns how many were ended; processes of other users cannot be.
/// This blocks.
pub fn sweep(mark: &Mark, root: Option<u32>, grace: Duration) -> usize {
    let mut sweep = Sweep::begin(mark.clone(), root, grace);
    loop {
        let left = sweep.look();
        if left == 0 || sweep.age() > grace + GIVE_UP {
            return sweep.known.len() - left;
        }
        // After the grace everything left was killed and ends at once.
        sweep.wait(grace.saturating_sub(sweep.age()).max(PAUSE));
    }
}

/// The end of all processes of a session, look by look, for callers that must not block.
#[derive(Debug)]
pub struct Sweep {
    mark: Mark,
    /// The descendants and the process group of this process are ended as well.
    #[cfg_attr(not(any(target_os = "linux", target_os = "macos")), allow(dead_code))]
    root: Option<u32>,
    grace: Duration,
    begun: Instant,
    /// Processes found at any look.
    known: HashSet<u32>,
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    left: Vec<victims::Victim>,
}

impl Sweep {
    /// Begins a sweep; nothing is ended before the first [`Sweep::look`].
    pub fn begin(mark: Mark, root: Option<u32>, grace: Duration) -> Self {
        Self {
            mark,
            root,
            grace,
            begun: Instant::now(),
            known: HashSet::new(),
            #[cfg(any(target_os = "linux", target_os = "macos"))]
            left: Vec::new(),
        }
    }

    /// Returns how long ago it began.
    pub fn age(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Sends SIGTERM to processes that are new, or SIGKILL to all when the grace is over, and returns how many there were.
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    pub fn look(&mut self) -> usize {
        self.left = victims::victims(&self.mark, self.root);
        for victim in &self.left {
            let is_new = self.known.insert(victim.pid);
            if self.age() >= self.grace {
                victim.signal(Kind::Kill);
            } else if is_new {
                victim.signal(Kind::Terminate);
            }
        }
        self.left.len()
    }

    /// Ends the process group of the root. Other processes of the session cannot be found on this system.
    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    pub fn look(&mut self) -> usize {
        if let Some(root) = self.root.filter(|root| self.known.insert(*root)) {
            signal_group(root, Kind::Kill);
        }
        0
    }

    /// Waits until the processes of the last look have ended, or the time is over.
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn wait(&self, time: Duration) {
        let deadline = Instant::now() + time;
        for victim in &self.left {
            victim.wait_until(deadline);
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "macos")))]
    fn wait(&self, _time: Duration) {}
}

/// Signals the process group that a process leads.
#[cfg(unix)]
pub fn signal_group(pid: u32, kind: Kind) {
    use rustix::process::{Pid, Signal, kill_process_group};

    let signal = match kind {
        Kind::Terminate => Signal::TERM,
        Kind::Kill => Signal::KILL,
    };
    if let Some(group) = i32::try_from(pid).ok().and_then(Pid::from_raw) {
        // An error means that the group is empty.
        kill_process_group(group, signal).ok();
    }
}

#[cfg(not(unix))]
pub fn signal_group(_pid: u32, _kind: Kind) {}
