//! A damaged index is replaced while the server runs, and filled from the logs again.

use std::sync::Arc;
use std::time::Duration;

use super::Registry;
use super::recovery::names;
use crate::session::{Input, SessionHandle, refill};
use crate::store::Indexed;

/// How long to wait before the index is replaced again: damage that comes back at once is the disk's.
const PAUSE: Duration = Duration::from_secs(60);

impl Registry {
    /// Replaces the index whenever a query finds that it is damaged.
    pub(crate) fn watch_index(self: &Arc<Self>) {
        let registry = Arc::downgrade(self);
        let store = Arc::clone(&self.shared.store);
        tokio::spawn(async move {
            loop {
                store.until_damaged().await;
                let Some(registry) = registry.upgrade() else {
                    return;
                };
                registry.rebuild().await;
                drop(registry);
                tokio::time::sleep(PAUSE).await;
            }
        });
    }

    async fn rebuild(&self) {
        let sessions = match names(&self.shared.config.data.join("sessions")) {
            Ok(names) => names,
            Err(error) => return tracing::error!(%error, "the index cannot be rebuilt"),
        };
        let store = Arc::clone(&self.shared.store);
        let renew = move || store.renew();
        match tokio::task::spawn_blocking(renew).await {
            Ok(Ok(())) => {}
            failed => return tracing::error!(?failed, "the damaged index cannot be replaced"),
        }
        for id in &sessions {
            match self.opened(id).await {
                Some(handle) => self.refill(id, &handle).await,
                None => self.reindex_or_warn(id).await,
            }
        }
        let sessions = sessions.len();
        tracing::error!(
            sessions,
            "the index was damaged and has been rebuilt from the logs"
        );
    }

    /// The session, if somebody has opened it or is about to.
    async fn opened(&self, id: &str) -> Option<SessionHandle> {
        let is_known = self.open.lock().await.contains_key(id);
        let handle = if is_known {
            self.get(id).await
        } else {
            return None;
        };
        handle.ok().filter(|handle| !handle.is_closed())
    }

    /// Indexes a session that is open, beside its task.
    async fn refill(&self, id: &str, handle: &SessionHandle) {
        let (shared, session) = (self.shared.clone(), id.to_owned());
        let done = tokio::task::spawn_blocking(move || refill(&shared, &session)).await;
        if let Ok(Err(error)) = done {
            tracing::warn!(session = %id, %error, "cannot index a session");
        }
        // Pages that came meanwhile may lack entries.
        if let Ok(summary) = handle.ask(|reply| Input::Reindexed { reply }).await {
            let row = Indexed::Summary(Box::new(summary));
            self.shared.store.index(id, row);
        }
    }
}
