//! Where devices take push messages.

use rusqlite::params;

use super::{Store, now_ms};

/// Where a device takes push messages.
#[derive(Debug, Clone)]
pub(crate) struct PushRow {
    pub(crate) device: String,
    pub(crate) endpoint: String,
    pub(crate) key: Vec<u8>,
    pub(crate) auth: Vec<u8>,
}

impl Store {
    /// Keeps a subscription until its device is revoked.
    pub(crate) fn add_push(&self, row: &PushRow) -> rusqlite::Result<()> {
        self.write(|connection| {
            let sql = "insert or replace into pushes (endpoint, device, key, auth, at) values (?1, ?2, ?3, ?4, ?5)";
            let values = params![row.endpoint, row.device, row.key, row.auth, now_ms()];
            connection.execute(sql, values).map(drop)
        })
    }

    pub(crate) fn pushes(&self) -> rusqlite::Result<Vec<PushRow>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached("select * from pushes order by at")?;
            let rows = statement.query_map([], |row| {
                Ok(PushRow {
                    device: row.get("device")?,
                    endpoint: row.get("endpoint")?,
                    key: row.get("key")?,
                    auth: row.get("auth")?,
                })
            })?;
            rows.collect()
        })
    }

    pub(crate) fn remove_push(&self, endpoint: &str) -> rusqlite::Result<()> {
        self.write(|connection| {
            let sql = "delete from pushes where endpoint = ?1";
            connection.execute(sql, [endpoint]).map(drop)
        })
    }

    pub(crate) fn remove_pushes_of(&self, device: &str) -> rusqlite::Result<()> {
        self.write(|connection| {
            let sql = "delete from pushes where device = ?1";
            connection.execute(sql, [device]).map(drop)
        })
    }
}
