use std::fs::{self, OpenOptions};

use crate::{Archived, Kind, Note, Reason, Record, Who};
use tempfile::TempDir;

use super::*;

fn log() -> (TempDir, LogDir) {
    let dir = tempfile::tempdir().unwrap();
    let log = LogDir::new(dir.path().join("log"));
    (dir, log)
}

fn writer(log: &LogDir) -> LogWriter {
    LogWriter::open(log, "log-dir-tests", 1000).unwrap()
}

fn append(writer: &mut LogWriter, text: &str) -> u64 {
    let mut record = [Record::new(Kind::Note, Who::Host, text.to_owned())];
    writer.append(&mut record).unwrap();
    record[0].seq
}

fn read(log: &LogDir, after: u64) -> Vec<(u64, String)> {
    let records = log.read_after(after).unwrap().map(Result::unwrap);
    let text = |record: Record| String::from_utf8_lossy(&record.bytes).into_owned();
    records.map(|record| (record.seq, text(record))).collect()
}

#[test]
fn a_log_that_is_not_there_is_empty() {
    let (_dir, log) = log();
    assert_eq!(log.read_after(0).unwrap().count(), 0);
    assert!(!log.is_locked().unwrap());
}

#[test]
fn writing_goes_on_where_it_ended() {
    let (_dir, log) = log();
    for count in 1..=100 {
        let mut writer = writer(&log);
        assert_eq!(append(&mut writer, &format!("note {count}")), count);
        assert_eq!(writer.head().seq, count);
    }
    assert!(log.segments().unwrap().len() > 3);
    let expected: Vec<_> = (1..=100)
        .map(|count| (count, format!("note {count}")))
        .collect();
    assert_eq!(read(&log, 0), expected);
    assert_eq!(read(&log, 57), expected[57..]);
    assert_eq!(read(&log, 100), []);
    assert_eq!(read(&log, 999), []);
}

#[test]
fn a_log_that_was_closed_is_opened_again_without_being_read() {
    let (_dir, log) = log();
    let mut first = writer(&log);
    append(&mut first, "first");
    let closed = first.close().unwrap();
    let path = live_path(log.path(), 1);
    let whole = fs::read(&path).unwrap();
    fs::write(&path, vec![0; whole.len()]).unwrap();
    let mut second = LogWriter::reopen(&log, "log-dir-tests", 1000, closed).unwrap();
    assert_eq!(append(&mut second, "second"), 2);
    let mut bytes = fs::read(&path).unwrap();
    bytes[..whole.len()].copy_from_slice(&whole);
    fs::write(&path, bytes).unwrap();
    assert!(log.is_locked().unwrap());
    let closed = second.close().unwrap();
    assert!(!log.is_locked().unwrap());
    let expected = [(1, "first".to_owned()), (2, "second".to_owned())];
    assert_eq!(read(&log, 0), expected);

    let mut another = writer(&log);
    while another.head().segment == 1 {
        append(&mut another, "meanwhile");
    }
    let last = another.head().seq;
    drop(another);
    let mut third = LogWriter::reopen(&log, "log-dir-tests", 1000, closed).unwrap();
    assert_eq!(append(&mut third, "third"), last + 1);
}

#[test]
fn damage_in_the_last_segment_is_cut_and_kept() {
    let (_dir, log) = log();
    let mut first = writer(&log);
    append(&mut first, "whole");
    let end = first.head().offset;
    append(&mut first, "rotten");
    append(&mut first, "lost behind it");
    drop(first);
    let path = live_path(log.path(), 1);
    let mut bytes = fs::read(&path).unwrap();
    bytes[end as usize + 36] ^= 4;
    fs::write(&path, &bytes).unwrap();

    let mut records = log.read_after(0).unwrap();
    assert_eq!(records.by_ref().count(), 1);
    let damage = &records.damage()[0];
    assert_eq!((damage.segment, damage.damage.offset), (1, end));
    assert_eq!(damage.damage.reason, Reason::BadChecksum);

    let mut second = writer(&log);
    assert!(append(&mut second, "after") > 1 << 20);
    let records: Vec<_> = log.read_after(0).unwrap().map(Result::unwrap).collect();
    assert_eq!(records.len(), 3);
    let Some(Note::Truncated(note)) = records[1].note() else {
        panic!("the cut is not noted");
    };
    assert_eq!(note.reason, "bad checksum");
    let kept = fs::read(log.path().join(note.kept_in.unwrap())).unwrap();
    assert_eq!(kept, bytes[end as usize..]);
}

#[test]
fn no_sequence_is_given_again_when_the_record_of_a_recovery_rots() {
    let (_dir, log) = log();
    let mut first = writer(&log);
    let mut spawn = [Record::new(Kind::Spawn, Who::Host, "{}")];
    first.append(&mut spawn).unwrap();
    drop(first);
    let path = live_path(log.path(), 1);
    let mut newest = 1;
    for _ in 0..3 {
        // The runner died, so opening the log appends its end, and what follows is read by browsers.
        drop(writer(&log));
        let seqs: Vec<u64> = read(&log, newest).into_iter().map(|(seq, _)| seq).collect();
        assert!(!seqs.is_empty());
        newest = seqs[seqs.len() - 1];
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        fs::write(&path, &bytes).unwrap();
    }
}

#[test]
fn damage_in_an_earlier_segment_hides_no_later_one() {
    let (_dir, log) = log();
    let mut writer = writer(&log);
    let large = "x".repeat(1000);
    for _ in 0..3 {
        append(&mut writer, &large);
    }
    let path = live_path(log.path(), 2);
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    let mut records = log.read_after(0).unwrap();
    let sequences: Vec<_> = records.by_ref().map(|record| record.unwrap().seq).collect();
    assert_eq!(sequences, [1, 3]);
    assert_eq!(records.damage()[0].segment, 2);
}

#[test]
fn a_segment_that_was_only_begun_is_begun_again() {
    let (_dir, log) = log();
    append(&mut writer(&log), "one");
    for torn in [&b""[..], b"PHLOG", b"PHLOG\0\r\n\x01\0\x05"] {
        let path = live_path(log.path(), 2);
        fs::write(&path, torn).unwrap();
        let mut writer = writer(&log);
        assert_eq!(writer.head().segment, 2);
        append(&mut writer, "two");
        drop(writer);
        let texts = read(&log, 0);
        assert_eq!(texts[0], (1, "one".to_owned()));
        assert_eq!(texts.last().unwrap().1, "two");
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_log_of_a_later_format_is_left_alone() {
    let (_dir, log) = log();
    append(&mut writer(&log), "one");
    let path = live_path(log.path(), 1);
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 2;
    fs::write(&path, &bytes).unwrap();
    let opened = LogWriter::open(&log, "log-dir-tests", 1000);
    assert!(matches!(opened, Err(LockError::UnknownFormat(2))));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn the_original_counts_while_a_sealed_one_stands_beside_it() {
    let (_dir, log) = log();
    append(&mut writer(&log), "one");
    let live = live_path(log.path(), 1);
    fs::write(live.with_extension("phlog.zst"), "half made").unwrap();
    let segments = log.segments().unwrap();
    assert_eq!(segments.len(), 1);
    assert!(!segments[0].sealed);
    assert_eq!(read(&log, 0).len(), 1);

    fs::remove_file(live).unwrap();
    let error = log.read_after(0).unwrap().next().unwrap().unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::Unsupported);
}

#[test]
fn an_id_is_remembered_by_kind() {
    let (_dir, log) = log();
    let mut first = writer(&log);
    let mut record = [Record {
        id: Some("n-1".into()),
        ..Record::new(
            Kind::Note,
            Who::Host,
            Note::from(Archived::default()).to_bytes(),
        )
    }];
    first.append_synced(&mut record).unwrap();
    assert_eq!(first.applied("n-1", Kind::Note), Some(1));
    assert_eq!(first.applied("n-1", Kind::In), None);
    drop(first);
    let second = writer(&log);
    assert_eq!(second.applied("n-1", Kind::Note), Some(1));
    assert_eq!(second.applied("n-2", Kind::Note), None);
}

#[test]
fn a_log_is_for_its_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (_dir, log) = log();
    append(&mut writer(&log), "secret");
    let mode = log.path().metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn looking_at_the_lock_keeps_nobody_from_taking_it() {
    let (_dir, log) = log();
    append(&mut writer(&log), "one");
    let looker = log.clone();
    let (stop, stopped) = std::sync::mpsc::channel::<()>();
    let looking = std::thread::spawn(move || {
        while stopped.try_recv() != Err(std::sync::mpsc::TryRecvError::Disconnected) {
            looker.is_locked().unwrap();
        }
    });
    for _ in 0..20 {
        drop(writer(&log));
    }
    drop(stop);
    looking.join().unwrap();
}

#[test]
fn a_segment_written_whole_reads_as_its_records_and_is_not_overwritten() {
    let (_dir, log) = log();
    let record = |seq| Record {
        seq,
        at_ms: 7,
        epoch: 1,
        ..Record::new(Kind::Note, Who::Host, vec![b'x'; 100 << 10])
    };
    let records: Vec<Record> = [1, 2, 5, 9].map(record).into();
    let mut segment = log.first_segment("log-dir-tests").unwrap();
    for record in &records {
        segment.write(record).unwrap();
    }
    segment.finish().unwrap();
    let read: Vec<Record> = log.read_after(0).unwrap().map(Result::unwrap).collect();
    assert_eq!(read, records);
    assert!(log.first_segment("log-dir-tests").is_err());
    assert_eq!(append(&mut writer(&log), "next"), 10);
}

/// Fails to be synced and to be cut, as a disk with errors does.
fn pipe() -> (std::io::PipeReader, File) {
    let (reader, pipe) = std::io::pipe().unwrap();
    (reader, File::from(std::os::fd::OwnedFd::from(pipe)))
}

#[test]
fn after_a_failed_sync_nothing_more_is_appended() {
    let (_dir, log) = log();
    let mut first = writer(&log);
    append(&mut first, "one");
    let (_reader, pipe) = pipe();
    first.file = pipe;
    let mut record = [Record::new(Kind::Note, Who::Host, "two")];
    assert!(first.append_synced(&mut record).is_err());
    assert!(first.is_broken());
    // A second sync of the same pages would report success.
    first.file = OpenOptions::new()
        .append(true)
        .open(live_path(log.path(), 1))
        .unwrap();
    assert!(first.append_synced(&mut record).is_err());
    assert!(first.append(&mut record).is_err());
    assert_eq!(first.head().seq, 1);
    drop(first);
    assert_eq!(append(&mut writer(&log), "three"), 2);
    assert_eq!(read(&log, 0).len(), 2);
}

#[test]
fn after_a_write_that_cannot_be_undone_nothing_more_is_appended() {
    let (_dir, log) = log();
    let mut first = writer(&log);
    append(&mut first, "one");
    let (reader, pipe) = pipe();
    drop(reader);
    first.file = pipe;
    let mut record = [Record::new(Kind::Note, Who::Host, "two")];
    assert!(first.append(&mut record).is_err());
    assert!(first.is_broken());
}

#[test]
fn a_segment_that_is_sealed_while_it_is_read_is_read_on() {
    let (_dir, log) = log();
    let log = log.with_sealed(|path| Ok(Box::new(File::open(path)?)));
    let mut writer = writer(&log);
    let large = "x".repeat(1000);
    for _ in 0..4 {
        append(&mut writer, &large);
    }
    let seal = |number| {
        let live = live_path(log.path(), number);
        fs::rename(&live, live.with_extension(SEALED)).unwrap();
    };
    let mut records = log.read_after(0).unwrap();
    assert_eq!(records.next().unwrap().unwrap().seq, 1);
    seal(1);
    seal(2);
    let rest: Vec<u64> = records.map(|record| record.unwrap().seq).collect();
    assert_eq!(rest, [2, 3, 4]);
    let listed = log.segments().unwrap();
    assert!(listed[0].sealed && !listed[2].sealed);
    assert_eq!(Tail::open(log, 0).unwrap().first_seq, 3);
}

#[test]
fn readers_can_tell_that_a_log_has_a_later_format() {
    let (_dir, log) = log();
    let mut writer = writer(&log);
    append(&mut writer, &"x".repeat(1000));
    append(&mut writer, "two");
    drop(writer);
    let path = live_path(log.path(), 2);
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 2;
    fs::write(&path, &bytes).unwrap();
    let mut records = log.read_after(0).unwrap();
    assert!(records.check_format().is_ok());
    assert_eq!(records.by_ref().count(), 1);
    assert!(matches!(
        records.check_format(),
        Err(LockError::UnknownFormat(2))
    ));
}

#[test]
fn one_reserve_serves_several_logs_and_stays_when_one_ends() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("reserve");
    let [one, two] = [0, 1].map(|_| Reserve::new(&path, 8192));
    one.fill().unwrap();
    two.fill().unwrap();
    assert_eq!(path.metadata().unwrap().len(), 8192);
    assert!(one.has_room());
    for name in ["a", "b"] {
        let log = LogDir::new(dir.path().join(name)).with_reserve(one.clone());
        drop(LogWriter::open(&log, name, 1000).unwrap());
    }
    assert_eq!(path.metadata().unwrap().len(), 8192);
    assert!(two.free().unwrap());
    assert!(!one.free().unwrap());
}
