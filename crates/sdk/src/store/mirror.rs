//! The task that copies transcript entries of the CLI into a store.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use pilothouse_protocol::RawJson;
use pilothouse_protocol::message::TranscriptMirror;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::{SharedStore, StoreError, TranscriptKey};
use crate::events::{Event, Notice};
use crate::queue::Queue;

/// The number of attempts to write a batch.
const ATTEMPTS: u32 = 3;
/// The delay after the first attempt; it is multiplied by four after each attempt.
const PAUSE: Duration = Duration::from_millis(100);
/// The maximum number of bytes that wait for a slow store.
const LIMIT: usize = 64 * 1024 * 1024;

/// The connection of a session to its store.
pub(crate) struct Mirror {
    batches: mpsc::UnboundedSender<(TranscriptKey, Vec<RawJson>)>,
    waiting: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl Mirror {
    /// Starts the task. Entries that cannot be written are reported as an event.
    pub(crate) fn start(store: SharedStore, timeout: Duration, queue: Arc<Queue>) -> Self {
        let (batches, received) = mpsc::unbounded_channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let task = tokio::spawn(write(store, timeout, queue, received, Arc::clone(&waiting)));
        Self {
            batches,
            waiting,
            task,
        }
    }

    /// Queues the entries that were added to a transcript. Never waits; returns a notice if too much is already
    /// waiting.
    pub(crate) fn take(&self, added: &TranscriptMirror) -> Option<Notice> {
        let key = TranscriptKey::of_path(added.file_path.as_deref()?)?;
        let bytes = size(&added.entries);
        if self.waiting.load(Ordering::Relaxed) + bytes > LIMIT {
            let reason = "the store is too slow: 64 MiB wait for it".into();
            return Some(Notice::NotMirrored { key, reason });
        }
        self.waiting.fetch_add(bytes, Ordering::Relaxed);
        // The task ends only when the sender is dropped.
        drop(self.batches.send((key, added.entries.clone())));
        None
    }

    /// Waits until everything was written, or has failed.
    pub(crate) async fn finish(self) {
        drop(self.batches);
        // If the store panicked, the remaining entries cannot be written.
        drop(self.task.await);
    }
}

fn size(entries: &[RawJson]) -> usize {
    entries.iter().map(|entry| entry.as_str().len()).sum()
}

async fn write(
    store: SharedStore,
    timeout: Duration,
    queue: Arc<Queue>,
    mut batches: mpsc::UnboundedReceiver<(TranscriptKey, Vec<RawJson>)>,
    waiting: Arc<AtomicUsize>,
) {
    let mut next = batches.recv().await;
    while let Some((key, mut entries)) = next.take() {
        // Entries of the same transcript that arrived in the meantime join the batch.
        while let Ok((other, more)) = batches.try_recv() {
            if other != key {
                next = Some((other, more));
                break;
            }
            entries.extend(more);
        }
        if let Err(error) = append(&store, &key, &entries, timeout).await {
            let reason = error.message().to_owned();
            queue.tell(Event::Notice(Notice::NotMirrored { key, reason }));
        }
        waiting.fetch_sub(size(&entries), Ordering::Relaxed);
        if next.is_none() {
            next = batches.recv().await;
        }
    }
}

/// Writes a batch and retries on failure. A write that times out is not repeated, because it may still succeed.
async fn append(
    store: &SharedStore,
    key: &TranscriptKey,
    entries: &[RawJson],
    timeout: Duration,
) -> Result<(), StoreError> {
    let mut pause = PAUSE;
    for _ in 1..ATTEMPTS {
        match tokio::time::timeout(timeout, store.append(key, entries)).await? {
            Ok(()) => return Ok(()),
            Err(error) => tracing::debug!(error = error.message(), "a session store failed"),
        }
        tokio::time::sleep(pause).await;
        pause *= 4;
    }
    tokio::time::timeout(timeout, store.append(key, entries)).await?
}
