use std::path::Path;

use pilothouse_log::{Answered, CutOff, Exit, ExitReason, LookedAt, Resent, RuleRevoked};
use serde_json::json;

use super::*;

/// Gives records their sequences.
fn log(records: Vec<Record>) -> Vec<Record> {
    let place = |(record, seq): (Record, u64)| Record {
        seq,
        at_ms: 1000 + seq,
        ..record
    };
    records.into_iter().zip(1..).map(place).collect()
}

fn line(kind: Kind, epoch: u32, line: &Value) -> Record {
    Record {
        epoch,
        ..Record::new(kind, Who::Cli, line.to_string())
    }
}

fn note(note: impl Into<Note>) -> Record {
    Record::new(Kind::Note, Who::Host, note.into().to_bytes())
}

fn message(epoch: u32, uuid: &str) -> Record {
    let said =
        json!({"type": "user", "uuid": uuid, "message": {"role": "user", "content": "hello"}});
    Record {
        id: Some(uuid.to_owned()),
        ..line(Kind::In, epoch, &said)
    }
}

fn lifecycle(epoch: u32, uuid: &str, state: &str) -> Record {
    let told = json!({"type": "command_lifecycle", "command_uuid": uuid, "state": state, "uuid": "l", "session_id": "c"});
    line(Kind::Out, epoch, &told)
}

fn spawn(epoch: u32) -> Record {
    line(
        Kind::Spawn,
        epoch,
        &json!({"argv": ["claude"], "cwd": "/", "pid": 1}),
    )
}

fn exit(epoch: u32) -> Record {
    let exit = Exit {
        reason: ExitReason::RunnerDied,
        ..Exit::default()
    };
    Record {
        epoch,
        ..exit.to_record()
    }
}

fn result(epoch: u32) -> Record {
    let result = json!({"type": "result", "subtype": "success", "is_error": false, "duration_ms": 1, "duration_api_ms": 1,
        "num_turns": 1, "result": "done", "session_id": "c", "total_cost_usd": 0.1, "usage": {}, "uuid": "r"});
    line(Kind::Out, epoch, &result)
}

/// A message that the CLI did not run after a death, and another that it did.
fn swallowed() -> Vec<Record> {
    let resent = Resent {
        id: "u1".to_owned(),
        ..Resent::default()
    };
    log(vec![
        spawn(1),
        message(1, "u1"),
        lifecycle(1, "u1", "started"),
        exit(1),
        note(resent),
        spawn(2),
        message(2, "u1"),
        lifecycle(2, "u1", "completed"),
        message(2, "u2"),
        lifecycle(2, "u2", "started"),
        result(2),
        lifecycle(2, "u2", "completed"),
    ])
}

#[test]
fn a_lost_message_is_known_until_it_is_reported_however_records_come() {
    let records = swallowed();
    let mut projection = Projection::new("s");
    // All in one batch: entries are taken at the end alone.
    for record in &records {
        projection.apply(record);
    }
    assert_eq!(projection.lost_messages(), ["u1"]);
    let seq = projection.seq() + 1;
    let told = note(CutOff {
        id: "u1".to_owned(),
        ..CutOff::default()
    });
    projection.apply(&Record { seq, ..told });
    assert!(projection.lost_messages().is_empty());
}

#[test]
fn a_message_that_is_swallowed_after_the_turn_of_another_is_lost_too() {
    let records = log(vec![
        spawn(1),
        message(1, "u1"),
        message(1, "u2"),
        lifecycle(1, "u1", "started"),
        exit(1),
        spawn(2),
        message(2, "u1"),
        message(2, "u2"),
        lifecycle(2, "u1", "started"),
        result(2),
        lifecycle(2, "u1", "completed"),
        lifecycle(2, "u2", "completed"),
    ]);
    let mut projection = Projection::new("s");
    for record in &records {
        projection.apply(record);
    }
    assert_eq!(projection.lost_messages(), ["u2"]);
}

#[test]
fn a_repeated_message_that_is_swallowed_after_the_turn_of_another_is_lost_too() {
    let echo = json!({"type": "user", "uuid": "u2", "session_id": "c", "parent_tool_use_id": null, "isReplay": true,
        "message": {"role": "user", "content": "hello"}});
    let records = log(vec![
        spawn(1),
        message(1, "u1"),
        message(1, "u2"),
        lifecycle(1, "u2", "queued"),
        lifecycle(1, "u2", "started"),
        exit(1),
        spawn(2),
        message(2, "u1"),
        lifecycle(2, "u1", "queued"),
        message(2, "u2"),
        lifecycle(2, "u1", "started"),
        result(2),
        lifecycle(2, "u1", "completed"),
        line(Kind::Out, 2, &echo),
        lifecycle(2, "u2", "completed"),
        message(2, "u3"),
        lifecycle(2, "u3", "started"),
        result(2),
    ]);
    let mut projection = Projection::new("s");
    for record in &records {
        projection.apply(record);
    }
    assert_eq!(projection.lost_messages(), ["u2"]);
    let settled = projection.take_settled();
    let ends = settled.iter().filter_map(|entry| match &entry.body {
        EntryBody::Turn(end) => Some(end.messages.len()),
        _ => None,
    });
    assert_eq!(ends.collect::<Vec<_>>(), [1, 1], "it belongs to no turn");
}

#[test]
fn a_lost_message_that_is_not_sent_again_is_lost_and_reported() {
    let records = log(vec![
        spawn(1),
        message(1, "u1"),
        exit(1),
        spawn(2),
        message(2, "u2"),
        lifecycle(2, "u2", "started"),
        result(2),
    ]);
    let mut projection = Projection::new("s");
    for record in &records {
        projection.apply(record);
    }
    assert_eq!(projection.lost_messages(), ["u1"]);
    let settled = projection.take_settled();
    let deliveries = settled.iter().filter_map(|entry| match &entry.body {
        EntryBody::User(user) => Some(user.delivery.clone()),
        _ => None,
    });
    assert_eq!(
        deliveries.collect::<Vec<_>>(),
        [Delivery::Lost, Delivery::Done]
    );
}

#[test]
fn a_lost_message_is_open_until_a_later_one_is_answered() {
    let begin = [
        spawn(1),
        message(1, "u1"),
        message(1, "u2"),
        message(1, "u3"),
        exit(1),
        spawn(2),
    ];
    let lost_after = |answered: &str| {
        let turn = [
            message(2, answered),
            lifecycle(2, answered, "started"),
            result(2),
        ];
        let mut projection = Projection::new("s");
        for record in &log(begin.iter().cloned().chain(turn).collect()) {
            projection.apply(record);
        }
        let entries = projection.view().entries.iter();
        let lost = entries.filter_map(|entry| match &entry.body {
            EntryBody::User(user) if user.delivery == Delivery::Lost => user.uuid.clone(),
            _ => None,
        });
        lost.collect::<Vec<_>>()
    };
    assert_eq!(lost_after("u1"), ["u2", "u3"]);
    assert_eq!(lost_after("u2"), ["u3"]);
}

#[test]
fn a_jump_of_the_sequence_is_reported() {
    let mut projection = Projection::new("s");
    let applied = |projection: &mut Projection, seq| {
        let record = Record {
            seq,
            ..note(CutOff::default())
        };
        projection.apply(&record).jumped
    };
    assert!(
        !applied(&mut projection, 7),
        "the first record of a log is no jump"
    );
    assert!(!applied(&mut projection, 8));
    assert!(applied(&mut projection, 10));
}

#[test]
fn grants_and_revocations_are_for_the_session_and_the_next_process() {
    let rules = json!([{"type": "addRules", "behavior": "allow", "destination": "session",
        "rules": [{"toolName": "Bash", "ruleContent": "ls"}, {"toolName": "Read"}]}]);
    let answered = note(Answered {
        rules_added: rules.as_array().unwrap().clone(),
        ..Answered::default()
    });
    let revoked = note(RuleRevoked {
        rule: "Bash(ls)".to_owned(),
        behavior: "allow".to_owned(),
        scope: "session".to_owned(),
        ..RuleRevoked::default()
    });
    let records = log(vec![answered, revoked]);
    let mut projection = Projection::new("s");
    let granted = projection.apply(&records[0]).rules;
    let texts = granted.iter().map(|change| match change {
        RuleChange::Granted(rule) => rule.rule.as_str(),
        RuleChange::Revoked(_) => "revoked",
    });
    assert_eq!(texts.collect::<Vec<_>>(), ["Bash(ls)", "Read"]);
    let revoked = projection.apply(&records[1]).rules;
    assert!(matches!(&revoked[..], [RuleChange::Revoked(revoked)] if revoked.rule == "Bash(ls)"));
    let left = &projection.settings.granted[0]["rules"];
    assert_eq!(left, &json!([{"toolName": "Read"}]));
}

fn answer(request: &str, payload: &Value) -> Record {
    let said = json!({"type": "control_response", "response": {
        "subtype": "success", "request_id": request, "response": payload}});
    line(Kind::In, 1, &said)
}

/// The grants of a session, and how many rules were added to the index.
fn grants(records: Vec<Record>) -> (usize, usize) {
    let mut projection = Projection::new("s");
    let rules = log(records)
        .iter()
        .map(|record| projection.apply(record).rules.len())
        .sum();
    (projection.settings.granted.len(), rules)
}

#[test]
fn an_answer_grants_by_itself_and_once_with_the_note_of_earlier_versions() {
    let rule = json!({"type": "addRules", "behavior": "allow", "destination": "session",
        "rules": [{"toolName": "Read"}]});
    let payload = json!({"behavior": "allow", "updatedPermissions": [rule]});
    let noted = |request: &str| {
        note(Answered {
            request_id: request.to_owned(),
            rules_added: vec![rule.clone()],
            ..Answered::default()
        })
    };
    assert_eq!(grants(vec![answer("r", &payload)]), (1, 1));
    assert_eq!(grants(vec![answer("r", &payload), noted("r")]), (1, 1));
    assert_eq!(grants(vec![noted("r")]), (1, 1), "without its line");
    assert_eq!(grants(vec![answer("r", &payload), noted("other")]), (2, 2));
}

#[test]
fn the_text_of_a_denial_that_stops_is_owed_until_a_message_has_come() {
    let payload = json!({"behavior": "deny", "message": "use npm", "interrupt": true});
    let owed = |records: Vec<Record>| {
        let mut projection = Projection::new("s");
        for record in log(records) {
            projection.apply(&record);
        }
        projection
            .settings
            .follow_up
            .map(|follow_up| follow_up.text)
    };
    let denied = || answer("r", &payload);
    let text = Some("use npm".to_owned());
    assert_eq!(owed(vec![message(1, "u1"), denied()]), text);
    assert_eq!(owed(vec![denied(), result(1), exit(1), spawn(2)]), text);
    assert_eq!(owed(vec![denied(), message(1, "u2")]), None);
    let queued = json!({"note": "queued", "id": "u2", "message": {"type": "user",
        "message": {"role": "user", "content": "use npm"}}});
    let queued = Record::new(Kind::Note, Who::Host, queued.to_string());
    assert_eq!(owed(vec![denied(), queued]), None);
    let answered = note(Answered::default());
    assert_eq!(
        owed(vec![denied(), answered]),
        None,
        "of an earlier version"
    );
}

#[test]
fn a_message_given_to_another_process_counts_as_resent_with_or_without_a_note() {
    let resent = note(Resent {
        id: "u1".to_owned(),
        ..Resent::default()
    });
    let times = |records: Vec<Record>| {
        let mut projection = Projection::new("s");
        for record in log(records) {
            projection.apply(&record);
        }
        projection.settings.times_resent("u1")
    };
    let died = || vec![spawn(1), message(1, "u1"), exit(1)];
    assert_eq!(times(died()), 0);
    let again = |mut records: Vec<Record>| {
        records.extend([spawn(2), message(2, "u1"), exit(2)]);
        records
    };
    assert_eq!(times(again(died())), 1);
    let mut noted = died();
    noted.push(resent);
    assert_eq!(times(again(noted)), 1);
    let mut twice = again(died());
    twice.extend([spawn(3), message(3, "u1")]);
    assert_eq!(times(twice), 2);
}

#[test]
fn a_budget_is_told_once_for_its_limit_and_its_day() {
    let mut projection = Projection::new("s");
    let budget = note(pilothouse_log::Budget {
        scope: "day".to_owned(),
        limit_usd: 5.0,
        ..pilothouse_log::Budget::default()
    });
    projection.apply(&Record {
        seq: 1,
        at_ms: 900,
        ..budget
    });
    let told = |limit, since| projection.settings.is_budget_told("day", limit, since);
    assert!(told(5.0, 900) && told(5.0, 0));
    assert!(!told(5.0, 901), "another day began");
    assert!(!told(6.0, 0), "the limit was raised");
    assert!(!projection.settings.is_budget_told("session", 5.0, 0));
}

/// The records of a recording, as a runner would log them.
fn recording(path: &Path) -> Vec<Record> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().map(|text| {
        let said: Value = serde_json::from_str(text).unwrap();
        let kind = match said["dir"].as_str() {
            Some("in") => Kind::In,
            _ => Kind::Out,
        };
        line(kind, 1, &said["line"])
    });
    log(std::iter::once(spawn(1)).chain(lines).collect())
}

#[test]
fn a_projection_saved_anywhere_goes_on_the_same() {
    let directory =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/recordings/view/2.1.325");
    let mut logs = vec![swallowed()];
    for file in std::fs::read_dir(directory).unwrap() {
        let path = file.unwrap().path();
        let name = path.to_string_lossy().into_owned();
        if name.ends_with(".ndjson") && !name.ends_with(".side.ndjson") {
            logs.push(recording(&path));
        }
    }
    assert!(logs.len() > 10, "{} logs", logs.len());
    for records in logs {
        let mut whole = Projection::new("s");
        for record in &records {
            whole.apply(record);
        }
        whole.take_settled();
        let expected = serde_json::to_value(&whole).unwrap();
        let step = (records.len() / 7).max(1);
        let mut saved = Projection::new("s");
        for (count, record) in records.iter().enumerate() {
            saved.apply(record);
            if count % step == 0 {
                saved.take_settled();
                let json = serde_json::to_vec(&saved).unwrap();
                saved = serde_json::from_slice(&json).unwrap();
            }
        }
        saved.take_settled();
        assert_eq!(serde_json::to_value(&saved).unwrap(), expected);
    }
}

#[test]
fn a_look_is_noted_for_turns_that_ended_and_is_no_activity() {
    let look = |turns| {
        note(LookedAt {
            turns,
            ..LookedAt::default()
        })
    };
    let mut records = log(vec![
        spawn(1),
        message(1, "u1"),
        result(1),
        look(1),
        message(1, "u2"),
        result(1),
    ]);
    for record in &mut records {
        record.at_ms += LOOKS_NOTED_MS;
    }
    let mut projection = Projection::new("s");
    let states: Vec<_> = records
        .iter()
        .map(|record| {
            projection.apply(record);
            (
                projection.is_ready_for_review(),
                record.at_ms - projection.active_at,
            )
        })
        .collect();
    let quiet = (false, 0);
    assert_eq!(
        states,
        [quiet, quiet, (true, 0), (false, 1), quiet, (true, 0)]
    );
}

#[test]
fn turns_of_logs_from_before_looks_were_noted_count_as_seen() {
    let mut projection = Projection::new("s");
    for record in log(vec![spawn(1), message(1, "u1"), result(1)]) {
        projection.apply(&record);
    }
    assert!(!projection.is_ready_for_review());
}
