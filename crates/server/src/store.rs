//! The SQLite store: what is an index, and the few things that live here alone.
//!
//! Devices, invitations, trust and settings are kept nowhere else.
//! Everything about sessions is made from their logs and can be made again.

mod answers;
mod audit;
mod devices;
mod folds;
mod migrations;
mod push;
mod resources;
mod rules;
mod search;
mod sessions;
mod settings;
mod trust;
mod usage;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use pilothouse_log::private;
use rusqlite::Connection;

pub(crate) use answers::{KeptAnswer, Listed};
pub(crate) use audit::{AuditRow, PAGE as AUDIT_PAGE, PastAsk};
pub(crate) use devices::{DeviceRow, NewDevice};
pub(crate) use push::PushRow;
pub(crate) use rules::{behavior_name, behavior_named};
pub(crate) use search::Search;
pub(crate) use trust::TrustedItem;

/// How long a write waits for another program that writes, and between two looks.
const PATIENCE: Duration = Duration::from_secs(2);
const STEP: Duration = Duration::from_millis(10);
/// For how long nothing waits after that.
const REST_MS: u64 = 10_000;

/// The store. Its queries are short; whoever runs a long one does so off the async threads.
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

impl Store {
    /// Opens the store and brings its tables up to date.
    pub(crate) fn open(path: &Path) -> rusqlite::Result<Self> {
        // SQLite would let everybody read the file. Why it cannot be made, SQLite says below.
        drop(private::options().create(true).append(true).open(path));
        Self::prepare(Connection::open(path)?)
    }

    /// Opens the store; one that is damaged is put aside and made anew, and the sessions are indexed from their logs.
    pub(crate) fn open_or_replace(path: &Path) -> io::Result<Self> {
        match Self::open(path) {
            Err(error) if is_damage(&error) => {
                tracing::warn!(%error, "the index is damaged and is made anew");
                Self::replace(path)
            }
            opened => opened.map_err(io::Error::other),
        }
    }

    /// Says whether a store can be read from end to end. Blocks.
    pub(crate) fn is_sound(path: &Path) -> bool {
        let Ok(store) = Self::open(path) else {
            return false;
        };
        let connection = store.connection();
        let check =
            connection.query_row("pragma integrity_check", [], |row| row.get::<_, String>(0));
        check.is_ok_and(|answer| answer == "ok")
    }

    /// Puts a damaged store aside and begins another, with what can still be read of what stands nowhere else.
    pub(crate) fn replace(path: &Path) -> io::Result<Self> {
        let aside = path.with_extension(format!("damaged-{}", now_ms()));
        for suffix in ["", "-wal", "-shm"] {
            let with = |path: &Path| {
                let mut name = path.as_os_str().to_owned();
                name.push(suffix);
                PathBuf::from(name)
            };
            match std::fs::rename(with(path), with(&aside)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        let store = Self::open(path).map_err(io::Error::other)?;
        store.salvage(&aside);
        Ok(store)
    }

    /// Copies devices, tokens, trust, settings and rules, table by table, as far as they can be read.
    fn salvage(&self, aside: &Path) {
        let connection = self.connection();
        let attached = connection.execute("attach ?1 as old", [aside.to_string_lossy()]);
        if let Err(error) = attached {
            tracing::warn!(%error, "nothing of the damaged index can be read");
            return;
        }
        for table in ["devices", "trust", "trusted_items", "settings", "rules"] {
            let sql = format!("insert or ignore into main.{table} select * from old.{table}");
            if let Err(error) = connection.execute(&sql, []) {
                tracing::warn!(%error, table, "a table of the damaged index is lost");
            }
        }
        // What cannot be detached goes with the connection.
        drop(connection.execute("detach old", []));
    }

    /// A store that is gone when it is dropped.
    pub(crate) fn in_memory() -> rusqlite::Result<Self> {
        Self::prepare(Connection::open_in_memory()?)
    }

    fn prepare(mut connection: Connection) -> rusqlite::Result<Self> {
        connection.busy_handler(Some(wait_for_others))?;
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
}

/// Says whether to go on waiting for another program that writes the index.
///
/// All of the host waits with a write, so one that waited in vain makes those after it fail at once for a while.
fn wait_for_others(tries: i32) -> bool {
    static GAVE_UP_AT: AtomicU64 = AtomicU64::new(0);
    let gave_up = now_ms().abs_diff(GAVE_UP_AT.load(Ordering::Relaxed)) < REST_MS;
    if tries == 0 && gave_up {
        return false;
    }
    if STEP * tries.unsigned_abs() >= PATIENCE {
        GAVE_UP_AT.store(now_ms(), Ordering::Relaxed);
        return false;
    }
    std::thread::sleep(STEP);
    true
}

fn is_damage(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseCorrupt, NotADatabase};
    let code = error.sqlite_error_code();
    matches!(code, Some(DatabaseCorrupt | NotADatabase))
}

/// Milliseconds since 1970.
pub(crate) fn now_ms() -> u64 {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use axum::http::StatusCode;
    use axum::response::IntoResponse;

    use super::*;
    use crate::problem::Problem;

    #[test]
    fn a_program_that_holds_the_index_is_told_of_and_can_let_go() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("index.sqlite");
        let store = Store::open(&path).unwrap();
        let other = Connection::open(&path).unwrap();
        let item = || TrustedItem {
            file: ".mcp.json".to_owned(),
            what: "mcpServer".to_owned(),
            name: "db".to_owned(),
            fingerprint: "f".to_owned(),
        };
        other.execute_batch("begin exclusive").unwrap();
        for _ in 0..2 {
            let refused = Problem::from(store.trust_items("/project", &[item()]).unwrap_err());
            let status = refused.into_response().status();
            assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE);
            let trusted = store.trusted_items("/project").unwrap();
            assert!(trusted.is_empty(), "reading goes on");
        }
        other.execute_batch("rollback").unwrap();
        store.trust_items("/project", &[item()]).unwrap();
    }
}
