use bytes::Bytes;
use serde_json::json;

use super::*;

mod fixtures;
mod properties;

#[test]
fn a_line_of_70_megabytes_survives() {
    let line = Bytes::from(vec![b'x'; 70 << 20]);
    let record = Record::new(Kind::Out, Who::Cli, line);
    let mut bytes = Vec::new();
    record.encode_into(&mut bytes).unwrap();
    let mut decoder = Decoder::records();
    for chunk in bytes.chunks(1 << 20) {
        assert_eq!(decoder.decode().unwrap(), None);
        decoder.feed(chunk);
    }
    assert!(decoder.decode().unwrap() == Some(Item::Record(record)));
    decoder.finish().unwrap();
}

#[test]
fn unknown_kinds_and_unknown_people_survive() {
    let record = Record {
        seq: 9,
        ..Record::new(
            Kind::Unknown(200),
            Who::Unknown {
                tag: 77,
                name: Bytes::from_static(b"\xff\x00"),
            },
            "later",
        )
    };
    let mut bytes = Vec::new();
    record.encode_into(&mut bytes).unwrap();
    assert_eq!(decode_all(&bytes, Decoder::records()), (vec![record], None));
}

#[test]
fn a_name_that_is_too_long_is_refused_when_writing() {
    let record = Record::new(Kind::In, Who::Rule("r".repeat(70_000)), "x");
    assert_eq!(record.encode_into(&mut Vec::new()), Err(TooLong));
}

#[test]
fn zeros_after_a_power_cut_are_damage() {
    let mut bytes = fixtures::EVERY_KIND.to_vec();
    let end = bytes.len() as u64;
    bytes.extend_from_slice(&[0; 4096]);
    let (records, damage) = decode_all(&bytes, Decoder::segment());
    assert_eq!(records, fixtures::every_kind());
    let expected = Damage {
        offset: end,
        reason: Reason::BadLength,
    };
    assert_eq!(damage, Some(expected));
}

#[test]
fn a_later_format_is_named() {
    let mut bytes = fixtures::EVERY_KIND.to_vec();
    bytes[8] = 2;
    let (_, damage) = decode_all(&bytes, Decoder::segment());
    assert_eq!(damage.unwrap().reason, Reason::UnknownFormat(2));
}

#[test]
fn a_note_of_a_later_version_keeps_its_bytes() {
    let bytes = Bytes::from(r#"{"note":"teleported", "to" : "mars"}"#);
    let note = Note::parse(&bytes);
    assert_eq!(note.tag(), "teleported");
    assert_eq!(note.to_bytes(), bytes);
}

#[test]
fn a_malformed_note_says_what_is_wrong_and_keeps_its_bytes() {
    let bytes = Bytes::from(r#"{"note":"renamed","name":7}"#);
    let Note::Unknown(note) = Note::parse(&bytes) else {
        panic!("a number is not a name");
    };
    assert_eq!(note.tag, "renamed");
    assert_eq!(note.bytes, bytes);
    assert!(note.error.unwrap().contains("expected a string"));
    let not_json = Bytes::from_static(b"\xfe not json");
    assert_eq!(Note::parse(&not_json).to_bytes(), not_json);
}

#[test]
fn fields_of_later_versions_survive_in_known_notes() {
    let value = json!({"note": "renamed", "name": "a", "by": {"hand": true}});
    let note = Note::parse(&Bytes::from(value.to_string()));
    assert!(matches!(&note, Note::Renamed(renamed) if renamed.name.as_deref() == Some("a")));
    assert_eq!(note.to_bytes(), value.to_string());
}

#[test]
fn fields_of_later_versions_survive_in_spawn_and_exit() {
    let spawn = json!({"argv": ["claude"], "cwd": "/p", "env_names": [], "pid": 1,
        "runner_pid": 2, "runner_version": "0", "later": 1});
    let typed: Spawn = serde_json::from_value(spawn.clone()).unwrap();
    assert_eq!(serde_json::to_value(typed).unwrap(), spawn);
    let exit = json!({"code": 1, "reason": "eaten", "later": [1]});
    let typed: Exit = serde_json::from_value(exit.clone()).unwrap();
    assert_eq!(serde_json::to_value(typed).unwrap(), exit);
}

/// Returns the records up to the end or the damage.
fn decode_all(bytes: &[u8], mut decoder: Decoder) -> (Vec<Record>, Option<Damage>) {
    decoder.feed(bytes);
    let mut records = Vec::new();
    loop {
        match decoder.decode() {
            Ok(Some(Item::Record(record))) => records.push(record),
            Ok(Some(Item::Header(_))) => {}
            Ok(None) => return (records, decoder.finish().err()),
            Err(damage) => return (records, Some(damage)),
        }
    }
}
