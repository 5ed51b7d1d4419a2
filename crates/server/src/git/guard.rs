//! Starts git so that it runs nothing but itself.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use super::split;

/// Settings that win over those of the repository.
const SETTINGS: [&str; 8] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=cat",
    "core.sshCommand=false",
    "core.askPass=",
    "credential.helper=",
    "diff.external=",
    "protocol.allow=never",
];
/// What the names of variables begin with by which a caller's own git would be steered.
const FOREIGN: &str = "GIT_";
/// Prints the names of all settings; reading them runs nothing.
pub(super) const NAMES: [&str; 4] = ["config", "--list", "--name-only", "-z"];

/// Git as it is run where nobody has agreed to what a repository would run.
#[derive(Default)]
pub(crate) struct Guard {
    /// Switches the content filters of the repository off, by name.
    filters: Vec<String>,
}

impl Guard {
    /// Looks which filters the configuration names. Blocks.
    pub(crate) fn of(directory: &Path) -> io::Result<Self> {
        let mut guard = Self::default();
        let mut command = guard.command();
        command.args(NAMES).current_dir(directory);
        command.stdin(Stdio::null()).stderr(Stdio::null());
        guard.switch_off(&command.output()?.stdout);
        Ok(guard)
    }

    /// Switches off what filters there are among these names of settings.
    pub(super) fn switch_off(&mut self, names: &[u8]) {
        let filters = split(names).filter(|name| name.starts_with("filter."));
        let off = |name: String| match name.rsplit('.').next() {
            Some("required") => Some(format!("{name}=false")),
            Some("clean" | "smudge" | "process") => Some(format!("{name}=")),
            _ => None,
        };
        self.filters = filters.filter_map(off).collect();
    }

    /// A git that still has to be told what to do.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new("git");
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with(FOREIGN) {
                command.env_remove(name);
            }
        }
        let settings = SETTINGS
            .into_iter()
            .chain(self.filters.iter().map(String::as_str));
        command
            .arg("--no-pager")
            .args(settings.flat_map(|setting| ["-c", setting]))
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LC_ALL", "C");
        command
    }
}
