//! What must be true of every session when faults have stopped and everything is at rest.

use std::collections::{BTreeMap, BTreeSet};

use pilothouse_log::{Kind, Note, Record};
use pilothouse_view::entry::{Delivery, UserMessage};
use pilothouse_view::session::Activity;
use pilothouse_view::{EntryBody, SessionView};
use serde_json::Value;

use super::people::Sent;
use crate::browser::settled;

/// What is known of a session.
#[derive(Clone)]
pub(super) struct Evidence {
    pub(super) records: Vec<Record>,
    /// The view that the log alone gives.
    pub(super) folded: SessionView,
    /// The view of a page that was open all the time.
    pub(super) shown: SessionView,
    pub(super) sent: Vec<Sent>,
    /// How often an answer was accepted, by request.
    pub(super) accepted: BTreeMap<String, u32>,
    /// How often the turn was stopped.
    pub(super) stops: usize,
    /// How often the end of the log was damaged.
    pub(super) damaged: usize,
}

/// Returns everything that is wrong with a session.
pub(super) fn violations(evidence: &Evidence) -> Vec<String> {
    let mut found = Vec::new();
    log(evidence, &mut found);
    processes(evidence, &mut found);
    messages(evidence, &mut found);
    answers(evidence, &mut found);
    shown(evidence, &mut found);
    found
}

/// Sequences rise, and what was cut from the log is noted.
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
    if noted < evidence.damaged {
        let damaged = evidence.damaged;
        found.push(format!("damaged {damaged} times, noted {noted} times"));
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

/// An acknowledged message is there once, goes to each process once, and runs once or is reported as cut off.
fn messages(evidence: &Evidence, found: &mut Vec<String>) {
    let mut given = BTreeSet::new();
    for (epoch, line) in lines(&evidence.records) {
        if let Some(uuid) = line["uuid"].as_str()
            && !given.insert((epoch, uuid.to_owned()))
        {
            found.push(format!("{uuid} was given to process {epoch} twice"));
        }
    }
    let (runs, cut_off) = (runs(&evidence.records), cut_off(&evidence.records));
    for sent in &evidence.sent {
        let tag = &sent.tag;
        let of_this = |user: &&UserMessage| user.text.text.contains(tag.as_str());
        let copies: Vec<_> = users(&evidence.folded).filter(of_this).collect();
        if copies.is_empty() && sent.is_acknowledged {
            found.push(format!("{tag} is lost"));
        }
        if copies.len() > sent.copies() {
            found.push(format!("{tag} is there {} times", copies.len()));
        }
        for copy in copies {
            let uuid = copy.uuid.as_deref().unwrap_or_default();
            let runs = runs.get(uuid).copied().unwrap_or_default();
            let wrong = match copy.delivery {
                _ if runs > 1 => format!("was run {runs} times"),
                Delivery::Done | Delivery::Duplicate if runs == 0 && !cut_off.contains(uuid) => {
                    "was not run, and nothing reports it".to_owned()
                }
                Delivery::Cancelled if evidence.stops == 0 && !is_interrupted(evidence) => {
                    "was cancelled, and nothing stopped it".to_owned()
                }
                Delivery::Done | Delivery::Duplicate | Delivery::Cancelled | Delivery::Lost => {
                    continue;
                }
                _ => format!("never ended: {:?}", copy.delivery),
            };
            found.push(format!("{tag} {wrong}"));
        }
    }
    let is_known = |text: &str| evidence.sent.iter().any(|sent| text.contains(&sent.tag));
    for user in users(&evidence.folded) {
        if !is_known(&user.text.text) {
            found.push(format!("nobody sent {:?}", user.text.text));
        }
    }
}

/// Returns a message that did not run and that nothing reports yet. The report is a record of its own, which is written
/// again after a while when it is refused: without room on the disk, or by a runner without file descriptors.
pub(super) fn unreported(evidence: &Evidence) -> Option<String> {
    let mut ends = evidence.records.iter().rev();
    let end = ends.find(|record| matches!(record.kind, Kind::Spawn | Kind::Exit));
    let lives = end.is_some_and(|record| record.kind == Kind::Spawn);
    let (runs, cut_off) = (runs(&evidence.records), cut_off(&evidence.records));
    let mut unreported = users(&evidence.folded).filter(|user| {
        let uuid = user.uuid.as_deref().unwrap_or_default();
        !cut_off.contains(uuid)
            && match user.delivery {
                Delivery::Done | Delivery::Duplicate => !runs.contains_key(uuid),
                // One whose turn a person stopped before they ended the process is not reported to them.
                Delivery::Lost => lives && evidence.stops == 0,
                _ => false,
            }
    });
    let user = unreported.next()?;
    let (text, delivery) = (&user.text.text, &user.delivery);
    Some(format!("{text} is {delivery:?}, and nothing reports it"))
}

/// Whether a runner interrupted a turn because its disk was full.
fn is_interrupted(evidence: &Evidence) -> bool {
    let mut notes = evidence.records.iter().filter_map(Record::note);
    notes.any(|note| matches!(note, Note::Interrupted(_)))
}

pub(super) fn users(view: &SessionView) -> impl Iterator<Item = &UserMessage> {
    view.entries.iter().filter_map(|entry| match &entry.body {
        EntryBody::User(user) => Some(user),
        _ => None,
    })
}

/// How many processes began each message and ended its turn. One that swallows a message only completes it.
fn runs(records: &[Record]) -> BTreeMap<String, usize> {
    let finders = ["command_lifecycle", "\"result\""].map(memchr::memmem::Finder::new);
    let (mut epoch, mut started) = (0, BTreeSet::new());
    let mut runs = BTreeMap::new();
    for record in records.iter().filter(|record| record.kind == Kind::Out) {
        if finders
            .iter()
            .all(|finder| finder.find(&record.bytes).is_none())
        {
            continue;
        }
        if record.epoch > epoch {
            (epoch, started) = (record.epoch, BTreeSet::new());
        }
        let line: Value = serde_json::from_slice(&record.bytes).unwrap_or_default();
        let uuid = line["command_uuid"].as_str().unwrap_or_default().to_owned();
        let ended = match (line["type"].as_str(), line["state"].as_str()) {
            // The result of a turn comes before the word that its messages are completed.
            (Some("result"), _) => std::mem::take(&mut started),
            (_, Some("started")) => {
                started.insert(uuid);
                continue;
            }
            (_, Some("completed" | "cancelled")) => started.take(&uuid).into_iter().collect(),
            _ => continue,
        };
        for uuid in ended {
            *runs.entry(uuid).or_default() += 1;
        }
    }
    runs
}

/// The messages that the session reports as cut off.
fn cut_off(records: &[Record]) -> BTreeSet<String> {
    let notes = records.iter().filter_map(Record::note);
    let ids = notes.filter_map(|note| match note {
        Note::CutOff(cut) => Some(cut.id),
        _ => None,
    });
    ids.collect()
}

/// No request is answered twice, and no accepted answer is missing.
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

/// A page that was open all the time shows what the log has.
fn shown(evidence: &Evidence, found: &mut Vec<String>) {
    if let Some(difference) = difference(&evidence.folded, &evidence.shown) {
        found.push(format!("the page shows something else: {difference}"));
    }
}

/// Returns how a view differs from the fold. The view may go back less far.
pub(super) fn difference(folded: &SessionView, shown: &SessionView) -> Option<String> {
    let comparable = |view: &SessionView| SessionView {
        has_older: false,
        older_than: None,
        ..settled(view)
    };
    let (mut folded, shown) = (comparable(folded), comparable(shown));
    let first = shown.entries.first().map(|entry| &entry.id);
    let all = folded.entries.len();
    let older = folded
        .entries
        .iter()
        .position(|entry| Some(&entry.id) == first);
    folded.entries.drain(..older.unwrap_or(0));
    if folded == shown {
        return None;
    }
    let ids = |view: &SessionView| -> BTreeSet<String> {
        let entries = view.entries.iter();
        entries.map(|entry| entry.id.to_string()).collect()
    };
    let (all_ids, shown_ids) = (ids(&folded), ids(&shown));
    let missing: Vec<_> = all_ids.difference(&shown_ids).collect();
    let unknown: Vec<_> = shown_ids.difference(&all_ids).collect();
    let entries = folded.entries.iter().zip(&shown.entries);
    let different = entries.into_iter().position(|(one, other)| one != other);
    let place = different.unwrap_or(folded.entries.len().min(shown.entries.len()));
    let rest = |view: SessionView| {
        let entry = view.entries.get(place).cloned();
        let rest = SessionView {
            entries: Vec::new(),
            ..view
        };
        format!("{entry:?} of {rest:?}")
    };
    Some(format!(
        "of {all} entries, {} are shown instead of {}, without {missing:?}, with {unknown:?}; at {place}, {} is shown as {}",
        shown.entries.len(),
        folded.entries.len(),
        rest(folded),
        rest(shown),
    ))
}

/// Whether nothing more happens in a session by itself, as somebody sees it who sent these messages.
pub(super) fn is_quiet(view: &SessionView, sent: &[Sent]) -> bool {
    let rests = matches!(
        view.liveness.activity,
        Activity::NotStarted | Activity::Idle | Activity::Parked | Activity::Ended { .. }
    );
    let is_open = |user: &UserMessage| {
        matches!(
            user.delivery,
            Delivery::Sent | Delivery::Queued | Delivery::Running | Delivery::Held
        )
    };
    rests
        && view.asks.is_empty()
        && (view.queue.iter().all(|message| message.held) || is_given_up(view))
        && view.drafts.is_empty()
        && sent.iter().all(|sent| sent.is_acknowledged)
        && !users(view).any(is_open)
}

/// Whether a session has nothing left to do.
pub(super) fn is_at_rest(view: &SessionView, sent: &[Sent]) -> bool {
    view.queue.is_empty() && is_quiet(view, sent)
}

/// Whether messages wait without a process: a start failed, and the session reports why.
pub(super) fn is_given_up(view: &SessionView) -> bool {
    let has_none = matches!(
        view.liveness.activity,
        Activity::NotStarted | Activity::Parked | Activity::Ended { .. }
    );
    has_none && view.queue.iter().any(|message| !message.held)
}

/// Whether messages wait until somebody releases them.
pub(super) fn has_held(view: &SessionView) -> bool {
    view.queue.iter().any(|message| message.held)
}
