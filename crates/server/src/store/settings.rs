//! Settings of the host, as JSON by name. They live here alone.

use rusqlite::{OptionalExtension, params};

use super::Store;

impl Store {
    pub(crate) fn setting(&self, name: &str) -> rusqlite::Result<Option<String>> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("select value from settings where name = ?1")?;
            statement.query_row([name], |row| row.get(0)).optional()
        })
    }

    pub(crate) fn put_setting(&self, name: &str, value: &str) -> rusqlite::Result<()> {
        self.write(|connection| {
            let sql = "insert into settings (name, value) values (?1, ?2)
                   on conflict (name) do update set value = ?2";
            connection.execute(sql, params![name, value]).map(drop)
        })
    }
}
