//! Bugs that the oracle must find: each alters what was true of a session.

use pilothouse_log::{CutOff, Exit, Kind, Note, Record, Spawn, Who};
use pilothouse_view::{EntryPage, SessionFold, SessionView};
use serde_json::{Value, json};

use super::oracle::{Evidence, violations};
use super::people::Sent;

const UUID: &str = "00000001-0000-4000-8000-000000000001";

fn out(line: &Value) -> Record {
    Record::new(Kind::Out, Who::Cli, line.to_string())
}

fn input(line: &Value) -> Record {
    Record::new(Kind::In, Who::Host, line.to_string())
}

fn message() -> Record {
    let message = json!({"role": "user", "content": format!("message {UUID}")});
    input(&json!({"type": "user", "uuid": UUID, "message": message}))
}

fn lifecycle(state: &str) -> Record {
    out(
        &json!({"type": "command_lifecycle", "command_uuid": UUID, "state": state,
                "uuid": format!("l-{state}"), "session_id": "s"}),
    )
}

fn answer(id: &str) -> Record {
    let content = json!([{"type": "text", "text": format!("answer to {UUID}")}]);
    let message =
        json!({"id": id, "type": "message", "role": "assistant", "model": "m", "content": content});
    out(&json!({"type": "assistant", "message": message, "uuid": id, "session_id": "s"}))
}

fn ask() -> Record {
    out(
        &json!({"type": "control_request", "request_id": "r1", "request":
        {"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": "x"}, "tool_use_id": "t"}}),
    )
}

fn allow() -> Record {
    input(&json!({"type": "control_response", "response":
        {"subtype": "success", "request_id": "r1", "response": {"behavior": "allow", "updatedInput": {}}}}))
}

fn spawn() -> Record {
    Spawn::default().to_record()
}

/// What a session of these records is like when nothing is wrong.
fn evidence(records: Vec<Record>) -> Evidence {
    let mut epoch = 0;
    let mut number = |(index, record): (usize, Record)| {
        epoch += u32::from(record.kind == Kind::Spawn);
        Record {
            seq: index as u64 + 1,
            at_ms: 1000 + index as u64,
            epoch,
            ..record
        }
    };
    let records: Vec<Record> = records.into_iter().enumerate().map(&mut number).collect();
    let folded = folded(&records);
    let sent = Sent {
        uuid: UUID.to_owned(),
        is_acknowledged: true,
    };
    Evidence {
        shown: folded.clone(),
        folded,
        records,
        sent: vec![sent],
        accepted: [("1:r1".to_owned(), 1)].into(),
        torn: 0,
    }
}

fn folded(records: &[Record]) -> SessionView {
    let mut fold = SessionFold::new();
    for record in records {
        fold.apply(record);
    }
    let entries = fold.take_settled();
    fold.snapshot(EntryPage {
        entries,
        has_older: false,
    })
}

fn sound() -> Vec<Record> {
    vec![
        spawn(),
        message(),
        lifecycle("queued"),
        lifecycle("started"),
        ask(),
        allow(),
        answer("a1"),
        lifecycle("completed"),
        Exit::default().to_record(),
    ]
}

/// The oracle is content without the bug, and says this of it.
fn check(altered: Evidence, says: &str) {
    assert_eq!(violations(&evidence(sound())), Vec::<String>::new());
    let found = violations(&altered);
    assert!(
        found.iter().any(|found| found.contains(says)),
        "{found:?} does not say: {says}"
    );
}

fn with(alter: impl FnOnce(&mut Vec<Record>)) -> Evidence {
    let mut records = sound();
    alter(&mut records);
    evidence(records)
}

#[test]
fn a_message_acknowledged_and_not_written_is_found() {
    check(with(|records| drop(records.drain(1..9))), "is lost");
}

#[test]
fn a_message_given_to_one_process_twice_is_found() {
    check(with(|records| records.insert(2, message())), "twice");
}

#[test]
fn a_message_run_twice_is_found() {
    let again = [
        spawn(),
        message(),
        lifecycle("started"),
        lifecycle("completed"),
    ];
    let altered = with(|records| records.extend(again));
    check(altered, "was run 2 times");
}

#[test]
fn a_message_swallowed_without_a_word_is_found() {
    let altered = with(|records| drop(records.remove(3)));
    check(altered, "nobody was told");
    let told = CutOff {
        id: UUID.to_owned(),
        ..CutOff::default()
    };
    let note = Record::new(Kind::Note, Who::Host, Note::from(told).to_bytes());
    let told = with(|records| drop(std::mem::replace(&mut records[3], note)));
    assert_eq!(violations(&told), Vec::<String>::new());
}

#[test]
fn a_message_that_nobody_sent_is_found() {
    let mut altered = evidence(sound());
    altered.sent.clear();
    check(altered, "nobody sent");
}

#[test]
fn a_request_answered_twice_is_found() {
    let altered = with(|records| records.insert(6, allow()));
    check(altered, "answered twice");
}

#[test]
fn an_answer_accepted_twice_or_lost_is_found() {
    let mut twice = evidence(sound());
    twice.accepted.insert("1:r1".to_owned(), 2);
    check(twice, "accepted 2 times");
    let lost = with(|records| drop(records.remove(5)));
    check(lost, "the answer to 1:r1 is lost");
}

#[test]
fn a_second_process_is_found() {
    let altered = with(|records| records.insert(6, spawn()));
    check(altered, "a second process");
}

#[test]
fn a_sequence_used_twice_is_found() {
    let mut altered = evidence(sound());
    altered.records[4].seq = altered.records[3].seq;
    check(altered, "sequence 4 after 4");
}

#[test]
fn a_torn_log_that_nobody_noted_is_found() {
    let mut altered = evidence(sound());
    altered.torn = 1;
    check(altered, "noted 0 times");
}

#[test]
fn somebody_who_is_shown_what_never_was_is_found() {
    let mut altered = evidence(sound());
    altered.shown.entries.pop();
    check(altered, "somebody is shown something else");
    let mut altered = evidence(sound());
    let id = altered.shown.entries[0].id.clone();
    altered.shown.drafts.insert(id, "never said".to_owned());
    check(altered, "somebody is shown something else");
}
