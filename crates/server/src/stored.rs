//! Conversations in the CLI's own store: made in a terminal, in an editor, or by other hosts.
//!
//! They are listed, read and followed under the id `cli:` and the CLI's own, and never written.
//! The host goes on with one in a session of its own, which begins with its history.

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

/// What the ids of conversations of the CLI's store begin with, among those of sessions.
const PREFIX: &str = "cli:";

/// The CLI's store, and what was read of it.
pub(crate) struct StoredSessions {
    transcripts: Option<Transcripts>,
    /// What each file told when it had this time and length.
    known: Mutex<HashMap<PathBuf, Known>>,
    /// Conversations somebody looks at.
    open: Mutex<HashMap<String, SessionHandle>>,
}

struct Known {
    modified_ms: u64,
    size: u64,
    /// None for a file without a conversation.
    info: Option<Arc<SessionInfo>>,
    /// How many messages there are, once somebody wanted to know.
    messages: Option<u32>,
}

impl StoredSessions {
    /// Finds the CLI's store as the CLI does. Without a home there is none.
    pub(crate) fn locate() -> Self {
        Self {
            transcripts: Transcripts::locate().ok(),
            known: Mutex::default(),
            open: Mutex::default(),
        }
    }

    /// The conversation an id stands for, if it is one of the CLI's store.
    pub(crate) fn is_stored(id: &str) -> Option<&str> {
        id.strip_prefix(PREFIX)
    }

    /// A conversation to read and to follow.
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

/// The processes that hold a conversation and are none of this host's.
fn foreign_holders(transcripts: &Transcripts, id: &str) -> Vec<u32> {
    let held = transcripts.holders(&SessionId::from(id));
    let mut pids = held.unwrap_or_default();
    pids.retain(|pid| !pilothouse_process::in_session(*pid));
    pids
}

/// A failure of the SDK to read the store: what is not there is no fault of the host.
fn unreadable(error: pilothouse_sdk::Error) -> Problem {
    match error {
        pilothouse_sdk::Error::NoSession { .. } => Problem::not_found("conversation"),
        other => Problem::internal(other),
    }
}
