//! The mark that every process of a session carries in its environment.
//!
//! Sessions of a server and sessions of the SDK use different variables, because a server treats a CLI process of its own
//! differently from one that another program started.
//! A session inside a session names both, outermost first, with colons between. Processes hand the variable on to what
//! they start, and the process table shows it.

use std::{env, fmt};

use crate::table::Process;

/// The variable of sessions that a server hosts. Its value names the session.
pub const SESSION: &str = "PILOTHOUSE_SESSION";
/// The variable of sessions that a program drives with the SDK.
pub const MARK: &str = "PILOTHOUSE_MARK";
/// The variable of a runner; the CLI does not get it.
pub const RUNNER: &str = "PILOTHOUSE_RUNNER";

/// The mark of one session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    variable: &'static str,
    id: String,
}

impl Mark {
    /// Makes a mark for a session of the SDK that no other session has.
    pub fn unique() -> Self {
        Self::from_value(uuid::Uuid::new_v4().to_string())
    }

    /// Uses a value that was made elsewhere as the mark of a session of the SDK.
    pub fn from_value(value: impl Into<String>) -> Self {
        Self {
            variable: MARK,
            id: value.into(),
        }
    }

    /// Returns the mark of a session that a server hosts.
    pub fn session(id: impl Into<String>) -> Self {
        Self {
            variable: SESSION,
            id: id.into(),
        }
    }

    /// Returns its value.
    pub fn as_str(&self) -> &str {
        &self.id
    }

    /// Returns the variable and the value to set for a process of this session, given the mark of this process.
    pub fn to_environment(&self) -> (&'static str, String) {
        let value = match inherited(self.variable) {
            Some(outer) => format!("{outer}:{}", self.id),
            None => self.id.clone(),
        };
        (self.variable, value)
    }

    pub(crate) fn is_carried_by(&self, process: &Process) -> bool {
        let value = match self.variable {
            SESSION => &process.session,
            _ => &process.mark,
        };
        let mut ids = value.as_deref().unwrap_or_default().split(':');
        ids.any(|id| id == self.id)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}

fn inherited(variable: &str) -> Option<String> {
    env::var(variable).ok().filter(|mark| !mark.is_empty())
}

/// Returns whether a process belongs to a session that a server hosts.
pub fn in_session(pid: u32) -> bool {
    Process::read(pid).is_some_and(|process| process.session.is_some())
}

/// Returns whether the process at the other end of a Unix socket may control sessions.
///
/// Processes of other users may not. Processes inside a hosted session may not: they could answer their own permission
/// requests. One that dropped the mark is recognized by its ancestors, and an orphan by its runner. The ancestors of this
/// process itself do not count: a whole server may run inside a session. A peer that has ended or cannot be read may not
/// connect: a process inside a session could otherwise send its answer and exit before it is checked.
#[cfg(unix)]
pub fn may_connect(uid: u32, pid: Option<u32>) -> bool {
    if uid != rustix::process::getuid().as_raw() {
        return false;
    }
    let Some(line) = pid.and_then(ancestry) else {
        return false;
    };
    let own_session = inherited(SESSION);
    let own = std::process::id();
    let above: std::collections::HashSet<u32> = ancestry(own)
        .unwrap_or_default()
        .iter()
        .skip(1)
        .map(|process| process.pid)
        .collect();
    line.iter().all(|process| {
        let inside = process.session.is_some() && process.session != own_session;
        above.contains(&process.pid) || !(inside || process.runner || process.pid == own)
    })
}

/// How often ancestors are read again because one of them ended meanwhile.
#[cfg(unix)]
const ATTEMPTS: usize = 5;

/// Returns a process and its ancestors, or `None` if it has ended or cannot be read.
///
/// The list ends at init, or at an ancestor of another user where the system hides those.
#[cfg(unix)]
fn ancestry(pid: u32) -> Option<Vec<Process>> {
    let mut line = Vec::new();
    for _ in 0..ATTEMPTS {
        line = vec![Process::read(pid)?];
        while let Some(parent) = line.last().map(|process| process.parent) {
            if parent <= 1 {
                return Some(line);
            }
            // A parent that ended in between has left its children to another process.
            let Some(process) = Process::read(parent) else {
                break;
            };
            line.push(process);
        }
    }
    Some(line)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_peer_that_has_ended_may_not_connect() {
        let uid = rustix::process::getuid().as_raw();
        let mut peer = std::process::Command::new("true").spawn().unwrap();
        peer.wait().unwrap();
        assert!(!may_connect(uid, Some(peer.id())));
        assert!(!may_connect(uid, None));
    }
}
