//! The loop of a session.

use std::time::Duration;

use pilothouse_protocol::log::{Kind, Note, Record, Who};
use pilothouse_runner::{Client, Event, Events};
use pilothouse_view::fold::SessionFold;
use pilothouse_view::{ChangeSet, EntryPage, SessionView};
use tokio::sync::mpsc;

use super::requests::Requests;
use super::summary::Told;
use super::{Feed, Input, Settings, Shared};
use crate::store::now_ms;

/// How many records are folded before readers are told.
const BATCH: usize = 512;
/// How many settled entries a snapshot carries.
const SNAPSHOT_ENTRIES: usize = 200;
/// How often a session looks whether it should be parked.
const TICK: Duration = Duration::from_secs(5);

pub(super) struct Task {
    pub(super) shared: Shared,
    pub(super) id: String,
    pub(super) fold: SessionFold,
    pub(super) settings: Settings,
    pub(super) feed: Feed,
    pub(super) runner: Option<Runner>,
    pub(super) requests: Requests,
    pub(super) told: Told,
    /// What the next exit means, when the host asked for it.
    pub(super) ending: Option<Note>,
    /// A stop was asked for and the turn has not ended yet.
    pub(super) interrupting: bool,
    pub(super) created_at: u64,
}

/// A runner that this session is attached to.
pub(super) struct Runner {
    pub(super) client: Client,
    pub(super) events: Events,
    /// Everything that was there has been folded: what comes now is new.
    pub(super) caught_up: bool,
}

impl Task {
    /// Folds the log as it is on disk. Blocks.
    pub(super) fn load(shared: Shared, id: &str) -> std::io::Result<Self> {
        let mut task = Self {
            fold: SessionFold::new(),
            settings: Settings::default(),
            feed: Feed::new(id),
            runner: None,
            requests: Requests::new(&shared.incarnation),
            told: Told::default(),
            ending: None,
            interrupting: false,
            created_at: 0,
            id: id.to_owned(),
            shared,
        };
        task.shared
            .store
            .forget_entries(id)
            .map_err(std::io::Error::other)?;
        for record in task.shared.log_dir(id).read_after(0)? {
            task.fold_record(&record?);
        }
        task.store_settled();
        Ok(task)
    }

    pub(super) async fn run(mut self, mut inputs: mpsc::Receiver<Input>) {
        let mut tick = tokio::time::interval(TICK);
        self.tell_summary();
        loop {
            tokio::select! {
                biased;
                event = next_event(&mut self.runner) => self.on_event(event).await,
                input = inputs.recv() => match input {
                    Some(Input::Remove { reply }) => {
                        let result = self.remove().await;
                        // Whoever asked may be gone already.
                        drop(reply.send(result));
                        return;
                    }
                    Some(input) => self.on_input(input).await,
                    None => return,
                },
                _ = tick.tick() => self.on_tick().await,
            }
            self.tell_summary();
        }
    }

    /// Folds what came, as much of it as there is, and tells readers once.
    async fn on_event(&mut self, event: Option<Event>) {
        let mut sets = Vec::new();
        let mut next = event;
        let mut ended = next.is_none();
        while let Some(event) = next.take() {
            match event {
                Event::Record(record) => self.take_record(record, &mut sets),
                Event::CaughtUp { .. } => {
                    if let Some(runner) = &mut self.runner {
                        runner.caught_up = true;
                    }
                }
                Event::ControlLost | Event::Exited { .. } => ended = true,
                _ => {}
            }
            if sets.len() < BATCH && !ended {
                next = self
                    .runner
                    .as_mut()
                    .and_then(|runner| runner.events.try_next());
            }
        }
        self.store_settled();
        self.feed.publish(sets);
        if ended {
            self.on_end().await;
        }
        self.pump().await;
    }

    fn take_record(&mut self, record: Record, sets: &mut Vec<ChangeSet>) {
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
        self.settings.fold(record);
        let set = self.fold.apply_set(record);
        self.keep_audit(&set);
        if !self.is_working() {
            self.interrupting = false;
        }
        if let Some(id) = self.fold.view().info.session_id.clone() {
            self.settings.cli_session_id = Some(id);
        }
        set
    }

    /// Puts entries that never change again where pages are read from.
    pub(super) fn store_settled(&mut self) {
        let settled = self.fold.take_settled();
        if settled.is_empty() {
            return;
        }
        if let Err(error) = self.shared.store.add_entries(&self.id, &settled) {
            tracing::error!(session = %self.id, %error, "cannot store entries; they are in the log");
        }
    }

    pub(super) fn snapshot(&self) -> SessionView {
        let page = self
            .shared
            .store
            .entries_before(&self.id, None, SNAPSHOT_ENTRIES);
        let page = page.unwrap_or_else(|error| {
            tracing::error!(session = %self.id, %error, "cannot read entries");
            EntryPage {
                entries: Vec::new(),
                has_older: false,
            }
        });
        self.fold.snapshot(page)
    }

    /// Whether a turn runs.
    pub(super) fn is_working(&self) -> bool {
        use pilothouse_view::session::Activity;
        !matches!(
            self.fold.view().liveness.activity,
            Activity::NotStarted
                | Activity::Idle
                | Activity::Background { .. }
                | Activity::Parked
                | Activity::Ended { .. }
                | Activity::Starting
        )
    }

    /// Parks a session that has had nothing to do for long and that nobody waits for.
    async fn on_tick(&mut self) {
        let quiet = now_ms().saturating_sub(self.fold.view().at) / 1000;
        let long = quiet >= self.shared.settings.get().park_after_seconds;
        let view = self.fold.view();
        let free = !self.is_working()
            && view.asks.is_empty()
            && view.queue.is_empty()
            && !has_background(view);
        if self.runner.is_some() && long && free && !self.feed.is_watched() {
            self.park("nothing was going on", Who::Host).await;
        }
    }
}

fn has_background(view: &SessionView) -> bool {
    matches!(
        view.liveness.activity,
        pilothouse_view::session::Activity::Background { .. }
    )
}

/// Waits for the runner, or for ever when there is none.
async fn next_event(runner: &mut Option<Runner>) -> Option<Event> {
    match runner {
        Some(runner) => runner.events.next().await,
        None => std::future::pending().await,
    }
}
