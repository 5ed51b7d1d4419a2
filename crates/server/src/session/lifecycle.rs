//! What is done with a session's process because somebody said so: parked, woken, ended.

use pilothouse_api::session::{Lifecycle, SessionSummary};
use pilothouse_log::Who;
use pilothouse_view::EntryBody;
use pilothouse_view::entry::Delivery;
use serde_json::json;

use super::Refusal;
use super::task::{Leaving, Task, next_event};
use crate::problem::Problem;

impl Task {
    pub(super) async fn lifecycle(
        &mut self,
        action: Lifecycle,
        who: Who,
    ) -> Result<SessionSummary, Problem> {
        match action {
            Lifecycle::Park if self.runner.is_none() => {}
            Lifecycle::Park if !self.is_parkable() => {
                return Err(Refusal::Busy.into());
            }
            Lifecycle::Park => self.park("a person parked it", who).await?,
            Lifecycle::Wake => self.wake("a person woke it").await?,
            Lifecycle::Close => self.end_process(Leaving::Closed).await,
            Lifecycle::Restart => {
                if self.interrupting.is_some() {
                    // It was stopped, so it is not to begin again.
                    self.abandon_open_messages(who).await?;
                }
                self.end_process(Leaving::Closed).await;
                self.wait_for_end().await;
                self.wake("a person restarted it").await?;
            }
            Lifecycle::Fresh => self.start_fresh(who).await?,
        }
        Ok(self.summary())
    }

    /// Remembers that the messages at work are not to be sent again. Those that wait behind them will be held.
    async fn abandon_open_messages(&mut self, who: Who) -> Result<(), Problem> {
        let known = self.projection.settings.texts("abandoned").into_iter();
        let mut abandoned: Vec<String> = known.map(str::to_owned).collect();
        let entries = self.view().entries.iter();
        abandoned.extend(entries.filter_map(|entry| match &entry.body {
            EntryBody::User(user) if user.delivery == Delivery::Running => user.uuid.clone(),
            _ => None,
        }));
        self.set("abandoned", json!(abandoned), who).await
    }

    /// Waits until the process is gone and all it said is folded.
    pub(super) async fn wait_for_end(&mut self) {
        while self.runner.is_some() {
            self.leaving = Some(Leaving::Closed);
            let event = next_event(&mut self.runner, &mut self.put_off).await;
            self.on_event(event).await;
        }
    }

    /// Ends the process for good: the session is about to be removed.
    pub(super) async fn remove(&mut self) -> Result<(), Problem> {
        self.end_process(Leaving::Closed).await;
        self.wait_for_end().await;
        self.shared.room.give_up(&self.id);
        Ok(())
    }

    /// Ends an idle process because another session needs its room.
    pub(super) async fn make_room(&mut self) {
        if self.is_parkable() {
            self.park_or_warn("another session needed its room").await;
        } else {
            self.shared.room.stays(&self.id);
        }
    }

    pub(super) async fn on_room(&mut self) {
        let waits = self.has_queued() || !self.lost().is_empty();
        if !waits || self.runner.is_some() {
            self.shared.room.give_up(&self.id);
            return;
        }
        if let Err(problem) = self.wake("there is room").await {
            self.tell_trouble("cannotWake", &problem).await;
        }
    }
}
