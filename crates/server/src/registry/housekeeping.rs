//! What must be done from time to time, whatever the sessions do.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use pilothouse_log::private;

use super::Registry;
use crate::store::now_ms;

/// The file that says when a session was put into the trash.
pub(super) const REMOVED_AT: &str = "removed-at";

impl Registry {
    /// Looks after memory and trash until the server ends.
    pub(crate) fn keep_house(self: &Arc<Self>) {
        // The registry lives as long as the server; nobody waits for this task.
        let registry = Arc::downgrade(self);
        let mut every = tokio::time::interval(self.shared.config.timings.housekeeping);
        tokio::spawn(async move {
            loop {
                every.tick().await;
                let Some(registry) = registry.upgrade() else {
                    return;
                };
                registry.make_memory();
                registry.retain().await;
                let trash = registry.trash();
                let keep = registry.shared.config.keep_removed;
                let emptied =
                    tokio::task::spawn_blocking(move || empty_trash(&trash, keep, now_ms()));
                if let Ok(Err(error)) = emptied.await {
                    tracing::warn!(%error, "cannot empty the trash");
                }
            }
        });
    }

    /// Parks the session that has been idle longest when memory is short: an idle CLI holds some 200 MB.
    fn make_memory(&self) {
        let Some((available, total)) = memory() else {
            return;
        };
        let config = &self.shared.config;
        let floor = config.memory_floor_bytes.unwrap_or(total / 20);
        if available < floor && self.shared.room.park_idlest(config.timings.idle) {
            let live = self.shared.room.live();
            tracing::info!(
                available,
                live,
                "memory is short: an idle session is parked"
            );
        }
    }
}

/// How much memory can be used, and how much there is, in bytes.
fn memory() -> Option<(u64, u64)> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
        Some(kilobytes * 1024)
    };
    Some((value("MemAvailable:")?, value("MemTotal:")?))
}

/// Deletes sessions that were removed longer ago than `keep`.
fn empty_trash(trash: &Path, keep: Duration, now: u64) -> std::io::Result<()> {
    let found = match std::fs::read_dir(trash) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        found => found?,
    };
    for entry in found {
        let path = entry?.path();
        let removed = std::fs::read_to_string(path.join(REMOVED_AT));
        let removed = removed.ok().and_then(|text| text.trim().parse().ok());
        let Some(removed) = removed.filter(|removed: &u64| *removed > 0) else {
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
        empty_trash(trash.path(), keep, 1_600_000).unwrap();
        assert!(!there("old"));
        assert!(there("new") && there("torn") && there("untimed"));
        empty_trash(trash.path(), keep, 2_150_000).unwrap();
        assert!(!there("new"));
        assert!(
            there("torn") && there("untimed"),
            "their time began when they were found"
        );
        empty_trash(trash.path(), keep, 2_200_000).unwrap();
        assert!(!there("torn") && !there("untimed"));
        empty_trash(&trash.path().join("none"), keep, 0).unwrap();
    }

    #[test]
    fn memory_is_known_here() {
        if cfg!(target_os = "linux") {
            let (available, total) = memory().unwrap();
            assert!(available <= total && available > 0);
        }
    }
}
