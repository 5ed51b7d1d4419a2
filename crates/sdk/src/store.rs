//! Session stores: copies of transcripts outside of the CLI's own directory, for example in a database shared by
//! several machines.
//!
//! A session with a store ([`SessionBuilder::session_store`](crate::SessionBuilder::session_store)) also writes each
//! line of its transcript there,
//! and is resumed from there if it is not on this machine. The CLI still writes its own files.
//! [`FileStore`] stores transcripts in a directory; with the feature `sqlite`, [`SqliteStore`] stores them in a
//! database; implement [`SessionStore`] for other stores.
//! [`disk::Store::copy_to`](crate::disk::Store::copy_to) imports a session from disk.

mod file;
pub(crate) mod mirror;
mod restore;
#[cfg(feature = "sqlite")]
mod sqlite;

use std::pin::Pin;
use std::sync::Arc;

use pilothouse_protocol::RawJson;
use pilothouse_protocol::ids::SessionId;

pub use file::FileStore;
pub(crate) use restore::{newest, restore};
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteStore;

/// The key of a transcript: that of a session, or of one of its subagents.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TranscriptKey {
    /// The CLI's folder for the working directory: see [`project_folder`](crate::disk::project_folder).
    pub project: String,
    /// The session.
    pub session: SessionId,
    /// The path of a subagent's transcript below the session, without extension: `subagents/agent-a1`. `None` for the
    /// session's own.
    pub subpath: Option<String>,
}

impl TranscriptKey {
    /// Creates the key of a session's transcript.
    pub fn new(project: impl Into<String>, session: impl Into<SessionId>) -> Self {
        Self {
            project: project.into(),
            session: session.into(),
            subpath: None,
        }
    }

    /// Creates the key of a subagent's transcript.
    #[must_use]
    pub fn with_subpath(mut self, subpath: impl Into<String>) -> Self {
        self.subpath = Some(subpath.into());
        self
    }

    /// Parses the path of a transcript in the CLI's directory.
    fn of_path(path: &str) -> Option<Self> {
        let path = path.replace('\\', "/");
        let (_, rest) = path.rsplit_once("/projects/")?;
        let (project, rest) = rest.split_once('/')?;
        let rest = rest.strip_suffix(".jsonl")?;
        let key = match rest.split_once('/') {
            None => Self::new(project, rest),
            Some((session, subpath)) => Self::new(project, session).with_subpath(subpath),
        };
        key.is_plain().then_some(key)
    }

    /// Returns the path of the transcript below the directory of all projects.
    fn relative_path(&self) -> String {
        let Self {
            project, session, ..
        } = self;
        match &self.subpath {
            None => format!("{project}/{session}.jsonl"),
            Some(subpath) => format!("{project}/{session}/{subpath}.jsonl"),
        }
    }

    /// Returns whether all parts are plain names without path separators.
    fn is_plain(&self) -> bool {
        let is_plain = |part: &str| {
            !part.is_empty() && part != "." && part != ".." && !part.contains(['/', '\\', '\0'])
        };
        let mut below = self.subpath.iter().flat_map(|subpath| subpath.split('/'));
        is_plain(&self.project) && is_plain(self.session.as_str()) && below.all(is_plain)
    }
}

/// A session in a store.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredSession {
    /// The session.
    pub session: SessionId,
    /// The time of the last change, in milliseconds since 1970.
    pub modified_ms: u64,
}

impl StoredSession {
    /// Creates the description of a session in a store.
    pub fn new(session: impl Into<SessionId>, modified_ms: u64) -> Self {
        Self {
            session: session.into(),
            modified_ms,
        }
    }
}

/// The error of a store. Every type that implements `Display` converts into it, so `?` works on any error.
#[derive(Debug)]
pub struct StoreError(String);

impl<E: std::fmt::Display> From<E> for StoreError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl StoreError {
    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.0
    }
}

/// The result of a store.
pub type StoreResult<T> = Result<T, StoreError>;

/// Storage for copies of transcripts.
///
/// Entries are lines of a transcript, to be stored unchanged. Most have a `uuid`; an entry whose `uuid` already exists
/// must not be added again, because entries are repeated after a failure and by an import.
pub trait SessionStore: Send + Sync + 'static {
    /// Appends entries to a transcript, in this order. Called after the CLI wrote them to its own file.
    fn append(
        &self,
        key: &TranscriptKey,
        entries: &[RawJson],
    ) -> impl Future<Output = StoreResult<()>> + Send;

    /// Returns the entries of a transcript in order; `None` if there are none.
    fn load(
        &self,
        key: &TranscriptKey,
    ) -> impl Future<Output = StoreResult<Option<Vec<RawJson>>>> + Send;

    /// Returns the subpaths of a session's subagents.
    fn subpaths(
        &self,
        project: &str,
        session: &SessionId,
    ) -> impl Future<Output = StoreResult<Vec<String>>> + Send;

    /// Returns the sessions of a project, in any order.
    fn sessions(
        &self,
        project: &str,
    ) -> impl Future<Output = StoreResult<Vec<StoredSession>>> + Send;

    /// Deletes a session with its subagents. The SDK never calls it.
    fn delete(
        &self,
        project: &str,
        session: &SessionId,
    ) -> impl Future<Output = StoreResult<()>> + Send;
}

type Boxed<'a, T> = Pin<Box<dyn Future<Output = StoreResult<T>> + Send + 'a>>;

/// The methods that the SDK calls, without the type of the store.
pub(crate) trait ErasedStore: Send + Sync {
    fn append<'a>(&'a self, key: &'a TranscriptKey, entries: &'a [RawJson]) -> Boxed<'a, ()>;
    fn load<'a>(&'a self, key: &'a TranscriptKey) -> Boxed<'a, Option<Vec<RawJson>>>;
    fn subpaths<'a>(&'a self, project: &'a str, session: &'a SessionId) -> Boxed<'a, Vec<String>>;
    fn sessions<'a>(&'a self, project: &'a str) -> Boxed<'a, Vec<StoredSession>>;
}

impl<S: SessionStore> ErasedStore for S {
    fn append<'a>(&'a self, key: &'a TranscriptKey, entries: &'a [RawJson]) -> Boxed<'a, ()> {
        Box::pin(SessionStore::append(self, key, entries))
    }

    fn load<'a>(&'a self, key: &'a TranscriptKey) -> Boxed<'a, Option<Vec<RawJson>>> {
        Box::pin(SessionStore::load(self, key))
    }

    fn subpaths<'a>(&'a self, project: &'a str, session: &'a SessionId) -> Boxed<'a, Vec<String>> {
        Box::pin(SessionStore::subpaths(self, project, session))
    }

    fn sessions<'a>(&'a self, project: &'a str) -> Boxed<'a, Vec<StoredSession>> {
        Box::pin(SessionStore::sessions(self, project))
    }
}

/// A store shared by sessions.
pub(crate) type SharedStore = Arc<dyn ErasedStore>;

/// Returns the UUID of an entry, which identifies repeated entries.
fn uuid_of(entry: &RawJson) -> Option<String> {
    entry.string_at("uuid")
}

#[cfg(test)]
mod tests;
