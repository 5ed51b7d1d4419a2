//! Finding and ending every process of a session.

use std::fmt;

#[cfg(target_os = "linux")]
mod linux;

/// The variable that every process of a session carries in its environment.
pub const MARK: &str = "PILOTHOUSE_MARK";

/// The value of the mark of one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark(String);

impl Mark {
    /// Makes a mark that no other session has.
    pub fn unique() -> Self {
        Self(uuid::Uuid::new_v4().to_string())
    }

    /// Takes a mark that was made elsewhere.
    pub fn from_value(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// Returns its value.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How to end a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Terminate,
    Kill,
}

/// Returns the ids of the processes that carry a mark. Empty where this cannot be known (not on Linux).
pub fn processes_marked(mark: &Mark) -> Vec<u32> {
    #[cfg(target_os = "linux")]
    return linux::marked(mark);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = mark;
        Vec::new()
    }
}

/// Ends everything that carries the mark or descends from the process or from anything marked. Returns how many there were.
pub(crate) fn sweep(mark: &Mark, pid: u32) -> usize {
    #[cfg(target_os = "linux")]
    return linux::sweep(mark, pid);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = mark;
        signal_group(pid, Kind::Kill);
        0
    }
}

/// Signals the process group that a process leads.
#[cfg(unix)]
pub(crate) fn signal_group(pid: u32, kind: Kind) {
    use rustix::process::{Pid, Signal, kill_process_group};

    let signal = match kind {
        Kind::Terminate => Signal::TERM,
        Kind::Kill => Signal::KILL,
    };
    let group = i32::try_from(pid).ok().and_then(Pid::from_raw);
    // An error means that nobody is left in the group.
    if let Some(Err(error)) = group.map(|group| kill_process_group(group, signal)) {
        tracing::trace!(%error, pid, "the process group is empty");
    }
}

#[cfg(not(unix))]
pub(crate) fn signal_group(_pid: u32, _kind: Kind) {}
