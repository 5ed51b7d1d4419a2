//! One long session while everything around it dies: what people see at the end is what the log says.
//!
//! `cargo xtask torture --seed N` runs these at full length; the tests run a short seed of each.

mod check;
mod person;

use pilothouse_view::session::Activity;
use pilothouse_view::{EntryBody, SessionView};
use serde_json::json;

use self::check::{check, folded_elsewhere};
use self::person::Torture;
use crate::browser::{ended_turns, is_idle};
use crate::harness::{Harness, program};

/// One word is one delta.
const WORD: &str = "word ";

/// How much is done to a session.
struct Plan {
    seed: u64,
    deltas: usize,
    kills: usize,
    reloads: usize,
    /// How often its runner is killed as well.
    runner_kills: usize,
}

impl Plan {
    /// The short form of the tests, or the full one when a seed is asked for.
    fn new() -> Self {
        let seed = std::env::var("PILOTHOUSE_TORTURE_SEED");
        let full = seed.is_ok();
        let seed = seed.ok().and_then(|seed| seed.parse().ok());
        Self {
            seed: seed.unwrap_or(1),
            deltas: if full { 5000 } else { 500 },
            kills: if full { 20 } else { 3 },
            reloads: if full { 20 } else { 3 },
            runner_kills: 0,
        }
    }
}

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

/// Does it all, and returns when nothing runs or waits any more.
async fn suffer(torture: &mut Torture, plan: &Plan) {
    let mut kills = torture.dice.places(plan.kills, plan.deltas);
    let mut reloads = torture.dice.places(plan.reloads, plan.deltas);
    let mut runner_kills = torture.dice.places(plan.runner_kills, plan.deltas);
    let mut sends = torture.dice.places(3, plan.deltas / 2);
    torture.send(MESSAGES[0], &script(plan.deltas)).await;
    let mut waiting = MESSAGES[1..].iter();
    loop {
        torture.step().await;
        let seen = words(torture.view());
        let turns = ended_turns(torture.view());
        let cut = cut_off(torture.view());
        let all = turns + cut >= MESSAGES.len();
        // A runner that was killed after the last turn leaves nothing to go on with.
        let rests = is_idle(torture.view()) || all && has_ended(torture.view());
        let quiet = rests && torture.view().queue.is_empty();
        let due = |places: &mut Vec<usize>| {
            let due = places.first().is_some_and(|place| seen >= *place || quiet);
            if due {
                places.remove(0);
            }
            due
        };
        if due(&mut sends)
            && let Some(uuid) = waiting.next()
        {
            torture.send(uuid, &format!("message {uuid}")).await;
            continue;
        }
        if due(&mut runner_kills) && torture.harness.runner_pid(&torture.session).is_some() {
            torture.harness.kill_runner(&torture.session);
        }
        if due(&mut kills) {
            torture.kill().await;
            continue;
        }
        if due(&mut reloads) {
            torture.reload();
            continue;
        }
        torture.answer().await;
        let over = quiet && sends.is_empty() && all;
        if over && kills.is_empty() && reloads.is_empty() {
            return;
        }
    }
}

fn has_ended(view: &SessionView) -> bool {
    matches!(view.liveness.activity, Activity::Ended { .. })
}

/// How many messages the person was told of that they were cut off.
fn cut_off(view: &SessionView) -> usize {
    let entries = view.entries.iter();
    entries
        .filter(|entry| matches!(&entry.body, EntryBody::Notice(notice) if notice.tag.as_deref() == Some("cut_off")))
        .count()
}

#[tokio::test]
async fn killing_servers_and_reloading_browsers_changes_nothing() {
    let plan = Plan::new();
    let mut torture = Torture::new(Harness::start().await, plan.seed).await;
    suffer(&mut torture, &plan).await;
    check(&torture);
    assert_eq!(torture.accepted.len(), 2);
    assert_eq!(
        words(torture.view()) / 10,
        words(&folded_elsewhere(&torture)) / 10
    );
    assert!(words(torture.view()) >= plan.deltas);
}

#[tokio::test]
async fn a_runner_of_the_first_version_serves_the_server_of_today() {
    let plan = Plan::new();
    let harness = Harness::with(json!({"runner": program("runner-v1")})).await;
    let mut torture = Torture::new(harness, plan.seed).await;
    suffer(&mut torture, &plan).await;
    check(&torture);
    assert_eq!(torture.accepted.len(), 2);
    assert!(words(torture.view()) >= plan.deltas);
}

#[tokio::test]
async fn killing_runners_as_well_loses_no_message() {
    let plan = Plan {
        runner_kills: 2,
        ..Plan::new()
    };
    let mut torture = Torture::new(Harness::start().await, plan.seed).await;
    suffer(&mut torture, &plan).await;
    check(&torture);
}

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
        let name = "torture::a_full_disk_stops_the_turn_and_loses_nothing";
        return run_in_namespace(name).await;
    }
    let plan = Plan::new();
    let mut torture = Torture::new(Harness::on_small_disk(64).await, plan.seed).await;
    torture.send(MESSAGES[0], &script(plan.deltas)).await;
    while words(torture.view()) < plan.deltas / 10 {
        torture.step().await;
    }
    let filler = torture.harness.data().join("filler");
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
    shake(&mut torture, plan.kills / 2).await;
    let path = format!("/api/sessions/{}/messages", torture.session);
    let refused = torture
        .harness
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
        shake(&mut torture, plan.kills / 6).await;
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
