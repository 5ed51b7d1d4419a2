//! The SQLite store: what is an index, and the few things that live here alone.
//!
//! Devices, invitations, trust and settings are kept nowhere else.
//! Everything about sessions is made from their logs and can be made again.

mod audit;
mod devices;
mod migrations;
mod push;
mod search;
mod sessions;
mod settings;
mod usage;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::Connection;

pub(crate) use audit::AuditRow;
pub(crate) use devices::{DeviceRow, NewDevice};
pub(crate) use push::PushRow;
pub(crate) use search::Search;

/// The store. Its queries are short; whoever runs a long one does so off the async threads.
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

impl Store {
    /// Opens the store and brings its tables up to date.
    pub(crate) fn open(path: &Path) -> rusqlite::Result<Self> {
        Self::prepare(Connection::open(path)?)
    }

    #[cfg(test)]
    pub(crate) fn in_memory() -> rusqlite::Result<Self> {
        Self::prepare(Connection::open_in_memory()?)
    }

    fn prepare(mut connection: Connection) -> rusqlite::Result<Self> {
        connection.busy_timeout(std::time::Duration::from_secs(5))?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "foreign_keys", "on")?;
        migrations::run(&mut connection)?;
        Ok(Self {
            connection: Mutex::new(connection),
        })
    }

    /// Takes the connection. A thread that panicked with it left a rolled-back transaction at worst.
    pub(crate) fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns which state of a directory was trusted.
    pub(crate) fn trusted(&self, path: &str) -> rusqlite::Result<Option<String>> {
        let connection = self.connection();
        let mut statement =
            connection.prepare_cached("select fingerprint from trust where path = ?1")?;
        let mut rows = statement.query([path])?;
        rows.next()?.map(|row| row.get(0)).transpose()
    }

    pub(crate) fn trust(&self, path: &str, fingerprint: &str) -> rusqlite::Result<()> {
        let sql = "insert into trust (path, fingerprint, at) values (?1, ?2, ?3)
                   on conflict (path) do update set fingerprint = ?2, at = ?3";
        self.connection()
            .execute(sql, rusqlite::params![path, fingerprint, now_ms()])
            .map(drop)
    }

    pub(crate) fn distrust(&self, path: &str) -> rusqlite::Result<()> {
        self.connection()
            .execute("delete from trust where path = ?1", [path])
            .map(drop)
    }
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}
