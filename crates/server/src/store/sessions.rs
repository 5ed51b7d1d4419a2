//! The index of sessions and their settled entries. All of it can be made again from the logs.

use pilothouse_api::session::{SessionStatus, SessionSummary};
use pilothouse_view::{Entry, EntryId, EntryPage};
use rusqlite::{OptionalExtension, params};

use super::{Store, search, usage};

impl Store {
    pub(crate) fn put_summary(&self, summary: &SessionSummary) -> rusqlite::Result<()> {
        let json = serde_json::to_string(summary).unwrap_or_default();
        let sql = "insert into sessions (id, at, archived, project, summary, busy) values (?1, ?2, ?3, ?4, ?5, ?6)
                   on conflict (id) do update set at = ?2, archived = ?3, project = ?4, summary = ?5, busy = ?6";
        let connection = self.connection();
        let mut statement = connection.prepare_cached(sql)?;
        statement.execute(params![
            summary.id,
            summary.at,
            summary.archived,
            summary.project,
            json,
            is_busy(summary)
        ])?;
        search::put_title(&connection, &summary.id, summary.at, &summary.title)
    }

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
        let connection = self.connection();
        let mut statement = connection.prepare_cached(sql)?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        Ok(rows
            .flatten()
            .filter_map(|json| serde_json::from_str(&json).ok())
            .collect())
    }

    pub(crate) fn remove_session(&self, id: &str) -> rusqlite::Result<()> {
        self.forget_entries(id)?;
        let connection = self.connection();
        let sql = "update usage set project = (select project from sessions where id = ?1)
                   where session = ?1 and exists (select 1 from sessions where id = ?1)";
        connection.execute(sql, [id])?;
        for sql in [
            "delete from audit where session = ?1",
            "delete from rules where scope = 'session' and place = ?1",
            "delete from sessions where id = ?1",
        ] {
            connection.execute(sql, [id])?;
        }
        Ok(())
    }

    /// Archived sessions in which nothing has happened since.
    pub(crate) fn archived_before(&self, at: u64) -> rusqlite::Result<Vec<String>> {
        let connection = self.connection();
        let sql = "select id from sessions where archived and at < ?1";
        let mut statement = connection.prepare_cached(sql)?;
        statement.query_map([at], |row| row.get(0))?.collect()
    }

    /// Directories in which sessions have run, newest first: path, how many, when last.
    pub(crate) fn projects(&self) -> rusqlite::Result<Vec<(String, u32, u64)>> {
        let connection = self.connection();
        let sql = "select project, count(*), max(at) from sessions group by project order by max(at) desc";
        let mut statement = connection.prepare_cached(sql)?;
        statement
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect()
    }

    pub(crate) fn forget_entries(&self, session: &str) -> rusqlite::Result<()> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        transaction.execute("delete from entries where session = ?1", [session])?;
        transaction.execute("delete from folds where session = ?1", [session])?;
        search::forget(&transaction, session)?;
        transaction.commit()
    }

    /// Takes entries back that were begun after a record: they are folded again.
    pub(crate) fn forget_entries_after(&self, session: &str, seq: u64) -> rusqlite::Result<()> {
        // The id of an entry is the letter e, the sequence of its record, and maybe a point and a number.
        let sql = "delete from entries where session = ?1 and cast(substr(id, 2) as integer) > ?2";
        self.connection()
            .execute(sql, params![session, seq])
            .map(drop)
    }

    /// Takes entries back that the CLI retracted.
    pub(crate) fn remove_entries(&self, session: &str, ids: &[EntryId]) -> rusqlite::Result<()> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        for id in ids {
            let id = id.as_str();
            for sql in [
                "delete from entries where session = ?1 and id = ?2",
                "delete from search where rowid in (select id from search_places where session = ?1 and entry = ?2)",
                "delete from search_places where session = ?1 and entry = ?2",
            ] {
                transaction.execute(sql, [session, id])?;
            }
        }
        transaction.commit()
    }

    /// The ids of all sessions in the index.
    pub(crate) fn known_sessions(&self) -> rusqlite::Result<Vec<String>> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached("select id from sessions")?;
        statement.query_map([], |row| row.get(0))?.collect()
    }

    pub(crate) fn add_entries(&self, session: &str, entries: &[Entry]) -> rusqlite::Result<()> {
        let mut connection = self.connection();
        let transaction = connection.transaction()?;
        {
            let sql = "insert or replace into entries (session, place, id, entry) values (?1, ?2, ?3, ?4)";
            let mut statement = transaction.prepare_cached(sql)?;
            for entry in entries {
                let json = serde_json::to_string(entry).unwrap_or_default();
                let id = entry.id.as_str();
                statement.execute(params![session, entry.order, id, json])?;
                search::put(&transaction, session, id, entry.at, &search::text_of(entry))?;
                usage::put(&transaction, session, entry)?;
            }
        }
        transaction.commit()
    }

    pub(crate) fn entry(&self, session: &str, id: &str) -> rusqlite::Result<Option<Entry>> {
        let connection = self.connection();
        let mut statement = connection
            .prepare_cached("select entry from entries where session = ?1 and id = ?2")?;
        let json: Option<String> = statement
            .query_row([session, id], |row| row.get(0))
            .optional()?;
        Ok(json.and_then(|json| serde_json::from_str(&json).ok()))
    }

    /// The newest settled entries before an entry, or of all; oldest first.
    pub(crate) fn entries_before(
        &self,
        session: &str,
        before: Option<&str>,
        limit: usize,
    ) -> rusqlite::Result<EntryPage> {
        let connection = self.connection();
        let sql = "select entry from entries where session = ?1
                   and place < coalesce((select place from entries where session = ?1 and id = ?2), 9e18)
                   order by place desc limit ?3";
        let mut statement = connection.prepare_cached(sql)?;
        let wanted = i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1;
        let rows = statement.query_map(
            params![session, before.unwrap_or_default(), wanted],
            |row| row.get::<_, String>(0),
        )?;
        let mut entries: Vec<Entry> = rows
            .flatten()
            .filter_map(|json| serde_json::from_str(&json).ok())
            .collect();
        let has_older = entries.len() > limit;
        entries.truncate(limit);
        entries.reverse();
        Ok(EntryPage { entries, has_older })
    }
}

/// Whether a start must look at a session, or a person may want to hear of it.
fn is_busy(summary: &SessionSummary) -> bool {
    let rests = matches!(
        summary.status,
        SessionStatus::Parked | SessionStatus::Closed
    );
    !rests || summary.requests() > 0 || summary.queued > 0
}
