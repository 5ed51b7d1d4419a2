//! Copies transcripts from a store to disk, and from disk to a store.

use std::path::Path;
use std::time::Duration;

use pilothouse_protocol::RawJson;
use pilothouse_protocol::ids::SessionId;

use super::{ErasedStore, SessionStore, StoreResult, TranscriptKey};
use crate::disk;
use crate::error::{Error, Result};

/// Restores a session to the CLI's directory, unless the transcript there is at least as long.
pub(crate) async fn restore(
    store: &dyn ErasedStore,
    timeout: Duration,
    disk: &disk::Store,
    project: &str,
    session: &SessionId,
) -> Result<()> {
    let subpaths = within(
        timeout,
        "list the subagents in",
        store.subpaths(project, session),
    )
    .await?;
    let main = TranscriptKey::new(project, session);
    let below = subpaths
        .into_iter()
        .map(|subpath| main.clone().with_subpath(subpath));
    let keys: Vec<_> = std::iter::once(main.clone()).chain(below).collect();
    for key in keys.iter().filter(|key| key.is_plain()) {
        let entries = within(timeout, "load a session from", store.load(key)).await?;
        if let Some(entries) = entries {
            let path = disk.projects().join(key.relative_path());
            write(&path, &entries)
                .map_err(|error| Error::file("restore a session to", &path, error))?;
        }
    }
    Ok(())
}

/// Returns the newest session of a project.
pub(crate) async fn newest(
    store: &dyn ErasedStore,
    timeout: Duration,
    project: &str,
) -> Result<Option<SessionId>> {
    let sessions = within(timeout, "list the sessions in", store.sessions(project)).await?;
    let newest = sessions
        .into_iter()
        .max_by_key(|session| session.modified_ms);
    Ok(newest.map(|newest| newest.session))
}

async fn within<T>(
    timeout: Duration,
    action: &'static str,
    work: impl Future<Output = StoreResult<T>>,
) -> Result<T> {
    let failed = |reason: String| Error::Store { action, reason };
    match tokio::time::timeout(timeout, work).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err(failed(error.message().to_owned())),
        Err(_) => Err(failed(format!("no answer within {timeout:?}"))),
    }
}

/// Writes a transcript atomically.
fn write(path: &Path, entries: &[RawJson]) -> std::io::Result<()> {
    let there = std::fs::read(path).unwrap_or_default();
    let lines = there
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty());
    if lines.count() >= entries.len() {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)?;
    let mut text = String::new();
    for entry in entries {
        text.push_str(entry.as_str());
        text.push('\n');
    }
    let whole = path.with_extension("jsonl.restored");
    std::fs::write(&whole, text)?;
    std::fs::rename(&whole, path)
}

impl disk::Store {
    /// Copies a session and its subagents to a store. Existing entries are not added again.
    pub async fn copy_to(&self, id: &SessionId, store: &impl SessionStore) -> Result<()> {
        let main = self.file(id)?;
        let subagents = self.subagent_files(id)?;
        for path in std::iter::once(&main).chain(&subagents) {
            let Some(key) = TranscriptKey::of_path(&path.to_string_lossy()) else {
                continue;
            };
            let bytes = std::fs::read(path).map_err(|error| Error::file("read", path, error))?;
            let text = String::from_utf8_lossy(&bytes);
            let entries: Vec<_> = text
                .lines()
                .filter_map(|line| RawJson::from_text(line).ok())
                .collect();
            let copied = SessionStore::append(store, &key, &entries).await;
            copied.map_err(|error| Error::Store {
                action: "copy a session into",
                reason: error.message().to_owned(),
            })?;
        }
        Ok(())
    }
}
