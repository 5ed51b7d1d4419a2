//! A host with several sessions and the people in front of them.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep, timeout_at};

use super::dice::Dice;
use super::oracle::{Evidence, difference, is_at_rest, is_given_up, violations};
use super::people::{Line, Person};
use crate::browser::outline;
use crate::ground::{Ground, LIMIT};

/// How often those who wait look again although nobody has heard anything.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// After how long somebody wakes a session that could not be started.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) struct World {
    pub(super) ground: Ground,
    pub(super) dice: Dice,
    pub(super) line: Arc<Line>,
    pub(super) people: Vec<Arc<Person>>,
    /// How often the log of each session was torn.
    pub(super) torn: Vec<usize>,
    /// What has happened so far.
    pub(super) story: Vec<&'static str>,
    seed: u64,
    sent: u64,
}

impl World {
    pub(super) async fn new(seed: u64, sessions: usize) -> Self {
        let ground = Ground::with(json!({"segmentBytes": 400_000})).await;
        let line = Arc::new(Line::new(ground.address(), ground.bearer()));
        let mut people = Vec::new();
        for _ in 0..sessions {
            let session = ground.create(json!({})).await;
            people.push(Person::new(session, Arc::clone(&line)));
        }
        Self {
            torn: vec![0; people.len()],
            dice: Dice::new(seed),
            ground,
            line,
            people,
            story: Vec::new(),
            seed,
            sent: 0,
        }
    }

    /// One of the sessions, by its number.
    pub(super) fn somebody(&mut self) -> usize {
        self.dice.below(self.people.len() as u64) as usize
    }

    /// How many messages were sent.
    pub(super) fn messages(&self) -> u64 {
        self.sent
    }

    /// Has one or two people say something, and lets it come as far as it will.
    pub(super) async fn speak(&mut self) {
        for _ in 0..=self.dice.below(2) {
            let place = self.somebody();
            self.sent += 1;
            let uuid = format!("{:08x}-0000-4000-8000-{:012x}", self.seed, self.sent);
            let text = self.text(&uuid);
            self.people[place].send(uuid, text);
        }
        self.pause().await;
    }

    /// A message whose whole answer names it: short, streamed, or with a request before it.
    fn text(&mut self, uuid: &str) -> String {
        match self.dice.below(3) {
            0 => format!("message {uuid}"),
            1 => {
                let text = format!("{} {uuid}", "word ".repeat(20));
                let said = json!([{"type": "text", "text": text, "chunks": 20, "delay": 0.01}]);
                format!("SCRIPT:{said}")
            }
            _ => {
                let call =
                    json!({"type": "tool_use", "name": "Bash", "input": {"command": "touch x"}});
                let said = json!({"type": "text", "text": format!("done with {uuid}")});
                format!("SCRIPT:{}", json!([[call], [said]]))
            }
        }
    }

    /// Lets things happen for a moment, so that the next fault meets them anywhere.
    pub(super) async fn pause(&mut self) {
        sleep(Duration::from_millis(self.dice.below(120))).await;
    }

    /// Waits until everything that was promised is done, and looks whether it was.
    pub(super) async fn rest_and_check(&mut self, faults: u64) {
        for place in 0..self.people.len() {
            if let Err(wrong) = self.rest(place).await {
                let session = &self.people[place].session;
                let last = self.story.len().saturating_sub(20);
                panic!(
                    "seed {}, after {faults} faults, session {session}: {wrong}\nthe last were {:?}\n{}",
                    self.seed,
                    &self.story[last..],
                    self.log_of(place)
                );
            }
        }
    }

    /// Waits until a session is at rest and its watcher has seen everything; then nothing may be wrong with it.
    async fn rest(&self, place: usize) -> Result<(), String> {
        let end = Instant::now() + LIMIT;
        let mut woken = Instant::now();
        let person = &self.people[place];
        loop {
            let news = self.line.news.notified();
            let sent = person.sent.lock().unwrap().clone();
            let view = person.view.borrow().clone();
            let wrong = if is_at_rest(&view, &sent) {
                let evidence = self.evidence(place);
                let found = violations(&evidence);
                // A watcher may be a moment behind, also behind an answer that nobody waits for.
                match difference(&evidence.folded, &evidence.shown) {
                    None if found.is_empty() => return Ok(()),
                    None => return Err(found.join("; ")),
                    Some(_) => found.join("; "),
                }
            } else {
                if is_given_up(&view) && woken.elapsed() > PATIENCE {
                    woken = Instant::now();
                    person.wake().await;
                }
                let waiting = sent.iter().filter(|sent| !sent.is_acknowledged).count();
                format!("{waiting} messages not acknowledged; {}", outline(&view))
            };
            let again = Instant::now() + LOOK_AGAIN;
            // Nothing may be heard of what another process writes.
            timeout_at(again, news).await.ok();
            if Instant::now() > end {
                return Err(format!("does not come to rest: {wrong}"));
            }
        }
    }

    /// The end of a session's log, for people.
    fn log_of(&self, place: usize) -> String {
        let records = self.ground.records(&self.people[place].session);
        let told = records
            .iter()
            .filter(|record| record.kind != pilothouse_log::Kind::Out);
        let told: Vec<_> = told.collect();
        let last = told.len().saturating_sub(40);
        let lines = told[last..].iter().map(|record| {
            let text = String::from_utf8_lossy(&record.bytes);
            let text: String = text.chars().take(200).collect();
            format!("{} {} {:?} {text}\n", record.seq, record.epoch, record.kind)
        });
        lines.collect()
    }

    fn evidence(&self, place: usize) -> Evidence {
        let person = &self.people[place];
        // What is shown is taken first: the log may go on meanwhile, and then it is looked at again.
        let shown = person.view.borrow().clone();
        Evidence {
            shown,
            records: self.ground.records(&person.session),
            folded: self.ground.folded(&person.session),
            sent: person.sent.lock().unwrap().clone(),
            accepted: person.accepted.lock().unwrap().clone(),
            torn: self.torn[place],
        }
    }

    /// Closes every session: nothing that belongs to one may be left.
    pub(super) async fn end(mut self) {
        let sessions: Vec<String> = self
            .people
            .iter()
            .map(|person| person.session.clone())
            .collect();
        for session in &sessions {
            self.ground.lifecycle(session, "close").await;
        }
        for person in &self.people {
            let mut views = person.view.subscribe();
            let closed = views.wait_for(|view| {
                use pilothouse_view::session::Activity;
                !matches!(view.liveness.activity, Activity::Idle)
            });
            let closed = tokio::time::timeout(LIMIT, closed).await;
            assert!(closed.is_ok(), "{} is not closed", person.session);
        }
        self.ground.stop().await;
        for session in &sessions {
            let mark = pilothouse_process::Mark::session(session);
            let left = pilothouse_process::sweep(&mark, None, Duration::ZERO);
            assert_eq!(left, 0, "processes of {session} are left");
        }
    }
}
