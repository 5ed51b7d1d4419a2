//! Saved folds, beside the entries they have handed out.

use rusqlite::{OptionalExtension, params};

use super::Store;

impl Store {
    pub(crate) fn put_fold(
        &self,
        session: &str,
        which: &str,
        maker: &str,
        seq: u64,
        state: &[u8],
    ) -> rusqlite::Result<()> {
        let sql = "insert or replace into folds (session, which, maker, seq, state) values (?1, ?2, ?3, ?4, ?5)";
        self.connection()
            .prepare_cached(sql)?
            .execute(params![session, which, maker, seq, state])
            .map(drop)
    }

    /// A fold that was saved by this maker.
    pub(crate) fn fold(
        &self,
        session: &str,
        which: &str,
        maker: &str,
    ) -> rusqlite::Result<Option<Vec<u8>>> {
        let sql = "select state from folds where session = ?1 and which = ?2 and maker = ?3";
        self.connection()
            .prepare_cached(sql)?
            .query_row([session, which, maker], |row| row.get(0))
            .optional()
    }
}
