//! Saved folds, beside the entries they have handed out.

use rusqlite::{Connection, OptionalExtension, params};

use super::Store;

/// Compression of what is saved: it is mostly text that repeats itself.
const LEVEL: i32 = 3;

/// A fold to be saved.
#[derive(Debug)]
pub(crate) struct SavedFold {
    pub(crate) which: &'static str,
    /// The program that made it.
    pub(crate) maker: String,
    pub(crate) seq: u64,
    pub(crate) json: Vec<u8>,
}

impl Store {
    /// A fold that was saved by this maker, as JSON.
    pub(crate) fn fold(
        &self,
        session: &str,
        which: &str,
        maker: &str,
    ) -> rusqlite::Result<Option<Vec<u8>>> {
        let state = self.read(|connection| {
            let sql = "select state from folds where session = ?1 and which = ?2 and maker = ?3";
            connection
                .prepare_cached(sql)?
                .query_row([session, which, maker], |row| row.get::<_, Vec<u8>>(0))
                .optional()
        })?;
        // One that cannot be unpacked is made again from the log.
        Ok(state.and_then(|state| zstd::stream::decode_all(state.as_slice()).ok()))
    }
}

pub(super) fn put(
    connection: &Connection,
    session: &str,
    fold: &SavedFold,
) -> rusqlite::Result<()> {
    let packed = zstd::bulk::compress(&fold.json, LEVEL);
    let state = packed.map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    let sql = "insert or replace into folds (session, which, maker, seq, state) values (?1, ?2, ?3, ?4, ?5)";
    connection
        .prepare_cached(sql)?
        .execute(params![session, fold.which, fold.maker, fold.seq, state])
        .map(drop)
}
