//! Carries out what the session's state machine asks for, and feeds back what comes of it.
//!
//! What touches the log or the process is done one after the other, in the order in which it was asked for. Calls,
//! records and outcomes take turns, so that a CLI that floods its output holds up no call.

mod aside;
mod jobs;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use pilothouse_api::session::SessionSummary;
use pilothouse_log::Closed;
use pilothouse_runner::Event;
use pilothouse_view::Entry;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use uuid::Uuid;

use super::effect::Effect;
use super::folding::Loaded;
use super::input::{HostFacts, Input, Now};
use super::io::{Runner, Write};
use super::machine::{Machine, Patience};
use super::process_slots::{Idle, Signal};
use super::replies::Replies;
use super::summary::PublishedState;
use super::{Feed, Input as Asked, Refusal, Shared, seal};
use crate::store::now_ms;
use jobs::{Done, Job};

/// How many events are taken before calls get their turn.
const BATCH: usize = 512;
/// After how many records the projection is saved when there is a moment for it.
const SAVE_AFTER: u64 = 1000;
/// How much must be new in a log before it is looked at for segments to seal.
const SEAL_AFTER: u64 = 1 << 20;

pub(super) struct Driver {
    pub(super) shared: Shared,
    pub(super) id: String,
    pub(super) machine: Machine,
    pub(super) feed: Feed,
    runner: Option<Runner>,
    /// What is known of the log's file since it was last written without a runner.
    closed: Arc<Mutex<Option<Closed>>>,
    /// What is to be done to the log and the process, in order.
    jobs: VecDeque<Job>,
    /// One of them is being done.
    is_busy: bool,
    running: JoinSet<Done>,
    /// Outcomes that are there already.
    due: VecDeque<Input>,
    pub(super) replies: Replies,
    signals: mpsc::UnboundedSender<Signal>,
    published: PublishedState,
    /// Entries that have settled and could not be stored yet.
    pub(super) unstored: Vec<Entry>,
    /// Readers have a snapshot without entries that could not be read.
    pub(super) lacks_entries: bool,
    /// How many records were folded since the projection was saved.
    unsaved: u64,
    /// How many bytes the log grew since it was looked at for sealing.
    unsealed: u64,
    is_sealing: bool,
    is_watched: bool,
    has_ended: bool,
}

/// The other ends of what a driver listens to.
pub(super) struct Listens {
    signals: mpsc::UnboundedReceiver<Signal>,
    rules: watch::Receiver<u64>,
    trust: watch::Receiver<u64>,
    settings: watch::Receiver<Arc<pilothouse_api::settings::HostSettings>>,
}

impl Driver {
    /// A session, folded as its log is on disk. Blocks.
    pub(super) fn load(shared: Shared, id: &str) -> std::io::Result<(Self, Listens)> {
        let loaded = Loaded::read(&shared, id)?;
        let (signals, received) = mpsc::unbounded_channel();
        let listens = Listens {
            signals: received,
            rules: shared.rules.subscribe(),
            trust: shared.trust.subscribe(),
            settings: shared.settings.watch(),
        };
        let host = HostFacts {
            settings: shared.settings.get(),
            rules: Arc::default(),
            rules_version: 0,
            trust_version: 0,
            full: None,
        };
        let timings = &shared.config.timings;
        let patience = Patience {
            stop: timings.receipt,
            initialize: timings.initialize,
        };
        let machine = Machine::new(
            id,
            Uuid::new_v4().as_u128(),
            loaded.projection,
            loaded.policy,
            host,
            patience,
            now(),
        );
        let mut driver = Self {
            machine,
            feed: loaded.feed,
            runner: None,
            closed: Arc::default(),
            jobs: VecDeque::new(),
            is_busy: false,
            running: JoinSet::new(),
            due: VecDeque::new(),
            replies: Replies::default(),
            signals,
            published: PublishedState::default(),
            unstored: loaded.unstored,
            lacks_entries: false,
            unsaved: loaded.folded,
            // A log is looked at once when it is opened.
            unsealed: SEAL_AFTER,
            is_sealing: false,
            is_watched: false,
            has_ended: false,
            id: id.to_owned(),
            shared,
        };
        if driver.unsaved > SAVE_AFTER {
            driver.save();
        }
        Ok((driver, listens))
    }

    pub(super) async fn run(mut self, mut asked: mpsc::Receiver<Asked>, mut listens: Listens) {
        self.host_changed();
        let effects = self.machine.begin();
        self.carry_out(effects);
        while !self.has_ended {
            self.look_around();
            let deadline = self.deadline();
            tokio::select! {
                event = next_event(&mut self.runner) => self.on_event(event),
                Some(done) = self.running.join_next() => self.on_done(done),
                call = asked.recv(), if self.machine.takes_calls() => match call {
                    Some(call) => self.on_asked(call),
                    None => break,
                },
                Some(signal) = listens.signals.recv() => self.input(match signal {
                    Signal::SlotFree => Input::SlotFree,
                    Signal::SlotNeeded => Input::SlotNeeded,
                }),
                Ok(()) = listens.rules.changed() => self.host_changed(),
                Ok(()) = listens.trust.changed() => self.host_changed(),
                Ok(()) = listens.settings.changed() => self.host_changed(),
                () = tokio::time::sleep_until(deadline.into()) => self.input(Input::Timeout),
            }
            if self.machine.is_forgotten() {
                // Calls that are on their way are still answered; then the loop ends.
                asked.close();
            }
        }
        self.save();
    }

    /// Does what is due after each input, and none of which another input waits for.
    fn look_around(&mut self) {
        self.flush();
        let is_watched = self.feed.is_watched();
        if is_watched != std::mem::replace(&mut self.is_watched, is_watched) {
            self.input(Input::Watched(is_watched));
        }
        let idle = Idle {
            since: self.machine.idle_since(),
            watched: is_watched,
        };
        let idle = self.machine.is_parkable().then_some(idle);
        self.shared.slots.report(&self.id, idle);
        // A list is told of what is there once it is known.
        if self.machine.takes_calls() && !self.machine.is_holding() {
            self.tell_summary();
        }
        if !self.machine.is_holding() {
            self.complete_snapshots();
        }
        if self.unsaved > SAVE_AFTER && !self.machine.is_working() {
            self.save();
        }
        self.seal_in_background();
    }

    /// When the machine wants to be asked again. Whether somebody watches is only seen by looking.
    fn deadline(&self) -> Instant {
        let look = Instant::now() + self.shared.config.timings.tick;
        let far = look + std::time::Duration::from_secs(24 * 60 * 60);
        let deadline = self.machine.poll_timeout(now()).unwrap_or(far);
        if self.is_watched {
            deadline.min(look)
        } else {
            deadline
        }
    }

    /// Hands the machine what happened, and does what it asks for.
    pub(super) fn input(&mut self, input: Input) {
        let mut next = Some(input);
        while let Some(input) = next {
            if let Input::Records(records) = &input {
                self.unsaved += records.len() as u64;
                let bytes = records.iter().map(|record| record.bytes.len() as u64);
                self.unsealed += bytes.sum::<u64>();
            }
            let effects = self.machine.handle(input, now());
            for effect in effects {
                self.effect(effect);
            }
            next = self.due.pop_front();
        }
        self.start_next();
    }

    pub(super) fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            self.effect(effect);
        }
        while let Some(input) = self.due.pop_front() {
            self.input(input);
        }
        self.start_next();
    }

    fn effect(&mut self, effect: Effect) {
        match effect {
            Effect::Append { key, who, body } => {
                let write = Box::new(Write { key, who, body });
                self.jobs.push_back(Job::Write(write));
            }
            Effect::Recover { is_open } => self.jobs.push_back(Job::Recover { is_open }),
            Effect::Launch { life, config } => self.jobs.push_back(Job::Launch { life, config }),
            Effect::Terminate => self.jobs.push_back(Job::Terminate),
            Effect::Kill => self.jobs.push_back(Job::Kill),
            Effect::Detach => self.runner = None,
            Effect::WantSlot => self.claim_slot(),
            Effect::FreeSlot => {
                self.shared.slots.release(&self.id);
                self.shared.slots.stop_waiting(&self.id);
            }
            Effect::KeepSlot => self.shared.slots.cannot_park(&self.id),
            Effect::Prepare { life } => self.prepare(life),
            Effect::AcceptWrites(updates) => self.accept_own_writes(&updates),
            Effect::ReadLines(seqs) => {
                let place = self.place();
                self.running
                    .spawn(async move { Done::Aside(Input::Lines(place.messages(seqs).await)) });
            }
            Effect::ReadSpending => self.read_spending(),
            Effect::ReadDigest => {
                let digest = self.digest().map_err(Refusal::from);
                self.due.push_back(Input::Digest(digest));
            }
            Effect::Index(applied) => self.shared.index(&self.id, &applied),
            Effect::Publish { changes, jumped } => self.feed.add(changes, jumped),
            Effect::Save => self.save(),
            Effect::Reply(reply, result) => {
                self.flush();
                self.replies.answer(reply, result, &self.machine);
            }
            Effect::Ended => self.has_ended = true,
        }
    }

    /// Takes what came from the runner, as much of it as there is.
    fn on_event(&mut self, event: Option<Event>) {
        let mut records = Vec::new();
        let mut next = Some(event);
        for _ in 0..BATCH {
            match next.take() {
                Some(Some(Event::Record(record))) => records.push(record),
                Some(Some(Event::CaughtUp { .. })) => {
                    self.input(Input::Records(std::mem::take(&mut records)));
                    self.input(Input::CaughtUp);
                }
                Some(None | Some(Event::ControlLost | Event::Exited { .. })) => {
                    self.input(Input::Records(records));
                    return self.lose_runner();
                }
                Some(Some(_)) => {}
                None => break,
            }
            let more = self.runner.as_mut();
            next = more.and_then(|runner| runner.events.try_next()).map(Some);
        }
        self.input(Input::Records(records));
    }

    /// Lets go of the runner.
    fn lose_runner(&mut self) {
        self.runner = None;
        // The machine makes writes again once it is known what became of the runner.
        self.jobs
            .retain(|job| matches!(job, Job::Recover { .. } | Job::Launch { .. }));
        self.input(Input::Lost);
    }

    /// Tells the machine what the host knows.
    pub(super) fn host_changed(&mut self) {
        let projection = self.machine.projection();
        let project = projection.settings.text("project").unwrap_or_default();
        let rules = self.shared.store.rules_for(&self.id, project);
        let rules = rules.unwrap_or_else(|error| {
            tracing::error!(session = %self.id, %error, "cannot read the rules; a person decides");
            Vec::new()
        });
        let facts = HostFacts {
            settings: self.shared.settings.get(),
            rules: Arc::new(rules),
            rules_version: *self.shared.rules.borrow(),
            trust_version: *self.shared.trust.borrow(),
            full: None,
        };
        self.input(Input::Host(facts));
    }

    /// How many processes there may be, when all are in use.
    pub(super) fn full(&self) -> Option<u32> {
        let limit = self.shared.settings.get().live_sessions;
        (self.shared.slots.live() >= limit).then_some(limit)
    }

    /// Stores what has settled and sends changes to readers.
    fn flush(&mut self) {
        self.store_settled();
        self.feed.publish();
    }

    fn store_settled(&mut self) {
        let projection = self.machine.projection_mut();
        self.shared
            .store_settled(&self.id, projection, &mut self.unstored);
    }

    /// Saves how far the session is folded. When that fails, opening it takes longer next time.
    pub(super) fn save(&mut self) {
        self.store_settled();
        if self.unsaved == 0 || !self.unstored.is_empty() {
            // A saved projection without the entries it handed out would lose them.
            return;
        }
        self.unsaved = 0;
        super::saved::save_newest(&self.shared.store, &self.id, self.machine.projection());
    }

    pub(super) fn tell_summary(&mut self) {
        let summary = self.machine.summary();
        self.published.publish(&self.shared, summary);
    }

    /// Tells the summary of a session whose runner is not looked for.
    pub(super) fn tell_unopened(&mut self) -> SessionSummary {
        // What it asks for is done by whoever opens the session.
        drop(self.machine.begin());
        self.tell_summary();
        self.machine.summary()
    }

    /// Seals old segments of the log.
    fn seal_in_background(&mut self) {
        if self.is_sealing || self.unsealed < SEAL_AFTER {
            return;
        }
        self.unsealed = 0;
        self.is_sealing = true;
        let (shared, id) = (self.shared.clone(), self.id.clone());
        self.running.spawn_blocking(move || {
            match seal::seal(&shared, &id) {
                Ok(sealed) if sealed.segments > 0 => {
                    tracing::info!(session = %id, ?sealed, "sealed old segments");
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(session = %id, %error, "cannot seal"),
            }
            Done::Sealed
        });
    }
}

fn now() -> Now {
    Now {
        mono: Instant::now(),
        wall_ms: now_ms(),
    }
}

/// Waits for the runner, or for ever when there is none.
async fn next_event(runner: &mut Option<Runner>) -> Option<Event> {
    match runner {
        Some(runner) => runner.events.next().await,
        None => std::future::pending().await,
    }
}
