//! Recordings, folded for a reader that moves through them. Nothing of them is kept or run.

use axum::Json;
use pilothouse_api::wire::Replay;
use pilothouse_log::{Kind, Record, Who};
use pilothouse_view::SessionFold;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::body::RawBody;
use super::query::{Query, Whole, parameters};
use crate::blocking::blocking;
use crate::problem::Problem;

/// The longest recording that is taken.
pub(super) const MAX_BYTES: usize = 64 << 20;

parameters! {
    pub(super) struct ReplayQuery {
        /// When the recording began, in milliseconds since 1970; its own times count from there.
        start: Option<Whole>,
    }
}

pub(super) async fn replay(
    Query(query): Query<ReplayQuery>,
    RawBody(body): RawBody,
) -> Result<Json<Replay>, Problem> {
    let start = query.start.map_or(0, Whole::get);
    blocking(move || {
        let recording = std::str::from_utf8(&body)
            .map_err(|_| Problem::refused("The recording is not UTF-8 text."))?;
        fold(recording, start).map(Json)
    })
    .await
}

fn fold(recording: &str, start: u64) -> Result<Replay, Problem> {
    let mut fold = SessionFold::new();
    let view = fold.view().clone();
    let mut sets = Vec::new();
    let lines = recording.lines().filter(|line| !line.trim().is_empty());
    for (line, seq) in lines.zip(1..) {
        let record = record(line, seq, start).ok_or_else(|| {
            Problem::refused(format!("Line {seq} is not a line of a recording."))
                .detail("A recording has lines as {\"t\":0,\"dir\":\"out\",\"line\":{…}}.")
        })?;
        sets.push(fold.apply_set(&record));
        // A reader that was there from the beginning has them already.
        drop(fold.take_settled());
    }
    Ok(Replay { view, sets })
}

/// One line of a recording.
#[derive(Deserialize)]
struct Line<'a> {
    t: f64,
    dir: &'a str,
    #[serde(borrow)]
    line: Option<&'a RawValue>,
    raw: Option<String>,
}

fn record(text: &str, seq: u64, start: u64) -> Option<Record> {
    let line: Line<'_> = serde_json::from_str(text).ok()?;
    let (kind, who) = match line.dir {
        "in" => (Kind::In, Who::Host),
        "out" => (Kind::Out, Who::Cli),
        _ => return None,
    };
    let bytes = line
        .raw
        .or_else(|| line.line.map(|value| value.get().to_owned()))?;
    let mut record = Record::new(kind, who, bytes.into_bytes());
    record.seq = seq;
    record.at_ms = start.saturating_add(line.t.max(0.0) as u64);
    record.epoch = 1;
    Some(record)
}
