//! A server: the real machine, with its effects carried out by the world.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use pilothouse_api::session::Lifecycle;
use pilothouse_api::settings::{BudgetAction, HostSettings};
use std::time::Duration;

use super::World;
use super::asides::Aside;
use super::browser::Hub;
use super::jobs::{Doing, Job};
use super::people::{Asked, Request};
use super::plan::Fault;
use crate::session::effect::Effect;
use crate::session::input::{Call, HostFacts, Input, ReplyId, Spending};
use crate::session::io::Write;
use crate::session::machine::{Machine, Patience};

/// After how many records the projection is saved.
const SAVE_AFTER: u64 = 40;

pub(super) struct Server {
    pub(super) machine: Machine,
    pub(super) jobs: VecDeque<Job>,
    pub(super) doing: Option<Doing>,
    /// Outcomes that are there already.
    pub(super) due: VecDeque<Input>,
    /// What is done beside the jobs.
    pub(super) asides: Vec<Aside>,
    pub(super) connection: Option<u64>,
    pub(super) hub: Hub,
    /// Calls on their way to the session.
    pub(super) asked: VecDeque<Request>,
    replies: u64,
    /// Calls that were not answered.
    pub(super) open: BTreeMap<ReplyId, Asked>,
    pub(super) has_slot: bool,
    pub(super) wants_slot: bool,
    is_watched: bool,
    unsaved: u64,
}

impl World {
    /// A server that knows nothing but the disk.
    pub(super) fn start_server(&mut self) {
        self.servers += 1;
        self.tell("server", || "starts".to_owned());
        let loaded = self.index.load(&self.disk);
        let mut hub = Hub::default();
        for (changes, jumped) in loaded.changes {
            hub.add(changes, jumped);
        }
        hub.publish();
        let patience = Patience {
            stop: Duration::from_secs(10),
            initialize: Duration::from_secs(60),
        };
        let seed = u128::from(self.plan.seed) << 64 | u128::from(self.servers);
        let host = self.host_facts();
        let now = self.now;
        let machine = Machine::new(
            super::disk::SESSION,
            seed,
            loaded.projection,
            loaded.policy,
            host,
            patience,
            now,
        );
        self.server = Some(Server {
            machine,
            jobs: VecDeque::new(),
            doing: None,
            due: VecDeque::new(),
            asides: Vec::new(),
            connection: None,
            hub,
            asked: VecDeque::new(),
            replies: 0,
            open: BTreeMap::new(),
            has_slot: false,
            wants_slot: false,
            is_watched: false,
            unsaved: 0,
        });
        self.input(Input::Host(self.host_facts()));
        let Some(server) = &mut self.server else {
            return;
        };
        let effects = server.machine.begin();
        self.effects(effects);
        self.start_next();
    }

    pub(super) fn host_facts(&self) -> HostFacts {
        let settings = HostSettings {
            live_sessions: 1,
            park_after_seconds: self.park_after,
            keep_everything: false,
            retention_days: None,
            trash_days: None,
            day_budget_usd: None,
            budget_action: BudgetAction::Warn,
            notify: Vec::new(),
        };
        HostFacts {
            settings: Arc::new(settings),
            rules: Arc::clone(&self.rules),
            rules_version: self.rules_version,
            trust_version: 0,
            full: None,
        }
    }

    /// The server is gone, with everything that it had in memory.
    pub(super) fn kill_server(&mut self) {
        let Some(server) = self.server.take() else {
            return;
        };
        self.tell("server", || "dies".to_owned());
        if server.connection.is_some() {
            self.disconnect();
            self.wire = None;
        }
        self.index.lose_sent(&mut self.faults);
        self.free_slot(&server);
        self.hang_up(server);
    }

    /// A session that nobody uses is closed; it is opened again by whoever asks for it.
    pub(super) fn close_session(&mut self) {
        let Some(server) = self.server.take() else {
            return;
        };
        self.tell("server", || "closes the session".to_owned());
        self.index.save(server.machine.projection());
        self.free_slot(&server);
        self.hang_up(server);
    }

    fn free_slot(&mut self, server: &Server) {
        self.free_slots += u32::from(server.has_slot);
    }

    /// Whoever waited for an answer hears nothing.
    fn hang_up(&mut self, server: Server) {
        for asked in server.open.into_values() {
            self.hear_nothing(asked);
        }
        for request in server.asked {
            self.hear_nothing(request.asked);
        }
        for person in &mut self.people {
            person.reader.lose();
        }
    }

    /// Hands the machine what happened, and does what it asks for.
    pub(super) fn input(&mut self, input: Input) {
        let mut next = Some(input);
        while let Some(input) = next {
            let now = self.now;
            let Some(server) = &mut self.server else {
                return;
            };
            if let Input::Records(records) = &input {
                server.unsaved += records.len() as u64;
            }
            let is_timeout = matches!(input, Input::Timeout);
            let effects = server.machine.handle(input, now);
            let deadline = server.machine.poll_timeout(now);
            if is_timeout && deadline.is_some_and(|at| at <= now.mono) {
                self.fail("a deadline stays although it was acted on");
            }
            self.effects(effects);
            next = self.server.as_mut().and_then(|one| one.due.pop_front());
        }
        self.look_around();
        self.start_next();
    }

    pub(super) fn effects(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if self.strikes(Fault::ServerDies, 300) {
                self.kill_server();
            }
            if self.server.is_none() {
                return;
            }
            self.effect(effect);
        }
    }

    fn effect(&mut self, effect: Effect) {
        let Some(server) = &mut self.server else {
            return;
        };
        match effect {
            Effect::Append { key, who, body } => {
                let write = Box::new(Write { key, who, body });
                server.jobs.push_back(Job::Write(write));
            }
            Effect::Recover { is_open } => server.jobs.push_back(Job::Recover { is_open }),
            Effect::Launch { life, .. } => {
                if !server.has_slot {
                    self.fail("a process is started without a slot");
                } else {
                    server.jobs.push_back(Job::Launch(life));
                }
            }
            Effect::Terminate => server.jobs.push_back(Job::Terminate),
            Effect::Kill => server.jobs.push_back(Job::Kill),
            Effect::Detach => {
                server.connection = None;
                self.disconnect();
                self.wire = None;
            }
            Effect::WantSlot => self.claim_slot(),
            Effect::FreeSlot => {
                server.wants_slot = false;
                if std::mem::take(&mut server.has_slot) {
                    self.free_slots += 1;
                }
            }
            Effect::KeepSlot | Effect::AcceptWrites(_) => {}
            Effect::Prepare { life } => server.asides.push(Aside::Prepare(life)),
            Effect::ReadLines(seqs) => server.asides.push(Aside::ReadLines(seqs)),
            Effect::ReadSpending => server.due.push_back(Input::Spending(Spending {
                today_usd: 0.0,
                day_began_ms: 0,
            })),
            Effect::ReadDigest => {
                let digest = Ok("what was said".to_owned());
                server.due.push_back(Input::Digest(digest));
            }
            Effect::Index(applied) => {
                if !applied.removed.is_empty() {
                    self.index.remove(applied.removed);
                }
            }
            Effect::Publish { changes, jumped } => {
                self.observe_publish(&changes);
                if let Some(server) = &mut self.server {
                    server.hub.add(changes, jumped);
                }
            }
            Effect::Save => self.save(),
            Effect::Reply(reply, result) => {
                self.publish();
                let asked = self.server.as_mut().and_then(|one| one.open.remove(&reply));
                match asked {
                    Some(asked) => self.answered(asked, result),
                    None => self.fail(format!("{reply:?} was answered twice")),
                }
            }
            Effect::Ended => {}
        }
    }

    /// Gives a call to the machine.
    pub(super) fn call(&mut self) -> bool {
        let Some(server) = &mut self.server else {
            return false;
        };
        if !server.machine.takes_calls() {
            return false;
        }
        let Some(request) = server.asked.pop_front() else {
            return false;
        };
        server.replies += 1;
        let reply = ReplyId(server.replies);
        server.open.insert(reply, request.asked);
        let (who, call) = (request.who, request.call);
        if matches!(call, Call::Lifecycle(Lifecycle::Close)) {
            self.oracle.session_closed();
        }
        self.input(Input::Call { reply, who, call });
        true
    }

    /// Does what the driver does after each input.
    fn look_around(&mut self) {
        self.publish();
        let is_watched = self
            .people
            .iter()
            .any(|person| person.reader.is_connected());
        let Some(server) = &mut self.server else {
            return;
        };
        if server.is_watched != std::mem::replace(&mut server.is_watched, is_watched) {
            let effects = server.machine.handle(Input::Watched(is_watched), self.now);
            self.effects(effects);
        }
        let Some(server) = &mut self.server else {
            return;
        };
        if server.unsaved > SAVE_AFTER && !server.machine.is_working() {
            self.save();
        }
    }

    /// Stores what has settled and sends changes to browsers.
    pub(super) fn publish(&mut self) {
        self.store_settled();
        let Some(server) = &mut self.server else {
            return;
        };
        for set in server.hub.publish() {
            for person in &mut self.people {
                person.reader.receive(&set);
            }
        }
    }

    fn store_settled(&mut self) {
        if let Some(server) = &mut self.server {
            let settled = server.machine.projection_mut().take_settled();
            self.index.add(settled);
        }
    }

    fn save(&mut self) {
        self.store_settled();
        if let Some(server) = &mut self.server
            && std::mem::take(&mut server.unsaved) > 0
        {
            self.index.save(server.machine.projection());
        }
    }
}
