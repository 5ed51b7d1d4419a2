//! Conversations in the CLI's own store: made in a terminal, in an editor, or by other hosts.
//!
//! They are listed, read and followed under the ID `cli:` and the CLI's own ID, and never written.
//! A hosted session that resumes one begins with its history.

mod follow;
mod history;
mod list;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pilothouse_protocol::ids::SessionId;
use pilothouse_sdk::disk::{SessionInfo, Store as Transcripts};

use crate::problem::Problem;
use crate::session::SessionHandle;

pub(crate) use list::Wanted;

/// The prefix of session IDs for conversations of the CLI's store.
const PREFIX: &str = "cli:";

/// The CLI's store, and a cache of what was read from it.
pub(crate) struct CliTranscripts {
    transcripts: Option<Transcripts>,
    /// What each file contained, valid for one time and length.
    known: Mutex<HashMap<PathBuf, Known>>,
    /// Conversations with readers.
    open: Mutex<HashMap<String, SessionHandle>>,
}

struct Known {
    modified_ms: u64,
    size: u64,
    /// None for a file without a conversation.
    info: Option<Arc<SessionInfo>>,
    /// The number of messages, once it was requested.
    messages: Option<u32>,
}

impl CliTranscripts {
    /// Locates the store as the CLI does. Without a home directory there is none.
    pub(crate) fn locate() -> Self {
        Self {
            transcripts: Transcripts::locate().ok(),
            known: Mutex::default(),
            open: Mutex::default(),
        }
    }

    /// Returns the CLI's ID of a conversation, if the session ID names one of its store.
    pub(crate) fn conversation_id(id: &str) -> Option<&str> {
        id.strip_prefix(PREFIX)
    }

    /// Opens a conversation to read and follow it.
    pub(crate) async fn get(&self, id: &str) -> Result<SessionHandle, Problem> {
        if let Some(handle) = self.opened(id) {
            return Ok(handle);
        }
        let transcripts = self.transcripts()?.clone();
        let handle = follow::open(transcripts, id.to_owned()).await?;
        self.lock_open().insert(id.to_owned(), handle.clone());
        Ok(handle)
    }

    fn opened(&self, id: &str) -> Option<SessionHandle> {
        let mut open = self.lock_open();
        open.retain(|_, handle| !handle.is_closed());
        open.get(id).cloned()
    }

    fn lock_open(&self) -> std::sync::MutexGuard<'_, HashMap<String, SessionHandle>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn transcripts(&self) -> Result<&Transcripts, Problem> {
        self.transcripts
            .as_ref()
            .ok_or_else(|| Problem::not_found("conversation"))
    }
}

/// Returns the processes of other programs that hold a conversation.
fn foreign_holders(transcripts: &Transcripts, id: &str) -> Vec<u32> {
    let held = transcripts.holders(&SessionId::from(id));
    let mut pids = held.unwrap_or_default();
    pids.retain(|pid| !pilothouse_process::in_session(*pid));
    pids
}

/// Maps errors of the SDK; a missing conversation is not an internal error.
fn unreadable(error: pilothouse_sdk::Error) -> Problem {
    match error {
        pilothouse_sdk::Error::NoSession { .. } => Problem::not_found("conversation"),
        other => Problem::internal(other),
    }
}
