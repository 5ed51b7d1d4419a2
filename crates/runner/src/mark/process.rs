//! Processes as `/proc` shows them.

use std::fs;

/// One process at the moment it was looked at.
#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) pid: i32,
    pub(super) parent: i32,
    pub(super) zombie: bool,
    /// The mark it carries.
    pub(super) mark: Option<String>,
    /// Whether it is a runner.
    pub(super) runner: bool,
}

impl Process {
    /// Lists all processes; none where there is no `/proc`.
    pub(super) fn all() -> Vec<Self> {
        let Ok(entries) = fs::read_dir("/proc") else {
            return Vec::new();
        };
        let name = |entry: fs::DirEntry| entry.file_name().to_str()?.parse().ok();
        entries
            .filter_map(Result::ok)
            .filter_map(name)
            .filter_map(Self::read)
            .collect()
    }

    /// Looks at one process; `None` when it is gone.
    pub(super) fn read(pid: i32) -> Option<Self> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in parentheses may itself hold spaces and parentheses.
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        let zombie = matches!(fields.next()?, "Z" | "X");
        let parent = fields.next()?.parse().ok()?;
        // Of another user's process the environment is not readable: it carries nothing then.
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        Some(Self {
            pid,
            parent,
            zombie,
            mark: variable(&environment, super::VARIABLE),
            runner: variable(&environment, super::RUNNER).is_some(),
        })
    }

    /// Says whether the process belongs to a session.
    pub(super) fn carries(&self, session: &str) -> bool {
        let mark = self.mark.as_deref().unwrap_or_default();
        mark.split(':').any(|part| part == session)
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
