//! The index of sessions and their settled entries. All of it can be made again from the logs.

use pilothouse_api::session::{SessionStatus, SessionSummary};
use pilothouse_view::{Entry, EntryId, EntryPage};
use rusqlite::{Connection, OptionalExtension, params};

use super::{Indexed, Store, from_json, search, usage};

impl Store {
    /// All summaries, newest first.
    pub(crate) fn summaries(&self) -> rusqlite::Result<Vec<SessionSummary>> {
        self.read_summaries("select summary from sessions order by at desc")
    }

    /// The summaries of sessions that do something, wait for somebody or have failed, newest first.
    /// They are few, however many sessions are stored.
    pub(crate) fn busy_summaries(&self) -> rusqlite::Result<Vec<SessionSummary>> {
        self.read_summaries("select summary from sessions where busy order by at desc")
    }

    fn read_summaries(&self, sql: &str) -> rusqlite::Result<Vec<SessionSummary>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
            rows.map(|json| from_json(&json?)).collect()
        })
    }

    pub(crate) fn remove_session(&self, id: &str) -> rusqlite::Result<()> {
        self.forget_entries(id)?;
        self.write(|connection| {
            let transaction = connection.transaction()?;
            let sql = "update usage set project = (select project from sessions where id = ?1)
                       where session = ?1 and exists (select 1 from sessions where id = ?1)";
            transaction.execute(sql, [id])?;
            for sql in [
                "delete from audit where session = ?1",
                "delete from rules where scope = 'session' and place = ?1",
                "delete from sessions where id = ?1",
            ] {
                transaction.execute(sql, [id])?;
            }
            transaction.commit()
        })
    }

    /// Archived sessions in which nothing has happened since.
    pub(crate) fn archived_before(&self, at: u64) -> rusqlite::Result<Vec<String>> {
        self.read(|connection| {
            let sql = "select id from sessions where archived and at < ?1";
            let mut statement = connection.prepare_cached(sql)?;
            statement.query_map([at], |row| row.get(0))?.collect()
        })
    }

    /// Directories in which sessions have run, newest first: path, how many, when last.
    pub(crate) fn projects(&self) -> rusqlite::Result<Vec<(String, u32, u64)>> {
        self.read(|connection| {
            let sql = "select project, count(*), max(at) from sessions group by project order by max(at) desc";
            let mut statement = connection.prepare_cached(sql)?;
            statement
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect()
        })
    }

    pub(crate) fn forget_entries(&self, session: &str) -> rusqlite::Result<()> {
        self.indexer.forget(session);
        self.write(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute("delete from entries where session = ?1", [session])?;
            transaction.execute("delete from folds where session = ?1", [session])?;
            search::forget(&transaction, session)?;
            transaction.commit()
        })
    }

    /// Takes entries back that were begun after a record: they are folded again.
    pub(crate) fn forget_entries_after(&self, session: &str, seq: u64) -> rusqlite::Result<()> {
        self.write(|connection| {
            // The id of an entry is the letter e, the sequence of its record, and maybe a point and a number.
            let sql =
                "delete from entries where session = ?1 and cast(substr(id, 2) as integer) > ?2";
            connection.execute(sql, params![session, seq]).map(drop)
        })
    }

    /// The ids of all sessions in the index.
    pub(crate) fn known_sessions(&self) -> rusqlite::Result<Vec<String>> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached("select id from sessions")?;
            statement.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// Sends a summary to the index.
    pub(crate) fn put_summary(&self, summary: &SessionSummary) -> rusqlite::Result<()> {
        self.index(&summary.id, Indexed::Summary(Box::new(summary.clone())));
        Ok(())
    }

    /// Sends settled entries to the index.
    pub(crate) fn add_entries(&self, session: &str, entries: &[Entry]) -> rusqlite::Result<()> {
        self.index(session, Indexed::Entries(entries.to_vec()));
        Ok(())
    }

    /// Takes entries back that the CLI retracted.
    pub(crate) fn remove_entries(&self, session: &str, ids: &[EntryId]) -> rusqlite::Result<()> {
        self.index(session, Indexed::Removed(ids.to_vec()));
        Ok(())
    }

    pub(crate) fn entry(&self, session: &str, id: &str) -> rusqlite::Result<Option<Entry>> {
        let found = self.read(|connection| {
            let sql = "select entry from entries where session = ?1 and id = ?2";
            let json: Option<String> = connection
                .prepare_cached(sql)?
                .query_row([session, id], |row| row.get(0))
                .optional()?;
            json.map(|json| from_json(&json)).transpose()
        })?;
        let held = || {
            let held = self.indexer.held_entries(session).into_iter();
            held.rev().find(|entry| entry.id.as_str() == id)
        };
        Ok(found.or_else(held))
    }

    /// The newest settled entries before an entry, or of all; oldest first.
    pub(crate) fn entries_before(
        &self,
        session: &str,
        before: Option<&str>,
        limit: usize,
    ) -> rusqlite::Result<EntryPage> {
        match before.filter(|before| !before.is_empty()) {
            Some(before) => {
                let end = self.place_of(session, &EntryId::new(before))?;
                self.entries_up_to(session, end, limit)
            }
            None => self.newest_entries(session, limit),
        }
    }

    /// The newest settled entries; oldest first.
    pub(crate) fn newest_entries(
        &self,
        session: &str,
        limit: usize,
    ) -> rusqlite::Result<EntryPage> {
        let mut page = self.entries_up_to(session, u64::MAX, limit)?;
        page.entries.extend(self.indexer.held_entries(session));
        Ok(page)
    }

    /// The newest settled entries before a place; oldest first.
    pub(crate) fn entries_up_to(
        &self,
        session: &str,
        end: u64,
        limit: usize,
    ) -> rusqlite::Result<EntryPage> {
        let sql = "select entry from entries where session = ?1 and place < ?2
                   order by place desc limit ?3";
        let end = i64::try_from(end).unwrap_or(i64::MAX);
        let wanted = i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1;
        let mut entries: Vec<Entry> = self.read(|connection| {
            let mut statement = connection.prepare_cached(sql)?;
            let values = params![session, end, wanted];
            let rows = statement.query_map(values, |row| row.get::<_, String>(0))?;
            rows.map(|json| from_json(&json?)).collect()
        })?;
        let has_older = entries.len() > limit;
        entries.truncate(limit);
        entries.reverse();
        Ok(EntryPage { entries, has_older })
    }

    /// The place of an entry. One that is not there, because it was taken back, stands where its record does.
    pub(crate) fn place_of(&self, session: &str, id: &EntryId) -> rusqlite::Result<u64> {
        let sql = "select coalesce(
                       (select place from entries where session = ?1 and id = ?2),
                       (select min(place) from entries where session = ?1 and cast(substr(id, 2) as integer) > ?3),
                       ?4)";
        let record = id.record().unwrap_or(i64::MAX as u64);
        let values = params![session, id.as_str(), record, i64::MAX];
        self.read(|connection| {
            connection
                .prepare_cached(sql)?
                .query_row(values, |row| row.get(0))
        })
    }
}

pub(super) fn put_summary(
    connection: &Connection,
    summary: &SessionSummary,
) -> rusqlite::Result<()> {
    let json = serde_json::to_string(summary).unwrap_or_default();
    let sql = "insert into sessions (id, at, archived, project, summary, busy) values (?1, ?2, ?3, ?4, ?5, ?6)
               on conflict (id) do update set at = ?2, archived = ?3, project = ?4, summary = ?5, busy = ?6";
    connection.prepare_cached(sql)?.execute(params![
        summary.id,
        summary.at,
        summary.archived,
        summary.project,
        json,
        is_busy(summary)
    ])?;
    search::put_title(connection, &summary.id, summary.at, &summary.title)
}

pub(super) fn put_entries(
    connection: &Connection,
    session: &str,
    entries: &[Entry],
) -> rusqlite::Result<()> {
    let sql = "insert or replace into entries (session, place, id, entry) values (?1, ?2, ?3, ?4)";
    let mut statement = connection.prepare_cached(sql)?;
    for entry in entries {
        let json = serde_json::to_string(entry).unwrap_or_default();
        let id = entry.id.as_str();
        statement.execute(params![session, entry.order, id, json])?;
        search::put(connection, session, id, entry.at, &search::text_of(entry))?;
        usage::put(connection, session, entry)?;
    }
    Ok(())
}

/// Takes entries back that the CLI retracted.
pub(super) fn remove_entries(
    connection: &Connection,
    session: &str,
    ids: &[EntryId],
) -> rusqlite::Result<()> {
    for id in ids {
        let id = id.as_str();
        for sql in [
            "delete from entries where session = ?1 and id = ?2",
            "delete from search where rowid in (select id from search_places where session = ?1 and entry = ?2)",
            "delete from search_places where session = ?1 and entry = ?2",
        ] {
            connection.execute(sql, [session, id])?;
        }
    }
    Ok(())
}

/// Whether a start must look at a session, or a person may want to hear of it.
fn is_busy(summary: &SessionSummary) -> bool {
    let rests = matches!(
        summary.status,
        SessionStatus::Parked | SessionStatus::Closed
    );
    !rests || summary.requests() > 0 || summary.queued > 0
}
