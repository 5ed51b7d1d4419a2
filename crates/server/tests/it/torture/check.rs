//! What must be true of a session when everything is over.

use std::collections::BTreeSet;
use std::process::Command;

use pilothouse_log::{Kind, Record};
use pilothouse_view::{EntryBody, SessionView};
use serde_json::Value;

use super::MESSAGES;
use super::person::Torture;
use crate::browser::settled;
use crate::harness::program;

/// The view that another process folds from the log alone.
pub(super) fn folded_elsewhere(torture: &Torture) -> SessionView {
    let log = torture.harness.log(&torture.session);
    let output = Command::new(program("host-under-test"))
        .arg("fold")
        .arg(log.path())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The lines written to the CLI, as JSON, with the epoch of each.
fn lines_in(records: &[Record]) -> Vec<(u32, Value)> {
    let lines = records.iter().filter(|record| record.kind == Kind::In);
    lines
        .map(|record| (record.epoch, serde_json::from_slice(&record.bytes).unwrap()))
        .collect()
}

pub(super) fn check(torture: &Torture) {
    let view = torture.view();
    assert_eq!(settled(view), settled(&folded_elsewhere(torture)));
    let records = torture.harness.records(&torture.session);
    let lines = lines_in(&records);
    let mut answered = BTreeSet::new();
    for (epoch, line) in lines
        .iter()
        .filter(|(_, line)| line["type"] == "control_response")
    {
        let request = line["response"]["request_id"].as_str().unwrap().to_owned();
        assert!(answered.insert((*epoch, request)), "answered twice: {line}");
    }
    assert_eq!(
        answered.len(),
        torture
            .accepted
            .values()
            .filter(|times| **times > 0)
            .count()
    );
    assert!(
        torture.accepted.values().all(|times| *times <= 1),
        "{:?}",
        torture.accepted
    );
    for uuid in MESSAGES {
        let entries = view.entries.iter().filter(|entry| {
            matches!(&entry.body, EntryBody::User(user) if user.uuid.as_deref() == Some(uuid))
        });
        assert_eq!(entries.count(), 1, "{uuid}");
        let mut epochs = BTreeSet::new();
        for (epoch, _) in lines.iter().filter(|(_, line)| line["uuid"] == uuid) {
            assert!(
                epochs.insert(epoch),
                "{uuid} was given to one process twice"
            );
        }
        assert!(!epochs.is_empty(), "{uuid} was never given to the CLI");
    }
    let texts = view.entries.iter().filter_map(|entry| match &entry.body {
        EntryBody::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect();
    for uuid in &MESSAGES[1..] {
        let answers = texts.iter().filter(|text| text.contains(uuid));
        assert_eq!(answers.count(), 1, "{uuid} in {texts:?}");
    }
}
