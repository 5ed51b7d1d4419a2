//! Git worktrees in which sessions work without disturbing the project's own directory.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::problem::Problem;

/// A worktree of a project, on a branch of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Worktree {
    pub(crate) project: PathBuf,
    pub(crate) path: PathBuf,
    pub(crate) branch: String,
}

/// What happens to a session's worktree when the session is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Removal {
    /// It stays.
    Keep,
    /// It goes when nothing in it is uncommitted.
    WhenClean,
    /// It goes, whatever is in it.
    Force,
}

impl Worktree {
    /// Makes the worktree and its branch. Blocks.
    pub(crate) fn create(&self) -> Result<(), Problem> {
        if let Some(parent) = self.path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        let path = self.path.to_string_lossy();
        git(
            &self.project,
            &["worktree", "add", "-q", "-b", &self.branch, &path],
        )
        .map_err(|why| {
            Problem::invalid(format!("The worktree could not be made: {why}.")).detail(
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
        git(
            &self.project,
            &["worktree", "add", "-q", &path, &self.branch],
        )
        .map_err(|why| Problem::invalid(format!("The worktree could not be restored: {why}.")))
    }

    /// Whether nothing in it is uncommitted. Blocks.
    pub(crate) fn is_clean(&self) -> bool {
        let status = Command::new("git")
            .arg("-C")
            .arg(&self.path)
            .args(["status", "--porcelain"])
            .stdin(Stdio::null())
            .output();
        status.is_ok_and(|output| output.status.success() && output.stdout.is_empty())
    }

    /// Removes the directory, as far as that was asked for; commits stay on the branch. Blocks.
    pub(crate) fn remove(&self, removal: Removal) -> Result<(), Problem> {
        let goes = match removal {
            Removal::Keep => false,
            Removal::WhenClean => self.is_clean(),
            Removal::Force => true,
        };
        if !goes || !self.path.exists() {
            return Ok(());
        }
        let path = self.path.to_string_lossy();
        git(&self.project, &["worktree", "remove", "--force", &path]).map_err(|why| {
            Problem::conflict(
                "worktree",
                format!("The worktree could not be removed: {why}."),
            )
        })
    }
}

fn git(project: &Path, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new("git")
        .arg("-C")
        .arg(project)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let last = errors.trim().lines().last().unwrap_or("git failed");
    Err(last.trim_start_matches("fatal: ").to_owned())
}
