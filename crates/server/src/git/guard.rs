//! Starts git so that it runs nothing but itself.
//!
//! A content filter can only be disabled by its name, so the names of all settings are read first.
//! Settings are passed by `GIT_CONFIG_COUNT`: `-c` splits at the first `=`, which a filter's name may hold.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Settings that override those of the repository.
const SETTINGS: [(&str, &str); 10] = [
    (MARK, "true"),
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("core.pager", "cat"),
    ("core.sshCommand", "false"),
    ("core.askPass", ""),
    ("credential.helper", ""),
    ("diff.external", ""),
    ("protocol.allow", "never"),
    ("submodule.recurse", "false"),
];
/// A setting of no meaning to git. A list of names without it comes from a git that ignores `GIT_CONFIG_COUNT`
/// (before 2.31), for which nothing can be disabled.
const MARK: &str = "pilothouse.guard";
/// Prefix of the variables that configure git.
const VARIABLES: &str = "GIT_";
/// Prints the names of all settings, and runs nothing.
pub(super) const NAMES: [&str; 4] = ["config", "--list", "--name-only", "-z"];
/// The longest list of names that is read. A filter may be named behind the end of a longer one.
pub(super) const NAMES_BYTES: usize = 1 << 20;

/// Git for a repository that nobody trusted.
#[derive(Default)]
pub(crate) struct Guard {
    /// Settings that disable what this repository's configuration names.
    disabled: Vec<(OsString, &'static str)>,
}

impl Guard {
    /// Reads which programs the configuration names in this directory, and disables them. Blocks.
    ///
    /// The configuration of a worktree differs from that of its project: `includeIf` can depend on branch and directory.
    pub(crate) fn of(directory: &Path) -> io::Result<Self> {
        let mut guard = Self::default();
        let mut command = guard.command();
        command.args(NAMES).current_dir(directory);
        command.stdin(Stdio::null()).stderr(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let mut names = Vec::new();
        if let Some(stdout) = child.stdout.take() {
            let most = NAMES_BYTES as u64 + 1;
            stdout.take(most).read_to_end(&mut names)?;
        }
        if names.len() > NAMES_BYTES {
            child.kill()?;
            child.wait()?;
            return Err(refused("it has too many settings"));
        }
        if !child.wait()?.success() {
            return Err(refused("git cannot read its settings"));
        }
        guard.disable(&names)?;
        Ok(guard)
    }

    /// Disables the programs that these settings name. `names` is the complete output of [`NAMES`].
    pub(super) fn disable(&mut self, names: &[u8]) -> io::Result<()> {
        let names = || names.split(|byte| *byte == 0);
        if !names().any(|name| name == MARK.as_bytes()) {
            return Err(refused("git 2.31 or newer is required"));
        }
        self.disabled = names().filter_map(disabling).collect();
        Ok(())
    }

    /// Returns git without arguments.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new("git");
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with(VARIABLES) {
                command.env_remove(name);
            }
        }
        let fixed = SETTINGS.map(|(name, value)| (OsStr::new(name), value));
        let disabled = self.disabled.iter();
        let settings = disabled.map(|(name, value)| (name.as_os_str(), *value));
        let mut count = 0;
        for (name, value) in fixed.into_iter().chain(settings) {
            command
                .env(format!("GIT_CONFIG_KEY_{count}"), name)
                .env(format!("GIT_CONFIG_VALUE_{count}"), value);
            count += 1;
        }
        command
            .arg("--no-pager")
            .env("GIT_CONFIG_COUNT", count.to_string())
            // A setting for one protocol would override `protocol.allow`, but not this.
            .env("GIT_ALLOW_PROTOCOL", "none")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LC_ALL", "C");
        command
    }
}

/// Returns the setting that disables what one setting names: a content filter, or a hook of the configuration.
///
/// Names are bytes: a filter whose name is not UTF-8 runs as well.
fn disabling(name: &[u8]) -> Option<(OsString, &'static str)> {
    let last = name.rsplit(|byte| *byte == b'.').next()?;
    let (key, value): (&[u8], _) = match last {
        b"required" if name.starts_with(b"filter.") => (last, "false"),
        b"clean" | b"smudge" | b"process" if name.starts_with(b"filter.") => (last, ""),
        b"command" | b"event" if name.starts_with(b"hook.") => (b"enabled", "false"),
        _ => return None,
    };
    let mut setting = OsStr::from_bytes(&name[..name.len() - last.len()]).to_owned();
    setting.push(OsStr::from_bytes(key));
    Some((setting, value))
}

fn refused(why: &str) -> io::Error {
    io::Error::other(format!("the repository is not read: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disabled(names: &[&[u8]]) -> io::Result<Vec<(OsString, &'static str)>> {
        let mut guard = Guard::default();
        guard.disable(&names.join(&0))?;
        Ok(guard.disabled)
    }

    #[test]
    fn every_filter_and_hook_is_disabled_by_its_whole_name() {
        let names: [&[u8]; 7] = [
            MARK.as_bytes(),
            b"filter.a=b.clean",
            b"filter.\xff.process",
            b"filter.x.y.required",
            b"filter.x.other",
            b"hook.z.command",
            b"diff.filter.clean",
        ];
        let name = |bytes: &[u8]| OsStr::from_bytes(bytes).to_owned();
        assert_eq!(
            disabled(&names).unwrap(),
            [
                (name(b"filter.a=b.clean"), ""),
                (name(b"filter.\xff.process"), ""),
                (name(b"filter.x.y.required"), "false"),
                (name(b"hook.z.enabled"), "false"),
            ]
        );
    }

    #[test]
    fn a_git_that_ignores_our_settings_is_not_used() {
        assert!(disabled(&[b"filter.a.clean"]).is_err());
    }
}
