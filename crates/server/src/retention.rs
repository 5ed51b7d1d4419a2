//! Archived sessions go after the days that the settings say. They go by way of the trash, like all others.

use crate::registry::Registry;
use crate::store::now_ms;
use crate::worktree::Removal;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

impl Registry {
    /// Removes archived sessions in which nothing has happened for long enough.
    pub(crate) async fn retain(&self) {
        let Some(days) = self.shared.settings.get().retention_days else {
            return;
        };
        let before = now_ms().saturating_sub(u64::from(days) * DAY_MS);
        let due = self
            .shared
            .store
            .run(move |store| store.archived_before(before));
        let due = match due.await {
            Ok(due) => due,
            Err(problem) => return tracing::warn!(%problem, "cannot tell which sessions are due"),
        };
        for id in due {
            match self.remove(&id, Removal::Keep).await {
                Ok(()) => tracing::info!(session = %id, days, "an archived session was removed"),
                Err(problem) => {
                    tracing::warn!(session = %id, %problem, "cannot remove an archived session");
                }
            }
        }
    }
}
