//! What turns cost, by day, project and model: a fold over the ends of turns.
//!
//! Rows stay when their session is removed: the money is spent. Rebuilding from the logs loses only those.

use pilothouse_api::usage::UsageRow;
use pilothouse_view::turn::{ModelUsage, TurnEnd};
use pilothouse_view::{Entry, EntryBody};
use rusqlite::{Connection, params};

use super::Store;

/// The model of a turn that does not say which it was.
const NO_MODEL: &str = "unknown";

impl Store {
    /// Usage of the last days, today included, newest day first.
    pub(crate) fn usage(&self, days: u32) -> rusqlite::Result<Vec<UsageRow>> {
        self.read(|connection| {
            let sql = "select date(usage.at / 1000, 'unixepoch', 'localtime') as day,
                          coalesce(sessions.project, usage.project) as place, usage.model,
                          sum(cost_usd), sum(input), sum(output), sum(cache_read), sum(cache_write),
                          sum(turns)
                   from usage left join sessions on sessions.id = usage.session
                   where day > date('now', 'localtime', ?1)
                   group by day, place, usage.model
                   order by day desc, sum(cost_usd) desc, place, usage.model";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map([format!("-{days} days")], |row| {
                Ok(UsageRow {
                    day: row.get(0)?,
                    project: row.get(1)?,
                    model: row.get(2)?,
                    cost_usd: row.get(3)?,
                    input_tokens: row.get(4)?,
                    output_tokens: row.get(5)?,
                    cache_read_tokens: row.get(6)?,
                    cache_write_tokens: row.get(7)?,
                    turns: row.get(8)?,
                })
            })?;
            rows.collect()
        })
    }

    /// When the day of this machine began, in milliseconds since 1970.
    pub(crate) fn day_began_ms(&self) -> rusqlite::Result<u64> {
        let sql = "select 1000 * unixepoch('now', 'localtime', 'start of day', 'utc')";
        self.read(|connection| connection.query_row(sql, [], |row| row.get(0)))
    }

    /// What was spent today, in the time zone of the host.
    pub(crate) fn spent_today(&self) -> rusqlite::Result<f64> {
        self.read(|connection| {
            // The bounds come first so that the index on time is used.
            let sql = "select coalesce(sum(cost_usd), 0.0) from usage
                       where at >= 1000 * unixepoch('now', 'localtime', 'start of day', 'utc')
                         and at < 1000 * unixepoch('now', 'localtime', 'start of day', '+1 day', 'utc')";
            connection
                .prepare_cached(sql)?
                .query_row([], |row| row.get(0))
        })
    }
}

/// Takes an entry into account, if it is the end of a turn.
pub(super) fn put(connection: &Connection, session: &str, entry: &Entry) -> rusqlite::Result<()> {
    let EntryBody::Turn(end) = &entry.body else {
        return Ok(());
    };
    let sql = "insert or replace into usage
               (session, entry, model, at, project, cost_usd, input, output, cache_read, cache_write, turns)
               values (?1, ?2, ?3, ?4,
                       coalesce((select project from sessions where id = ?1), ''), ?5, ?6, ?7, ?8, ?9, ?10)";
    let mut statement = connection.prepare_cached(sql)?;
    for (index, model) in models(end).iter().enumerate() {
        statement.execute(params![
            session,
            entry.id.as_str(),
            model.model,
            entry.at,
            model.cost_usd,
            model.tokens.input,
            model.tokens.output,
            model.tokens.cache_read,
            model.tokens.cache_write,
            // A turn counts once, for the model that is named first.
            u32::from(index == 0),
        ])?;
    }
    Ok(())
}

/// What each model of a turn used; older CLIs tell only the whole.
fn models(end: &TurnEnd) -> Vec<ModelUsage> {
    if !end.models.is_empty() {
        return end.models.clone();
    }
    if end.cost_usd == 0.0 && end.tokens == Default::default() {
        return Vec::new();
    }
    vec![ModelUsage {
        model: NO_MODEL.to_owned(),
        tokens: end.tokens,
        cost_usd: end.cost_usd,
        ..ModelUsage::default()
    }]
}
