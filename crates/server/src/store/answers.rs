//! Answers to commands, for those who ask again with the same key; and pages of the list of sessions.

use pilothouse_api::session::{SessionPage, SessionSummary};
use rusqlite::{OptionalExtension, params};

use super::{Store, from_json, now_ms};

/// How long an answer is kept.
const KEPT_MS: u64 = 24 * 60 * 60 * 1000;

/// An answer as it was given.
pub(crate) struct KeptAnswer {
    /// A hash of the request.
    pub(crate) fingerprint: Vec<u8>,
    pub(crate) status: u16,
    pub(crate) media_type: String,
    pub(crate) body: Vec<u8>,
}

/// Which sessions are listed.
#[derive(Default)]
pub(crate) struct Listed {
    pub(crate) archived: Option<bool>,
    pub(crate) project: Option<String>,
    /// Only those after the session with this time and id.
    pub(crate) after: Option<(u64, String)>,
    pub(crate) limit: usize,
}

impl Store {
    pub(crate) fn kept_answer(&self, name: &str) -> rusqlite::Result<Option<KeptAnswer>> {
        self.read(|connection| {
            let sql =
                "select fingerprint, status, media_type, body from answers where name = ?1 and at > ?2";
            let since = now_ms().saturating_sub(KEPT_MS);
            connection
                .query_row(sql, params![name, since], |row| {
                    Ok(KeptAnswer {
                        fingerprint: row.get(0)?,
                        status: row.get(1)?,
                        media_type: row.get(2)?,
                        body: row.get(3)?,
                    })
                })
                .optional()
        })
    }

    pub(crate) fn keep_answer(&self, name: &str, answer: &KeptAnswer) -> rusqlite::Result<()> {
        self.write(|connection| {
            let since = now_ms().saturating_sub(KEPT_MS);
            connection.execute("delete from answers where at <= ?1", [since])?;
            let sql =
                "insert or replace into answers (name, fingerprint, status, media_type, body, at)
                   values (?1, ?2, ?3, ?4, ?5, ?6)";
            let values = params![
                name,
                answer.fingerprint,
                answer.status,
                answer.media_type,
                answer.body,
                now_ms()
            ];
            connection.execute(sql, values).map(drop)
        })
    }

    /// A page of the list, newest first.
    pub(crate) fn page_of_sessions(&self, listed: &Listed) -> rusqlite::Result<SessionPage> {
        self.read(|connection| {
            // The cursor is made of what the list is ordered by: many sessions may have one time.
            let sql = "select summary, at, id from sessions
                   where (?1 is null or archived = ?1) and (?2 is null or project = ?2)
                   and (?3 is null or (at, id) < (?3, ?4))
                   order by at desc, id desc limit ?5";
            let (at, id) = listed.after.clone().unzip();
            let wanted = i64::try_from(listed.limit).unwrap_or(i64::MAX - 1) + 1;
            let mut statement = connection.prepare_cached(sql)?;
            let values = params![listed.archived, listed.project, at, id, wanted];
            let rows =
                statement.query_map(values, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            let mut rows: Vec<(String, u64, String)> = rows.collect::<rusqlite::Result<_>>()?;
            let more = rows.len() > listed.limit;
            rows.truncate(listed.limit);
            let last = rows.last().filter(|_| more);
            let next = last.map(|(_, at, id)| format!("{at}-{id}"));
            let sessions: rusqlite::Result<Vec<SessionSummary>> =
                rows.iter().map(|(json, ..)| from_json(json)).collect();
            Ok(SessionPage {
                sessions: sessions?,
                next,
            })
        })
    }
}
