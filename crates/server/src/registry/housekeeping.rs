//! What must be done from time to time, whatever the sessions do.

use std::path::Path;
use std::sync::Arc;

use super::Registry;
use crate::store::now_ms;

/// The file that says when a session was put into the trash.
pub(super) const REMOVED_AT: &str = "removed-at";
/// How long a removed session can be taken back.
const TRASH_MS: u64 = 10 * 60 * 1000;

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
                let emptied = tokio::task::spawn_blocking(move || empty_trash(&trash, now_ms()));
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

/// Deletes what has been in the trash long enough.
fn empty_trash(trash: &Path, now: u64) -> std::io::Result<()> {
    let found = match std::fs::read_dir(trash) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        found => found?,
    };
    for entry in found {
        let path = entry?.path();
        let removed = std::fs::read_to_string(path.join(REMOVED_AT)).unwrap_or_default();
        let removed: u64 = removed.trim().parse().unwrap_or_default();
        if now.saturating_sub(removed) >= TRASH_MS {
            std::fs::remove_dir_all(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trash_is_emptied_after_ten_minutes() {
        let trash = tempfile::tempdir().unwrap();
        for (name, at) in [("old", 1_000_000), ("new", 1_500_000)] {
            let dir = trash.path().join(name);
            std::fs::create_dir(&dir).unwrap();
            std::fs::write(dir.join(REMOVED_AT), at.to_string()).unwrap();
        }
        empty_trash(trash.path(), 1_600_000).unwrap();
        assert!(!trash.path().join("old").exists());
        assert!(trash.path().join("new").exists());
        empty_trash(&trash.path().join("none"), 0).unwrap();
    }

    #[test]
    fn memory_is_known_here() {
        if cfg!(target_os = "linux") {
            let (available, total) = memory().unwrap();
            assert!(available <= total && available > 0);
        }
    }
}
