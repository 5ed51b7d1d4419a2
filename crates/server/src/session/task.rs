//! The loop of a session.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use pilothouse_protocol::log::{Kind, Record, Who};
use pilothouse_runner::{Client, Event, Events};
use pilothouse_view::entry::Delivery;
use pilothouse_view::fold::SessionFold;
use pilothouse_view::session::Activity;
use pilothouse_view::{Change, ChangeSet, Entry, EntryBody, EntryPage, SessionView};
use tokio::sync::{mpsc, oneshot};

use super::policy::Policy;
use super::requests::Requests;
use super::room::Idle;
use super::saved::{self, Which};
use super::summary::Told;
use super::{Feed, Input, Settings, Shared, feed, seal};
use crate::problem::Problem;

/// How many records are folded before readers are told.
const BATCH: usize = 512;
/// How many settled entries a snapshot carries.
const SNAPSHOT_ENTRIES: usize = 200;
/// How often a session looks whether it should be parked.
const TICK: Duration = Duration::from_secs(5);
/// After how many records the fold is saved when there is a moment for it.
const SAVE_AFTER: u64 = 1000;
/// How much must be new in a log before it is looked at for segments to seal.
const SEAL_AFTER: u64 = 1 << 20;
/// How long a session without process and reader stays open.
const CLOSE_AFTER: Duration = Duration::from_secs(10 * 60);
/// How long the CLI may take to say that it heard a stop.
const RECEIPT: Duration = Duration::from_secs(10);

pub(super) struct Task {
    pub(super) shared: Shared,
    pub(super) id: String,
    /// The way to this task itself, for those who have something to tell it later.
    pub(super) inputs: mpsc::WeakSender<Input>,
    pub(super) fold: SessionFold,
    pub(super) settings: Settings,
    pub(super) feed: Feed,
    pub(super) runner: Option<Runner>,
    pub(super) requests: Requests,
    pub(super) policy: Policy,
    pub(super) told: Told,
    /// The host asked the process to end, and what for.
    pub(super) leaving: Option<Leaving>,
    /// The server before this one may have died in the middle of starting the process.
    pub(super) half_started: bool,
    /// A process ended, and what it left undone is still to be seen to.
    pub(super) unfinished: bool,
    /// A stop was asked for and the turn has not ended yet.
    pub(super) interrupting: Option<Interrupting>,
    /// The CLI did not say that it heard a stop.
    pub(super) unresponsive: bool,
    pub(super) created_at: u64,
    /// The beginning of the newest thing said, among what has settled.
    pub(super) last_line: (u64, String),
    /// Entries that have settled and could not be stored yet.
    pub(super) unstored: Vec<Entry>,
    /// What came while the task waited for a record of its own, and is still to be seen to.
    pub(super) put_off: Option<Option<Event>>,
    /// When something last happened.
    pub(super) active_at: Instant,
    /// How many records were folded since the fold was saved.
    pub(super) unsaved: u64,
    /// How many bytes the log grew since it was looked at for sealing.
    unsealed: u64,
    sealing: Option<oneshot::Receiver<()>>,
    /// How many processes died in a row without finishing a turn.
    pub(super) deaths: u32,
    /// Why the session cannot go on, as a sentence with a next step.
    pub(super) trouble: Option<String>,
    /// Messages that the CLI swallowed after a death and whose sender is to be told.
    pub(super) cut_off: Vec<String>,
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
    pub(super) receipt: oneshot::Receiver<Result<serde_json::Value, Problem>>,
    pub(super) at: Instant,
    pub(super) heard: bool,
}

/// A runner that this session is attached to.
pub(super) struct Runner {
    pub(super) client: Client,
    pub(super) events: Events,
    /// Everything that was there has been folded: what comes now is new.
    pub(super) caught_up: bool,
}

impl Task {
    fn new(shared: Shared, id: &str, inputs: mpsc::WeakSender<Input>) -> Self {
        Self {
            inputs,
            fold: SessionFold::new(),
            settings: Settings::default(),
            feed: Feed::new(id),
            runner: None,
            requests: Requests::new(&shared.incarnation),
            told: Told::default(),
            policy: Policy::default(),
            leaving: None,
            unfinished: false,
            half_started: false,
            interrupting: None,
            unresponsive: false,
            created_at: 0,
            last_line: (0, String::new()),
            unstored: Vec::new(),
            put_off: None,
            active_at: Instant::now(),
            unsaved: 0,
            // A log is looked at once when it is opened.
            unsealed: SEAL_AFTER,
            sealing: None,
            deaths: 0,
            trouble: None,
            cut_off: Vec::new(),
            id: id.to_owned(),
            shared,
        }
    }

    /// Folds the log as it is on disk: from where its fold was saved, or all of it. Blocks.
    pub(super) fn load(
        shared: Shared,
        id: &str,
        inputs: mpsc::WeakSender<Input>,
    ) -> std::io::Result<Self> {
        let mut task = Self::new(shared, id, inputs);
        let store = std::sync::Arc::clone(&task.shared.store);
        let forgotten = match saved::load(&store, id, Which::Newest) {
            Some(saved) => {
                task.fold = saved.fold;
                task.settings = saved.settings;
                task.created_at = saved.created_at;
                task.last_line = saved.last_line;
                // What settled after that is handed out again.
                store.forget_entries_after(id, task.fold.view().seq)
            }
            None => store.forget_entries(id),
        };
        if let Err(error) = forgotten {
            // They are replaced when they settle again; a full disk must not keep a session closed.
            tracing::warn!(session = %id, %error, "old entries cannot be forgotten");
        }
        let after = task.fold.view().seq;
        let mut records = task.shared.log_dir(id).read_after(after)?;
        let mut sets = VecDeque::new();
        for (count, record) in (&mut records).enumerate() {
            let set = task.fold_record(&record?);
            if !set.changes.is_empty() {
                sets.push_back(set);
            }
            if sets.len() > feed::KEPT {
                sets.pop_front();
            }
            if count % BATCH == 0 {
                task.store_settled();
            }
        }
        for damage in records.damage() {
            tracing::warn!(session = %id, ?damage, "a log is damaged");
        }
        task.store_settled();
        // Readers that come back after a restart are told what they missed.
        task.feed.publish(sets.make_contiguous());
        if task.unsaved > SAVE_AFTER {
            task.save();
        }
        Ok(task)
    }

    pub(super) async fn run(mut self, mut inputs: mpsc::Receiver<Input>) {
        let mut tick = tokio::time::interval(TICK);
        self.begin().await;
        self.tell_summary();
        loop {
            tokio::select! {
                biased;
                event = next_event(&mut self.runner, &mut self.put_off) => self.on_event(event).await,
                input = inputs.recv() => match input {
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
            self.tell_cut_off().await;
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
        let mut sets = Vec::new();
        self.active_at = Instant::now();
        let mut next = event;
        let mut ended = next.is_none();
        while let Some(event) = next.take() {
            match event {
                Event::Record(record) => self.take_record(record, &mut sets),
                Event::CaughtUp { .. } => self.see_caught_up(),
                Event::ControlLost | Event::Exited { .. } => ended = true,
                _ => {}
            }
            if sets.len() < BATCH && !ended && self.put_off.is_none() {
                next = self
                    .runner
                    .as_mut()
                    .and_then(|runner| runner.events.try_next());
            }
        }
        self.store_settled();
        self.feed.publish(&sets);
        if ended {
            self.end_runner().await;
        }
    }

    /// Folds up to a record that this task wrote, so that whoever asked for it finds it done.
    pub(super) async fn catch_up(&mut self, seq: u64) {
        let mut sets = Vec::new();
        while self.fold.view().seq < seq && self.put_off.is_none() {
            let Some(runner) = &mut self.runner else {
                break;
            };
            match runner.events.next().await {
                Some(Event::Record(record)) => self.take_record(record, &mut sets),
                Some(Event::CaughtUp { .. }) => self.see_caught_up(),
                // The end of the process is for the loop to see to.
                other => self.put_off = Some(other),
            }
        }
        self.store_settled();
        self.feed.publish(&sets);
    }

    fn see_caught_up(&mut self) {
        if let Some(runner) = &mut self.runner {
            self.half_started |= !runner.caught_up;
            runner.caught_up = true;
        }
    }

    pub(super) fn take_record(&mut self, record: Record, sets: &mut Vec<ChangeSet>) {
        if record.kind == Kind::Out {
            self.requests.settle(&record.bytes);
        }
        let set = self.fold_record(&record);
        if !set.changes.is_empty() {
            sets.push(set);
        }
    }

    pub(super) fn fold_record(&mut self, record: &Record) -> ChangeSet {
        if self.created_at == 0 {
            self.created_at = record.at_ms;
        }
        self.unsaved += 1;
        self.unsealed += record.bytes.len() as u64;
        let turns = self.fold.view().usage.turns;
        self.settings.fold(record);
        let set = self.fold.apply_set(record);
        self.keep_audit(&set);
        self.see_policy(record, &set);
        self.forget_removed(&set);
        if !self.is_working() {
            self.interrupting = None;
            self.unresponsive = false;
        }
        let view = self.fold.view();
        if view.usage.turns > turns {
            self.deaths = 0;
            self.trouble = None;
            self.settings.turn_ended();
            if self.settings.first_model.is_none() {
                self.settings.first_model.clone_from(&view.info.model);
            }
        }
        if record.kind == Kind::Spawn {
            self.settings.first_model = None;
        }
        if let Some(id) = view.info.session_id.clone() {
            self.settings.set_cli_session(id);
        }
        set
    }

    /// Takes back what the CLI retracted after it had settled.
    fn forget_removed(&self, set: &ChangeSet) {
        let removed = set.changes.iter().filter_map(|change| match change {
            Change::EntryRemoved { id } => Some(id.clone()),
            _ => None,
        });
        let removed: Vec<_> = removed.collect();
        if removed.is_empty() {
            return;
        }
        if let Err(error) = self.shared.store.remove_entries(&self.id, &removed) {
            tracing::error!(session = %self.id, %error, "cannot remove entries");
        }
    }

    /// Puts entries that never change again where pages are read from.
    ///
    /// What cannot be stored, because the disk is full, is kept here and tried again.
    pub(super) fn store_settled(&mut self) {
        let settled = self.fold.take_settled();
        self.see_settled(&settled);
        self.see_last_line(&settled);
        self.unstored.extend(settled);
        if self.unstored.is_empty() {
            return;
        }
        match self.shared.store.add_entries(&self.id, &self.unstored) {
            Ok(()) => self.unstored.clear(),
            Err(error) => {
                tracing::error!(session = %self.id, %error, "cannot store entries; they are in the log");
            }
        }
    }

    pub(super) fn snapshot(&self) -> SessionView {
        let page = self
            .shared
            .store
            .entries_before(&self.id, None, SNAPSHOT_ENTRIES);
        let mut page = page.unwrap_or_else(|error| {
            tracing::error!(session = %self.id, %error, "cannot read entries");
            EntryPage {
                entries: Vec::new(),
                has_older: false,
            }
        });
        page.entries.extend(self.unstored.iter().cloned());
        self.fold.snapshot(page)
    }

    /// Whether a turn runs or is about to.
    pub(super) fn is_working(&self) -> bool {
        let view = self.fold.view();
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
        let view = self.fold.view();
        self.runner.is_some()
            && !self.is_working()
            && view.asks.is_empty()
            && view.queue.is_empty()
            && !matches!(view.liveness.activity, Activity::Background { .. })
    }

    /// Tells the host whether this session could make room for another.
    fn report(&mut self) {
        let idle = Idle {
            since: self.active_at,
            watched: self.feed.is_watched(),
        };
        let idle = self.is_parkable().then_some(idle);
        self.shared.room.report(&self.id, idle);
    }

    /// Parks a session that has had nothing to do for long and that nobody looks at, and tidies up.
    async fn on_tick(&mut self) {
        let park_after = self.shared.settings.get().park_after_seconds;
        let long = self.active_at.elapsed() >= Duration::from_secs(park_after);
        if long && self.is_parkable() && !self.feed.is_watched() {
            self.park_or_warn("nothing was going on").await;
        }
        self.check_receipt().await;
        self.go_on_after_limit().await;
        if self.unsaved > SAVE_AFTER && !self.is_working() {
            self.save();
        }
        self.seal_in_background();
    }

    pub(super) async fn park_or_warn(&mut self, reason: &str) {
        if let Err(problem) = self.park(reason, Who::Host).await {
            tracing::warn!(session = %self.id, ?problem, "cannot park");
        }
    }

    /// Says so when the CLI does not react to a stop.
    async fn check_receipt(&mut self) {
        let Some(interrupting) = &mut self.interrupting else {
            return;
        };
        interrupting.heard |= interrupting.receipt.try_recv().is_ok();
        if interrupting.heard || self.unresponsive || interrupting.at.elapsed() < RECEIPT {
            return;
        }
        self.unresponsive = true;
        let problem = Problem::conflict("unresponsive", "The CLI does not react to a stop.")
            .detail("Restart it: the conversation goes on where it was.");
        self.tell_trouble("unresponsive", &problem).await;
    }

    /// Seals old segments of the log, one session's at a time.
    fn seal_in_background(&mut self) {
        if let Some(sealing) = &mut self.sealing {
            match sealing.try_recv() {
                Err(oneshot::error::TryRecvError::Empty) => return,
                _ => self.sealing = None,
            }
        }
        if self.unsealed < SEAL_AFTER {
            return;
        }
        self.unsealed = 0;
        let (done, sealing) = oneshot::channel();
        self.sealing = Some(sealing);
        let (shared, id) = (self.shared.clone(), self.id.clone());
        tokio::task::spawn_blocking(move || {
            match seal::seal(&shared, &id) {
                Ok(sealed) if sealed.segments > 0 => {
                    tracing::info!(session = %id, ?sealed, "sealed old segments");
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(session = %id, %error, "cannot seal"),
            }
            // The session may be closed by now.
            done.send(()).ok();
        });
    }

    /// Whether the task has nothing to keep: opening the session again is cheap.
    fn is_forgotten(&mut self) -> bool {
        self.runner.is_none()
            && self.active_at.elapsed() >= CLOSE_AFTER
            && self.fold.view().queue.is_empty()
            && !self.feed.is_watched()
            && self.goes_on_at().is_none()
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
