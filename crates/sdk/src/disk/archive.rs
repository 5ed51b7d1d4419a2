//! Archives a session with a mark in the folder next to its transcript, as the TypeScript SDK and the CLI do.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use pilothouse_protocol::ids::SessionId;
use serde_json::{Value, json};

use super::{Store, time};
use crate::error::{Error, Result};

/// A longer mark is ignored: the official SDK does not read further either.
const LONGEST: u64 = 4096;

impl Store {
    /// Archives a session. It stays on disk and in lists, with [`archived`](super::SessionInfo::archived) set; a later
    /// prompt unarchives it.
    ///
    /// Neither the transcript nor a process that has the session open is affected.
    pub fn archive(&self, id: &SessionId) -> Result<()> {
        mark(&self.file(id)?, true)
    }

    /// Unarchives a session.
    pub fn unarchive(&self, id: &SessionId) -> Result<()> {
        mark(&self.file(id)?, false)
    }
}

fn place(transcript: &Path) -> PathBuf {
    transcript.with_extension("").join("archived.json")
}

/// Writes the mark atomically.
fn mark(transcript: &Path, archived: bool) -> Result<()> {
    let target = place(transcript);
    let folder = transcript.with_extension("");
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |elapsed| elapsed.as_millis() as i64);
    let text = json!({"archived": archived, "at": time::format(now), "by": "sdk"}).to_string();
    let draft = folder.join(format!("archived.json.tmp.{}", uuid::Uuid::new_v4()));
    std::fs::create_dir_all(&folder).map_err(|error| Error::file("create", &folder, error))?;
    std::fs::write(&draft, text).map_err(|error| Error::file("write", &draft, error))?;
    std::fs::rename(&draft, &target).map_err(|error| Error::file("write", &target, error))
}

/// Returns whether a session is archived, given the time of its last prompt. `None` if it never was.
pub(super) fn is_archived(transcript: &Path, last_prompt: Option<i64>) -> Option<bool> {
    let path = place(transcript);
    let is_short = std::fs::metadata(&path).is_ok_and(|metadata| metadata.len() <= LONGEST);
    let bytes = is_short.then(|| std::fs::read(&path).ok()).flatten()?;
    let mark: Value = serde_json::from_slice(&bytes).ok()?;
    let at = time::parse(mark["at"].as_str()?)?;
    let archived = mark["archived"].as_bool()?;
    Some(archived && last_prompt.is_none_or(|prompt| prompt <= at))
}
