//! The connections to the store: one that writes, and some that read beside it.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::watch;

use super::{is_damage, migrations, now_ms, salvage};

/// How long a write waits for another program that writes, and between two looks.
const PATIENCE: Duration = Duration::from_secs(2);
const STEP: Duration = Duration::from_millis(10);
/// For how long nothing waits after that.
const REST_MS: u64 = 10_000;
/// How many connections that nobody uses are kept.
const KEPT: usize = 4;

/// Connections to one file, or the only one to a store in memory.
pub(super) struct Connections {
    path: Option<PathBuf>,
    writer: Mutex<Connection>,
    readers: Mutex<Vec<Connection>>,
    /// Held while a connection to the file is used, and alone while the file is replaced.
    replacing: RwLock<()>,
    damaged: watch::Sender<bool>,
}

impl Connections {
    pub(super) fn open(path: &Path) -> rusqlite::Result<Self> {
        let writer = Self::prepare(Connection::open(path)?)?;
        Ok(Self::with(writer, Some(path)))
    }

    pub(super) fn with(writer: Connection, path: Option<&Path>) -> Self {
        Self {
            path: path.map(Path::to_owned),
            writer: Mutex::new(writer),
            readers: Mutex::default(),
            replacing: RwLock::default(),
            damaged: watch::Sender::new(false),
        }
    }

    /// Makes a connection ready for writing, and the tables up to date.
    pub(super) fn prepare(mut connection: Connection) -> rusqlite::Result<Connection> {
        connection.busy_handler(Some(wait_for_others))?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.pragma_update(None, "foreign_keys", "on")?;
        // Pages that do not make sense are found when they are read, not when their rows are missing.
        connection.pragma_update(None, "cell_size_check", "on")?;
        migrations::run(&mut connection)?;
        Ok(connection)
    }

    /// Takes the connection that writes. A thread that panicked with it left a rolled-back transaction at worst.
    fn writer(&self) -> MutexGuard<'_, Connection> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn readers(&self) -> MutexGuard<'_, Vec<Connection>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write<T>(
        &self,
        change: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let changed = change(&mut self.writer());
        self.look_at(changed)
    }

    pub(super) fn read<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let Some(path) = &self.path else {
            return query(&self.writer());
        };
        let _used = self
            .replacing
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let kept = self.readers().pop();
        let reader = kept.map_or_else(|| open_reader(path), Ok);
        let found = reader.and_then(|reader| {
            let found = query(&reader)?;
            let mut readers = self.readers();
            if readers.len() < KEPT {
                readers.push(reader);
            }
            Ok(found)
        });
        self.look_at(found)
    }

    /// Notes damage.
    fn look_at<T>(&self, result: rusqlite::Result<T>) -> rusqlite::Result<T> {
        if let Err(error) = &result
            && is_damage(error)
            && !self.damaged.send_replace(true)
        {
            tracing::error!(%error, "the index is damaged");
        }
        result
    }

    pub(super) async fn until_damaged(&self) {
        // It ends with the sender, which is here.
        self.damaged
            .subscribe()
            .wait_for(|damaged| *damaged)
            .await
            .ok();
    }

    /// Puts the file aside and begins another.
    pub(super) fn renew(&self) -> io::Result<()> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let _alone = self
            .replacing
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        let mut writer = self.writer();
        // Whoever closes the last connection to a file removes its log by name: first all of them go.
        *writer = Connection::open_in_memory().map_err(io::Error::other)?;
        self.readers().clear();
        *writer = salvage::replace(path)?;
        self.damaged.send_replace(false);
        Ok(())
    }
}

fn open_reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let reader = Connection::open_with_flags(path, flags)?;
    reader.busy_handler(Some(wait_for_others))?;
    reader.pragma_update(None, "cell_size_check", "on")?;
    Ok(reader)
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
