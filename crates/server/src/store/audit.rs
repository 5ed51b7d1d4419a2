//! Asks and how they ended: a fold over the logs.

use pilothouse_api::audit::{AuditEntry, AuditPage, DecidedBy, Decision};
use rusqlite::{Connection, Row, named_params, params};

use super::{Indexed, Store};

/// The most decisions on one page.
pub(crate) const PAGE: u32 = 200;

/// An ask, as it is kept.
#[derive(Debug, Clone, Default)]
pub(crate) struct AuditRow {
    pub(crate) session: String,
    pub(crate) ask: String,
    pub(crate) at: u64,
    pub(crate) tool: String,
    pub(crate) summary: String,
    /// The whole input, as JSON, by which rules can be tried.
    pub(crate) input: String,
    /// Where relative paths of the input begin.
    pub(crate) cwd: String,
    pub(crate) needs_person: bool,
    /// `open`, or a [`Decision`] as it stands in JSON.
    pub(crate) decision: String,
    /// A [`DecidedBy`] as it stands in JSON.
    pub(crate) by: Option<String>,
    pub(crate) device: Option<String>,
    pub(crate) device_id: Option<String>,
    pub(crate) rule: Option<String>,
    pub(crate) remembered: Vec<String>,
    pub(crate) message: Option<String>,
}

/// A past ask with the title of its session.
#[derive(Debug, Clone)]
pub(crate) struct PastAsk {
    pub(crate) title: String,
    pub(crate) project: String,
    pub(crate) row: AuditRow,
}

impl Store {
    /// Sends an ask, as it is now, to the index.
    pub(crate) fn put_audit(&self, row: &AuditRow) -> rusqlite::Result<()> {
        self.index(&row.session, Indexed::Asks(vec![row.clone()]));
        Ok(())
    }

    /// Whether a text is a cursor of the audit.
    pub(crate) fn is_audit_cursor(cursor: &str) -> bool {
        read_cursor(cursor).is_some()
    }

    /// The newest decisions first, from a cursor on.
    pub(crate) fn audit(
        &self,
        session: Option<&str>,
        cursor: Option<&str>,
        limit: Option<u32>,
    ) -> rusqlite::Result<AuditPage> {
        self.read(|connection| {
            let limit = limit.unwrap_or(PAGE).min(PAGE);
            let (at, id) = cursor.and_then(read_cursor).unwrap_or((i64::MAX, i64::MAX));
            let sql = format!(
                "{SELECT} where audit.decision <> 'open'
               and (:session is null or audit.session = :session)
               and (audit.at, audit.rowid) < (:at, :id)
             order by audit.at desc, audit.rowid desc limit :limit"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            let values = named_params! {
                ":session": session, ":at": at, ":id": id, ":limit": limit + 1,
            };
            let rows =
                statement.query_map(values, |row| Ok((row.get::<_, i64>(0)?, read(row)?)))?;
            let mut rows = rows.collect::<rusqlite::Result<Vec<_>>>()?;
            let more = rows.len() > limit as usize;
            rows.truncate(limit as usize);
            let last = rows.last().filter(|_| more);
            Ok(AuditPage {
                next: last.map(|(id, past)| format!("{}.{id}", past.row.at)),
                entries: rows.into_iter().map(|(_, past)| entry(past)).collect(),
            })
        })
    }

    /// The newest asks of whatever outcome, for trying a rule.
    pub(crate) fn past_asks(&self, limit: u32) -> rusqlite::Result<Vec<PastAsk>> {
        self.read(|connection| {
            let sql = format!("{SELECT} order by audit.at desc, audit.rowid desc limit ?1");
            let mut statement = connection.prepare_cached(&sql)?;
            statement.query_map([limit], read)?.collect()
        })
    }
}

/// Keeps an ask as it is now.
pub(super) fn put(connection: &Connection, row: &AuditRow) -> rusqlite::Result<()> {
    let sql = "insert or replace into audit
               (session, ask, at, tool, summary, input, cwd, needs_person, decision, by, device, rule, remembered, message, device_id)
               values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
    let remembered = serde_json::to_string(&row.remembered).unwrap_or_default();
    connection
        .prepare_cached(sql)?
        .execute(params![
            row.session,
            row.ask,
            row.at,
            row.tool,
            row.summary,
            row.input,
            row.cwd,
            row.needs_person,
            row.decision,
            row.by,
            row.device,
            row.rule,
            remembered,
            row.message,
            row.device_id
        ])
        .map(drop)
}

const SELECT: &str =
    "select audit.rowid, audit.session, audit.ask, audit.at, audit.tool, audit.summary,
    audit.input, audit.cwd, audit.needs_person, audit.decision, audit.by, audit.device, audit.rule,
    audit.remembered, audit.message,
    coalesce(json_extract(sessions.summary, '$.title'), ''), coalesce(sessions.project, ''), audit.device_id
    from audit left join sessions on sessions.id = audit.session";

fn read(row: &Row<'_>) -> rusqlite::Result<PastAsk> {
    let remembered: String = row.get(13)?;
    Ok(PastAsk {
        title: row.get(15)?,
        project: row.get(16)?,
        row: AuditRow {
            session: row.get(1)?,
            ask: row.get(2)?,
            at: row.get(3)?,
            tool: row.get(4)?,
            summary: row.get(5)?,
            input: row.get(6)?,
            cwd: row.get(7)?,
            needs_person: row.get(8)?,
            decision: row.get(9)?,
            by: row.get(10)?,
            device: row.get(11)?,
            device_id: row.get(17)?,
            rule: row.get(12)?,
            remembered: serde_json::from_str(&remembered).unwrap_or_default(),
            message: row.get(14)?,
        },
    })
}

fn read_cursor(cursor: &str) -> Option<(i64, i64)> {
    let (at, id) = cursor.split_once('.')?;
    Some((at.parse().ok()?, id.parse().ok()?))
}

fn entry(past: PastAsk) -> AuditEntry {
    let PastAsk {
        title,
        project,
        row,
    } = past;
    AuditEntry {
        id: format!("{}:{}", row.session, row.ask),
        at: row.at,
        title,
        project,
        session: row.session,
        tool: row.tool,
        summary: row.summary,
        decision: named(&row.decision).unwrap_or(Decision::Withdrawn),
        by: row.by.as_deref().and_then(named).unwrap_or(DecidedBy::Cli),
        device: row.device,
        device_id: row.device_id,
        rule: row.rule,
        remembered: row.remembered,
        message: row.message,
    }
}

/// A word as a value of an enum whose JSON it is.
fn named<T: serde::de::DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(word.into()).ok()
}
