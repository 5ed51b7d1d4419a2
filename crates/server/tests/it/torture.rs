//! One long session while everything around it dies: what people see at the end is what the log says.
//!
//! `cargo xtask torture --seed N` runs these at full length; the tests run a short seed of each.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::time::Duration;

use pilothouse_protocol::log::{Kind, Note, Record};
use pilothouse_view::session::Activity;
use pilothouse_view::{EntryBody, SessionView};
use serde_json::{Value, json};

use crate::browser::{Browser, ended_turns, is_idle, settled};
use crate::ground::{Ground, program};

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

/// Chance that can be repeated.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end.max(1)
    }

    /// So many places below `end`, in order.
    fn places(&mut self, count: usize, end: usize) -> Vec<usize> {
        let part = end / (count + 1);
        (1..=count)
            .map(|place| place * part + self.below(part as u64) as usize)
            .collect()
    }
}

/// A session and a person in front of it who never gives up.
struct Torture {
    ground: Ground,
    session: String,
    browser: Option<Browser>,
    view: SessionView,
    dice: Dice,
    /// Answers that were accepted, by ask.
    accepted: BTreeMap<String, u32>,
}

impl Torture {
    async fn new(ground: Ground, seed: u64) -> Self {
        let session = ground.create(json!({})).await;
        Self {
            ground,
            session,
            browser: None,
            view: SessionView::default(),
            dice: Dice(seed),
            accepted: BTreeMap::new(),
        }
    }

    /// Kills the server and starts another.
    async fn kill(&mut self) {
        self.ground.restart().await;
        self.lose();
    }

    /// The connection is gone; the page keeps what it had.
    fn lose(&mut self) {
        if let Some(browser) = self.browser.take() {
            self.view = browser.view;
        }
    }

    /// The page is loaded anew: it has nothing.
    fn reload(&mut self) {
        self.browser = None;
        self.view = SessionView::default();
    }

    /// Takes what the server says next, over a connection that is made as often as need be.
    async fn step(&mut self) {
        if self.browser.is_none() {
            let mut browser = self.ground.browser().await;
            if self.view.seq == 0 {
                browser.subscribe(&self.session, None).await;
            } else {
                let view = std::mem::take(&mut self.view);
                browser.resume(&self.session, view).await;
            }
            self.browser = Some(browser);
        }
        let Some(browser) = &mut self.browser else {
            return;
        };
        // A session that is done says nothing more.
        match tokio::time::timeout(Duration::from_millis(200), browser.next()).await {
            Ok(Some(update)) => browser.take(update),
            Ok(None) => self.lose(),
            Err(_) => {}
        }
    }

    fn view(&self) -> &SessionView {
        self.browser
            .as_ref()
            .map_or(&self.view, |browser| &browser.view)
    }

    /// Sends a message until it is acknowledged; now and then the server dies meanwhile.
    async fn send(&mut self, uuid: &str, text: &str) {
        let path = format!("/api/sessions/{}/messages", self.session);
        let body = json!({"uuid": uuid, "text": text});
        loop {
            let sent = self.ground.try_call("POST", &path, &body).await;
            match sent {
                Ok(answer) if answer.status == 200 => return,
                Ok(answer) => assert!(answer.status >= 400, "{}", answer.body),
                Err(_) => {}
            }
            tokio::task::yield_now().await;
        }
    }

    /// Answers every ask that is open, from two devices at once.
    async fn answer(&mut self) {
        let asks: Vec<String> = self
            .view()
            .asks
            .iter()
            .map(|ask| ask.id.to_string())
            .collect();
        for ask in asks {
            let path = format!("/api/sessions/{}/asks/{ask}", self.session);
            let allow = json!({"kind": "allow"});
            let (one, two) = tokio::join!(
                self.ground.try_call("POST", &path, &allow),
                self.ground.try_call("POST", &path, &allow),
            );
            let accepted = [one, two]
                .into_iter()
                .flatten()
                .filter(|answer| answer.status == 204);
            *self.accepted.entry(ask).or_default() += accepted.count() as u32;
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
        if due(&mut runner_kills) && torture.ground.runner_pid(&torture.session).is_some() {
            torture.ground.kill_runner(&torture.session);
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

/// The view that another process folds from the log alone.
fn folded_elsewhere(torture: &Torture) -> SessionView {
    let log = torture.ground.log(&torture.session);
    let output = Command::new(program("host-under-test"))
        .arg("fold")
        .arg(log.path())
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The lines written to the CLI, as JSON, with the epoch of each.
fn lines_in(records: &[Record]) -> Vec<(u32, Value)> {
    let lines = records.iter().filter(|record| record.kind == Kind::In);
    lines
        .map(|record| (record.epoch, serde_json::from_slice(&record.bytes).unwrap()))
        .collect()
}

fn check(torture: &Torture) {
    let view = torture.view();
    assert_eq!(settled(view), settled(&folded_elsewhere(torture)));
    let records = torture.ground.records(&torture.session);
    let lines = lines_in(&records);
    let mut answered = BTreeSet::new();
    for (epoch, line) in lines
        .iter()
        .filter(|(_, line)| line["type"] == "control_response")
    {
        let request = line["response"]["request_id"].as_str().unwrap().to_owned();
        assert!(answered.insert((*epoch, request)), "answered twice: {line}");
    }
    assert_eq!(
        answered.len(),
        torture
            .accepted
            .values()
            .filter(|times| **times > 0)
            .count()
    );
    assert!(
        torture.accepted.values().all(|times| *times <= 1),
        "{:?}",
        torture.accepted
    );
    for uuid in MESSAGES {
        let entries = view.entries.iter().filter(|entry| {
            matches!(&entry.body, EntryBody::User(user) if user.uuid.as_deref() == Some(uuid))
        });
        assert_eq!(entries.count(), 1, "{uuid}");
        let mut epochs = BTreeSet::new();
        for (epoch, _) in lines.iter().filter(|(_, line)| line["uuid"] == uuid) {
            assert!(
                epochs.insert(epoch),
                "{uuid} was given to one process twice"
            );
        }
        let resent = records
            .iter()
            .filter_map(Record::note)
            .filter(|note| matches!(note, Note::Resent(resent) if resent.id == uuid));
        assert_eq!(epochs.len(), 1 + resent.count(), "{uuid}");
    }
    let texts = view.entries.iter().filter_map(|entry| match &entry.body {
        EntryBody::Text(text) => Some(text.text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect();
    for uuid in &MESSAGES[1..] {
        let answers = texts.iter().filter(|text| text.contains(uuid));
        assert_eq!(answers.count(), 1, "{uuid} in {texts:?}");
    }
}

#[tokio::test]
async fn killing_servers_and_reloading_browsers_changes_nothing() {
    let plan = Plan::new();
    let mut torture = Torture::new(Ground::start().await, plan.seed).await;
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
    let ground = Ground::with(json!({"runner": program("runner-v1")})).await;
    let mut torture = Torture::new(ground, plan.seed).await;
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
    let mut torture = Torture::new(Ground::start().await, plan.seed).await;
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
    let plan = Plan::new();
    // Only root can make a small disk here; the runner's own tests do it in a namespace.
    let Some(ground) = Ground::on_small_disk(64).await else {
        return;
    };
    let mut torture = Torture::new(ground, plan.seed).await;
    torture.send(MESSAGES[0], &script(plan.deltas)).await;
    while words(torture.view()) < plan.deltas / 10 {
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
    }
    while ended_turns(torture.view()) < MESSAGES.len() || !is_idle(torture.view()) {
        torture.step().await;
    }
    check(&torture);
}

/// Takes all the room there is.
fn fill(path: &std::path::Path) {
    use std::io::Write;
    let mut file = std::fs::File::create(path).unwrap();
    for size in [1 << 20, 4096, 1] {
        let zeros = vec![0; size];
        while file.write_all(&zeros).is_ok() {}
    }
}
