//! Saved folds, beside the entries they have handed out.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Indexed, Store};

/// A fold to be saved.
#[derive(Debug)]
pub(crate) struct SavedFold {
    which: String,
    /// The program that made it.
    maker: String,
    seq: u64,
    state: Vec<u8>,
}

impl Store {
    /// Sends a fold to the index; the entries it handed out were sent before.
    pub(crate) fn put_fold(
        &self,
        session: &str,
        which: &str,
        maker: &str,
        seq: u64,
        state: &[u8],
    ) -> rusqlite::Result<()> {
        if !self.has_entries_of(session) {
            return Ok(());
        }
        let fold = SavedFold {
            which: which.to_owned(),
            maker: maker.to_owned(),
            seq,
            state: state.to_vec(),
        };
        self.index(session, Indexed::Fold(fold));
        Ok(())
    }

    /// A fold that was saved by this maker.
    pub(crate) fn fold(
        &self,
        session: &str,
        which: &str,
        maker: &str,
    ) -> rusqlite::Result<Option<Vec<u8>>> {
        self.read(|connection| {
            let sql = "select state from folds where session = ?1 and which = ?2 and maker = ?3";
            connection
                .prepare_cached(sql)?
                .query_row([session, which, maker], |row| row.get(0))
                .optional()
        })
    }
}

pub(super) fn put(
    connection: &Connection,
    session: &str,
    fold: &SavedFold,
) -> rusqlite::Result<()> {
    let sql = "insert or replace into folds (session, which, maker, seq, state) values (?1, ?2, ?3, ?4, ?5)";
    let values = params![session, fold.which, fold.maker, fold.seq, fold.state];
    connection.prepare_cached(sql)?.execute(values).map(drop)
}
