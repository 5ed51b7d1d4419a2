//! Small disks and full ones: turns stop, sessions and messages stay.

use pilothouse_view::{EntryBody, SessionView};
use serde_json::{Value, json};

use crate::browser::{asked, is_idle, said, settled};
use crate::harness::Harness;
use crate::namespace;

/// Starts a server whose data directory is a disk of so many megabytes.
async fn on_disk(megabytes: u64) -> Harness {
    Harness::prepared(json!({}), |home| {
        namespace::mount_disk(megabytes, &home.join("data"));
        Vec::new()
    })
    .await
}

/// An answer that takes a moment, so that something can happen in the middle of it.
fn slow(words: usize) -> Value {
    let text = "word ".repeat(words);
    json!([{"type": "text", "text": text.trim(), "chunks": words, "delay": 0.02}])
}

fn has_notice(view: &SessionView, tag: &str) -> bool {
    view.entries.iter().any(
        |entry| matches!(&entry.body, EntryBody::Notice(notice) if notice.tag.as_deref() == Some(tag)),
    )
}

#[tokio::test]
async fn a_full_disk_stops_the_turn_and_loses_nothing() {
    if !namespace::is_inside() {
        let name = "full_disk::a_full_disk_stops_the_turn_and_loses_nothing";
        return namespace::run(name).await;
    }
    let mut harness = on_disk(64).await;
    let session = harness.create(json!({})).await;
    let mut browser = harness.watch(&session).await;
    harness.script(&session, slow(300)).await;
    let begun = |view: &SessionView| view.drafts.values().any(|draft| draft.len() > 40);
    browser.until("some text", begun).await;
    let filler = harness.data().join("filler");
    namespace::fill(&filler);
    let is_full = |view: &SessionView| has_notice(view, "disk_full");
    browser.until("the notice", is_full).await;
    // A server starts on a full disk too.
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    browser.until("the end of the turn", is_idle).await;
    let path = format!("/api/sessions/{session}/messages");
    let message = json!({"text": "no room for this"});
    let refused = harness.call("POST", &path, message).await;
    assert_eq!(
        (refused.status, refused.json()["code"].as_str()),
        (507, Some("diskFull"))
    );
    harness.kill().await;
    std::fs::remove_file(filler).unwrap();
    harness.restart().await;
    let mut browser = harness.watch(&session).await;
    let has_room = |view: &SessionView| has_notice(view, "disk_room");
    browser.until("the notice", has_room).await;
    harness.script(&session, slow(3)).await;
    let answered = |view: &SessionView| said(view).last() == Some(&"word word word");
    browser.until("the next answer", answered).await;
    browser.until("the end of the turn", is_idle).await;
    assert_eq!(asked(&browser.view).len(), 2);
    assert_eq!(settled(&browser.view), settled(&harness.folded(&session)));
}

/// With a reserve for each session, eight of them had no room for a single message.
#[tokio::test]
async fn the_sessions_of_a_small_disk_share_one_reserve() {
    if !namespace::is_inside() {
        let name = "full_disk::the_sessions_of_a_small_disk_share_one_reserve";
        return namespace::run(name).await;
    }
    let harness = on_disk(96).await;
    let mut browsers = Vec::new();
    for _ in 0..8 {
        let session = harness.create(json!({})).await;
        let mut browser = harness.watch(&session).await;
        harness.script(&session, slow(3)).await;
        browser.until_idle().await;
        browsers.push(browser);
    }
    assert!(harness.data().join("reserve").exists());
}
