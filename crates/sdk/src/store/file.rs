//! A store in a directory.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::UNIX_EPOCH;

use pilothouse_protocol::RawJson;
use pilothouse_protocol::ids::SessionId;

use super::{SessionStore, StoreResult, StoredSession, TranscriptKey, uuid_of};
use crate::connection::lock;

/// A store in a directory with the layout of the CLI: [`disk::Store::at`](crate::disk::Store::at) reads it.
///
/// Only one process at a time may write a session.
#[derive(Debug, Clone)]
pub struct FileStore {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    projects: PathBuf,
    /// The UUIDs in each transcript that was written.
    known: Mutex<HashMap<TranscriptKey, HashSet<String>>>,
}

impl FileStore {
    /// Stores transcripts in a directory, which is created on demand.
    pub fn at(directory: impl AsRef<Path>) -> Self {
        Self {
            inner: Arc::new(Inner {
                projects: directory.as_ref().join("projects"),
                known: Mutex::default(),
            }),
        }
    }

    /// Runs file operations on a blocking thread.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let inner = Arc::clone(&self.inner);
        tokio::task::spawn_blocking(move || work(&inner)).await?
    }
}

impl SessionStore for FileStore {
    async fn append(&self, key: &TranscriptKey, entries: &[RawJson]) -> StoreResult<()> {
        let (key, entries) = (key.clone(), entries.to_vec());
        self.run(move |inner| inner.append(&key, &entries)).await
    }

    async fn load(&self, key: &TranscriptKey) -> StoreResult<Option<Vec<RawJson>>> {
        let key = key.clone();
        self.run(move |inner| read(&inner.path(&key)?)).await
    }

    async fn subpaths(&self, project: &str, session: &SessionId) -> StoreResult<Vec<String>> {
        let key = TranscriptKey::new(project, session);
        self.run(move |inner| {
            let folder = inner.path(&key)?.with_extension("");
            let mut found = Vec::new();
            below(&folder, "", &mut found)?;
            Ok(found)
        })
        .await
    }

    async fn sessions(&self, project: &str) -> StoreResult<Vec<StoredSession>> {
        let project = project.to_owned();
        self.run(move |inner| {
            let mut found = Vec::new();
            for (name, path) in entries(&inner.projects.join(project))? {
                if let Some(session) = name.strip_suffix(".jsonl") {
                    let modified = fs::metadata(path)?.modified()?;
                    let since = modified.duration_since(UNIX_EPOCH).unwrap_or_default();
                    let modified_ms = since.as_millis().try_into().unwrap_or(u64::MAX);
                    found.push(StoredSession::new(session, modified_ms));
                }
            }
            Ok(found)
        })
        .await
    }

    async fn delete(&self, project: &str, session: &SessionId) -> StoreResult<()> {
        let key = TranscriptKey::new(project, session);
        self.run(move |inner| {
            let path = inner.path(&key)?;
            lock(&inner.known)
                .retain(|known, _| known.project != key.project || known.session != key.session);
            absent_is_fine(fs::remove_file(&path))?;
            absent_is_fine(fs::remove_dir_all(path.with_extension("")))
        })
        .await
    }
}

impl Inner {
    fn path(&self, key: &TranscriptKey) -> StoreResult<PathBuf> {
        if !key.is_plain() {
            return Err(format!("not the name of a transcript: {}", key.relative_path()).into());
        }
        Ok(self.projects.join(key.relative_path()))
    }

    fn append(&self, key: &TranscriptKey, entries: &[RawJson]) -> StoreResult<()> {
        let path = self.path(key)?;
        // Locked while writing, so that entries keep their order.
        let mut known = lock(&self.known);
        if !known.contains_key(key) {
            let there = read(&path)?.unwrap_or_default();
            known.insert(key.clone(), there.iter().filter_map(uuid_of).collect());
        }
        let known = known.entry(key.clone()).or_default();
        let mut lines = String::new();
        for entry in entries {
            if uuid_of(entry).is_none_or(|uuid| known.insert(uuid)) {
                lines.push_str(entry.as_str());
                lines.push('\n');
            }
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = File::options().append(true).create(true).open(&path)?;
        Ok(file.write_all(lines.as_bytes())?)
    }
}

/// Reads a transcript; a truncated line is left out.
fn read(path: &Path) -> StoreResult<Option<Vec<RawJson>>> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(Some(
        lines
            .filter_map(|line| RawJson::from_text(line).ok())
            .collect(),
    ))
}

/// Finds the transcripts below a directory, as paths without extension.
fn below(folder: &Path, prefix: &str, found: &mut Vec<String>) -> StoreResult<()> {
    for (name, path) in entries(folder)? {
        if path.is_dir() {
            below(&path, &format!("{prefix}{name}/"), found)?;
        } else if let Some(name) = name.strip_suffix(".jsonl") {
            found.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
}

/// Lists a directory sorted by name; a missing one is empty.
fn entries(folder: &Path) -> StoreResult<Vec<(String, PathBuf)>> {
    let read = match fs::read_dir(folder) {
        Ok(read) => read,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let mut entries = Vec::new();
    for entry in read {
        let entry = entry?;
        entries.push((
            entry.file_name().to_string_lossy().into_owned(),
            entry.path(),
        ));
    }
    entries.sort();
    Ok(entries)
}

fn absent_is_fine(done: std::io::Result<()>) -> StoreResult<()> {
    match done {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
