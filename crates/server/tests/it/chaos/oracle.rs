//! What must be true of every session when faults have stopped and everything is at rest.

use std::collections::{BTreeMap, BTreeSet};

use pilothouse_log::{Kind, Note, Record};
use pilothouse_view::entry::Delivery;
use pilothouse_view::{EntryBody, SessionView};
use serde_json::Value;

use super::people::Sent;
use crate::browser::settled;

/// What there is to know of a session.
#[derive(Clone)]
pub(super) struct Evidence {
    pub(super) records: Vec<Record>,
    /// What the log alone gives.
    pub(super) folded: SessionView,
    /// What somebody has seen who was there all the time.
    pub(super) shown: SessionView,
    pub(super) sent: Vec<Sent>,
    /// How often an answer was accepted, by request.
    pub(super) accepted: BTreeMap<String, u32>,
    /// How often the tail of the log was torn.
    pub(super) torn: usize,
}

/// Everything that is wrong with a session, as sentences.
pub(super) fn violations(evidence: &Evidence) -> Vec<String> {
    let mut found = Vec::new();
    log(evidence, &mut found);
    processes(evidence, &mut found);
    messages(evidence, &mut found);
    answers(evidence, &mut found);
    shown(evidence, &mut found);
    found
}

/// Sequences rise, and what was cut off is noted.
fn log(evidence: &Evidence, found: &mut Vec<String>) {
    for pair in evidence.records.windows(2) {
        if pair[1].seq <= pair[0].seq {
            found.push(format!("sequence {} after {}", pair[1].seq, pair[0].seq));
        }
    }
    let notes = evidence.records.iter().filter_map(Record::note);
    let noted = notes
        .filter(|note| matches!(note, Note::Truncated(_)))
        .count();
    if noted < evidence.torn {
        found.push(format!("torn {} times, noted {noted} times", evidence.torn));
    }
}

/// A process ends before the next one begins, and epochs rise.
fn processes(evidence: &Evidence, found: &mut Vec<String>) {
    let (mut lives, mut epoch) = (false, 0);
    for record in &evidence.records {
        match record.kind {
            Kind::Spawn if lives || record.epoch <= epoch => {
                found.push(format!("a second process at {}", record.seq));
            }
            Kind::Spawn => (lives, epoch) = (true, record.epoch),
            Kind::Exit if !lives => found.push(format!("a second end at {}", record.seq)),
            Kind::Exit => lives = false,
            _ => {}
        }
    }
}

/// The lines written to the CLI, as JSON, with the epoch of each.
fn lines(records: &[Record]) -> impl Iterator<Item = (u32, Value)> {
    let lines = records.iter().filter(|record| record.kind == Kind::In);
    lines.filter_map(|record| Some((record.epoch, serde_json::from_slice(&record.bytes).ok()?)))
}

/// An acknowledged message is there once, goes to each process once, and is run once or told to be lost.
fn messages(evidence: &Evidence, found: &mut Vec<String>) {
    let mut given = BTreeSet::new();
    for (epoch, line) in lines(&evidence.records) {
        if let Some(uuid) = line["uuid"].as_str()
            && !given.insert((epoch, uuid.to_owned()))
        {
            found.push(format!("{uuid} was given to process {epoch} twice"));
        }
    }
    let mut told = cut_off(&evidence.records);
    for sent in &evidence.sent {
        let uuid = &sent.uuid;
        let deliveries: Vec<&Delivery> = of(&evidence.folded, uuid).collect();
        match deliveries[..] {
            [] if sent.is_acknowledged => found.push(format!("{uuid} is lost")),
            [] => {}
            [Delivery::Sent | Delivery::Queued | Delivery::Running] => {
                found.push(format!("{uuid} never ended"));
            }
            [_] => {}
            _ => found.push(format!("{uuid} is there {} times", deliveries.len())),
        }
        let turns = turns_of(&evidence.records, uuid);
        let is_over = deliveries == [&Delivery::Done] || deliveries == [&Delivery::Duplicate];
        if turns > 1 {
            found.push(format!("{uuid} was run {turns} times"));
        } else if turns == 0 && is_over && !told.remove(uuid) {
            found.push(format!("{uuid} was not run, and nobody was told"));
        }
    }
    let known = |uuid: &str| evidence.sent.iter().any(|sent| sent.uuid == uuid);
    for uuid in users(&evidence.folded).filter_map(|(uuid, _)| uuid) {
        if !known(uuid) {
            found.push(format!("nobody sent {uuid}"));
        }
    }
}

fn users(view: &SessionView) -> impl Iterator<Item = (Option<&str>, &Delivery)> {
    view.entries.iter().filter_map(|entry| match &entry.body {
        EntryBody::User(user) => Some((user.uuid.as_deref(), &user.delivery)),
        _ => None,
    })
}

fn of<'a>(view: &'a SessionView, uuid: &str) -> impl Iterator<Item = &'a Delivery> {
    users(view).filter_map(move |(found, delivery)| (found == Some(uuid)).then_some(delivery))
}

/// How many processes began a message and completed it. One that swallows a message only completes it.
fn turns_of(records: &[Record], uuid: &str) -> usize {
    let told = records.iter().filter(|record| record.kind == Kind::Out);
    let told = told.filter_map(|record| {
        let line: Value = serde_json::from_slice(&record.bytes).ok()?;
        let is_told = line["type"] == "command_lifecycle" && line["command_uuid"] == uuid;
        is_told.then(|| (record.epoch, line["state"].as_str().map(str::to_owned)))
    });
    let mut started = BTreeSet::new();
    let mut turns = 0;
    for (epoch, state) in told {
        match state.as_deref() {
            Some("started") => drop(started.insert(epoch)),
            Some("completed") if started.remove(&epoch) => turns += 1,
            _ => {}
        }
    }
    turns
}

/// The messages whose senders were told that they were cut off.
fn cut_off(records: &[Record]) -> BTreeSet<String> {
    let notes = records.iter().filter_map(Record::note);
    let told = notes.filter_map(|note| match note {
        Note::CutOff(told) => Some(told.id),
        _ => None,
    });
    told.collect()
}

/// No request is answered twice, whoever answered.
fn answers(evidence: &Evidence, found: &mut Vec<String>) {
    let mut answered = BTreeSet::new();
    for (epoch, line) in lines(&evidence.records) {
        let request = line["response"]["request_id"].as_str();
        if let Some(request) = request.filter(|_| line["type"] == "control_response")
            && !answered.insert((epoch, request.to_owned()))
        {
            found.push(format!("request {request} was answered twice"));
        }
    }
    for (ask, times) in &evidence.accepted {
        let is_known = ask.split_once(':').is_some_and(|(epoch, request)| {
            let epoch = epoch.parse().unwrap_or_default();
            answered.contains(&(epoch, request.to_owned()))
        });
        if *times > 1 {
            found.push(format!("{ask} was accepted {times} times"));
        } else if *times == 1 && !is_known {
            found.push(format!("the answer to {ask} is lost"));
        }
    }
}

/// Who watched all the time sees what the log says.
fn shown(evidence: &Evidence, found: &mut Vec<String>) {
    if let Some(difference) = difference(&evidence.folded, &evidence.shown) {
        found.push(format!("somebody is shown something else: {difference}"));
    }
}

/// What a view has otherwise than the fold, if it does. The view may go back less far.
pub(super) fn difference(folded: &SessionView, shown: &SessionView) -> Option<String> {
    let comparable = |view: &SessionView| SessionView {
        has_older: false,
        older_than: None,
        ..settled(view)
    };
    let (mut folded, shown) = (comparable(folded), comparable(shown));
    let older = folded.entries.len().saturating_sub(shown.entries.len());
    folded.entries.drain(..older);
    if folded == shown {
        return None;
    }
    let entries = folded.entries.iter().zip(&shown.entries);
    let entry = entries.clone().find(|(one, other)| one != other);
    Some(match entry {
        Some((one, other)) => format!("{one:?} is shown as {other:?}"),
        None => format!(
            "{} and {} entries, {:?} and {:?}, drafts {:?} and {:?}, queues {:?} and {:?}",
            folded.entries.len(),
            shown.entries.len(),
            folded.liveness,
            shown.liveness,
            folded.drafts,
            shown.drafts,
            folded.queue,
            shown.queue,
        ),
    })
}

/// Whether a session has nothing left to do, as somebody sees it who sent these messages.
pub(super) fn is_at_rest(view: &SessionView, sent: &[Sent]) -> bool {
    use pilothouse_view::session::Activity;
    let rests = matches!(
        view.liveness.activity,
        Activity::NotStarted | Activity::Idle | Activity::Parked | Activity::Ended { .. }
    );
    let is_open = |delivery: &Delivery| {
        matches!(
            delivery,
            Delivery::Sent | Delivery::Queued | Delivery::Running
        )
    };
    rests
        && view.asks.is_empty()
        && view.queue.is_empty()
        && view.drafts.is_empty()
        && sent.iter().all(|sent| sent.is_acknowledged)
        && users(view).all(|(_, delivery)| !is_open(delivery))
}

/// Whether messages wait and no process is there or on its way: a start failed, and the session says why.
pub(super) fn is_given_up(view: &SessionView) -> bool {
    use pilothouse_view::session::Activity;
    let rests = matches!(
        view.liveness.activity,
        Activity::NotStarted | Activity::Parked | Activity::Ended { .. }
    );
    rests && !view.queue.is_empty()
}
