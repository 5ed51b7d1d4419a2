//! A log of format 1 stays readable for ever: these files never change.

use super::*;

pub(super) const EVERY_KIND: &[u8] = include_bytes!("../../../../fixtures/log/v1/every-kind.phlog");
const TORN: &[u8] = include_bytes!("../../../../fixtures/log/v1/torn.phlog");

fn header() -> SegmentHeader {
    SegmentHeader {
        segment: 3,
        first_seq: 100,
        session: "0192f0c1-5eed-7000-8000-000000000001".to_owned(),
    }
}

/// What the fixture holds.
pub(super) fn every_kind() -> Vec<Record> {
    let spawn = Spawn {
        argv: vec!["claude".into(), "--print".into()],
        cwd: "/home/ada/engine".into(),
        env_names: vec!["CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS".into()],
        cli_version: Some("2.1.325".into()),
        cli_session_id: Some("5eed0000-0000-4000-8000-000000000002".into()),
        pid: 4321,
        runner_pid: 4320,
        runner_version: "0.1.0".into(),
        ..Spawn::default()
    };
    let exit = Exit {
        signal: Some(15),
        reason: ExitReason::Told,
        stderr_tail: "bye\n".into(),
        half_line: Some(103),
        ..Exit::default()
    };
    let note = Note::from(Gap {
        dropped: vec![SequenceRange {
            first: 110,
            last: 119,
        }],
        reason: "deltas of finished messages".into(),
        ..Gap::default()
    });
    let json = |value: serde_json::Result<Vec<u8>>| Bytes::from(value.unwrap());
    let parts = [
        (Kind::Spawn, Who::Host, json(serde_json::to_vec(&spawn))),
        (
            Kind::In,
            Who::Device("phone".into()),
            Bytes::from(r#"{"type":"user"}"#),
        ),
        (
            Kind::Out,
            Who::Cli,
            Bytes::from_static(b"{\"type\":\"result\"}"),
        ),
        (Kind::Out, Who::Cli, Bytes::from_static(b"half \xff")),
        (Kind::Err, Who::Cli, Bytes::from_static(b"bye\n")),
        (
            Kind::In,
            Who::Rule("Bash(git log:*)".into()),
            Bytes::from("{}"),
        ),
        (Kind::Exit, Who::Host, json(serde_json::to_vec(&exit))),
        (Kind::Note, Who::Host, note.to_bytes()),
        (
            Kind::Unknown(99),
            Who::Unknown {
                tag: 9,
                name: Bytes::from_static(b"cron"),
            },
            Bytes::new(),
        ),
    ];
    let ids = [(1, "w-1"), (5, "w-2")];
    parts
        .into_iter()
        .enumerate()
        .map(|(index, (kind, who, bytes))| Record {
            seq: 100 + index as u64 + if index >= 7 { 13 } else { 0 },
            at_ms: 1_800_000_000_000 + index as u64 * 17,
            epoch: 2,
            id: ids
                .iter()
                .find(|(at, _)| *at == index)
                .map(|(_, id)| (*id).to_owned()),
            ..Record::new(kind, who, bytes)
        })
        .collect()
}

fn encode(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    header().encode_into(&mut bytes).unwrap();
    for record in records {
        record.encode_into(&mut bytes).unwrap();
    }
    bytes
}

#[test]
fn a_log_of_format_1_is_read_byte_for_byte() {
    let mut decoder = Decoder::segment();
    decoder.feed(EVERY_KIND);
    assert_eq!(decoder.decode().unwrap(), Some(Item::Header(header())));
    let (records, damage) = decode_all(EVERY_KIND, Decoder::segment());
    assert_eq!(records, every_kind());
    assert_eq!(damage, None);
    assert_eq!(encode(&records), EVERY_KIND);
}

#[test]
fn the_payloads_of_format_1_are_understood() {
    let records = every_kind();
    let spawn = records[0].spawn().unwrap();
    assert_eq!(spawn.cli_version.as_deref(), Some("2.1.325"));
    let exit = records[6].exit().unwrap();
    assert_eq!((exit.signal, exit.reason), (Some(15), ExitReason::Told));
    let Some(Note::Gap(gap)) = records[7].note() else {
        panic!("the eighth record is a gap");
    };
    assert_eq!(gap.dropped[0].last, 119);
}

#[test]
fn a_torn_log_of_format_1_is_read_up_to_the_tear() {
    let (records, damage) = decode_all(TORN, Decoder::segment());
    assert_eq!(records, every_kind()[..3]);
    let expected = Damage {
        offset: encode(&records).len() as u64,
        reason: Reason::Torn,
    };
    assert_eq!(damage, Some(expected));
    assert_eq!(TORN, &EVERY_KIND[..TORN.len()]);
}
