//! Sessions as files: to read, to keep, to move to another machine.

use pilothouse_server::offline::{Format, Offline};
use serde_json::{Value, json};

use crate::browser::said;
use crate::client::request;
use crate::harness::Harness;

async fn with_history(harness: &Harness) -> String {
    let session = harness.create(json!({"title": "Moving day"})).await;
    let mut browser = harness.watch(&session).await;
    let long = "a long line of output\n".repeat(900);
    let call = json!({"type": "tool_use", "name": "Bash", "input": {"command": "touch box"},
                      "sim": {"stdout": long}});
    let blocks = json!([[call], [{"type": "text", "text": "Packed ``` and ready."}]]);
    harness.script(&session, blocks).await;
    let ask = browser.until_ask().await;
    harness
        .answer(&session, ask.id.as_str(), json!({"kind": "allow"}))
        .await;
    browser.until_idle().await;
    session
}

async fn exported(harness: &Harness, session: &str, format: &str) -> Vec<u8> {
    let path = format!("/api/sessions/{session}/export?format={format}");
    let answer = harness.call("GET", &path, Value::Null).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.bytes
}

#[tokio::test]
async fn a_session_is_exported_for_people_and_for_programs_with_nothing_cut() {
    let harness = Harness::start().await;
    let session = with_history(&harness).await;
    let markdown = String::from_utf8(exported(&harness, &session, "markdown").await).unwrap();
    assert!(markdown.starts_with("# Moving day\n"), "{markdown}");
    assert!(markdown.contains("## You") && markdown.contains("Packed ``` and ready."));
    // Once in the message that scripts it, once in the result: more of each than a view holds.
    assert_eq!(markdown.matches("a long line of output").count(), 2 * 900);
    let json: Value = serde_json::from_slice(&exported(&harness, &session, "json").await).unwrap();
    assert_eq!(json["summary"]["id"], json!(session));
    // The summary may quote the line as well.
    assert!(json.to_string().matches("a long line of output").count() >= 2 * 900);
    let raw = exported(&harness, &session, "raw").await;
    assert!(raw.starts_with(b"PHLOG\0"));
    let wrong = harness
        .call(
            "GET",
            &format!("/api/sessions/{session}/export?format=odt"),
            Value::Null,
        )
        .await;
    assert_eq!(wrong.status, 400);
}

#[tokio::test]
async fn a_session_moves_to_another_host_and_goes_on_there() {
    let here = Harness::start().await;
    let session = with_history(&here).await;
    // Made while the session runs.
    let archive = exported(&here, &session, "archive").await;
    let there = Harness::start().await;
    let headers = [("authorization", there.bearer())];
    let path = format!("/api/sessions/import?project={}", there.project().display());
    let answer = request_bytes(&there, &path, &headers, &archive).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let moved = answer.json();
    assert_eq!(
        (&moved["id"], &moved["title"]),
        (&json!(session), &json!("Moving day"))
    );
    assert_eq!(moved["project"], json!(there.project()));
    let mut browser = there.watch(&session).await;
    assert_eq!(said(&browser.view), ["Packed ``` and ready."]);
    there
        .script(&session, json!([{"type": "text", "text": "Unpacked."}]))
        .await;
    browser.until_turns(2).await;
    assert_eq!(said(&browser.view).last(), Some(&"Unpacked."));
    let spawn = there
        .records(&session)
        .iter()
        .rev()
        .find_map(|record| record.spawn())
        .unwrap();
    assert!(
        spawn
            .argv
            .iter()
            .any(|argument| argument.starts_with("--resume")),
        "{:?}",
        spawn.argv
    );
    let again = request_bytes(&there, &path, &headers, &archive).await;
    assert_eq!(
        (again.status, again.json()["code"].as_str()),
        (409, Some("exists"))
    );
}

#[tokio::test]
async fn a_damaged_archive_leaves_nothing_behind() {
    let harness = Harness::start().await;
    let session = with_history(&harness).await;
    let archive = exported(&harness, &session, "archive").await;
    harness
        .ok("DELETE", &format!("/api/sessions/{session}"), Value::Null)
        .await;
    let headers = [("authorization", harness.bearer())];
    let mut flipped = archive.clone();
    flipped[2000] ^= 1;
    for damaged in [
        &archive[..archive.len() / 2],
        &flipped,
        b"no archive at all",
    ] {
        let answer = request_bytes(&harness, "/api/sessions/import", &headers, damaged).await;
        assert_eq!(answer.status, 422, "{}", answer.body);
    }
    let left = std::fs::read_dir(harness.data().join("sessions"))
        .unwrap()
        .count();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn backups_are_made_and_read_without_a_server_and_beside_one() {
    let mut harness = Harness::start().await;
    let session = with_history(&harness).await;
    let view = harness.watch(&session).await.view;
    let backups = tempfile::tempdir().unwrap();
    let files = Offline::open(harness.data())
        .unwrap()
        .export_all(Format::Archive, backups.path())
        .unwrap();
    assert_eq!(files.len(), 1);
    harness.kill().await;
    let offline = Offline::open(harness.data()).unwrap();
    assert_eq!(offline.list().unwrap()[0].title, "Moving day");
    assert_eq!(said(&offline.show(&session[..6]).unwrap()), said(&view));
    assert_eq!(
        offline.search("packed", None).unwrap().hits[0].session,
        session
    );
    let elsewhere = tempfile::tempdir().unwrap();
    let other = Offline::open(elsewhere.path()).unwrap();
    let mut archive = std::fs::File::open(&files[0]).unwrap();
    let imported = other.import(&mut archive, None).unwrap();
    assert_eq!(imported.id, session);
    assert_eq!(other.search("packed", None).unwrap().hits.len(), 1);
}

/// Sends bytes that are no text.
async fn request_bytes(
    harness: &Harness,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> crate::client::Response {
    request(harness.address(), "POST", path, headers, body)
        .await
        .unwrap()
}
