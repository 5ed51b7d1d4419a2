//! Reading what was said from the files of the server.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::client::request;
use crate::harness::Harness;
use crate::harness::files::wait_for_files;
use crate::table::{Area, attack, elsewhere};

pub(crate) fn area() -> Area {
    Area::new(
        "Data files",
        vec![
            attack!(
                every_data_file_is_private_by_itself,
                "Read a log, an upload or the index in a copy or a backup whose directory is open",
                "Each file is created with mode 0600, each directory with 0700"
            ),
            attack!(
                a_start_makes_existing_data_files_private,
                "The same with files of an earlier version",
                "Each start corrects the modes"
            ),
            elsewhere(
                "pilothouse-log private::tests::what_is_there_is_tightened_and_links_are_not_followed",
                "Put a link into the data directory, so that a start changes the mode of another file",
                "Links are not followed",
            ),
        ],
    )
}

/// Everything in the data directory but the projects in it, which are not the server's.
fn entries(data: &Path) -> Vec<PathBuf> {
    let mut found = vec![data.to_owned()];
    let mut next = 0;
    while let Some(path) = found.get(next).cloned() {
        next += 1;
        if !path.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&path).unwrap() {
            let entry = entry.unwrap().path();
            let is_project = entry == data.join("demo") || entry == data.join("worktrees");
            if !is_project {
                found.push(entry);
            }
        }
    }
    found
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn is_private(path: &Path) -> bool {
    mode(path) & 0o077 == 0
}

fn open(data: &Path) -> Vec<PathBuf> {
    let mut found = entries(data);
    found.retain(|path| path.exists() && !is_private(path));
    found
}

async fn every_data_file_is_private_by_itself() {
    let harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    let hello = json!([{"type": "text", "text": "Hello."}]);
    harness.script(&session, hello).await;
    browser.until_turns(1).await;
    let headers = [
        ("authorization", harness.bearer()),
        ("content-type", "text/plain"),
    ];
    let path = "/api/uploads?name=notes.txt";
    let upload = request(harness.address(), "POST", path, &headers, "notes").await;
    assert!((200..300).contains(&upload.unwrap().status));
    let path = format!("/api/sessions/{session}/export?format=archive");
    let archive = harness.call("GET", &path, Value::Null).await;
    assert_eq!(archive.status, 200);
    let fork = format!("/api/sessions/{session}/fork");
    harness.ok("POST", &fork, json!({})).await;
    let path = format!("/api/sessions/{session}");
    harness.ok("DELETE", &path, Value::Null).await;
    let files = entries(&harness.data());
    for part in [
        "index.sqlite",
        "sessions",
        "uploads",
        "trash",
        "server.json",
    ] {
        let found = files
            .iter()
            .any(|path| path.starts_with(harness.data().join(part)));
        assert!(found, "no {part}");
    }
    let open = open(&harness.data());
    assert!(open.is_empty(), "others can read {open:?}");
}

async fn a_start_makes_existing_data_files_private() {
    let mut harness = Harness::start().await;
    let session = harness.create(json!({})).await;
    harness.stop().await;
    for path in entries(&harness.data()) {
        let open = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(path, Permissions::from_mode(open)).unwrap();
    }
    harness.restart().await;
    let index = harness.data().join("index.sqlite");
    assert_eq!(mode(&index), 0o600);
    let log = harness.log(&session);
    let segment = log.path().join("00000001.phlog");
    wait_for_files(log.path(), "private logs", || is_private(&segment)).await;
    assert_eq!(mode(&segment), 0o600);
    assert!(is_private(log.path()));
}
