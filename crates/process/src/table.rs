//! Processes as `/proc` shows them.

use std::fs;

use crate::mark::{MARK, RUNNER, SESSION};

/// One process at the moment it was read.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) pid: u32,
    pub(crate) parent: u32,
    pub(crate) group: u32,
    pub(crate) zombie: bool,
    /// The value of [`SESSION`].
    pub(crate) session: Option<String>,
    /// The value of [`MARK`].
    pub(crate) mark: Option<String>,
    /// Whether it is a runner.
    pub(crate) runner: bool,
}

impl Process {
    /// Lists all processes; none where there is no `/proc`.
    pub(crate) fn all() -> Vec<Self> {
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        entries
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter_map(Self::read)
            .collect()
    }

    /// Reads one process; `None` when it is gone.
    pub(crate) fn read(pid: u32) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in parentheses may itself hold spaces and parentheses.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let zombie = matches!(fields.next()?, "Z" | "X");
        let parent = fields.next()?.parse().ok()?;
        let group = fields.next()?.parse().ok()?;
        // The environment of another user's process cannot be read; it counts as unmarked.
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        Some(Self {
            pid,
            parent,
            group,
            zombie,
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
