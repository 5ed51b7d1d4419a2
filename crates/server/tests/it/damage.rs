//! Logs and indexes that were damaged, lost, sealed or written by another clock.

use std::io::Write;

use pilothouse_log::{Kind, Note, Record};
use pilothouse_view::SessionView;
use pilothouse_view::session::Activity;
use serde_json::{Value, json};

use crate::browser::{asked, ended_turns, said, settled};
use crate::client::request;
use crate::harness::files::wait_for_files;
use crate::harness::{Harness, LIMIT};

/// An answer that takes a moment, so that something can happen in the middle of it.
fn slow(words: usize) -> Value {
    let text = "word ".repeat(words);
    json!([{"type": "text", "text": text.trim(), "chunks": words, "delay": 0.02}])
}

fn notes(records: &[Record]) -> Vec<Note> {
    records.iter().filter_map(Record::note).collect()
}

/// A host that was killed, and its session, whose one turn and whose process had ended before.
async fn ended() -> (Harness, String) {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(3)).await;
    browser.until_idle().await;
    harness.lifecycle(&session, "close").await;
    browser
        .until("the end", |view| {
            matches!(view.liveness.activity, Activity::Ended { .. })
        })
        .await;
    harness.kill().await;
    (harness, session)
}

/// Damages a log at its beginning, or undoes that. Its length stays.
fn flip_a_bit(harness: &Harness, session: &str) {
    use std::os::unix::fs::FileExt;
    let segment = harness.log(session).segments().unwrap().pop().unwrap();
    let mut options = std::fs::OpenOptions::new();
    let file = options.read(true).write(true).open(segment.path).unwrap();
    let mut byte = [0];
    file.read_exact_at(&mut byte, 1000).unwrap();
    file.write_all_at(&[byte[0] ^ 1], 1000).unwrap();
}

fn end_of_log(harness: &Harness, session: &str) -> std::fs::File {
    let segment = harness.log(session).segments().unwrap().pop().unwrap();
    let mut options = std::fs::OpenOptions::new();
    options.append(true).open(segment.path).unwrap()
}

#[tokio::test]
async fn a_torn_tail_is_cut_and_told_and_the_session_goes_on() {
    let (mut harness, session) = ended().await;
    let mut file = end_of_log(&harness, &session);
    file.write_all(&[7, 0, 0, 0, 1, 2, 3]).unwrap();
    drop(file);
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(3)).await;
    browser.until_turns(2).await;
    let cut = notes(&harness.records(&session))
        .into_iter()
        .find(|note| matches!(note, Note::Truncated(_)));
    assert!(cut.is_some());
    assert_eq!(settled(&browser.view), settled(&harness.folded(&session)));
}

#[tokio::test]
async fn the_index_is_made_anew_when_it_is_missing_or_damaged() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({"title": "Kept"})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(3)).await;
    browser.until_idle().await;
    let before = settled(&browser.view);
    harness.lifecycle(&session, "close").await;
    browser
        .until("the end", |view| {
            matches!(view.liveness.activity, Activity::Ended { .. })
        })
        .await;
    harness.stop().await;
    std::fs::write(
        harness.data().join("index.sqlite"),
        b"this is no database at all, not even nearly",
    )
    .unwrap();
    for suffix in ["-wal", "-shm"] {
        std::fs::remove_file(harness.data().join(format!("index.sqlite{suffix}"))).ok();
    }
    let data = harness.data();
    let repaired = tokio::task::spawn_blocking(move || pilothouse_server::repair(&data)).await;
    let repaired = repaired.unwrap().unwrap();
    assert_eq!((repaired.sessions, repaired.replaced), (1, true));
    assert!(repaired.problems.is_empty());
    harness.start_over().await;
    let summary = harness.summary(&session).await;
    assert_eq!(summary["title"], "Kept");
    let browser = harness.watch(&session).await;
    assert_eq!(
        browser.view.entries[..before.entries.len()],
        before.entries[..]
    );
}

#[tokio::test]
async fn a_lost_index_is_rebuilt_by_the_server_itself() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({"title": "Kept"})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(3)).await;
    browser.until_idle().await;
    harness.lifecycle(&session, "close").await;
    browser
        .until("the end", |view| {
            matches!(view.liveness.activity, Activity::Ended { .. })
        })
        .await;
    harness.stop().await;
    harness.lose_index();
    harness.start_over().await;
    let mut list = harness.browser().await;
    let found = list
        .until_summary(&session, |summary| summary.title == "Kept")
        .await;
    assert_eq!(found.last_line, "word word word");
}

/// Each note read up to a whole segment. What is damaged now would be noticed by reading it.
#[tokio::test]
async fn notes_without_a_process_do_not_read_the_log_again() {
    let (mut harness, session) = ended().await;
    harness.restart().await;
    let path = format!("/api/sessions/{session}");
    harness.ok("PATCH", &path, json!({"title": "one"})).await;
    flip_a_bit(&harness, &session);
    harness.ok("PATCH", &path, json!({"title": "two"})).await;
    let renamed = harness.ok("PATCH", &path, json!({"title": "three"})).await;
    assert_eq!(renamed["title"], "three");
    flip_a_bit(&harness, &session);
    let notes = notes(&harness.records(&session)).into_iter();
    let names = notes.filter_map(|note| match note {
        Note::Renamed(renamed) => renamed.name,
        Note::Truncated(cut) => panic!("the log was read and cut: {cut:?}"),
        _ => None,
    });
    assert_eq!(names.collect::<Vec<_>>(), ["one", "two", "three"]);
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(3)).await;
    browser.until_turns(2).await;
    assert_eq!(settled(&browser.view), settled(&harness.folded(&session)));
}

/// Nobody looks at the sessions: one had a turn that ran and a message behind it, the other waited for a slot.
#[tokio::test]
async fn acknowledged_messages_run_after_the_machine_and_the_index_were_lost() {
    let mut harness = Harness::with(json!({"liveSessions": 1})).await;
    let working = harness.create(json!({})).await;
    let mut browser = harness.watch(&working).await;
    harness.script(&working, slow(200)).await;
    let begun = |view: &SessionView| view.drafts.values().any(|draft| draft.len() > 10);
    browser.until("some text", begun).await;
    let last = json!([{"type": "text", "text": "And this."}]);
    harness.script(&working, last).await;
    let waiting = harness.create(json!({})).await;
    harness.script(&waiting, slow(3)).await;
    harness.kill().await;
    harness.kill_runner(&working);
    harness.lose_index();
    harness.start_over().await;
    let mut list = harness.browser().await;
    for (session, line) in [(&working, "And this."), (&waiting, "word word word")] {
        list.until_summary(session, |summary| {
            let activity = &summary.liveness.activity;
            let rests = matches!(activity, Activity::Idle | Activity::Parked);
            rests && summary.last_line == line
        })
        .await;
    }
    let done = harness.folded(&working);
    assert_eq!(said(&done), ["word ".repeat(200).trim(), "And this."]);
    assert_eq!((ended_turns(&done), asked(&done).len()), (2, 2));
    assert_eq!(said(&harness.folded(&waiting)), ["word word word"]);
}

#[tokio::test]
async fn an_old_log_is_sealed_and_shows_the_same() {
    let mut harness = Harness::with(json!({"segmentBytes": 60_000})).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    for turn in 1..=12 {
        let text = "word ".repeat(60);
        let blocks = json!([{"type": "text", "text": text, "chunks": 60}]);
        harness.script(&session, blocks).await;
        browser.until_turns(turn).await;
    }
    harness.lifecycle(&session, "park").await;
    browser
        .until("a parked session", |view| {
            matches!(view.liveness.activity, Activity::Parked)
        })
        .await;
    let before = harness.folded(&session);
    // A session is looked at for sealing when it is opened.
    harness.restart().await;
    harness.summary(&session).await;
    let log = harness.log(&session);
    let sealed = || {
        log.segments()
            .unwrap()
            .iter()
            .filter(|segment| segment.sealed)
            .count()
    };
    let total = log.segments().unwrap().len();
    assert!(total > 4, "{total} segments");
    let directory = harness.data().join("sessions").join(&session).join("log");
    wait_for_files(&directory, "sealed segments", || sealed() == total - 2).await;
    let after = harness.folded(&session);
    assert_eq!(settled(&after), settled(&before));
    let gaps = notes(&harness.records(&session))
        .into_iter()
        .filter(|note| matches!(note, Note::Gap(_)));
    assert!(gaps.count() > 0);
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    assert_eq!(settled(&browser.view).entries, settled(&before).entries);
    harness.script(&session, slow(2)).await;
    browser.until_turns(13).await;
}

#[tokio::test]
async fn a_clock_that_steps_changes_neither_order_nor_life() {
    let (mut harness, session) = ended().await;
    let records = harness.records(&session);
    let last = records.last().unwrap();
    let mut file = end_of_log(&harness, &session);
    // Written ten years from now, and then in 1970.
    for (step, at_ms) in [(1, last.at_ms + 315_360_000_000), (2, 1000)] {
        let name = Some(format!("name {step}"));
        let note = Note::from(pilothouse_log::Renamed {
            name,
            ..Default::default()
        });
        let record = Record {
            seq: last.seq + step,
            at_ms,
            epoch: last.epoch,
            ..Record::new(Kind::Note, pilothouse_log::Who::Host, note.to_bytes())
        };
        let mut bytes = Vec::new();
        record.encode_into(&mut bytes).unwrap();
        file.write_all(&bytes).unwrap();
    }
    drop(file);
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    assert_eq!(browser.view.info.title.as_deref(), Some("name 2"));
    harness.script(&session, slow(3)).await;
    browser.until_turns(2).await;
    assert_eq!(harness.summary(&session).await["status"], "live");
    assert_eq!(settled(&browser.view), settled(&harness.folded(&session)));
}

/// Overwrites the page at which the tree of entries begins.
fn overwrite_entries(path: &std::path::Path) {
    use std::os::unix::fs::FileExt;
    let index = rusqlite::Connection::open(path).unwrap();
    let sql = "select rootpage from sqlite_master where name = 'entries'";
    let page: u64 = index.query_row(sql, [], |row| row.get(0)).unwrap();
    drop(index);
    let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    file.write_all_at(&[0xA5; 4096], (page - 1) * 4096).unwrap();
}

#[tokio::test]
async fn a_malformed_index_is_rebuilt_while_the_server_runs_and_nothing_is_missing() {
    let mut harness = Harness::start().await;
    let mut sessions = Vec::new();
    for name in ["one", "two"] {
        let session = harness.create(json!({"title": name})).await;
        let mut browser = harness.watch(&session).await;
        for turn in 1..=3 {
            let text = format!("{turn} {}", "word ".repeat(3000));
            let blocks = json!([{"type": "text", "text": text}]);
            harness.script(&session, blocks).await;
            browser.until_turns(turn).await;
        }
        let before = settled(&browser.view).entries;
        sessions.push((session, before));
    }
    harness.stop().await;
    overwrite_entries(&harness.data().join("index.sqlite"));
    harness.start_over().await;
    for (session, before) in &sessions {
        let mut browser = harness.watch(session).await;
        assert_eq!(settled(&browser.view).entries, *before);
        harness.script(session, slow(2)).await;
        browser.until_turns(4).await;
    }
    let found = harness.data();
    let aside = || {
        let files = std::fs::read_dir(&found).unwrap().flatten();
        files
            .filter(|file| file.file_name().to_string_lossy().contains("damaged-"))
            .count()
    };
    wait_for_files(&harness.data(), "a new index", || aside() > 0).await;
    let mut list = harness.browser().await;
    for (session, before) in &sessions {
        list.until_summary(session, |summary| !summary.last_line.is_empty())
            .await;
        let late = harness.watch(session).await;
        assert_eq!(late.view.entries[..before.len()], before[..]);
        assert_eq!(settled(&late.view), settled(&harness.folded(session)));
    }
}

/// Cleaners of temporary directories remove sockets that look old.
#[tokio::test]
async fn a_runner_whose_socket_was_removed_is_found_again() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(3)).await;
    browser.until_idle().await;
    harness.kill().await;
    std::fs::remove_dir_all(harness.home().join("run/pilothouse")).unwrap();
    std::fs::remove_file(harness.log(&session).path().join("runner.json")).unwrap();
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(3)).await;
    browser.until_turns(2).await;
    assert_eq!(browser.view.liveness.epoch, 1, "the same process");
}

#[tokio::test]
async fn a_log_of_a_later_format_is_refused_with_the_reason_and_left_alone() {
    let (mut harness, session) = ended().await;
    let segment = harness
        .log(&session)
        .segments()
        .unwrap()
        .pop()
        .unwrap()
        .path;
    let mut bytes = std::fs::read(&segment).unwrap();
    bytes[8] = 99;
    std::fs::write(&segment, &bytes).unwrap();
    harness.restart().await;
    let path = format!("/api/sessions/{session}");
    let view = harness
        .call("GET", &format!("{path}/view"), Value::Null)
        .await;
    let send = async |harness: &Harness| {
        let authorization = ("authorization", harness.bearer());
        let headers = [authorization, ("idempotency-key", "hello")];
        let path = format!("{path}/messages");
        let sent = request(
            harness.address(),
            "POST",
            &path,
            &headers,
            r#"{"text": "hello"}"#,
        );
        sent.await.unwrap()
    };
    for refused in [view, send(&harness).await] {
        let code = refused.json()["code"].clone();
        assert_eq!((refused.status, code), (409, json!("laterFormat")));
    }
    assert_eq!(std::fs::read(&segment).unwrap(), bytes);
    // With the later version the same message is sent.
    harness.kill().await;
    bytes[8] = 1;
    std::fs::write(&segment, &bytes).unwrap();
    harness.restart().await;
    let sent = send(&harness).await;
    assert_eq!(sent.status, 200, "{}", sent.body);
}

/// As when the server has no file descriptors left for a moment.
#[tokio::test]
async fn a_page_that_came_while_entries_could_not_be_read_is_completed() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    harness.send(&session, "hello").await;
    harness.watch(&session).await.until_turns(1).await;
    let index = rusqlite::Connection::open(harness.data().join("index.sqlite")).unwrap();
    index
        .busy_timeout(std::time::Duration::from_secs(30))
        .unwrap();
    index
        .execute_batch("alter table entries rename to unreadable")
        .unwrap();
    let mut browser = harness.watch(&session).await;
    browser
        .until("a snapshot", |view| {
            view.liveness.activity == Activity::Idle
        })
        .await;
    assert!(asked(&browser.view).is_empty(), "there were no entries");
    let path = format!("/api/sessions/{session}/view");
    let refused = harness.call("GET", &path, Value::Null).await;
    assert_eq!(refused.status, 500, "{}", refused.body);
    index
        .execute_batch("alter table unreadable rename to entries")
        .unwrap();
    browser
        .until("the entries", |view| !asked(view).is_empty())
        .await;
    assert_eq!(settled(&browser.view), settled(&harness.folded(&session)));
}

/// A log on a file system that does not answer: reading it never ends.
#[tokio::test]
async fn a_session_that_cannot_be_indexed_holds_up_no_other() {
    let (mut harness, session) = ended().await;
    harness.lose_index();
    let log = harness.data().join("sessions/unreadable/log");
    std::fs::create_dir_all(&log).unwrap();
    let pipe = log.join("00000001.phlog");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &pipe,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RWXU,
        0,
    )
    .unwrap();
    harness.start_over().await;
    // Opening the pipe succeeds once the server reads it.
    let opened = tokio::task::spawn_blocking(move || {
        std::fs::OpenOptions::new().write(true).open(pipe).unwrap()
    });
    let pipe = tokio::time::timeout(LIMIT, opened).await.unwrap().unwrap();
    let mut browser = harness.watch(&session).await;
    harness.send(&session, "hello").await;
    browser.until_turns(2).await;
    let other = harness.create(json!({})).await;
    harness.send(&other, "hello").await;
    harness.watch(&other).await.until_turns(1).await;
    drop(pipe);
}
