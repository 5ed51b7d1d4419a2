//! Processes as the system reports them.

use crate::mark::{MARK, RUNNER, SESSION};

#[cfg(target_os = "linux")]
#[path = "table/linux.rs"]
mod system;

#[cfg(target_os = "macos")]
#[path = "table/macos.rs"]
mod system;

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
#[path = "table/unknown.rs"]
mod system;

#[cfg(any(target_os = "macos", test))]
mod procargs;

#[cfg(target_os = "macos")]
pub(crate) use system::started;

/// One process at the moment it was read.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) pid: u32,
    pub(crate) parent: u32,
    #[cfg_attr(not(any(target_os = "linux", target_os = "macos")), allow(dead_code))]
    pub(crate) group: u32,
    #[cfg_attr(not(any(target_os = "linux", target_os = "macos")), allow(dead_code))]
    pub(crate) zombie: bool,
    /// The value of [`SESSION`].
    pub(crate) session: Option<String>,
    /// The value of [`MARK`].
    pub(crate) mark: Option<String>,
    /// Whether it is a runner.
    pub(crate) runner: bool,
}

/// What the system reports of a process besides its environment.
#[cfg_attr(not(any(target_os = "linux", target_os = "macos")), allow(dead_code))]
struct Status {
    parent: u32,
    group: u32,
    zombie: bool,
}

impl Process {
    /// Lists all processes. The list is empty on systems whose processes cannot be read.
    pub(crate) fn all() -> Vec<Self> {
        system::ids().into_iter().filter_map(Self::read).collect()
    }

    /// Reads one process. Returns `None` if it has ended.
    pub(crate) fn read(pid: u32) -> Option<Self> {
        let status = system::status(pid)?;
        // The environment of another user's process cannot be read; it counts as unmarked.
        let environment = system::environment(pid);
        Some(Self {
            pid,
            parent: status.parent,
            group: status.group,
            zombie: status.zombie,
            session: variable(&environment, SESSION),
            mark: variable(&environment, MARK),
            runner: variable(&environment, RUNNER).is_some(),
        })
    }
}

fn variable(environment: &[u8], name: &str) -> Option<String> {
    environment
        .split(|byte| *byte == 0)
        .filter_map(|variable| std::str::from_utf8(variable).ok())
        .find_map(|variable| variable.strip_prefix(name)?.strip_prefix('='))
        .filter(|value| !value.is_empty())
        .map(str::to_owned)
}
