//! What must hold for every recording.

use std::collections::BTreeMap;

use pilothouse_log::{Kind, Record, Who};
use pilothouse_view::{SessionFold, SessionView};
use proptest::prelude::*;
use serde_json::Value;

use crate::recording::{self, Folded, fold, store, whole};

fn line(record: &Record) -> Value {
    serde_json::from_slice(&record.bytes).unwrap_or_default()
}

pub(crate) fn changes_over_an_empty_view_make_the_view(recording: &Folded) {
    let mut applied = SessionView::default();
    for set in &recording.sets {
        applied.apply_set(set);
    }
    assert_eq!(applied, recording.view, "{}", recording.name);
}

pub(crate) fn folding_in_one_go_equals_folding_line_by_line(recording: &Folded) {
    let mut fold = SessionFold::new();
    for record in &recording.records {
        fold.apply(record);
    }
    let view = whole(&fold, Vec::new());
    assert_eq!(view, recording.view, "{}", recording.name);
}

pub(crate) fn superseded_deltas_change_nothing(recording: &Folded) {
    let kept = without_superseded_deltas(&recording.records);
    if kept.len() == recording.records.len() {
        return;
    }
    let (_, sealed) = fold(&kept);
    assert_eq!(sealed, recording.view, "{}", recording.name);
}

#[test]
fn recordings_have_superseded_deltas() {
    let dropped: usize = recording::chosen()
        .iter()
        .map(|one| one.records.len() - without_superseded_deltas(&one.records).len())
        .sum();
    assert!(dropped > 100, "only {dropped} deltas were dropped");
}

/// Drops the deltas of every block whose whole message is in the log, except the first and the last.
fn without_superseded_deltas(records: &[Record]) -> Vec<Record> {
    let mut message = String::new();
    let mut blocks: BTreeMap<(String, u64), Vec<usize>> = BTreeMap::new();
    let mut whole: BTreeMap<String, u64> = BTreeMap::new();
    for (place, record) in records.iter().enumerate() {
        let line = line(record);
        let event = &line["event"];
        match (line["type"].as_str(), event["type"].as_str()) {
            (Some("stream_event"), Some("message_start")) => {
                message = event["message"]["id"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned();
            }
            (Some("stream_event"), Some("content_block_delta")) => {
                let index = event["index"].as_u64().unwrap_or_default();
                blocks
                    .entry((message.clone(), index))
                    .or_default()
                    .push(place);
            }
            (Some("assistant"), _) => {
                let id = line["message"]["id"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned();
                *whole.entry(id).or_default() += 1;
            }
            _ => {}
        }
    }
    let mut gone = Vec::new();
    for ((message, index), places) in &blocks {
        let complete = whole.get(message).is_some_and(|count| index < count);
        if complete && places.len() > 2 {
            gone.extend(&places[1..places.len() - 1]);
        }
    }
    let kept = records
        .iter()
        .enumerate()
        .filter(|(place, _)| !gone.contains(place));
    kept.map(|(_, record)| record.clone()).collect()
}

/// `number` chooses where the fold is cut: together the recordings have all cuts. The full run makes each of them.
pub(crate) fn a_fold_saved_and_loaded_continues_the_same(recording: &Folded, number: usize) {
    let places = recording.records.len();
    let cuts = [places / 5, places / 3, places / 2, places * 4 / 5];
    let full = std::env::var_os("PILOTHOUSE_FULL").is_some();
    let chosen = |index: &usize| full || *index == number % cuts.len();
    for cut in (0..cuts.len()).filter(chosen).map(|index| cuts[index]) {
        let mut fold = SessionFold::new();
        let mut settled = Vec::new();
        for (place, record) in recording.records.iter().enumerate() {
            if place == cut {
                let saved = serde_json::to_string(&fold).unwrap();
                fold = serde_json::from_str(&saved).unwrap();
            }
            let set = fold.apply_set(record);
            assert_eq!(
                set, recording.sets[place],
                "{} after {cut}, record {place}",
                recording.name
            );
            store(&mut settled, &set, fold.take_settled());
        }
        let view = whole(&fold, settled);
        assert_eq!(view, recording.view, "{} after {cut}", recording.name);
    }
}

/// Results that are next to each other may come in any order: each belongs to its own call.
#[test]
fn neighbouring_results_may_change_places() {
    let mut swapped = 0;
    for recording in recording::all() {
        let result_of = |record: &Record| {
            let line = line(record);
            let id = line["message"]["content"][0]["tool_use_id"]
                .as_str()
                .map(str::to_owned);
            id.filter(|_| line["type"] == "user")
        };
        let pairs = 1..recording.records.len();
        for place in pairs {
            let ids = (
                result_of(&recording.records[place - 1]),
                result_of(&recording.records[place]),
            );
            let (Some(first), Some(second)) = ids else {
                continue;
            };
            if first == second {
                continue;
            }
            let mut records = recording.records.clone();
            let (left, right) = records.split_at_mut(place);
            std::mem::swap(&mut left[place - 1].bytes, &mut right[0].bytes);
            let (_, view) = fold(&recording.records);
            let (_, other) = fold(&records);
            assert_eq!(
                outcomes(&view),
                outcomes(&other),
                "{} at {place}",
                recording.name
            );
            assert_eq!(view.tasks, other.tasks);
            assert_eq!(view.usage.total_cost_usd, other.usage.total_cost_usd);
            swapped += 1;
        }
    }
    assert!(swapped > 0);
}

fn outcomes(view: &SessionView) -> BTreeMap<String, (Value, Value)> {
    let view = serde_json::to_value(view).unwrap();
    let entries = view["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| &entry["body"]);
    let tools = entries.filter(|body| body["kind"] == "tool").map(|body| {
        let id = body["toolUseId"].as_str().unwrap().to_owned();
        (id, (body["state"].clone(), body["result"]["text"].clone()))
    });
    tools.collect()
}

fn kind_of(code: u8) -> Kind {
    match code % 7 {
        0 => Kind::Out,
        1 => Kind::In,
        2 => Kind::Err,
        3 => Kind::Spawn,
        4 => Kind::Exit,
        5 => Kind::Note,
        _ => Kind::Unknown(99),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_bytes_make_it_panic(
        lines in prop::collection::vec((any::<u8>(), prop::collection::vec(any::<u8>(), 0..80)), 0..40)
    ) {
        let mut fold = SessionFold::new();
        let mut view = SessionView::default();
        for (seq, (kind, bytes)) in lines.into_iter().enumerate() {
            let mut record = Record::new(kind_of(kind), Who::Host, bytes);
            record.seq = seq as u64;
            view.apply_set(&fold.apply_set(&record));
        }
        prop_assert_eq!(view, whole(&fold, Vec::new()));
    }

    /// Real lines, cut, repeated, out of order and with other values: still no panic, and the
    /// changes still make the view.
    #[test]
    fn damaged_recordings_do_no_harm(
        picks in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..12, any::<u16>()), 1..60)
    ) {
        let lines = all_lines();
        let mut fold = SessionFold::new();
        let mut view = SessionView::default();
        for (seq, (index, damage, number)) in picks.into_iter().enumerate() {
            let mut record = lines[index.index(lines.len())].clone();
            record.seq = seq as u64;
            record.epoch = u32::from(number % 3);
            damage_record(&mut record, damage, number);
            view.apply_set(&fold.apply_set(&record));
        }
        prop_assert_eq!(view, whole(&fold, Vec::new()));
    }
}

/// A few thousand lines of every kind.
fn all_lines() -> &'static [Record] {
    static LINES: std::sync::OnceLock<Vec<Record>> = std::sync::OnceLock::new();
    LINES.get_or_init(|| {
        recording::chosen()
            .into_iter()
            .flat_map(|one| one.records)
            .collect()
    })
}

fn damage_record(record: &mut Record, damage: u8, number: u16) {
    let mut bytes = record.bytes.to_vec();
    let place = usize::from(number) % bytes.len().max(1);
    match damage {
        0 => bytes.truncate(place),
        1 => {
            if let Some(byte) = bytes.get_mut(place) {
                *byte = (number >> 8) as u8;
            }
        }
        2 => {
            let text = String::from_utf8_lossy(&bytes).replace("toolu_", "t");
            bytes = text.into_bytes();
        }
        3 => {
            let text = String::from_utf8_lossy(&bytes)
                .replace(":\"", ":[\"")
                .replace("\",", "\"],");
            bytes = text.into_bytes();
        }
        4 => record.kind = Kind::Exit,
        5 => record.kind = Kind::Spawn,
        _ => {}
    }
    record.bytes = bytes.into();
}
