//! The records of a session's log, as they are.

use axum::Json;
use axum::extract::{Path, State};
use pilothouse_api::wire::{WirePage, WireRecord};
use pilothouse_log::{Kind, LogDir, Note, Record};
use pilothouse_protocol::check::{Direction, Report};

use super::query::{Query, Whole, Within, parameters};
use crate::app::App;
use crate::blocking::blocking;
use crate::problem::Problem;
use crate::withheld;

/// The most records on one page.
const PAGE: u64 = 1000;
/// The most records on one page unless more are asked for.
const USUAL_PAGE: usize = 200;
/// How many characters of a line are sent unless more are asked for.
const CUT: usize = 4096;
/// The most bytes of lines on one page.
const PAGE_BYTES: usize = 8 << 20;

parameters! {
    pub(super) struct WireQuery {
        /// Only records after this sequence.
        after: Option<Whole>,
        /// The most records on the page.
        limit: Option<Within<1, PAGE>>,
        /// The most characters of each record.
        cut: Option<Within<0, { u32::MAX as u64 }>>,
    }
}

pub(super) async fn page(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<WireQuery>,
) -> Result<Json<WirePage>, Problem> {
    // Opening it tells whether there is such a session.
    app.registry.get(&id).await?;
    let log = app.registry.shared.log_dir(&id);
    blocking(move || read(&log, &query).map(Json)).await
}

fn read(log: &LogDir, query: &WireQuery) -> Result<WirePage, Problem> {
    let limit = query.limit.map_or(USUAL_PAGE, Within::as_usize);
    let cut = query.cut.map_or(CUT, Within::as_usize).min(PAGE_BYTES);
    let mut records = Vec::new();
    let mut sent = 0;
    let mut next = None;
    for record in log.read_after(query.after.map_or(0, Whole::get))? {
        let record = record?;
        if records.len() == limit || sent > PAGE_BYTES {
            next = records.last().map(|last: &WireRecord| last.seq);
            break;
        }
        let record = describe(&record, cut);
        sent += record.text.len();
        records.push(record);
    }
    Ok(WirePage { records, next })
}

fn describe(record: &Record, cut: usize) -> WireRecord {
    let (name, unknown) = name(record);
    let bytes = withheld::shown(record);
    let text = String::from_utf8_lossy(&bytes);
    let end = text
        .char_indices()
        .nth(cut)
        .map_or(text.len(), |(at, _)| at);
    let has_author = matches!(record.kind, Kind::In | Kind::Note);
    WireRecord {
        seq: record.seq,
        at: record.at_ms,
        epoch: record.epoch,
        kind: kind(record.kind),
        who: has_author.then(|| record.who.to_string()),
        name,
        unknown,
        size: record.bytes.len() as u64,
        text: text[..end].to_owned(),
    }
}

fn kind(kind: Kind) -> String {
    match kind {
        Kind::Out => "out".to_owned(),
        Kind::In => "in".to_owned(),
        Kind::Err => "err".to_owned(),
        Kind::Spawn => "spawn".to_owned(),
        Kind::Exit => "exit".to_owned(),
        Kind::Note => "note".to_owned(),
        Kind::Unknown(code) => format!("unknown{code}"),
    }
}

/// What a record is in a word, and whether this version knows it.
fn name(record: &Record) -> (String, bool) {
    let mut report = Report::default();
    match record.kind {
        Kind::Out => report.directed_line(record.bytes.clone(), Direction::Out),
        Kind::In => report.directed_line(record.bytes.clone(), Direction::In),
        Kind::Note => {
            let note = Note::parse(&record.bytes);
            return (note.tag().to_owned(), matches!(note, Note::Unknown(_)));
        }
        Kind::Unknown(_) => return (String::new(), true),
        Kind::Err | Kind::Spawn | Kind::Exit => return (String::new(), false),
    }
    let unknown = !report.unknown.is_empty() || report.malformed + report.not_json > 0;
    let name = report.types.into_keys().next().unwrap_or_default();
    let name = name.strip_prefix("> ").unwrap_or(&name).to_owned();
    (name, unknown)
}
