//! Full-text search over what was said and done in all sessions.
//!
//! It is fed where settled entries are stored, so it is rebuilt with them from the logs.
//! A text that a view shows cut is searched as far as the view holds it.

use pilothouse_api::project::{SearchHit, SearchPage};
use pilothouse_view::{Entry, EntryBody};
use rusqlite::{Connection, OptionalExtension, named_params, params};
use serde_json::Value;

use super::Store;

/// What stands before and after a found word in a snippet. No text that is searched has them.
const MARKS: [char; 2] = ['\u{e000}', '\u{e001}'];
/// How many hits are on a page.
const PAGE: u32 = 50;
/// How many words of a query count.
const WORDS: usize = 16;

/// What to look for, and where.
#[derive(Debug, Default)]
pub(crate) struct Search<'a> {
    pub(crate) query: &'a str,
    pub(crate) session: Option<&'a str>,
    pub(crate) project: Option<&'a str>,
    /// How many hits to pass over.
    pub(crate) skip: u32,
}

impl Store {
    /// The best hits first.
    pub(crate) fn search(&self, search: &Search<'_>) -> rusqlite::Result<SearchPage> {
        self.read(|connection| {
            let Some(expression) = expression(search.query) else {
                return Ok(SearchPage {
                    hits: Vec::new(),
                    next: None,
                });
            };
            let sql = "select place.session, place.entry, place.at,
                          coalesce(json_extract(sessions.summary, '$.title'), ''),
                          snippet(search, 0, char(0xe000), char(0xe001), '…', 24)
                   from search
                   join search_places place on place.id = search.rowid
                   left join sessions on sessions.id = place.session
                   where search match :expression
                     and (:session is null or place.session = :session)
                     and (:project is null or sessions.project = :project)
                   order by rank, place.at desc
                   limit :limit offset :skip";
            let mut statement = connection.prepare_cached(sql)?;
            let values = named_params! {
                ":expression": expression,
                ":session": search.session,
                ":project": search.project,
                ":limit": PAGE + 1,
                ":skip": search.skip,
            };
            let rows = statement.query_map(values, |row| {
                Ok(SearchHit {
                    session: row.get(0)?,
                    entry: row.get(1)?,
                    at: row.get(2)?,
                    title: row.get(3)?,
                    snippet: row.get(4)?,
                })
            })?;
            let mut hits = rows.collect::<rusqlite::Result<Vec<_>>>()?;
            let more = hits.len() > PAGE as usize;
            hits.truncate(PAGE as usize);
            Ok(SearchPage {
                hits,
                next: more.then(|| (search.skip + PAGE).to_string()),
            })
        })
    }
}

/// Puts a text in the place of whatever stood for this entry. An empty text takes it out.
pub(super) fn put(
    connection: &Connection,
    session: &str,
    entry: &str,
    at: u64,
    text: &str,
) -> rusqlite::Result<()> {
    let known = "select id from search_places where session = ?1 and entry = ?2";
    let known: Option<i64> = connection
        .prepare_cached(known)?
        .query_row([session, entry], |row| row.get(0))
        .optional()?;
    let id = match known {
        Some(id) => {
            connection
                .prepare_cached("delete from search where rowid = ?1")?
                .execute([id])?;
            id
        }
        None if text.is_empty() => return Ok(()),
        None => {
            let sql = "insert into search_places (session, entry, at) values (?1, ?2, ?3)";
            connection
                .prepare_cached(sql)?
                .execute(params![session, entry, at])?;
            connection.last_insert_rowid()
        }
    };
    if text.is_empty() {
        let sql = "delete from search_places where id = ?1";
        return connection.prepare_cached(sql)?.execute([id]).map(drop);
    }
    connection
        .prepare_cached("insert into search (rowid, text) values (?1, ?2)")?
        .execute(params![id, text])
        .map(drop)
}

/// The title of a session is found too; its entry has no name.
pub(super) fn put_title(
    connection: &Connection,
    session: &str,
    at: u64,
    title: &str,
) -> rusqlite::Result<()> {
    let sql = "select text from search where rowid =
               (select id from search_places where session = ?1 and entry = '')";
    let known: Option<String> = connection
        .prepare_cached(sql)?
        .query_row([session], |row| row.get(0))
        .optional()?;
    if known.as_deref() == Some(title) {
        return Ok(());
    }
    put(connection, session, "", at, title)
}

pub(super) fn forget(connection: &Connection, session: &str) -> rusqlite::Result<()> {
    let sql = "delete from search where rowid in (select id from search_places where session = ?1)";
    connection.execute(sql, [session])?;
    connection
        .execute("delete from search_places where session = ?1", [session])
        .map(drop)
}

/// The words by which an entry can be found: messages, inputs and results of tools.
pub(super) fn text_of(entry: &Entry) -> String {
    let mut text = String::new();
    match &entry.body {
        EntryBody::User(user) => {
            add(&mut text, &user.text.text);
            for name in user.attachments.iter().filter_map(|one| one.name.as_ref()) {
                add(&mut text, name);
            }
        }
        EntryBody::Text(said) => add(&mut text, &said.text),
        EntryBody::Tool(call) => {
            add(&mut text, &call.tool.display);
            add_strings(&mut text, &call.input.0);
            if let Some(result) = &call.result {
                add(&mut text, &result.text.text);
            }
        }
        EntryBody::Command(command) => add(&mut text, &command.text.text),
        EntryBody::Compaction(compaction) => {
            if let Some(summary) = &compaction.summary {
                add(&mut text, &summary.text);
            }
        }
        EntryBody::Turn(end) => {
            for said in end.text.iter().chain(&end.errors) {
                add(&mut text, said);
            }
        }
        EntryBody::ApiError(error) => add(&mut text, &error.text),
        _ => {}
    }
    text
}

fn add(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.extend(more.chars().filter(|character| !MARKS.contains(character)));
}

fn add_strings(text: &mut String, value: &Value) {
    match value {
        Value::String(string) => add(text, string),
        Value::Array(list) => list.iter().for_each(|value| add_strings(text, value)),
        Value::Object(object) => object.values().for_each(|value| add_strings(text, value)),
        _ => {}
    }
}

/// A query as people type it, as one FTS5 takes: every word and every "phrase" must be there.
///
/// Each part goes in as a string, so nothing in it is read as an operator. Words may go on; phrases may not.
fn expression(query: &str) -> Option<String> {
    let mut parts = Vec::new();
    for (index, piece) in query.split('"').enumerate() {
        let is_phrase = index % 2 == 1;
        let words: Vec<&str> = if is_phrase {
            vec![piece]
        } else {
            piece.split_whitespace().collect()
        };
        for word in words {
            // A string without a letter or digit has no token, and FTS5 would find nothing for all of it.
            if word.chars().any(char::is_alphanumeric) {
                let word: String = word
                    .chars()
                    .filter(|character| *character != '\0')
                    .collect();
                parts.push(format!("\"{word}\"{}", if is_phrase { "" } else { "*" }));
            }
        }
    }
    parts.truncate(WORDS);
    (!parts.is_empty()).then(|| parts.join(" "))
}

#[cfg(test)]
mod tests;
