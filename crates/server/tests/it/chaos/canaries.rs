//! Bugs that the oracle must find: each alters the evidence of a session in which nothing is wrong.

use pilothouse_log::{CutOff, Exit, Kind, Note, Record, Spawn, Who};
use serde_json::{Value, json};

use super::oracle::{Evidence, unreported, violations};
use super::people::{Once, Sent};
use crate::harness::fold;

const UUID: &str = "00000001-0000-4000-8000-000000000001";
const TAG: &str = "message-1-1.";

fn out(line: &Value) -> Record {
    Record::new(Kind::Out, Who::Cli, line.to_string())
}

fn input(line: &Value) -> Record {
    Record::new(Kind::In, Who::Host, line.to_string())
}

fn message() -> Record {
    let message = json!({"role": "user", "content": format!("This is {TAG}")});
    input(&json!({"type": "user", "uuid": UUID, "message": message}))
}

fn lifecycle(state: &str) -> Record {
    out(
        &json!({"type": "command_lifecycle", "command_uuid": UUID, "state": state,
                "uuid": format!("l-{state}"), "session_id": "s"}),
    )
}

fn answer(id: &str) -> Record {
    let content = json!([{"type": "text", "text": format!("Done with {TAG}")}]);
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

/// The evidence of a session with these records, one sent message and one accepted answer.
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
    let folded = fold(&records);
    let sent = Sent {
        tag: TAG.to_owned(),
        is_acknowledged: true,
        devices: ["phone".to_owned()].into(),
        once: Once::ByKey,
        refusal: String::new(),
    };
    Evidence {
        shown: folded.clone(),
        folded,
        records,
        sent: vec![sent],
        accepted: [("1:r1".to_owned(), 1)].into(),
        stops: 0,
        damaged: 0,
    }
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

/// Checks that the oracle finds nothing without the bug, and reports it with these words.
fn check(altered: Evidence, words: &str) {
    assert_eq!(violations(&evidence(sound())), Vec::<String>::new());
    let found = violations(&altered);
    assert!(
        found.iter().any(|found| found.contains(words)),
        "{words:?} is not in {found:?}"
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

/// A client that lost its device with the index may send a message again, with a key that is new to the server.
#[test]
fn a_message_that_is_there_twice_is_found() {
    let another = UUID.replace("1-", "2-");
    let mut again = vec![spawn()];
    for record in [message(), lifecycle("started"), lifecycle("completed")] {
        let text = String::from_utf8_lossy(&record.bytes).replace(UUID, &another);
        again.push(Record::new(record.kind, record.who, text));
    }
    let mut altered = with(|records| records.extend(again));
    check(altered.clone(), "is there 2 times");
    altered.sent[0].devices.insert("the same phone".to_owned());
    assert_eq!(violations(&altered), Vec::<String>::new());
    altered.sent[0].once = Once::ByUuid;
    check(altered, "is there 2 times");
}

#[test]
fn a_message_that_never_ends_is_found() {
    check(with(|records| records.truncate(7)), "never ended");
}

#[test]
fn a_message_that_nothing_cancelled_is_found() {
    let mut altered = with(|records| {
        records.truncate(3);
        records.push(lifecycle("cancelled"));
    });
    altered.accepted.clear();
    check(altered.clone(), "nothing stopped it");
    let stopped = Evidence {
        stops: 1,
        ..altered
    };
    assert_eq!(violations(&stopped), Vec::<String>::new());
}

#[test]
fn a_message_swallowed_without_a_report_is_found() {
    let altered = with(|records| drop(records.remove(3)));
    check(altered, "nothing reports it");
    let cut_off = CutOff {
        id: UUID.to_owned(),
        ..CutOff::default()
    };
    let note = Record::new(Kind::Note, Who::Host, Note::from(cut_off).to_bytes());
    let reported = with(|records| drop(std::mem::replace(&mut records[3], note)));
    assert_eq!(violations(&reported), Vec::<String>::new());
}

#[test]
fn a_lost_message_that_nothing_reports_is_found() {
    let mut altered = evidence(vec![
        spawn(),
        message(),
        Exit::default().to_record(),
        spawn(),
    ]);
    altered.accepted.clear();
    assert_eq!(violations(&altered), Vec::<String>::new());
    assert!(unreported(&altered).is_some());
    altered.records.pop();
    assert!(unreported(&altered).is_none(), "nothing runs yet");
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
fn a_damaged_log_without_a_note_is_found() {
    let mut altered = evidence(sound());
    altered.damaged = 1;
    check(altered, "noted 0 times");
}

#[test]
fn a_page_that_shows_what_the_log_does_not_have_is_found() {
    let mut altered = evidence(sound());
    altered.shown.entries.pop();
    check(altered, "the page shows something else");
    let mut altered = evidence(sound());
    let id = altered.shown.entries[0].id.clone();
    altered.shown.drafts.insert(id, "in no log".to_owned());
    check(altered, "the page shows something else");
}
