//! The loop of a session.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

use pilothouse_api::session::Interruption;
use pilothouse_log::Who;
use pilothouse_runner::{Client, Event, Events};
use pilothouse_view::entry::Delivery;
use pilothouse_view::session::Activity;
use pilothouse_view::{EntryBody, SessionView};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::commands::next_changed;
use super::folding::Loaded;
use super::hold::QueueFate;
use super::policy::Policy;
use super::projection::Projection;
use super::requests::Requests;
use super::summary::Told;
use super::tidy::SEAL_AFTER;
use super::{Feed, Input, Reply, Shared};
use crate::problem::Problem;
use crate::store::now_ms;

/// How many records are folded before readers are told.
pub(super) const BATCH: usize = 512;

pub(super) struct Task {
    pub(super) shared: Shared,
    pub(super) id: String,
    /// The way to this task itself, for those who have something to tell it later.
    pub(super) inputs: mpsc::WeakSender<Input>,
    /// What the log says.
    pub(super) projection: Projection,
    pub(super) feed: Feed,
    pub(super) runner: Option<Runner>,
    pub(super) requests: Requests,
    /// Settings that the CLI was asked to take and has not answered for, oldest first.
    pub(super) changing: VecDeque<Changing>,
    pub(super) policy: Policy,
    pub(super) told: Told,
    /// The host asked the process to end, and what for.
    pub(super) leaving: Option<Leaving>,
    /// The server before this one may have died in the middle of starting the process.
    pub(super) half_started: bool,
    /// A process ended, and what it left undone is still to be seen to.
    pub(super) unfinished: bool,
    /// A command or a turn may have changed the model or the effort; the CLI is to be asked.
    pub(super) settings_due: bool,
    /// The name of the session has to be compared with that of the conversation.
    pub(super) name_due: bool,
    /// A stop was asked for and the turn has not ended yet.
    pub(super) interrupting: Option<Interrupting>,
    /// Stops whose senders wait to hear which messages the CLI gave back.
    pub(super) stops: Vec<PendingStop>,
    /// The CLI did not say that it heard a stop.
    pub(super) unresponsive: bool,
    /// What came while the task waited for a record of its own, and is still to be seen to.
    pub(super) put_off: Option<Option<Event>>,
    /// When something last happened.
    pub(super) active_at: Instant,
    /// How many records were folded since the fold was saved.
    pub(super) unsaved: u64,
    /// How many bytes the log grew since it was looked at for sealing.
    pub(super) unsealed: u64,
    pub(super) sealing: Option<oneshot::Receiver<()>>,
    /// How many processes died in a row without finishing a turn.
    pub(super) deaths: u32,
    /// Why the session cannot go on, as a sentence with a next step.
    pub(super) trouble: Option<String>,
    /// The next start waits for a decision about the project's settings.
    pub(super) undecided: bool,
    /// A person accepted what the project runs, and the next process is told so.
    pub(super) attests_trust: bool,
    /// The log says so already.
    pub(super) trust_told: bool,
    /// How often items had been accepted when the project was last checked.
    pub(super) trust_seen: u64,
    /// Messages that were reported as lost, or were tried to be.
    pub(super) reported_lost: HashSet<String>,
}

/// Why the host ends a process.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaving {
    /// To save memory: a message wakes it again.
    Parked,
    /// Because a person said so: it stays ended until they say otherwise.
    Closed,
}

/// A stop that was sent.
pub(super) struct Interrupting {
    pub(super) receipt: oneshot::Receiver<Result<Value, Problem>>,
    pub(super) at: Instant,
    pub(super) heard: bool,
}

/// A stop that is not answered yet.
pub(super) struct PendingStop {
    pub(super) done: Interruption,
    /// What happens to messages that the CLI gives back.
    pub(super) queue: QueueFate,
    pub(super) reply: Option<Reply<Interruption>>,
}

/// A setting that the CLI was asked to take.
pub(super) struct Changing {
    pub(super) receipt: oneshot::Receiver<Result<Value, Problem>>,
    pub(super) name: &'static str,
    pub(super) value: Value,
    pub(super) who: Who,
    pub(super) reply: Reply<Value>,
}

/// A runner that this session is attached to.
pub(super) struct Runner {
    pub(super) client: Client,
    pub(super) events: Events,
    /// Everything that was there has been folded: what comes now is new.
    pub(super) caught_up: bool,
}

impl Task {
    pub(super) fn new(
        shared: Shared,
        id: &str,
        inputs: mpsc::WeakSender<Input>,
        loaded: Loaded,
    ) -> Self {
        Self {
            inputs,
            projection: loaded.projection,
            feed: loaded.feed,
            runner: None,
            requests: Requests::new(&shared.incarnation),
            changing: VecDeque::new(),
            told: Told::default(),
            policy: loaded.policy,
            leaving: None,
            unfinished: false,
            half_started: false,
            settings_due: false,
            name_due: false,
            interrupting: None,
            stops: Vec::new(),
            unresponsive: false,
            put_off: None,
            active_at: Instant::now(),
            unsaved: loaded.folded,
            // A log is looked at once when it is opened.
            unsealed: SEAL_AFTER,
            sealing: None,
            deaths: 0,
            trouble: None,
            undecided: false,
            attests_trust: false,
            trust_told: false,
            trust_seen: 0,
            reported_lost: HashSet::new(),
            id: id.to_owned(),
            shared,
        }
    }

    pub(super) async fn run(mut self, mut inputs: mpsc::Receiver<Input>) {
        let mut tick = tokio::time::interval(self.shared.config.timings.tick);
        self.begin().await;
        self.tell_summary();
        loop {
            tokio::select! {
                biased;
                event = next_event(&mut self.runner, &mut self.put_off) => self.on_event(event).await,
                result = next_changed(&mut self.changing) => self.on_changed(result).await,
                // An answer must not be refused because the runner is still repeating what is in the log.
                input = inputs.recv(), if !self.is_catching_up() => match input {
                    Some(Input::Remove { reply }) => {
                        let result = self.remove().await;
                        // Whoever asked may be gone already.
                        drop(reply.send(result));
                        return;
                    }
                    Some(input) => self.on_input(input).await,
                    None => return self.save(),
                },
                _ = tick.tick() => {
                    self.on_tick().await;
                    if self.is_forgotten() {
                        // Inputs that are on their way are still answered; then the loop ends.
                        inputs.close();
                    }
                }
            }
            self.apply_policy().await;
            self.report_lost().await;
            self.settle().await;
            self.report();
            self.tell_summary();
        }
    }

    /// Brings the session to where it waits for something to happen.
    async fn settle(&mut self) {
        loop {
            if std::mem::take(&mut self.unfinished) {
                self.go_on().await;
            }
            if std::mem::take(&mut self.half_started)
                && let Err(problem) = self.complete_start().await
            {
                tracing::warn!(session = %self.id, ?problem, "a start could not be completed");
            }
            self.ask_settings().await;
            self.name_resumed().await;
            self.hold_taken_back().await;
            self.pump().await;
            // A process can die under any of these; deaths are counted, so this ends.
            if !self.unfinished {
                return;
            }
        }
    }

    /// Finishes what a death left unfinished, before anybody is answered.
    async fn begin(&mut self) {
        if self.runner.is_some() {
            return;
        }
        if let Err(problem) = self.finish_log().await {
            tracing::warn!(session = %self.id, ?problem, "the log of a dead runner cannot be closed");
        }
        self.go_on().await;
    }

    /// Folds what came, as much of it as there is, and tells readers once.
    pub(super) async fn on_event(&mut self, event: Option<Event>) {
        self.active_at = Instant::now();
        let mut next = event;
        let mut ended = next.is_none();
        while let Some(event) = next.take() {
            match event {
                Event::Record(record) => self.take_record(&record),
                Event::CaughtUp { .. } => self.see_caught_up(),
                Event::ControlLost | Event::Exited { .. } => ended = true,
                _ => {}
            }
            if self.feed.pending() < BATCH && !ended && self.put_off.is_none() {
                next = self
                    .runner
                    .as_mut()
                    .and_then(|runner| runner.events.try_next());
            }
        }
        self.publish();
        if ended {
            self.end_runner().await;
        }
    }

    /// Folds up to a record that this task wrote, so that whoever asked for it finds it done.
    pub(super) async fn catch_up(&mut self, seq: u64) {
        while self.view().seq < seq && self.put_off.is_none() {
            let Some(runner) = &mut self.runner else {
                break;
            };
            match runner.events.next().await {
                Some(Event::Record(record)) => self.take_record(&record),
                Some(Event::CaughtUp { .. }) => self.see_caught_up(),
                // The end of the process is for the loop to see to.
                other => self.put_off = Some(other),
            }
        }
        self.publish();
    }

    fn see_caught_up(&mut self) {
        if let Some(runner) = &mut self.runner {
            self.half_started |= !runner.caught_up;
            self.settings_due |= !runner.caught_up;
            self.name_due |= !runner.caught_up;
            runner.caught_up = true;
        }
    }

    /// Whether a turn runs or is about to.
    pub(super) fn is_working(&self) -> bool {
        let view = self.view();
        match view.liveness.activity {
            Activity::Starting => has_open_message(view),
            Activity::NotStarted
            | Activity::Idle
            | Activity::Background { .. }
            | Activity::Parked
            | Activity::Ended { .. } => false,
            _ => true,
        }
    }

    /// Whether the process can be ended without anybody missing it.
    pub(super) fn is_parkable(&self) -> bool {
        let view = self.view();
        self.runner.is_some()
            && !self.is_working()
            && view.asks.is_empty()
            && !self.has_queued()
            && !self.projection.fold.has_schedule(now_ms())
            && !matches!(view.liveness.activity, Activity::Background { .. })
    }
}

fn has_open_message(view: &SessionView) -> bool {
    view.entries.iter().any(|entry| match &entry.body {
        EntryBody::User(user) => matches!(
            user.delivery,
            Delivery::Sent | Delivery::Queued | Delivery::Running
        ),
        _ => false,
    })
}

/// Waits for the runner, or for ever when there is none. What was put off comes first.
pub(super) async fn next_event(
    runner: &mut Option<Runner>,
    put_off: &mut Option<Option<Event>>,
) -> Option<Event> {
    if let Some(event) = put_off.take() {
        return event;
    }
    match runner {
        Some(runner) => runner.events.next().await,
        None => std::future::pending().await,
    }
}
