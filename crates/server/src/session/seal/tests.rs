use serde_json::{Value, json};

use super::*;

fn out(seq: u64, line: &Value) -> Record {
    Record {
        seq,
        at_ms: 1000 + seq,
        epoch: 1,
        ..Record::new(Kind::Out, Who::Cli, line.to_string())
    }
}

fn event(seq: u64, event: Value) -> Record {
    out(
        seq,
        &json!({"type": "stream_event", "event": event, "session_id": "s", "parent_tool_use_id": null}),
    )
}

/// An answer of `deltas` pieces, whole at the end or not.
fn answer(deltas: u64, whole: bool) -> Vec<Record> {
    let mut records = vec![
        event(
            1,
            json!({"type": "message_start", "message": {"id": "m1", "type": "message", "role": "assistant", "content": [], "model": "x", "usage": {}}}),
        ),
        event(
            2,
            json!({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}),
        ),
    ];
    for piece in 0..deltas {
        let delta = json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "a "}});
        records.push(event(3 + piece, delta));
    }
    let next = 3 + deltas;
    if whole {
        let text = "a ".repeat(usize::try_from(deltas).unwrap());
        let message = json!({"id": "m1", "type": "message", "role": "assistant", "model": "x",
                             "content": [{"type": "text", "text": text}], "usage": {}});
        records.push(out(next, &json!({"type": "assistant", "message": message, "uuid": "u1", "session_id": "s", "parent_tool_use_id": null})));
    }
    records.push(event(
        next + 1,
        json!({"type": "content_block_stop", "index": 0}),
    ));
    records
}

fn shown(saved: &Projection, records: &[Record]) -> Value {
    let mut saved = saved.clone();
    for record in records {
        saved.apply(record);
    }
    serde_json::to_value(&saved).unwrap()
}

#[test]
fn a_whole_message_needs_only_its_first_and_last_delta() {
    let records = answer(50, true);
    let start = Projection::new("s");
    let (kept, _) = compact(start.clone(), records.clone(), false).unwrap();
    assert_eq!(kept.dropped, 48);
    assert_eq!(kept.records.len(), records.len() - 48 + 1);
    let gap = kept.records.iter().find_map(Record::note);
    let Some(Note::Gap(gap)) = gap else {
        panic!("no gap")
    };
    assert_eq!((gap.dropped[0].first, gap.dropped[0].last), (4, 51));
    assert_eq!(shown(&start, &kept.records), shown(&start, &records));
}

#[test]
fn deltas_of_a_message_that_is_not_whole_stay() {
    let records = answer(50, false);
    let (kept, _) = compact(Projection::new("s"), records.clone(), false).unwrap();
    assert_eq!(kept.records, records);
}

#[test]
fn everything_stays_when_everything_is_wanted() {
    let records = answer(50, true);
    let (kept, _) = compact(Projection::new("s"), records.clone(), true).unwrap();
    assert_eq!(kept.records, records);
}

#[test]
fn a_sealed_segment_reads_like_the_original() {
    let folder = tempfile::tempdir().unwrap();
    let dir = LogDir::new(folder.path()).with_sealed(open_sealed);
    let records = answer(5, true);
    let header = SegmentHeader {
        segment: 1,
        first_seq: 1,
        session: "s".to_owned(),
    };
    let mut bytes = Vec::new();
    header.encode_into(&mut bytes).unwrap();
    for record in &records {
        record.encode_into(&mut bytes).unwrap();
    }
    let path = folder.path().join("00000001.phlog");
    fs::write(&path, bytes).unwrap();
    let segment = dir.segments().unwrap().remove(0);
    let (header, read_back) = read(&dir, &segment).unwrap().unwrap();
    assert_eq!(read_back, records);
    replace(&dir, &segment, &header, &records).unwrap();
    assert!(!path.exists());
    let again: Vec<Record> = dir.read_after(0).unwrap().map(Result::unwrap).collect();
    assert_eq!(again, records);
}
