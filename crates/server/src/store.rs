//! The SQLite store: what is an index, and the few things that live here alone.
//!
//! Devices, invitations, trust and settings are kept nowhere else.
//! Everything about sessions is made from their logs and can be made again.
//!
//! One thread writes what the records of sessions mean ([`Indexed`]); a session never waits for it. Queries run on
//! read-only connections, each after everything that was sent to that thread before. All methods but
//! [`Store::index`] block: tasks call them through [`Store::run`].

mod answers;
mod audit;
mod connections;
mod devices;
mod folds;
mod indexer;
mod migrations;
mod push;
mod resources;
mod rules;
mod salvage;
mod search;
mod sessions;
mod settings;
mod trust;
mod usage;

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{SystemTime, UNIX_EPOCH};

use pilothouse_log::private;
use rusqlite::Connection;

use crate::problem::Problem;

pub(crate) use answers::{KeptAnswer, Listed};
pub(crate) use audit::{AuditRow, PAGE as AUDIT_PAGE, PastAsk};
use connections::Connections;
pub(crate) use devices::{DeviceRow, NewDevice};
use folds::SavedFold;
pub(crate) use indexer::Indexed;
use indexer::{Indexer, Job};
pub(crate) use push::PushRow;
pub(crate) use rules::{Revoked, behavior_name, behavior_named};
pub(crate) use search::Search;
pub(crate) use trust::TrustedItem;

/// The store. Whatever was sent is written before it is dropped.
pub(crate) struct Store {
    connections: Arc<Connections>,
    indexer: Arc<Indexer>,
    /// The sessions whose entries are complete since the store was renewed; none when it was not.
    complete: Mutex<Option<HashSet<String>>>,
    /// None when the store is being dropped.
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Store {
    /// Opens the store and brings its tables up to date.
    pub(crate) fn open(path: &Path) -> rusqlite::Result<Self> {
        // SQLite would let everybody read the file. Why it cannot be made, SQLite says below.
        drop(private::options().create(true).append(true).open(path));
        Ok(Self::start(Connections::open(path)?))
    }

    /// Opens the store; one that is damaged is put aside and made anew, and the sessions are indexed from their logs.
    pub(crate) fn open_or_replace(path: &Path) -> io::Result<Self> {
        let opened = Self::open(path).and_then(|store| store.try_out().map(|()| store));
        match opened {
            Err(error) if is_damage(&error) => {
                tracing::error!(%error, "the index is damaged and is made anew from the logs");
                Self::replace(path)
            }
            opened => opened.map_err(io::Error::other),
        }
    }

    /// Reads what a start needs.
    fn try_out(&self) -> rusqlite::Result<()> {
        self.known_sessions()?;
        self.busy_summaries()?;
        self.devices()?;
        let any = "select count(*) from (select entry from entries limit 1)";
        self.read(|connection| connection.query_row(any, [], |_| Ok(())))
    }

    /// Says whether a store can be read from end to end. Blocks.
    pub(crate) fn is_sound(path: &Path) -> bool {
        let Ok(store) = Self::open(path) else {
            return false;
        };
        let check = store.read(|connection| {
            connection.query_row("pragma integrity_check", [], |row| row.get::<_, String>(0))
        });
        check.is_ok_and(|answer| answer == "ok")
    }

    /// Puts a damaged store aside and begins another, with what can still be read of what stands nowhere else.
    pub(crate) fn replace(path: &Path) -> io::Result<Self> {
        let connection = salvage::replace(path)?;
        Ok(Self::start(Connections::with(connection, Some(path))))
    }

    /// Replaces the store by a new one, as [`Store::replace`] does, while it is in use.
    pub(crate) fn renew(&self) -> io::Result<()> {
        *self.complete() = Some(HashSet::new());
        self.indexer.wait();
        self.indexer.forget_folds();
        self.connections.renew()
    }

    /// Notes that all entries of a session were sent to the index.
    pub(crate) fn mark_complete(&self, session: &str) {
        if let Some(complete) = &mut *self.complete() {
            complete.insert(session.to_owned());
        }
    }

    /// Whether a fold of a session may be saved. Without the entries that it handed out before the store was renewed, a
    /// start after a crash would go on from there.
    fn has_entries_of(&self, session: &str) -> bool {
        let complete = self.complete();
        complete
            .as_ref()
            .is_none_or(|complete| complete.contains(session))
    }

    fn complete(&self) -> MutexGuard<'_, Option<HashSet<String>>> {
        self.complete.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a query finds that the store is damaged.
    pub(crate) async fn until_damaged(&self) {
        self.connections.until_damaged().await;
    }

    /// A store that is gone when it is dropped.
    pub(crate) fn in_memory() -> rusqlite::Result<Self> {
        let connection = Connections::prepare(Connection::open_in_memory()?)?;
        Ok(Self::start(Connections::with(connection, None)))
    }

    fn start(connections: Connections) -> Self {
        let connections = Arc::new(connections);
        let indexer = Arc::new(Indexer::default());
        let (jobs, queue) = mpsc::channel();
        let (at, what) = (Arc::clone(&connections), Arc::clone(&indexer));
        Self {
            connections,
            indexer,
            complete: Mutex::default(),
            jobs: Some(jobs),
            thread: Some(std::thread::spawn(move || what.run(&at, &queue))),
        }
    }

    /// Sends what the records of a session mean for the index. It is written soon, in this order.
    pub(crate) fn index(&self, session: &str, what: Indexed) {
        if let Some(jobs) = &self.jobs {
            self.indexer.send(jobs, session, what);
        }
    }

    /// Does something that blocks where that is allowed.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let store = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || work(&store)).await;
        Ok(done.map_err(Problem::internal)??)
    }

    /// Runs a query, after everything that was sent to the index before.
    fn read<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        self.indexer.wait();
        self.connections.read(query)
    }

    /// Makes a change, after everything that was sent to the index before.
    pub(crate) fn write<T>(
        &self,
        change: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        self.indexer.wait();
        self.connections.write(change)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // What it panicked about was printed; the index is made anew from the logs.
            thread.join().ok();
        }
    }
}

/// Whether an error says that the file does not hold what was put into it.
fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{
        FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
    };
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    let code = error.sqlite_error_code();
    matches!(code, Some(DatabaseCorrupt | NotADatabase))
        || matches!(
            error,
            FromSqlConversionFailure(..)
                | IntegralValueOutOfRange(..)
                | InvalidColumnType(..)
                | Utf8Error(..)
        )
}

/// Reads a value from its JSON in a row.
fn from_json<T: serde::de::DeserializeOwned>(json: &str) -> rusqlite::Result<T> {
    let malformed = |error: serde_json::Error| {
        rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, error.into())
    };
    serde_json::from_str(json).map_err(malformed)
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
