//! Whole lives of a session, from a seed: a log, a CLI, people, and everything that can go wrong between them.
//!
//! The machine is the real one; what is around it is a model. The server can die between any two effects and comes
//! back with nothing but the log. When nothing goes wrong any more, everything that was acknowledged must be accounted for.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use pilothouse_api::session::{Interrupt, Lifecycle};
use pilothouse_log::{Note, SKIPPED};
use pilothouse_view::entry::Delivery;
use pilothouse_view::session::Activity;
use pilothouse_view::{EntryBody, EntryPage, SessionFold, SessionView};

use super::*;

/// A generator of numbers that gives the same ones for the same seed.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True once in so many times.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

/// A CLI process behind its runner.
struct Cli {
    epoch: u32,
    /// Messages that it has and has not begun.
    waiting: VecDeque<String>,
    running: Option<String>,
    is_attached: bool,
}

struct World {
    seed: u64,
    dice: Dice,
    trial: Trial,
    log: Vec<Record>,
    cli: Option<Cli>,
    has_faults: bool,
    /// Waits for a slot.
    wants_slot: bool,
    people: u32,
    /// Calls that this server has not answered.
    open: BTreeMap<ReplyId, Option<String>>,
    acknowledged: BTreeSet<String>,
    /// Messages that were handed to a process, and whether their turn ended.
    given: BTreeMap<(u32, String), bool>,
    withdrawn: BTreeSet<String>,
    viewer: SessionView,
    story: Vec<String>,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut world = Self {
            seed,
            dice: Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            trial: Trial::new(),
            log: Vec::new(),
            cli: None,
            has_faults: true,
            wants_slot: false,
            people: 0,
            open: BTreeMap::new(),
            acknowledged: BTreeSet::new(),
            given: BTreeMap::new(),
            withdrawn: BTreeSet::new(),
            viewer: SessionView::default(),
            story: Vec::new(),
        };
        world.restart();
        world
    }

    fn tell(&mut self, what: impl Into<String>) {
        self.story.push(what.into());
    }

    fn fail(&self, why: &str) -> ! {
        let from = self.story.len().saturating_sub(60);
        panic!(
            "seed {}: {why}\n{}",
            self.seed,
            self.story[from..].join("\n")
        );
    }

    fn fault(&mut self, times: usize) -> bool {
        self.has_faults && self.dice.once_in(times)
    }

    /// A server that knows nothing but the log.
    fn restart(&mut self) {
        self.tell("the server starts");
        let mut trial = Trial::new();
        let mut projection = Projection::new("s");
        for record in &self.log {
            projection.apply(record);
            projection.take_settled();
        }
        let seed = u128::from(self.dice.next());
        let host = trial.machine.host().clone();
        let patience = Patience {
            stop: STOP,
            initialize: SILENCE,
        };
        let now = Now {
            mono: self.trial.now.mono + Duration::from_millis(1),
            wall_ms: self.trial.now.wall_ms,
        };
        trial.machine = Machine::new(
            "s",
            seed,
            projection,
            Policy::default(),
            host,
            patience,
            now,
        );
        trial.now = now;
        trial.epoch = self.trial.epoch;
        trial.seq = self.trial.seq;
        trial.replies = self.trial.replies;
        trial.effects = trial.machine.begin();
        self.trial = trial;
        self.open.clear();
        self.wants_slot = false;
        if let Some(cli) = &mut self.cli {
            cli.is_attached = false;
        }
        self.viewer = self.fresh_view();
    }

    fn fresh_view(&self) -> SessionView {
        let mut fold = SessionFold::new();
        for record in &self.log {
            fold.apply(record);
        }
        let entries = fold.take_settled();
        let has_older = false;
        fold.snapshot(EntryPage { entries, has_older })
    }

    /// Adds a record to the log.
    fn append(&mut self, record: Record) -> Record {
        self.trial.seq += 1;
        let record = Record {
            seq: self.trial.seq,
            at_ms: self.trial.now.wall_ms,
            epoch: self.trial.epoch,
            ..record
        };
        self.log.push(record.clone());
        record
    }

    /// What the CLI says is logged, and reaches the server while it is attached.
    fn says(&mut self, line: &Value) {
        let record = self.append(Record::new(Kind::Out, Who::Cli, line.to_string()));
        if self.cli.as_ref().is_some_and(|cli| cli.is_attached) {
            self.input(Input::Records(vec![record]));
        }
    }

    fn input(&mut self, input: Input) {
        self.trial.input(input);
    }

    /// Hands out what the log has and the server has not.
    fn catch_up(&mut self) {
        let seen = self.trial.machine.projection().seq();
        let new = self.log.iter().filter(|record| record.seq > seen);
        let new = new.cloned().collect();
        self.input(Input::Records(new));
    }

    fn die(&mut self, code: i32, reason: ExitReason) {
        let Some(cli) = self.cli.take() else { return };
        self.tell(format!("process {} ends with {code}", cli.epoch));
        let exit = Exit {
            reason,
            code: Some(code),
            ..Exit::default()
        };
        self.append(exit.to_record());
        if cli.is_attached {
            self.catch_up();
            self.input(Input::Lost);
        }
    }

    fn lose_connection(&mut self) {
        if let Some(cli) = &mut self.cli
            && cli.is_attached
        {
            cli.is_attached = false;
            self.tell("the connection is lost");
            let write = |effect: &Effect| {
                matches!(
                    effect,
                    Effect::Append { .. } | Effect::Terminate | Effect::Kill
                )
            };
            self.trial.effects.retain(|effect| !write(effect));
            self.input(Input::Lost);
        }
    }

    /// The write that a record with this key made before, as the writer of the log knows it.
    fn applied(&self, key: &str, kind: Kind) -> Option<u64> {
        let same = |record: &&Record| {
            record.id.as_deref() == Some(key)
                && record.kind == kind
                && (kind == Kind::Note || record.epoch == self.trial.epoch)
        };
        self.log.iter().find(same).map(|record| record.seq)
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Append { key, who, body } => self.write(key, who, body),
            Effect::Recover { .. } => self.recover(),
            Effect::WantSlot if self.fault(4) => {
                self.wants_slot = true;
                self.input(Input::SlotRefused(1));
            }
            Effect::WantSlot => {
                self.wants_slot = false;
                self.input(Input::SlotGranted);
            }
            Effect::FreeSlot => self.wants_slot = false,
            Effect::Prepare { life } => self.prepare(life),
            Effect::Launch { life, .. } => self.launch(life),
            Effect::Terminate | Effect::Kill => self.die(0, ExitReason::Told),
            Effect::Detach => {
                if let Some(cli) = &mut self.cli {
                    cli.is_attached = false;
                }
            }
            Effect::ReadLines(seqs) => {
                let line = |seq: u64| {
                    let record = self.log.iter().find(|record| record.seq == seq)?;
                    crate::session::queue::read_user(record.bytes.clone())
                };
                let lines = seqs.into_iter().map(|seq| (seq, line(seq))).collect();
                self.input(Input::Lines(lines));
            }
            Effect::ReadDigest => self.input(Input::Digest(Ok("what was said".to_owned()))),
            Effect::Publish { changes, jumped } => {
                if jumped {
                    self.viewer = self.fresh_view();
                } else if changes.seq > self.viewer.seq {
                    self.viewer.apply_set(&changes);
                }
            }
            Effect::Reply(reply, result) => self.replied(reply, result),
            _ => {}
        }
    }

    fn replied(&mut self, reply: ReplyId, result: Result<Answer, Refusal>) {
        let Some(message) = self.open.remove(&reply) else {
            self.fail("a call was answered twice");
        };
        let Ok(answer) = result else { return };
        if let Answer::Stopped(done) = answer {
            self.withdrawn.extend(done.discarded);
        }
        let Some(uuid) = message else { return };
        let is_logged = self.log.iter().any(|record| {
            let text = String::from_utf8_lossy(&record.bytes);
            matches!(record.kind, Kind::In | Kind::Note) && text.contains(&uuid)
        });
        if !is_logged {
            self.fail("a message was acknowledged that is not in the log");
        }
        self.acknowledged.insert(uuid);
    }

    fn write(&mut self, key: String, who: Who, body: Body) {
        let attached = self.cli.as_ref().is_some_and(|cli| cli.is_attached);
        let (kind, bytes) = match body {
            Body::Note(note) => (Kind::Note, note.to_bytes()),
            Body::Line(line) => (Kind::In, line),
            Body::Again(seq) => {
                let record = self.log.iter().find(|record| record.seq == seq);
                (Kind::In, record.expect("a line of the log").bytes.clone())
            }
        };
        if self.cli.is_some() && !attached {
            self.fail("the log was written beside a runner");
        }
        if kind == Kind::In && !attached {
            let refusal = Refusal::InputClosed;
            return self.input(Input::Refused { key, refusal });
        }
        if let Some(seq) = self.applied(&key, kind) {
            return self.input(Input::Repeated { key, seq });
        }
        if self.fault(25) {
            self.tell(format!("the write {key} is refused"));
            let refusal = match self.dice.below(3) {
                0 => Refusal::DiskFull,
                1 if kind == Kind::In => Refusal::InputClosed,
                _ => Refusal::NotWritten("an error".to_owned()),
            };
            return self.input(Input::Refused { key, refusal });
        }
        let is_made = !self.fault(40);
        if is_made {
            self.tell(format!("{kind:?} {key}"));
            let record = Record::new(kind, who, bytes);
            let id = Some(key.clone());
            self.append(Record { id, ..record });
            self.take_line(kind, &key);
        }
        if !is_made || self.fault(40) {
            return self.lose_connection();
        }
        self.catch_up();
    }

    /// The CLI gets a line.
    fn take_line(&mut self, kind: Kind, key: &str) {
        let line = self.log.last().expect("the record").bytes.clone();
        let (Kind::In, Some(cli)) = (kind, &mut self.cli) else {
            return;
        };
        let line: Value = serde_json::from_slice(&line).unwrap();
        let epoch = cli.epoch;
        match line["type"].as_str() {
            Some("user") => {
                cli.waiting.push_back(key.to_owned());
                let before = self.given.insert((epoch, key.to_owned()), false);
                if before.is_some() {
                    self.fail("a message was given to one process twice");
                }
                if self.withdrawn.contains(key) {
                    self.fail("a message runs that was discarded");
                }
            }
            Some("control_request") => {
                let id = line["request_id"].clone();
                if line["request"]["subtype"] == "interrupt" {
                    self.interrupted();
                }
                if !self.fault(10) {
                    let response = json!({"subtype": "success", "request_id": id, "response": {}});
                    self.says(&json!({"type": "control_response", "response": response}));
                }
            }
            _ => {}
        }
    }

    fn interrupted(&mut self) {
        if let Some(uuid) = self.cli.as_mut().and_then(|cli| cli.running.take()) {
            self.tell(format!("the turn of {uuid} is interrupted"));
            self.end_turn(&uuid);
        }
    }

    fn end_turn(&mut self, uuid: &str) {
        let epoch = self.trial.epoch;
        self.given.insert((epoch, uuid.to_owned()), true);
        for line in [
            json!({"type": "result", "subtype": "success", "is_error": false, "duration_ms": 1,
                "duration_api_ms": 1, "num_turns": 1, "result": "done", "session_id": "c",
                "total_cost_usd": 0.1, "usage": {}, "uuid": "r"}),
            json!({"type": "command_lifecycle", "command_uuid": uuid, "state": "completed",
                "uuid": "l", "session_id": "c"}),
            json!({"type": "system", "subtype": "session_state_changed", "state": "idle",
                "uuid": "i", "session_id": "c"}),
        ] {
            self.says(&line);
        }
    }

    fn recover(&mut self) {
        if let Some(cli) = &mut self.cli {
            cli.is_attached = true;
            let epoch = cli.epoch;
            self.input(Input::Recovered(Ok(Recovered::Attached { epoch })));
            self.catch_up();
            return self.input(Input::CaughtUp);
        }
        self.catch_up();
        self.input(Input::Recovered(Ok(Recovered::Closed)));
    }

    fn prepare(&mut self, life: Life) {
        let config = Config::new("s", "/log", "/socket", vec!["claude".to_owned()], "/");
        let prepared = Prepared {
            config,
            missing: Vec::new(),
            attests_trust: false,
        };
        let result = match self.fault(12) {
            true => Err(Refusal::HeldElsewhere(7)),
            false => Ok(Box::new(prepared)),
        };
        self.input(Input::Prepared { life, result });
    }

    fn launch(&mut self, life: Life) {
        if self.cli.is_some() {
            self.fail("a second process was started");
        }
        if self.fault(12) {
            let result = Err(Refusal::CannotStart("no such file".to_owned()));
            return self.input(Input::Launched { life, result });
        }
        self.trial.epoch += 1;
        let epoch = self.trial.epoch;
        self.tell(format!("process {epoch} starts"));
        let spawn = json!({"argv": ["claude"], "cwd": "/", "pid": 1});
        self.append(Record::new(Kind::Spawn, Who::Host, spawn.to_string()));
        self.cli = Some(Cli {
            epoch,
            waiting: VecDeque::new(),
            running: None,
            is_attached: false,
        });
        let launched = match self.fault(12) {
            true => {
                self.die(1, ExitReason::Exited);
                Launched::Ended
            }
            false => {
                self.cli.as_mut().expect("a process").is_attached = true;
                Launched::Attached { epoch }
            }
        };
        self.catch_up();
        let result = Ok(launched);
        self.input(Input::Launched { life, result });
    }

    /// The CLI does something: begins a turn, or ends one.
    fn work(&mut self) {
        let Some(cli) = &mut self.cli else { return };
        if let Some(uuid) = cli.running.take() {
            self.tell(format!("the turn of {uuid} ends"));
            return self.end_turn(&uuid);
        }
        let Some(uuid) = cli.waiting.pop_front() else {
            return;
        };
        cli.running = Some(uuid.clone());
        self.tell(format!("the turn of {uuid} begins"));
        let started = json!({"type": "command_lifecycle", "command_uuid": uuid, "state": "started",
            "uuid": "l", "session_id": "c"});
        self.says(&started);
        let running = json!({"type": "system", "subtype": "session_state_changed", "state": "running",
            "uuid": "i", "session_id": "c"});
        self.says(&running);
    }

    /// A person does something.
    fn act(&mut self) {
        if !self.trial.machine.takes_calls() {
            return;
        }
        let mut message = None;
        let call = match self.dice.below(12) {
            0..=5 => {
                // Some are sent again by somebody who did not hear that they arrived.
                let again = self.people > 0 && self.dice.once_in(4);
                if !again {
                    self.people += 1;
                }
                let uuid = format!("message-{}", self.people);
                message = Some(uuid.clone());
                let when = match self.dice.below(4) {
                    0 => SendWhen::Steer,
                    _ => SendWhen::Queue,
                };
                let message = NewMessage {
                    text: uuid.clone(),
                    uuid: Some(uuid),
                    when,
                    ..NewMessage::default()
                };
                let blocks = Vec::new();
                Call::Send { message, blocks }
            }
            6 => Call::Interrupt(Interrupt {
                cancel_queued: self.dice.once_in(2),
                ..Interrupt::default()
            }),
            7 => Call::ReleaseHeld(None),
            8 => Call::Lifecycle(Lifecycle::Wake),
            9 => Call::Lifecycle(Lifecycle::Restart),
            10 => Call::Lifecycle(Lifecycle::Close),
            _ => Call::Lifecycle(Lifecycle::Park),
        };
        let name = match &call {
            Call::Send { .. } => message.clone().unwrap_or_default(),
            Call::Interrupt(interrupt) => format!("{interrupt:?}"),
            Call::ReleaseHeld(_) => "release".to_owned(),
            Call::Lifecycle(action) => format!("{action:?}"),
            _ => String::new(),
        };
        self.tell(format!("a person: {name}"));
        let reply = ReplyId(self.trial.replies + 1);
        self.open.insert(reply, message);
        self.trial.call(call);
    }

    fn pass_time(&mut self) {
        let now = self.trial.now;
        let Some(at) = self.trial.machine.poll_timeout(now) else {
            return;
        };
        let wait = at.saturating_duration_since(now.mono);
        if wait < Duration::from_secs(300) {
            self.trial.pass(wait);
        }
    }

    fn step(&mut self) {
        match self.dice.below(20) {
            0..=11 if !self.trial.effects.is_empty() => {
                let effect = self.trial.effects.remove(0);
                self.carry_out(effect);
            }
            0..=13 => self.work(),
            14..=15 => self.act(),
            16 => self.pass_time(),
            17 if self.wants_slot => {
                self.wants_slot = false;
                self.input(Input::SlotFree);
            }
            18 if self.fault(4) => self.die(1, ExitReason::Exited),
            18 if self.fault(4) => self.lose_connection(),
            19 if self.fault(6) => {
                self.tell("the server dies");
                self.restart();
            }
            _ => {}
        }
    }

    /// Lets everything happen that is under way, without faults.
    fn settle(&mut self) {
        self.has_faults = false;
        self.tell("no more faults");
        for _ in 0..2000 {
            while !self.trial.effects.is_empty() {
                let effect = self.trial.effects.remove(0);
                self.carry_out(effect);
            }
            if self.wants_slot {
                self.wants_slot = false;
                self.input(Input::SlotFree);
                continue;
            }
            let idle = self
                .cli
                .as_ref()
                .is_none_or(|cli| cli.waiting.is_empty() && cli.running.is_none());
            if !idle {
                self.work();
                continue;
            }
            let before = self.trial.now.mono;
            self.pass_time();
            if self.trial.effects.is_empty() && self.trial.now.mono == before {
                return;
            }
        }
        self.fail("the session does not come to rest");
    }

    /// The IDs that a message had: one that the CLI gave back gets another.
    fn ids_of(&self, uuid: &str) -> BTreeSet<String> {
        let mut ids = BTreeSet::from([uuid.to_owned()]);
        for note in self.log.iter().filter_map(Record::note) {
            let Note::Held(held) = note else { continue };
            for message in held.messages {
                if message.was.is_some_and(|was| ids.contains(&was)) {
                    ids.insert(message.id);
                }
            }
        }
        ids
    }

    fn check(&mut self) {
        if !self.open.is_empty() {
            self.fail(&format!("calls were not answered: {:?}", self.open));
        }
        let view = self.fresh_view();
        let settled = |view: &SessionView| SessionView {
            seq: 0,
            at: 0,
            ..view.clone()
        };
        if settled(&self.viewer) != settled(&view) {
            self.fail("a browser shows something else than the log");
        }
        let gave_up = !matches!(view.liveness.activity, Activity::Idle);
        for uuid in &self.acknowledged {
            let ids = self.ids_of(uuid);
            let is_it = |id: Option<&String>| id.is_some_and(|id| ids.contains(id));
            let queued = view.queue.iter().filter(|queued| is_it(Some(&queued.uuid)));
            let entries: Vec<&Delivery> = view
                .entries
                .iter()
                .filter_map(|entry| match &entry.body {
                    EntryBody::User(user) if is_it(user.uuid.as_ref()) => Some(&user.delivery),
                    _ => None,
                })
                .collect();
            let withdrawn = self.log.iter().filter_map(Record::note).any(
                |note| matches!(note, Note::Withdrawn(withdrawn) if is_it(Some(&withdrawn.id))),
            );
            let places = queued.clone().count() + entries.len() + usize::from(withdrawn);
            if places != 1 {
                self.fail(&format!("{uuid} is in {places} places"));
            }
            let mut given = self.given.iter();
            let ran = given.any(|((_, id), ended)| is_it(Some(id)) && *ended);
            let waits = queued.into_iter().all(|queued| queued.held || gave_up);
            let lost = matches!(entries.first(), Some(Delivery::Lost));
            let accounted = match entries.first() {
                // One that was stopped and whose process then died is not begun again.
                Some(Delivery::Done | Delivery::Duplicate | Delivery::Cancelled) => true,
                Some(_) => ran || lost,
                None => waits,
            };
            if !accounted {
                self.fail(&format!(
                    "{uuid} was acknowledged and nothing became of it: {entries:?}"
                ));
            }
        }
    }
}

fn live(seed: u64) {
    let mut world = World::new(seed);
    for _ in 0..400 {
        world.step();
    }
    world.settle();
    world.check();
}

#[test]
fn whatever_goes_wrong_nothing_that_was_acknowledged_is_lost() {
    assert!(SKIPPED > 0, "sequences jump after a death");
    let worlds = std::env::var("PILOTHOUSE_WORLDS");
    let worlds = worlds.ok().and_then(|count| count.parse().ok());
    for seed in 1..=worlds.unwrap_or(1000) {
        live(seed);
    }
}
