//! Simulated worlds: one thread, one seed, the real machine, and models of everything around it.
//!
//! A world has a disk, a runner with its CLI, a server, an index and people. The scheduler picks the next event by the
//! seed, and each world has a random subset of faults. Then the faults stop, the world comes to rest, and what was
//! promised to people must hold. A failing seed prints a story and shrinks.
//!
//! The machine, the projection, the encoding of the log and the view are the real ones; the rest are models of their
//! contracts. All of it is test code, so no program contains it.

mod asides;
mod browser;
mod cli;
mod dice;
mod disk;
mod index;
mod jobs;
mod messages;
mod oracle;
mod people;
mod plan;
mod rest;
mod runner;
mod scheduler;
mod server;
mod shrink;
mod story;
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pilothouse_api::rules::Rule;

use super::input::Now;
use dice::Dice;
use disk::Disk;
use index::Index;
use oracle::Oracle;
use people::Person;
use plan::{Fault, Plan};
use runner::{Runner, Wire};
use server::Server;
use story::Story;

/// When worlds begin: after looks at the ends of turns are noted, in milliseconds since 1970.
const BEGINNING_MS: u64 = 1_800_000_000_000;

struct World {
    plan: Plan,
    story: Story,
    now: Now,
    /// What comes next, and what goes wrong: drawn apart, so that a fault that is left out changes nothing else.
    dice: Dice,
    faults: Dice,
    /// No more faults.
    is_calm: bool,
    disk: Disk,
    index: Index,
    runner: Option<Runner>,
    /// The connection of a server to the runner.
    wire: Option<Wire>,
    connections: u64,
    /// The messages in the transcript of the CLI: it runs none of them again.
    transcript: BTreeSet<String>,
    server: Option<Server>,
    servers: u64,
    /// How many more processes there may be.
    free_slots: u32,
    park_after: u64,
    rules: Arc<Vec<Rule>>,
    rules_version: u64,
    people: Vec<Person>,
    /// How many messages, edits, settings and the like were made: each gets a number of its own.
    made: u64,
    oracle: Oracle,
    failure: Option<String>,
}

/// What became of a world.
struct Outcome {
    failure: Option<String>,
    story: String,
    /// How many records its log has.
    records: usize,
    /// What two runs of the same plan must agree about.
    fingerprint: u64,
}

impl World {
    fn new(plan: &Plan, story: Story) -> Self {
        let mut dice = Dice::new(plan.seed, 1);
        let now = Now {
            mono: Instant::now(),
            wall_ms: BEGINNING_MS,
        };
        let park_after = [5, 60, 900][dice.below(3)];
        let rules = people::rules(&mut dice);
        Self {
            plan: plan.clone(),
            story,
            now,
            faults: Dice::new(plan.seed, 2),
            is_calm: false,
            disk: Disk::new(),
            index: Index::default(),
            runner: None,
            wire: None,
            connections: 0,
            transcript: BTreeSet::new(),
            server: None,
            servers: 0,
            free_slots: 1,
            park_after,
            rules: Arc::new(rules),
            rules_version: 1,
            people: (0..plan.people).map(Person::new).collect(),
            made: 0,
            oracle: Oracle::default(),
            failure: None,
            dice,
        }
    }

    /// Runs a world to its end.
    fn run(plan: &Plan, story: Story) -> Outcome {
        super::canary::set(plan.canary);
        let mut world = Self::new(plan, story);
        world.start_server();
        for _ in 0..plan.steps {
            if world.failure.is_some() {
                break;
            }
            world.step();
        }
        world.come_to_rest();
        super::canary::set(None);
        let records = world.disk.records().len();
        Outcome {
            fingerprint: world.dice.draw() ^ world.faults.draw() ^ records as u64,
            failure: world.failure,
            story: world.story.into_text(),
            records,
        }
    }

    fn tell(&mut self, actor: &str, event: impl FnOnce() -> String) {
        self.story
            .tell(self.now.wall_ms - BEGINNING_MS, actor, event);
    }

    /// A promise was broken. The first one counts.
    fn fail(&mut self, why: impl Into<String>) {
        let why = why.into();
        self.tell("oracle", || why.clone());
        self.failure.get_or_insert(why);
    }

    /// Whether this fault happens now: once in so many times, in worlds that have it.
    fn strikes(&mut self, fault: Fault, times: usize) -> bool {
        let drawn = self.faults.once_in(times);
        drawn && !self.is_calm && self.plan.faults.has(fault)
    }

    fn pass(&mut self, time: Duration) {
        self.now.mono += time;
        self.now.wall_ms += time.as_millis() as u64;
    }

    /// A number that nothing else in this world has.
    fn number(&mut self) -> u64 {
        self.made += 1;
        self.made
    }
}
