//! Runners of yesterday's binary serve today's server: the fixtures never change.

use pilothouse_log::{Exit, Kind, Record, Who};

use super::*;

const TO_RUNNER: &[u8] = include_bytes!("../../../../fixtures/socket/v1/to-runner.bin");
const FROM_RUNNER: &[u8] = include_bytes!("../../../../fixtures/socket/v1/from-runner.bin");

fn requests() -> Vec<Request> {
    let id = || "r-1".to_owned();
    vec![
        Request::Hello(Hello {
            version: 1,
            role: Role::Control,
            after: 41,
        }),
        Request::CloseStdin { id: id() },
        Request::Signal {
            id: id(),
            signal: 2,
        },
        Request::Terminate {
            id: id(),
            grace_ms: 500,
        },
        Request::Status { id: id() },
        Request::Ping { id: id() },
    ]
}

fn write() -> Write {
    Write {
        sync: true,
        record: Record {
            id: Some("w-1".into()),
            ..Record::new(Kind::In, Who::Device("phone".into()), r#"{"type":"user"}"#)
        },
    }
}

fn replies() -> Vec<Reply> {
    let id = || "r-1".to_owned();
    vec![
        Reply::Welcome(Welcome {
            version: 1,
            runner_version: "0.1.0".into(),
            session: "s-1".into(),
            runner_pid: 10,
            cli_pid: 11,
            epoch: 2,
            first_seq: 1,
            head_seq: 42,
            role: Role::Observe,
        }),
        Reply::CaughtUp { seq: 42 },
        Reply::Written {
            id: id(),
            seq: 43,
            repeated: true,
        },
        Reply::Done { id: id() },
        Reply::Refused {
            id: Some(id()),
            code: Refusal::DiskFull,
            message: "the disk is full".into(),
        },
        Reply::Status(Status {
            id: id(),
            cli_pid: 11,
            epoch: 2,
            head_seq: 43,
            controlled: true,
            clients: 2,
            idle: true,
            stdin_open: true,
            disk_full: false,
        }),
        Reply::Pong { id: id() },
        Reply::ControlLost,
        Reply::Exited {
            seq: 44,
            exit: Exit {
                code: Some(1),
                ..Exit::default()
            },
        },
    ]
}

fn records() -> Vec<Record> {
    let record = |seq, line: &'static str| Record {
        seq,
        at_ms: 1_800_000_000_000,
        epoch: 2,
        ..Record::new(Kind::Out, Who::Cli, line)
    };
    vec![record(41, "{}"), record(42, r#"{"type":"result"}"#)]
}

fn to_runner() -> Vec<u8> {
    let mut bytes: Vec<u8> = requests().iter().flat_map(Request::encode).collect();
    bytes.extend(write().encode().unwrap());
    bytes
}

fn from_runner() -> Vec<u8> {
    let mut body = Vec::new();
    for record in records() {
        record.encode_into(&mut body).unwrap();
    }
    let mut bytes: Vec<u8> = replies().iter().flat_map(Reply::encode).collect();
    bytes.extend(RecordFrame::head(body.len() as u32));
    bytes.extend(body);
    bytes
}

fn frames(bytes: &[u8]) -> Vec<Frame> {
    let mut decoder = FrameDecoder::new(MAX_FRAME_TO_RUNNER);
    let mut frames = Vec::new();
    for byte in bytes {
        decoder.buffer().extend_from_slice(&[*byte]);
        frames.extend(decoder.decode().unwrap());
    }
    assert!(decoder.buffer().is_empty());
    frames
}

#[test]
fn version_1_to_the_runner_is_read_byte_for_byte() {
    assert_eq!(to_runner(), TO_RUNNER);
    let mut seen = Vec::new();
    for frame in frames(TO_RUNNER) {
        match frame.read_by_runner().unwrap() {
            FromClient::Request(request, _) => seen.push(request),
            FromClient::Write(seen) => assert_eq!(seen, write()),
            FromClient::Unknown => panic!("an unknown frame in the fixture"),
        }
    }
    assert_eq!(seen, requests());
}

#[test]
fn version_1_from_the_runner_is_read_byte_for_byte() {
    assert_eq!(from_runner(), FROM_RUNNER);
    let mut seen = Vec::new();
    for frame in frames(FROM_RUNNER) {
        match frame.read_by_client().unwrap() {
            FromRunner::Reply(reply) => seen.push(*reply),
            FromRunner::Records(seen) => assert_eq!(seen, records()),
            FromRunner::Unknown => panic!("an unknown frame in the fixture"),
        }
    }
    assert_eq!(seen, replies());
}

#[test]
fn what_later_versions_say_is_skipped_or_refused_by_its_id() {
    let json = br#"{"type":"dance","id":"r-9"}"#;
    let mut bytes = (json.len() as u32 + 1).to_le_bytes().to_vec();
    bytes.push(0);
    bytes.extend_from_slice(json);
    let frame = frames(&bytes).remove(0);
    assert!(matches!(
        frame.clone().read_by_runner().unwrap(),
        FromClient::Request(Request::Unknown, Some(id)) if id == "r-9"
    ));
    assert!(matches!(
        frame.read_by_client().unwrap(),
        FromRunner::Reply(reply) if *reply == Reply::Unknown
    ));
    let frame = frames(&[1, 0, 0, 0, 250]).remove(0);
    assert!(matches!(
        frame.read_by_runner().unwrap(),
        FromClient::Unknown
    ));
}

#[test]
fn a_frame_that_is_too_long_is_an_error_before_it_is_read() {
    let mut decoder = FrameDecoder::new(100);
    decoder.buffer().extend_from_slice(&[101, 0, 0, 0]);
    assert!(decoder.decode().is_err());
}

#[test]
fn a_damaged_record_is_an_error() {
    let mut bytes = write().encode().unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    assert!(frames(&bytes).remove(0).read_by_runner().is_err());
}
