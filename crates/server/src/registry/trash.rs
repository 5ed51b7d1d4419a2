//! The trash: sessions that were deleted and can still be restored.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use pilothouse_api::session::{RemovedSession, SessionSummary};
use pilothouse_log::private;

use super::{Registry, blocking, is_plain};
use crate::problem::Problem;
use crate::session::Input;
use crate::store::now_ms;

/// The files that say when a session was put into the trash, and what it was.
const REMOVED_AT: &str = "removed-at";
const SUMMARY: &str = "removed.json";
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Registry {
    pub(super) fn trash(&self) -> PathBuf {
        self.shared.config.data.join("trash")
    }

    /// How long a deleted session can be restored.
    pub(super) fn trash_keeps(&self) -> Duration {
        let days = self.shared.settings.get().trash_days;
        days.map_or(self.shared.config.keep_removed, |days| DAY * days)
    }

    /// The sessions in the trash, newest first.
    pub(crate) async fn removed(&self) -> Result<Vec<RemovedSession>, Problem> {
        let (trash, keep) = (self.trash(), self.trash_keeps());
        blocking(move || Ok(list(&trash, keep)?)).await
    }

    /// Deletes what has been in the trash for long enough.
    pub(super) async fn empty_trash(&self) {
        let (trash, keep) = (self.trash(), self.trash_keeps());
        let emptied = blocking(move || Ok(empty(&trash, keep, now_ms())?));
        if let Err(problem) = emptied.await {
            tracing::warn!(%problem, "cannot empty the trash");
        }
    }

    /// Moves the directory of a session into the trash.
    pub(super) async fn trash_directory(&self, summary: SessionSummary) -> Result<(), Problem> {
        let (trash, directory) = (self.trash(), self.shared.directory(&summary.id));
        blocking(move || {
            private::create_dir_all(&trash)?;
            let json = serde_json::to_vec(&summary).map_err(Problem::internal)?;
            private::write(directory.join(SUMMARY), json)?;
            // The time comes first: a session in the trash without one would have no age.
            private::write(directory.join(REMOVED_AT), now_ms().to_string())?;
            std::fs::rename(directory, trash.join(&summary.id))?;
            Ok(())
        })
        .await
    }

    /// Takes a session back out of the trash.
    pub(crate) async fn restore(&self, id: &str) -> Result<SessionSummary, Problem> {
        let (trashed, directory) = (self.trash().join(id), self.shared.directory(id));
        if !is_plain(id) {
            return Err(Problem::not_found("removed session"));
        }
        blocking(move || {
            if !trashed.is_dir() {
                return Err(Problem::not_found("removed session"));
            }
            std::fs::rename(trashed, &directory)?;
            for file in [REMOVED_AT, SUMMARY] {
                // Without them nothing is wrong; deleting the session writes them again.
                std::fs::remove_file(directory.join(file)).ok();
            }
            Ok(())
        })
        .await?;
        let handle = self.get(id).await?;
        let settings = handle.ask(|reply| Input::Settings { reply }).await?;
        if let Some(worktree) = self.own_worktree(&settings) {
            blocking(move || worktree.restore()).await?;
        }
        handle.ask(|reply| Input::Summary { reply }).await
    }
}

fn entries(trash: &Path) -> io::Result<Vec<PathBuf>> {
    let found = match std::fs::read_dir(trash) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        found => found?,
    };
    found.map(|entry| Ok(entry?.path())).collect()
}

fn removed_at(path: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(path.join(REMOVED_AT)).ok()?;
    text.trim().parse().ok().filter(|at| *at > 0)
}

fn list(trash: &Path, keep: Duration) -> io::Result<Vec<RemovedSession>> {
    let keep = u64::try_from(keep.as_millis()).unwrap_or(u64::MAX);
    let mut removed = Vec::new();
    for path in entries(trash)? {
        let name = path.file_name().and_then(|name| name.to_str());
        let Some(id) = name.filter(|id| is_plain(id)) else {
            continue;
        };
        let at = removed_at(&path).unwrap_or_else(now_ms);
        let summary = std::fs::read(path.join(SUMMARY)).ok();
        let summary: Option<SessionSummary> =
            summary.and_then(|json| serde_json::from_slice(&json).ok());
        let (title, project) = summary
            .map(|summary| (summary.title, summary.project))
            .unwrap_or_default();
        removed.push(RemovedSession {
            id: id.to_owned(),
            title,
            project,
            removed_at: at,
            erased_at: at.saturating_add(keep),
        });
    }
    removed.sort_by_key(|session| std::cmp::Reverse(session.removed_at));
    Ok(removed)
}

/// Deletes sessions that were removed longer ago than `keep`.
fn empty(trash: &Path, keep: Duration, now: u64) -> io::Result<()> {
    for path in entries(trash)? {
        let Some(removed) = removed_at(&path) else {
            // Without a time nobody knows how old it is: its time begins now.
            private::write(path.join(REMOVED_AT), now.to_string())?;
            continue;
        };
        if u128::from(now.saturating_sub(removed)) >= keep.as_millis() {
            std::fs::remove_dir_all(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trash_is_emptied_after_its_time_and_never_without_one() {
        let trash = tempfile::tempdir().unwrap();
        let keep = Duration::from_secs(600);
        for (name, at) in [
            ("old", "1000000"),
            ("new", "1500000"),
            ("torn", ""),
            ("untimed", "-"),
        ] {
            let dir = trash.path().join(name);
            std::fs::create_dir(&dir).unwrap();
            if name != "untimed" {
                std::fs::write(dir.join(REMOVED_AT), at).unwrap();
            }
        }
        let there = |name: &str| trash.path().join(name).exists();
        empty(trash.path(), keep, 1_600_000).unwrap();
        assert!(!there("old"));
        assert!(there("new") && there("torn") && there("untimed"));
        empty(trash.path(), keep, 2_150_000).unwrap();
        assert!(!there("new"));
        assert!(
            there("torn") && there("untimed"),
            "their time began when they were found"
        );
        empty(trash.path(), keep, 2_200_000).unwrap();
        assert!(!there("torn") && !there("untimed"));
        empty(&trash.path().join("none"), keep, 0).unwrap();
    }
}
