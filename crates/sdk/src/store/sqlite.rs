//! A store in an SQLite database.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use pilothouse_protocol::RawJson;
use pilothouse_protocol::ids::SessionId;
use rusqlite::{Connection, params};

use super::{SessionStore, StoreResult, StoredSession, TranscriptKey, uuid_of};
use crate::connection::lock;

const SCHEMA: &str = "
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS entries (
        position INTEGER PRIMARY KEY,
        project TEXT NOT NULL,
        session TEXT NOT NULL,
        subpath TEXT NOT NULL,
        uuid TEXT,
        added_ms INTEGER NOT NULL,
        entry TEXT NOT NULL
    );
    CREATE UNIQUE INDEX IF NOT EXISTS entry ON entries (project, session, subpath, uuid);
";

/// A store in an SQLite database. Several processes may share one database.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    connection: Arc<Mutex<Connection>>,
}

impl SqliteStore {
    /// Opens a database, and creates it if necessary.
    pub fn open(path: impl AsRef<Path>) -> StoreResult<Self> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(std::time::Duration::from_secs(10))?;
        connection.execute_batch(SCHEMA)?;
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
        })
    }

    /// Runs database operations on a blocking thread.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let connection = Arc::clone(&self.connection);
        tokio::task::spawn_blocking(move || work(&mut lock(&connection))).await?
    }
}

impl SessionStore for SqliteStore {
    async fn append(&self, key: &TranscriptKey, entries: &[RawJson]) -> StoreResult<()> {
        let (key, entries) = (key.clone(), entries.to_vec());
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
        let now = i64::try_from(now)?;
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            {
                let mut insert = transaction.prepare_cached(
                    "INSERT OR IGNORE INTO entries (project, session, subpath, uuid, added_ms, entry)
                     VALUES (?, ?, ?, ?, ?, ?)",
                )?;
                let subpath = key.subpath.as_deref().unwrap_or_default();
                for entry in &entries {
                    let (session, uuid) = (key.session.as_str(), uuid_of(entry));
                    insert.execute(params![key.project, session, subpath, uuid, now, entry.as_str()])?;
                }
            }
            Ok(transaction.commit()?)
        })
        .await
    }

    async fn load(&self, key: &TranscriptKey) -> StoreResult<Option<Vec<RawJson>>> {
        let key = key.clone();
        self.run(move |connection| {
            let mut select = connection.prepare_cached(
                "SELECT entry FROM entries WHERE project = ? AND session = ? AND subpath = ? ORDER BY position",
            )?;
            let subpath = key.subpath.as_deref().unwrap_or_default();
            let rows = select.query_map(params![key.project, key.session.as_str(), subpath], |row| {
                row.get::<_, String>(0)
            })?;
            let mut entries = Vec::new();
            for row in rows {
                entries.push(RawJson::from_text(&row?)?);
            }
            Ok(Some(entries).filter(|entries| !entries.is_empty()))
        })
        .await
    }

    async fn subpaths(&self, project: &str, session: &SessionId) -> StoreResult<Vec<String>> {
        let (project, session) = (project.to_owned(), session.to_string());
        self.run(move |connection| {
            let mut select = connection.prepare_cached(
                "SELECT DISTINCT subpath FROM entries WHERE project = ? AND session = ? AND subpath <> '' ORDER BY subpath",
            )?;
            let rows = select.query_map(params![project, session], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn sessions(&self, project: &str) -> StoreResult<Vec<StoredSession>> {
        let project = project.to_owned();
        self.run(move |connection| {
            let mut select = connection.prepare_cached(
                "SELECT session, MAX(added_ms) FROM entries WHERE project = ? GROUP BY session",
            )?;
            let rows = select.query_map(params![project], |row| {
                let (session, added): (String, i64) = (row.get(0)?, row.get(1)?);
                Ok(StoredSession::new(
                    session,
                    u64::try_from(added).unwrap_or_default(),
                ))
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .await
    }

    async fn delete(&self, project: &str, session: &SessionId) -> StoreResult<()> {
        let (project, session) = (project.to_owned(), session.to_string());
        self.run(move |connection| {
            let delete = "DELETE FROM entries WHERE project = ? AND session = ?";
            connection.execute(delete, params![project, session])?;
            Ok(())
        })
        .await
    }
}
