//! Tests stores, and sessions that write to them.

use std::sync::Mutex;
use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::connection::lock;
use crate::{Event, Notice, Session, disk};

fn entry(uuid: &str) -> RawJson {
    json!({"type": "user", "uuid": uuid, "message": {"content": uuid}}).into()
}

/// Checks the requirements for every store.
async fn check(store: impl SessionStore) {
    let key = TranscriptKey::new("-repo", "s1");
    let agent = key.clone().with_subpath("subagents/agent-a");
    let untitled: RawJson = json!({"type": "custom-title", "customTitle": "name"}).into();
    assert_eq!(SessionStore::load(&store, &key).await.unwrap(), None);
    let first = [entry("a"), untitled.clone(), entry("b")];
    SessionStore::append(&store, &key, &first).await.unwrap();
    SessionStore::append(&store, &agent, &[entry("a")])
        .await
        .unwrap();
    // Entries are repeated after a failure; those without a UUID are always added.
    let again = [entry("b"), entry("c"), untitled.clone()];
    SessionStore::append(&store, &key, &again).await.unwrap();
    let expected = vec![
        entry("a"),
        untitled.clone(),
        entry("b"),
        entry("c"),
        untitled,
    ];
    assert_eq!(
        SessionStore::load(&store, &key).await.unwrap(),
        Some(expected)
    );
    assert_eq!(
        SessionStore::load(&store, &agent).await.unwrap(),
        Some(vec![entry("a")])
    );
    let subpaths = SessionStore::subpaths(&store, "-repo", &"s1".into())
        .await
        .unwrap();
    assert_eq!(subpaths, ["subagents/agent-a"]);
    SessionStore::append(&store, &TranscriptKey::new("-other", "s2"), &[entry("a")])
        .await
        .unwrap();
    let sessions = SessionStore::sessions(&store, "-repo").await.unwrap();
    assert_eq!(sessions.len(), 1);
    assert!(sessions[0].session.as_str() == "s1" && sessions[0].modified_ms > 1_600_000_000_000);
    SessionStore::delete(&store, "-repo", &"s1".into())
        .await
        .unwrap();
    assert_eq!(SessionStore::load(&store, &key).await.unwrap(), None);
    assert_eq!(SessionStore::load(&store, &agent).await.unwrap(), None);
    assert_eq!(
        SessionStore::sessions(&store, "-other")
            .await
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn a_directory_is_a_store() {
    let folder = tempfile::tempdir().unwrap();
    check(FileStore::at(folder.path())).await;
    let outside = TranscriptKey::new("..", "s1");
    let store = FileStore::at(folder.path());
    assert!(
        SessionStore::append(&store, &outside, &[entry("a")])
            .await
            .is_err()
    );
    // Entries that were written by another process.
    let key = TranscriptKey::new("-repo", "s1");
    SessionStore::append(&store, &key, &[entry("a")])
        .await
        .unwrap();
    let other = FileStore::at(folder.path());
    SessionStore::append(&other, &key, &[entry("a"), entry("b")])
        .await
        .unwrap();
    assert_eq!(
        SessionStore::load(&other, &key)
            .await
            .unwrap()
            .unwrap()
            .len(),
        2
    );
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn a_database_is_a_store() {
    let folder = tempfile::tempdir().unwrap();
    check(SqliteStore::open(folder.path().join("sessions.db")).unwrap()).await;
}

type Batch = (TranscriptKey, Vec<RawJson>);

/// A store that fails a given number of times, and records its calls.
#[derive(Clone, Default)]
struct Unsteady {
    failures: Arc<Mutex<usize>>,
    entries: Arc<Mutex<Vec<Batch>>>,
}

impl SessionStore for Unsteady {
    async fn append(&self, key: &TranscriptKey, entries: &[RawJson]) -> StoreResult<()> {
        let mut failures = lock(&self.failures);
        if *failures > 0 {
            *failures -= 1;
            return Err("no connection".into());
        }
        lock(&self.entries).push((key.clone(), entries.to_vec()));
        Ok(())
    }

    async fn load(&self, _: &TranscriptKey) -> StoreResult<Option<Vec<RawJson>>> {
        std::future::pending().await
    }

    async fn subpaths(&self, _: &str, _: &SessionId) -> StoreResult<Vec<String>> {
        Ok(Vec::new())
    }

    async fn sessions(&self, _: &str) -> StoreResult<Vec<StoredSession>> {
        Ok(Vec::new())
    }

    async fn delete(&self, _: &str, _: &SessionId) -> StoreResult<()> {
        Ok(())
    }
}

fn mirrored(path: &str, uuid: &str) -> Vec<u8> {
    let entries: Vec<Value> = vec![serde_json::from_str(entry(uuid).as_str()).unwrap()];
    let line = json!({"type": "transcript_mirror", "filePath": path, "entries": entries});
    format!("{line}\n").into_bytes()
}

async fn play(store: Unsteady, lines: Vec<Vec<u8>>) -> Vec<Event> {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let (source, sink) = tokio::io::split(ours);
    let (_session, mut events) = Session::attach().session_store(store).over(source, sink);
    let (rest, mut cli) = tokio::io::split(theirs);
    for line in lines {
        tokio::io::AsyncWriteExt::write_all(&mut cli, &line)
            .await
            .unwrap();
    }
    drop((rest, cli));
    let mut seen = Vec::new();
    while let Some(event) = events.next().await {
        seen.push(event);
    }
    seen
}

#[tokio::test(start_paused = true)]
async fn what_the_cli_writes_is_in_the_store_when_it_has_exited() {
    let store = Unsteady::default();
    *lock(&store.failures) = 2;
    let main = "/home/u/.claude/projects/-repo/s1.jsonl";
    let agent = "/home/u/.claude/projects/-repo/s1/subagents/agent-a.jsonl";
    let lines = vec![
        mirrored(main, "a"),
        mirrored(main, "b"),
        mirrored(agent, "c"),
    ];
    let events = play(store.clone(), lines).await;
    assert!(matches!(events.last(), Some(Event::Exited(_))));
    assert!(!events.iter().any(|event| matches!(event, Event::Notice(_))));
    let key = TranscriptKey::new("-repo", "s1");
    let entries = lock(&store.entries);
    let of = |key: &TranscriptKey| -> Vec<RawJson> {
        let batches = entries.iter().filter(|(of, _)| of == key);
        batches.flat_map(|(_, entries)| entries.clone()).collect()
    };
    assert_eq!(of(&key), [entry("a"), entry("b")]);
    assert_eq!(
        of(&key.clone().with_subpath("subagents/agent-a")),
        [entry("c")]
    );
}

#[tokio::test(start_paused = true)]
async fn what_a_store_does_not_take_is_told() {
    let store = Unsteady::default();
    *lock(&store.failures) = 3;
    let lines = vec![mirrored("/c/projects/-repo/s1.jsonl", "a")];
    let events = play(store.clone(), lines).await;
    let told = events.iter().find_map(|event| match event {
        Event::Notice(Notice::NotMirrored { key, reason }) => Some((key.clone(), reason.clone())),
        _ => None,
    });
    let key = TranscriptKey::new("-repo", "s1");
    assert_eq!(told, Some((key, "no connection".to_owned())));
    assert!(lock(&store.entries).is_empty());
}

#[tokio::test]
async fn a_session_moves_from_a_disk_to_a_store_and_back() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let files = tempfile::tempdir().unwrap();
    let folder = here.path().join("projects/-repo");
    std::fs::create_dir_all(folder.join("s1/subagents")).unwrap();
    let text = |entries: &[RawJson]| -> String {
        entries.iter().map(|entry| format!("{entry}\n")).collect()
    };
    let main = text(&[entry("a"), entry("b")]);
    std::fs::write(folder.join("s1.jsonl"), &main).unwrap();
    std::fs::write(
        folder.join("s1/subagents/agent-a.jsonl"),
        text(&[entry("c")]),
    )
    .unwrap();
    let store = FileStore::at(files.path());
    let id = SessionId::from("s1");
    for _ in 0..2 {
        disk::Store::at(here.path())
            .copy_to(&id, &store)
            .await
            .unwrap();
    }
    let disk = disk::Store::at(there.path());
    let timeout = Duration::from_secs(60);
    restore(&store, timeout, &disk, "-repo", &id).await.unwrap();
    assert_eq!(
        std::fs::read_to_string(disk.file(&id).unwrap()).unwrap(),
        main
    );
    assert_eq!(disk.subagents(&id).unwrap(), ["a"]);
    // A longer transcript on disk is not overwritten.
    let longer = format!("{main}{}", text(&[entry("d")]));
    std::fs::write(disk.file(&id).unwrap(), &longer).unwrap();
    restore(&store, timeout, &disk, "-repo", &id).await.unwrap();
    assert_eq!(
        std::fs::read_to_string(disk.file(&id).unwrap()).unwrap(),
        longer
    );
    assert_eq!(newest(&store, timeout, "-repo").await.unwrap(), Some(id));
}

#[tokio::test(start_paused = true)]
async fn a_store_that_does_not_answer_fails_the_start() {
    let disk = disk::Store::at("/nowhere");
    let id = SessionId::from("s1");
    let store = Unsteady::default();
    let restored = restore(&store, Duration::from_secs(5), &disk, "-repo", &id);
    let error = restored.await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "load a session from the session store: no answer within 5s"
    );
}
