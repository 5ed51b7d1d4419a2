//! A server with several sessions, and the people in front of them.

use std::sync::Arc;
use std::time::Duration;

use pilothouse_view::session::Activity;
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use super::dice::Dice;
use super::faults::Fault;
use super::oracle::{
    Evidence, difference, has_held, is_at_rest, is_given_up, is_quiet, unreported, violations,
};
use super::people::{Line, Message, Once, Person};
use crate::harness::{Harness, LIMIT};
use crate::{namespace, upgrade};

/// The data directory of an earlier version in which the storm begins.
const EARLIER: &str = "2026-11-18";
/// After how many updates, at most, the next thing happens.
const UPDATES: u64 = 30;

pub(super) struct World {
    pub(super) harness: Harness,
    pub(super) dice: Dice,
    pub(super) line: Arc<Line>,
    pub(super) people: Vec<Arc<Person>>,
    /// How often the log of each session was damaged.
    pub(super) damaged: Vec<usize>,
    /// What has happened so far.
    pub(super) story: Vec<Fault>,
    /// The faults that come next, in a random order.
    pub(super) next: Vec<Fault>,
    seed: u64,
    sent: u64,
}

impl World {
    pub(super) async fn new(seed: u64, sessions: usize, faults: u64) -> Self {
        let options = json!({"segmentBytes": 400_000, "timings": {"receipt": 1000}});
        let harness = Harness::prepared(options, |home| {
            namespace::mount_disk(96 + faults / 5, &home.join("data"));
            upgrade::unpack(EARLIER, home);
            Vec::new()
        })
        .await;
        let line = Line::new(harness.address(), harness.bearer());
        let mut people = Vec::new();
        for _ in 0..sessions {
            let session = harness.create(json!({})).await;
            people.push(Person::new(session, Arc::clone(&line)));
        }
        Self {
            damaged: vec![0; people.len()],
            dice: Dice::new(seed),
            harness,
            line,
            people,
            story: Vec::new(),
            next: Vec::new(),
            seed,
            sent: 0,
        }
    }

    /// Picks a session by its number.
    pub(super) fn some_session(&mut self) -> usize {
        self.dice.below(self.people.len() as u64) as usize
    }

    /// How many messages were sent.
    pub(super) fn messages(&self) -> u64 {
        self.sent
    }

    /// Has one or two people send a message.
    pub(super) fn send_messages(&mut self) {
        for _ in 0..=self.dice.below(2) {
            let place = self.some_session();
            let tag = self.tag();
            let text = self.text(&tag);
            self.send(place, tag, text);
        }
    }

    /// Words that no other message has.
    pub(super) fn tag(&mut self) -> String {
        self.sent += 1;
        format!("message-{}-{}.", self.seed, self.sent)
    }

    pub(super) fn send(&mut self, place: usize, tag: String, text: String) {
        let once = match self.dice.below(2) {
            0 => Once::ByKey,
            _ => Once::ByUuid,
        };
        let message = Message {
            tag,
            text,
            once,
            steers: self.dice.below(4) == 0,
        };
        self.people[place].send(message);
    }

    /// A message whose text has a tag: with a short answer, a streamed one, or one with a permission request.
    fn text(&mut self, tag: &str) -> String {
        let script = match self.dice.below(3) {
            0 => return format!("This is {tag}"),
            1 => {
                let text = format!("{} {tag}", "word ".repeat(20));
                json!([{"type": "text", "text": text, "chunks": 20, "delay": 0.01}])
            }
            _ => {
                let call =
                    json!({"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}});
                let text = json!({"type": "text", "text": format!("Done with {tag}")});
                json!([[call], [text]])
            }
        };
        format!("SCRIPT:{script}")
    }

    /// Waits for a random number of updates, so that the next fault comes at any moment; at most until nothing more comes.
    pub(super) async fn pause(&mut self) {
        let mut news = self.line.news();
        let end = *news.borrow() + self.dice.below(UPDATES);
        let waited = timeout(LIMIT, async {
            while *news.borrow_and_update() < end
                && !self.people.iter().all(|one| is_quiet_for(one))
            {
                news.changed().await.ok();
            }
        });
        if waited.await.is_err() {
            let outlines: Vec<_> = self.people.iter().map(|one| one.outline()).collect();
            let (seed, story) = (self.seed, self.last_faults());
            panic!(
                "seed {seed}, after {story:?}: nobody receives anything\n{}",
                outlines.join("\n")
            );
        }
    }

    /// Keeps a fault up for a moment. Its length is part of the fault, not a wait for something.
    pub(super) async fn hold(&mut self) {
        sleep(Duration::from_millis(20 + self.dice.below(200))).await;
    }

    /// Waits until everything that was promised is done, and checks whether it was.
    pub(super) async fn rest_and_check(&mut self, faults: u64) {
        for place in 0..self.people.len() {
            if let Err(wrong) = self.rest(place).await {
                let session = &self.people[place].session;
                panic!(
                    "seed {}, after {faults} faults, session {session}: {wrong}\nthe last were {:?}\n{}",
                    self.seed,
                    self.last_faults(),
                    self.end_of_log(place)
                );
            }
        }
    }

    /// Waits until a session is at rest and its watchers have received everything. Then nothing may be wrong with it.
    async fn rest(&self, place: usize) -> Result<(), String> {
        let mut news = self.line.news();
        let mut wrong = String::new();
        let rests = timeout(LIMIT, async {
            loop {
                news.borrow_and_update();
                match self.check(place).await {
                    Ok(None) => return Ok(()),
                    Ok(Some(open)) => wrong = open,
                    Err(wrong) => return Err(wrong),
                }
                news.changed().await.ok();
            }
        });
        let rests = rests.await;
        rests.unwrap_or_else(|_| Err(format!("does not come to rest: {wrong}")))
    }

    /// Returns what a session is still busy with, or what is wrong with it.
    async fn check(&self, place: usize) -> Result<Option<String>, String> {
        let person = &self.people[place];
        let sent = person.sent.lock().unwrap().clone();
        let view = person.view.borrow().clone();
        if !is_at_rest(&view, &sent) {
            if is_given_up(&view) {
                person.wake().await;
            }
            if has_held(&view) {
                person.release().await;
            }
            return Ok(Some(person.outline()));
        }
        let evidence = self.evidence(place);
        // A watcher may be a moment behind, also behind an answer that nobody waits for.
        if let Some(difference) = difference(&evidence.folded, &evidence.shown) {
            return Ok(Some(difference));
        }
        if let Some(unreported) = unreported(&evidence) {
            return Ok(Some(unreported));
        }
        let list = self.line.list.lock().unwrap();
        let Some(summary) = list.get(&person.session) else {
            return Ok(Some("the list does not have it".to_owned()));
        };
        let activity = &evidence.folded.liveness.activity;
        if summary.liveness.activity != *activity || summary.queued + summary.asks > 0 {
            return Ok(Some(format!("{activity:?} is listed as {summary:?}")));
        }
        let found = violations(&evidence);
        match found.is_empty() {
            true => Ok(None),
            false => Err(found.join("; ")),
        }
    }

    fn last_faults(&self) -> &[Fault] {
        &self.story[self.story.len().saturating_sub(20)..]
    }

    fn evidence(&self, place: usize) -> Evidence {
        let person = &self.people[place];
        // What is shown is taken first: the log may go on meanwhile, and then it is checked again.
        let shown = person.view.borrow().clone();
        let records = self.harness.records(&person.session);
        Evidence {
            shown,
            folded: crate::harness::fold(&records),
            records,
            sent: person.sent.lock().unwrap().clone(),
            accepted: person.accepted.lock().unwrap().clone(),
            stops: *person.stops.lock().unwrap(),
            damaged: self.damaged[place],
        }
    }

    /// The end of a session's log, for people.
    fn end_of_log(&self, place: usize) -> String {
        let records = self.harness.records(&self.people[place].session);
        let is_short = |record: &&pilothouse_log::Record| {
            let text = String::from_utf8_lossy(&record.bytes);
            record.kind != pilothouse_log::Kind::Out || text.contains("command_lifecycle")
        };
        let short: Vec<_> = records.iter().filter(is_short).collect();
        let last = short.len().saturating_sub(60);
        let lines = short[last..].iter().map(|record| {
            let text = String::from_utf8_lossy(&record.bytes);
            let text: String = text.chars().take(240).collect();
            format!("{} {} {:?} {text}\n", record.seq, record.epoch, record.kind)
        });
        lines.collect()
    }

    /// Closes every session. No process of one may be left, and the sessions of the earlier version are complete.
    pub(super) async fn end(mut self) {
        for person in &self.people {
            self.harness.lifecycle(&person.session, "close").await;
        }
        for person in &self.people {
            let mut views = person.view.subscribe();
            let ended = views.wait_for(|view| !matches!(view.liveness.activity, Activity::Idle));
            let is_late = timeout(LIMIT, ended).await.is_err();
            assert!(!is_late, "{} is not closed", person.session);
        }
        let get = async |path: String| self.harness.ok("GET", &path, Value::Null).await;
        upgrade::check_sessions(&upgrade::expected(EARLIER), get).await;
        self.harness.stop().await;
        for person in &self.people {
            let mark = pilothouse_process::Mark::session(&person.session);
            let left = pilothouse_process::sweep(&mark, None, Duration::ZERO);
            assert_eq!(left, 0, "processes of {} are left", person.session);
        }
    }
}

fn is_quiet_for(person: &Person) -> bool {
    is_quiet(&person.view.borrow(), &person.sent.lock().unwrap())
}
