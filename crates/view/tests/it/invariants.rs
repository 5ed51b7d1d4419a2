//! Invariants of the view over every recording.

use std::collections::{BTreeMap, BTreeSet};

use pilothouse_log::{Kind, Record};
use pilothouse_view::entry::{Direction, RawReason};
use pilothouse_view::job::JobState;
use pilothouse_view::{EntryBody, SessionFold, SessionView, ToolState};
use serde_json::Value;

use crate::properties;
use crate::recording::{self, Folded};

/// What holds for the view of a whole recording.
type Invariant = fn(&Folded);

const INVARIANTS: [Invariant; 11] = [
    properties::changes_over_an_empty_view_make_the_view,
    properties::folding_in_one_go_equals_folding_line_by_line,
    properties::superseded_deltas_change_nothing,
    after_a_result_nothing_of_the_turn_runs_except_background_work,
    every_tool_use_has_one_entry_and_at_most_one_result,
    user_entries_have_distinct_uuids,
    costs_of_turns_add_up_to_the_total,
    open_asks_are_the_requests_without_answer_or_cancel,
    nothing_the_cli_says_is_shown_raw,
    entries_are_in_order_and_ids_are_unique,
    wrappers_are_never_shown_as_text,
];

/// One test for all of them: reading and folding the recordings takes longer than the checks.
#[test]
fn invariants_hold_for_every_recording() {
    for (number, recording) in recording::all().into_iter().enumerate() {
        let folded = Folded::new(recording);
        for invariant in INVARIANTS {
            invariant(&folded);
        }
        properties::a_fold_saved_and_loaded_continues_the_same(&folded, number);
    }
}

fn line(record: &Record) -> Value {
    serde_json::from_slice(&record.bytes).unwrap_or_default()
}

fn after_a_result_nothing_of_the_turn_runs_except_background_work(recording: &Folded) {
    let mut fold = SessionFold::new();
    for record in &recording.records {
        fold.apply(record);
        if record.kind == Kind::Out && line(record)["type"] == "result" {
            nothing_runs(fold.view(), &recording.name);
        }
    }
}

fn nothing_runs(view: &SessionView, name: &str) {
    assert!(view.drafts.is_empty(), "{name}: {:?}", view.drafts);
    for entry in &view.entries {
        let background = view.jobs.iter().any(|job| {
            job.entry == entry.parent && job.background && job.state == JobState::Running
        });
        match &entry.body {
            EntryBody::Tool(call) => {
                assert!(background, "{name}: {} is {:?}", entry.id, call.state)
            }
            EntryBody::Text(_) | EntryBody::Thinking(_) | EntryBody::Retry(_) => {
                panic!("{name}: {} still streams", entry.id)
            }
            _ => {}
        }
    }
    let foreground = view.jobs.iter().filter(|job| !job.background);
    for job in foreground {
        assert!(
            !matches!(job.state, JobState::Running),
            "{name}: {} runs",
            job.id
        );
    }
}

fn every_tool_use_has_one_entry_and_at_most_one_result(recording: &Folded) {
    let mut made = BTreeSet::new();
    for record in recording
        .records
        .iter()
        .filter(|record| record.kind == Kind::Out)
    {
        let line = line(record);
        let blocks = line["message"]["content"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        for block in blocks.iter().filter(|_| line["type"] == "assistant") {
            if block["type"] == "tool_use" {
                made.insert(block["id"].as_str().unwrap().to_owned());
            }
        }
    }
    let mut shown = BTreeMap::new();
    for entry in &recording.view.entries {
        if let EntryBody::Tool(call) = &entry.body {
            *shown.entry(call.tool_use_id.clone()).or_insert(0) += 1;
            let ended = matches!(call.state, ToolState::Done | ToolState::Failed);
            assert!(!ended || call.result.is_some(), "{}", recording.name);
        }
    }
    assert!(
        shown.values().all(|count| *count == 1),
        "{}: {shown:?}",
        recording.name
    );
    let streaming: BTreeSet<String> = shown.into_keys().collect();
    assert!(made.is_subset(&streaming), "{}", recording.name);
}

fn user_entries_have_distinct_uuids(recording: &Folded) {
    let mut seen = BTreeSet::new();
    for entry in &recording.view.entries {
        if let EntryBody::User(message) = &entry.body
            && let Some(uuid) = &message.uuid
        {
            assert!(
                seen.insert(uuid.clone()),
                "{}: {uuid} twice",
                recording.name
            );
        }
    }
}

fn costs_of_turns_add_up_to_the_total(recording: &Folded) {
    let turns = recording
        .view
        .entries
        .iter()
        .filter_map(|entry| match &entry.body {
            EntryBody::Turn(turn) => Some(turn.cost_usd),
            _ => None,
        });
    let sum: f64 = turns.sum::<f64>() + recording.view.usage.carried_cost_usd;
    let total = recording.view.usage.total_cost_usd;
    assert!(
        (sum - total).abs() < 1e-9,
        "{}: {sum} and {total}",
        recording.name
    );
    let models: f64 = recording
        .view
        .usage
        .models
        .iter()
        .map(|model| model.cost_usd)
        .sum();
    let own = total - recording.view.usage.carried_cost_usd;
    assert!(
        (models - own).abs() < 1e-9,
        "{}: models {models}, own {own}",
        recording.name
    );
}

fn open_asks_are_the_requests_without_answer_or_cancel(recording: &Folded) {
    let mut open = BTreeSet::new();
    for record in &recording.records {
        let line = line(record);
        let request = line["request_id"].as_str().unwrap_or_default().to_owned();
        let answered = line["response"]["request_id"].as_str().unwrap_or_default();
        match (
            record.kind,
            line["type"].as_str(),
            line["request"]["subtype"].as_str(),
        ) {
            (Kind::Out, Some("control_request"), Some("can_use_tool" | "elicitation")) => {
                open.insert(request);
            }
            (Kind::Out, Some("control_cancel_request"), _) => {
                open.remove(&request);
            }
            (Kind::In, Some("control_response"), _) => {
                open.remove(answered);
            }
            _ => {}
        }
    }
    let shown: BTreeSet<String> = recording
        .view
        .asks
        .iter()
        .map(|ask| ask.request_id.clone())
        .collect();
    assert_eq!(shown, open, "{}", recording.name);
}

fn nothing_the_cli_says_is_shown_raw(recording: &Folded) {
    for entry in &recording.view.entries {
        if let EntryBody::Raw(raw) = &entry.body {
            let from_cli = raw.direction == Direction::Out && raw.reason != RawReason::NotJson;
            assert!(!from_cli, "{}: {} {:?}", recording.name, entry.id, raw);
        }
    }
}

fn entries_are_in_order_and_ids_are_unique(recording: &Folded) {
    assert!(
        recording
            .view
            .entries
            .is_sorted_by(|one, other| one.order < other.order),
        "{}",
        recording.name
    );
    let ids: BTreeSet<_> = recording
        .view
        .entries
        .iter()
        .map(|entry| &entry.id)
        .collect();
    assert_eq!(
        ids.len(),
        recording.view.entries.len(),
        "{}",
        recording.name
    );
}

fn wrappers_are_never_shown_as_text(recording: &Folded) {
    const TAGS: [&str; 4] = [
        "<tool_use_error>",
        "<local-command-std",
        "<persisted-output>",
        "<command-name>",
    ];
    for entry in &recording.view.entries {
        let text = match &entry.body {
            EntryBody::User(message) => &message.text.text,
            EntryBody::Command(command) => &command.text.text,
            EntryBody::Tool(call) => match &call.result {
                Some(result) => &result.text.text,
                None => continue,
            },
            _ => continue,
        };
        let wrapped = TAGS.iter().any(|tag| text.trim_start().starts_with(tag));
        assert!(!wrapped, "{}: {} {text}", recording.name, entry.id);
    }
}
