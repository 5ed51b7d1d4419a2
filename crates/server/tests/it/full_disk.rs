//! A full disk while servers are killed: what people see at the end is what the log says.

mod check;
mod person;

use pilothouse_view::{EntryBody, SessionView};
use serde_json::json;

use self::check::check;
use self::person::Torture;
use crate::browser::{ended_turns, is_idle};
use crate::ground::Ground;

/// One word is one delta.
const WORD: &str = "word ";

/// How many deltas the long message has, and how often the server is killed on the full disk.
const DELTAS: usize = 500;
const KILLS: usize = 3;

/// How many deltas are in a view.
fn words(view: &SessionView) -> usize {
    let drafts: usize = view.drafts.values().map(String::len).sum();
    let texts = view.entries.iter().map(|entry| match &entry.body {
        EntryBody::Text(text) => text.text.len(),
        _ => 0,
    });
    (drafts + texts.sum::<usize>()) / WORD.len()
}

/// The long message: two halves, each ending in an ask.
fn script(deltas: usize) -> String {
    let half = |command: &str| {
        json!([{"type": "text", "text": WORD.repeat(deltas / 2), "chunks": deltas / 2, "delay": 0.006},
               {"type": "tool_use", "name": "Bash", "input": {"command": command}}])
    };
    let end = json!([{"type": "text", "text": "That was all."}]);
    format!(
        "SCRIPT:{}",
        json!([half("touch one"), half("touch two"), end])
    )
}

const MESSAGES: [&str; 4] = [
    "00000000-0000-4000-8000-00000000000a",
    "00000000-0000-4000-8000-00000000000b",
    "00000000-0000-4000-8000-00000000000c",
    "00000000-0000-4000-8000-00000000000d",
];

/// Whether the host said something, by the label of the notice.
fn was_told(view: &SessionView, tag: &str) -> bool {
    view.entries.iter().any(
        |entry| matches!(&entry.body, EntryBody::Notice(notice) if notice.tag.as_deref() == Some(tag)),
    )
}

#[tokio::test]
async fn a_full_disk_stops_the_turn_and_loses_nothing() {
    // Anybody may mount a small disk in a namespace of their own, so the test runs itself there.
    if std::env::var_os("IN_NAMESPACE").is_none() {
        let name = "full_disk::a_full_disk_stops_the_turn_and_loses_nothing";
        return run_in_namespace(name).await;
    }
    let mut torture = Torture::new(Ground::on_small_disk(64).await).await;
    torture.send(MESSAGES[0], &script(DELTAS)).await;
    while words(torture.view()) < DELTAS / 10 {
        torture.step().await;
    }
    let filler = torture.ground.data().join("filler");
    fill(&filler);
    while !was_told(torture.view(), "disk_full") {
        torture.step().await;
        torture.answer().await;
    }
    torture.kill().await;
    while !is_idle(torture.view()) {
        torture.step().await;
        torture.answer().await;
    }
    shake(&mut torture, KILLS / 2).await;
    let path = format!("/api/sessions/{}/messages", torture.session);
    let refused = torture
        .ground
        .call("POST", &path, json!({"text": "no room for this"}))
        .await;
    assert_eq!(
        (refused.status, refused.json()["code"].as_str()),
        (507, Some("diskFull"))
    );
    torture.kill().await;
    std::fs::remove_file(filler).unwrap();
    while !was_told(torture.view(), "disk_room") {
        torture.step().await;
    }
    for uuid in &MESSAGES[1..] {
        torture.send(uuid, &format!("message {uuid}")).await;
        shake(&mut torture, KILLS / 6).await;
    }
    while ended_turns(torture.view()) < MESSAGES.len() || !is_idle(torture.view()) {
        torture.step().await;
    }
    check(&torture);
}

/// Runs a test of this program as root of a user namespace, with mounts of its own.
pub(crate) async fn run_in_namespace(test: &str) {
    let run = tokio::process::Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount"])
        .arg(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture"])
        .env("IN_NAMESPACE", "1")
        .kill_on_drop(true)
        .output()
        .await
        .unwrap();
    let complaints = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "in its namespace:\n{complaints}");
}

/// Kills servers one after the other, and loads the page anew each time.
async fn shake(torture: &mut Torture, times: usize) {
    for _ in 0..times {
        torture.kill().await;
        torture.reload();
        torture.step().await;
    }
}

/// Takes all the room there is now; not what the runner gives up for the session when it finds none.
fn fill(path: &std::path::Path) {
    use std::io::Write;
    let mut file = std::fs::File::create(path).unwrap();
    let room = rustix::fs::fstatvfs(&file).unwrap();
    let page = vec![0; room.f_frsize as usize];
    for _ in 0..room.f_bavail {
        if file.write_all(&page).is_err() {
            return;
        }
    }
}
