//! Git worktrees in which sessions work without disturbing the project's own directory.

use std::ffi::OsStr;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::git::Guard;
use crate::problem::Problem;
use crate::routes::query::{Kind, ParameterValue};

/// A worktree of a project, on a branch of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Worktree {
    pub(crate) project: PathBuf,
    pub(crate) path: PathBuf,
    pub(crate) branch: String,
    /// Whether git may run what the repository names: hooks, filters, a monitor of files.
    pub(crate) trusted: bool,
}

/// What happens to a session's worktree when the session is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Removal {
    /// It stays.
    Keep,
    /// It is removed if it has no uncommitted changes.
    #[serde(skip)]
    WhenClean,
    /// It is removed with its changes.
    Remove,
}

impl ParameterValue for Removal {
    const KIND: Kind = Kind::OneOf(&["keep", "remove"]);
}

impl Worktree {
    /// Makes the worktree and its branch, unless an earlier attempt of the same command did. Blocks.
    pub(crate) fn create_once(&self) -> Result<(), Problem> {
        if self.path.exists() {
            return Ok(());
        }
        self.create()
    }

    /// Makes the worktree and its branch. Blocks.
    fn create(&self) -> Result<(), Problem> {
        if let Some(parent) = self.path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        let path = self.path.to_string_lossy();
        let made = self.add(&["-b", &self.branch, &path]);
        if made.is_err() && self.path.exists() {
            // It was made and could not be checked out.
            drop(self.git(&self.project, &["worktree", "remove", "--force", &path]));
            drop(self.git(&self.project, &["branch", "-q", "-D", &self.branch]));
        }
        made.map_err(|why| {
            Problem::refused(format!("The worktree could not be made: {why}.")).detail(
                "The project must be a git repository with a commit, and the branch must be new.",
            )
        })
    }

    /// Puts it back on its branch when it was removed. Blocks.
    pub(crate) fn restore(&self) -> Result<(), Problem> {
        if self.path.exists() {
            return Ok(());
        }
        let path = self.path.to_string_lossy();
        self.add(&[&path, &self.branch])
            .map_err(|why| Problem::refused(format!("The worktree could not be restored: {why}.")))
    }

    /// Adds the worktree. Without trust its files are checked out in a second step:
    /// which filters there are depends on its branch and its directory, so its own configuration is read first.
    fn add(&self, arguments: &[&str]) -> Result<(), String> {
        let add = ["worktree", "add", "-q"];
        let no_checkout: &[&str] = if self.trusted {
            &[]
        } else {
            &["--no-checkout"]
        };
        let add = [&add, no_checkout, arguments].concat();
        self.git(&self.project, &add)?;
        if !self.trusted {
            let check_out = ["reset", "-q", "--hard", "--no-recurse-submodules"];
            self.git(&self.path, &check_out)?;
        }
        Ok(())
    }

    /// Whether nothing in it is uncommitted. Blocks.
    ///
    /// The configuration of a submodule can name programs too, so without trust git does not look into submodules,
    /// and a worktree that has one is not called clean.
    pub(crate) fn is_clean(&self) -> bool {
        let mut status = vec!["status", "--porcelain"];
        if !self.trusted {
            if self.has_submodules() {
                return false;
            }
            status.push("--ignore-submodules=all");
        }
        let status = self.git(&self.path, &status);
        status.is_ok_and(|changed| changed.is_empty())
    }

    /// Whether a submodule is checked out in it, as far as can be told.
    fn has_submodules(&self) -> bool {
        let Ok(listed) = self.git(&self.path, &["ls-files", "-z", "--stage"]) else {
            return true;
        };
        let mut entries = listed.split(|byte| *byte == 0);
        entries.any(|entry| {
            let Some(tab) = entry.iter().position(|byte| *byte == b'\t') else {
                return false;
            };
            let path = Path::new(OsStr::from_bytes(&entry[tab + 1..]));
            entry.starts_with(b"160000 ") && self.path.join(path).join(".git").exists()
        })
    }

    /// Removes the directory, as far as that was asked for; commits stay on the branch. Blocks.
    pub(crate) fn remove(&self, removal: Removal) -> Result<(), Problem> {
        let goes = match removal {
            Removal::Keep => false,
            Removal::WhenClean => self.is_clean(),
            Removal::Remove => true,
        };
        if !goes || !self.path.exists() {
            return Ok(());
        }
        let path = self.path.to_string_lossy();
        let arguments = ["worktree", "remove", "--force", &path];
        self.git(&self.project, &arguments).map_err(|why| {
            let title = format!("The worktree could not be removed: {why}.");
            Problem::conflict("worktree", title)
        })?;
        Ok(())
    }

    /// Runs git and returns what it printed, or why it failed. Blocks.
    fn git(&self, directory: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
        let text = |error: io::Error| error.to_string();
        let mut command = if self.trusted {
            Command::new("git")
        } else {
            Guard::of(directory).map_err(text)?.command()
        };
        command.args(arguments).current_dir(directory);
        let output = command.stdin(Stdio::null()).output().map_err(text)?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let errors = String::from_utf8_lossy(&output.stderr);
        // Hints may follow what went wrong.
        let fatal = errors.lines().find_map(|line| line.strip_prefix("fatal: "));
        let why = fatal.or(errors.trim().lines().last());
        Err(why.unwrap_or("git failed").to_owned())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_worktree_runs_what_the_repository_names_only_where_it_is_trusted() {
        let directory = tempfile::tempdir().unwrap();
        let project = directory.path().join("project");
        let traps = directory.path().join("traps");
        for place in [&project, &traps] {
            std::fs::create_dir(place).unwrap();
        }
        let trap = |name: &str| format!("touch {}; cat", traps.join(name).display());
        let git = |arguments: &[&str]| {
            let mut command = Command::new("git");
            command.args(["-c", "user.name=t", "-c", "user.email=t@localhost"]);
            command.args(arguments).current_dir(&project);
            assert!(command.output().unwrap().status.success(), "{arguments:?}");
        };
        git(&["init", "-q"]);
        std::fs::write(project.join(".gitattributes"), "*.txt filter=trap\n").unwrap();
        std::fs::write(project.join("a.txt"), "text\n").unwrap();
        git(&["add", "."]);
        git(&["commit", "-q", "-m", "begin"]);
        git(&["config", "filter.trap.smudge", &trap("filter")]);
        git(&["config", "core.fsmonitor", &trap("monitor")]);
        let hook = project.join(".git/hooks/post-checkout");
        std::fs::create_dir_all(hook.parent().unwrap()).unwrap();
        std::fs::write(&hook, format!("#!/bin/sh\n{} </dev/null\n", trap("hook"))).unwrap();
        std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).unwrap();
        let worktree = |name: &str, trusted| Worktree {
            project: project.clone(),
            path: directory.path().join(name),
            branch: name.to_owned(),
            trusted,
        };
        let sprung = || std::fs::read_dir(&traps).unwrap().count();
        let careful = worktree("careful", false);
        careful.create().unwrap();
        assert!(careful.is_clean());
        let text = std::fs::read_to_string(careful.path.join("a.txt")).unwrap();
        careful.remove(Removal::WhenClean).unwrap();
        careful.restore().unwrap();
        assert_eq!((text.as_str(), sprung()), ("text\n", 0));
        worktree("trusted", true).create().unwrap();
        assert!(sprung() > 0);
    }
}
