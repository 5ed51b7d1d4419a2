//! Deaths of runners, and what is left of their logs.

use std::fs::OpenOptions;
use std::io::Write;
use std::time::Duration;

use pilothouse_log::{Archived, ExitReason, Kind, LockError, LogWriter, Note, Record, Who};
use pilothouse_process::{Mark, sweep};
use pilothouse_runner::{ClientError, Durability};
use rustix::process::Signal;

use crate::support::{Session, kill, texts, watch};

#[tokio::test]
async fn everything_ends_when_a_runner_is_killed() {
    let mut session = Session::new();
    let launched = session.launch();
    let mut attached = session.control(0).await;
    let mut started = vec![watch(launched.cli_pid)];
    for order in ["child", "stubborn"] {
        attached.order(order).await;
        started.push(watch(attached.line("child ").await.parse().unwrap()));
    }
    let runner = watch(launched.runner_pid);
    kill(launched.runner_pid, Signal::KILL);
    runner.gone().await;
    // The CLI goes by itself; what it started is the next server's to end.
    started.remove(0).gone().await;
    let mark = Mark::session(&session.config.session);
    assert!(sweep(&mark, None, Duration::from_millis(100)) >= 2);
    for process in started {
        process.gone().await;
    }
    assert_eq!(sweep(&mark, None, Duration::ZERO), 0);
    let failed = attached.write("late", "say hello").await;
    assert!(matches!(failed, Err(ClientError::Closed)), "{failed:?}");
}

#[tokio::test]
async fn a_runner_whose_log_is_deleted_ends_with_everything_it_started() {
    let mut session = Session::new();
    let launched = session.launch();
    let mut attached = session.control(0).await;
    let mut started = vec![watch(launched.runner_pid), watch(launched.cli_pid)];
    for order in ["child", "stubborn"] {
        attached.order(order).await;
        started.push(watch(attached.line("child ").await.parse().unwrap()));
    }
    std::fs::remove_dir_all(&session.config.log_dir).unwrap();
    for process in started {
        process.gone().await;
    }
    assert!(!session.config.socket.exists());
    assert!(!session.config.log_dir.exists());
}

#[tokio::test]
async fn a_killed_runner_loses_nothing_and_the_next_one_goes_on() {
    let mut session = Session::new();
    let launched = session.launch();
    let mut attached = session.control(0).await;
    attached.order("err last words").await;
    attached.record(|record| record.kind == Kind::Err).await;
    attached.order("many 100").await;
    attached.line("line 99").await;
    let before = session.records();
    let runner = watch(launched.runner_pid);
    kill(launched.runner_pid, Signal::KILL);
    runner.gone().await;

    let again = session.launch();
    assert_eq!(again.epoch, 2);
    let records = session.records();
    assert_eq!(records[..before.len()], before);
    let exit = &records[before.len()];
    assert_eq!((exit.kind, exit.epoch), (Kind::Exit, 1));
    let exit = exit.exit().unwrap();
    assert_eq!(exit.reason, ExitReason::RunnerDied);
    assert_eq!(exit.stderr_tail, "last words\n");
    let spawn = &records[before.len() + 1];
    assert_eq!((spawn.kind, spawn.epoch), (Kind::Spawn, 2));
    assert_eq!(records.len(), before.len() + 2);

    let mut attached = session.control(before.last().unwrap().seq).await;
    assert_eq!(attached.caught_up().await.0, records[before.len()..]);
    attached.order("say again").await;
    attached.line("again").await;
}

#[tokio::test]
async fn a_torn_tail_is_cut_noted_and_kept() {
    let mut session = Session::new();
    let launched = session.launch();
    let mut attached = session.control(0).await;
    attached.order("say before").await;
    attached.line("before").await;
    let before = session.records();
    let runner = watch(launched.runner_pid);
    kill(launched.runner_pid, Signal::KILL);
    runner.gone().await;

    let path = session.config.log_dir.join("00000001.phlog");
    let length = path.metadata().unwrap().len();
    let mut torn = Vec::new();
    let record = Record::new(Kind::Out, Who::Cli, "a line that was not written whole");
    record.encode_into(&mut torn).unwrap();
    torn.truncate(40);
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(&torn).unwrap();

    session.launch();
    let records = session.records();
    assert_eq!(records[..before.len()], before);
    let Some(Note::Truncated(note)) = records[before.len()].note() else {
        panic!("the cut is not noted");
    };
    assert_eq!((note.segment, note.offset, note.bytes), (1, length, 40));
    assert_eq!(note.reason, "torn");
    // Whoever saw the lost records must not take the new ones for them.
    assert!(records[before.len()].seq > before.last().unwrap().seq + 1000);
    let kept = session.config.log_dir.join(note.kept_in.unwrap());
    assert_eq!(std::fs::read(kept).unwrap(), torn);
    assert_eq!(session.log().read_after(0).unwrap().count(), records.len());
}

#[tokio::test]
async fn a_server_writes_where_no_runner_does() {
    let mut session = Session::new();
    let launched = session.launch();
    let (dir, id) = (session.log(), session.config.session.clone());
    let open = || LogWriter::open(&dir, &id, 1 << 20);
    assert!(dir.is_locked().unwrap());
    assert!(matches!(open(), Err(LockError::Locked)));
    assert!(matches!(
        LogWriter::open(&session.log(), "another", 1),
        Err(LockError::Locked)
    ));

    let attached = session.control(0).await;
    let note = Archived::default();
    let noted = attached
        .client
        .note("n-1", Who::Host, note, Durability::Synced);
    let seq = noted.await.unwrap().seq;
    let runner = watch(launched.runner_pid);
    kill(launched.runner_pid, Signal::KILL);
    runner.gone().await;

    let mut writer = open().unwrap();
    assert_eq!(writer.applied("n-1", Kind::Note), Some(seq));
    assert_eq!(writer.applied("n-2", Kind::Note), None);
    writer.note(Archived::default()).unwrap();
    writer.sync().unwrap();
    assert!(matches!(open(), Err(LockError::Locked)));
    drop(writer);
    let records = session.records();
    let kinds: Vec<_> = records.iter().map(|record| record.kind).collect();
    assert_eq!(kinds, [Kind::Spawn, Kind::Note, Kind::Exit, Kind::Note]);
    assert!(matches!(
        LogWriter::open(&session.log(), "another", 1),
        Err(LockError::OtherSession(other)) if other == id
    ));
}

#[tokio::test]
async fn a_line_that_died_with_its_process_can_be_written_again() {
    let mut session = Session::new();
    let launched = session.launch();
    let attached = session.control(0).await;
    let first = attached.write("w-1", "say hello").await.unwrap();
    let runner = watch(launched.runner_pid);
    kill(launched.runner_pid, Signal::KILL);
    runner.gone().await;

    session.launch();
    let mut attached = session.control(first.seq).await;
    let again = attached.write("w-1", "say hello again").await.unwrap();
    assert!(!again.repeated);
    attached.line("hello again").await;
    let lines = texts(&session.records(), Kind::In);
    assert_eq!(lines, ["say hello", "say hello again"]);
}

#[tokio::test]
async fn a_killed_cli_is_told_with_its_signal() {
    let mut session = Session::new();
    let launched = session.launch();
    let mut attached = session.control(0).await;
    attached.caught_up().await;
    kill(launched.cli_pid, Signal::KILL);
    let (exit, _) = attached.exited().await;
    assert_eq!((exit.signal, exit.reason), (Some(9), ExitReason::Exited));
}
