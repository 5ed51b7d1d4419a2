//! What must be done from time to time, whatever the sessions do.

use std::sync::Arc;

use super::Registry;

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
                registry.empty_trash().await;
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
        if available < floor && self.shared.slots.park_idlest(config.timings.idle) {
            let live = self.shared.slots.live();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_known_here() {
        if cfg!(target_os = "linux") {
            let (available, total) = memory().unwrap();
            assert!(available <= total && available > 0);
        }
    }
}
