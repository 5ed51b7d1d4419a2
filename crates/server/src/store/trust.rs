//! What a project may run, as a person accepted it: one row for each item and fingerprint.

use super::{Store, now_ms};

/// An item that was accepted for a project.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TrustedItem {
    pub(crate) file: String,
    pub(crate) what: String,
    pub(crate) name: String,
    pub(crate) fingerprint: String,
}

impl Store {
    /// All items that were accepted for a project.
    pub(crate) fn trusted_items(&self, project: &str) -> rusqlite::Result<Vec<TrustedItem>> {
        self.read(|connection| {
            let sql = "select file, what, name, fingerprint from trusted_items where project = ?1";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([project], |row| {
                Ok(TrustedItem {
                    file: row.get(0)?,
                    what: row.get(1)?,
                    name: row.get(2)?,
                    fingerprint: row.get(3)?,
                })
            })?;
            rows.collect()
        })
    }

    /// Accepts items for a project; those that were accepted before stay so.
    pub(crate) fn trust_items(&self, project: &str, items: &[TrustedItem]) -> rusqlite::Result<()> {
        self.write(|connection| {
            let transaction = connection.transaction()?;
            for item in items {
                let sql =
                "insert or ignore into trusted_items (project, file, what, name, fingerprint, at)
                       values (?1, ?2, ?3, ?4, ?5, ?6)";
                let values = rusqlite::params![
                    project,
                    item.file,
                    item.what,
                    item.name,
                    item.fingerprint,
                    now_ms()
                ];
                transaction.execute(sql, values)?;
            }
            transaction.commit()
        })
    }

    /// Forgets everything that was accepted for a project.
    pub(crate) fn distrust(&self, project: &str) -> rusqlite::Result<()> {
        self.write(|connection| {
            connection
                .execute("delete from trusted_items where project = ?1", [project])
                .map(drop)
        })
    }

    /// The fingerprint of three files that versions before items kept.
    pub(crate) fn old_trust(&self, path: &str) -> rusqlite::Result<Option<String>> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("select fingerprint from trust where path = ?1")?;
            let mut rows = statement.query([path])?;
            rows.next()?.map(|row| row.get(0)).transpose()
        })
    }

    pub(crate) fn remove_old_trust(&self, path: &str) -> rusqlite::Result<()> {
        self.write(|connection| {
            connection
                .execute("delete from trust where path = ?1", [path])
                .map(drop)
        })
    }
}
