//! What others ask of a session.

use pilothouse_protocol::log::{Archived, Note, Renamed, Who};
use pilothouse_protocol::{Input as Line, JsonObject, RawJson};
use pilothouse_view::api::session::{ControlCall, Lifecycle, SessionSummary, UpdateSession};
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use super::queue::unique;
use super::task::Task;
use super::{Feed, Input, Reply};
use crate::problem::Problem;

impl Task {
    pub(super) async fn on_input(&mut self, input: Input) {
        match input {
            Input::Subscribe { after, reply } => {
                // Set aside for a moment, so that a snapshot is made only for a reader that needs one.
                let mut feed = std::mem::replace(&mut self.feed, Feed::new(&self.id));
                let subscription = feed.subscribe(after, self.fold.view().seq, || self.snapshot());
                self.feed = feed;
                answer(reply, Ok(subscription));
            }
            Input::View { reply } => answer(reply, Ok(self.snapshot())),
            Input::Page {
                before,
                limit,
                reply,
            } => {
                let page = self
                    .shared
                    .store
                    .entries_before(&self.id, Some(&before), limit);
                answer(reply, page.map_err(Problem::from));
            }
            Input::Entry { id, reply } => answer(reply, self.entry(&id)),
            Input::Summary { reply } => answer(reply, Ok(self.summary())),
            Input::Send {
                message,
                blocks,
                who,
                reply,
            } => answer(reply, self.send(message, blocks, who).await),
            Input::UpdateQueued {
                uuid,
                update,
                who,
                reply,
            } => answer(reply, self.update_queued(&uuid, update, who).await),
            Input::Withdraw { uuid, who, reply } => answer(reply, self.withdraw(&uuid, who).await),
            Input::Interrupt {
                cancel_queued,
                who,
                reply,
            } => answer(reply, self.interrupt(cancel_queued, who).await),
            Input::Answer {
                ask,
                answer: given,
                who,
                reply,
            } => answer(reply, self.answer(&ask, given, who).await),
            Input::Update { update, who, reply } => answer(reply, self.update(*update, who).await),
            Input::Lifecycle { action, who, reply } => {
                answer(reply, self.lifecycle(action, who).await)
            }
            Input::Control { call, who, reply } => self.control(&call, who, reply).await,
            Input::Remove { .. } => {}
        }
    }

    fn entry(&self, id: &str) -> Result<pilothouse_view::Entry, Problem> {
        let open = self
            .fold
            .view()
            .entries
            .iter()
            .find(|entry| entry.id.as_str() == id);
        if let Some(entry) = open {
            return Ok(entry.clone());
        }
        self.shared
            .store
            .entry(&self.id, id)?
            .ok_or_else(|| Problem::not_found("entry"))
    }

    /// Stops the running turn. Two stops within one turn are one.
    async fn interrupt(&mut self, cancel_queued: bool, who: Who) -> Result<(), Problem> {
        if self.interrupting || !self.is_working() {
            return Ok(());
        }
        if cancel_queued {
            let waiting: Vec<_> = self
                .fold
                .view()
                .queue
                .iter()
                .map(|queued| queued.uuid.clone())
                .collect();
            for uuid in waiting {
                self.withdraw(&uuid, who.clone()).await?;
            }
        }
        self.interrupting = true;
        self.request("interrupt", json!({}), who, None).await
    }

    async fn update(&mut self, update: UpdateSession, who: Who) -> Result<SessionSummary, Problem> {
        if let Some(title) = update.title {
            let name = Some(title).filter(|title| !title.trim().is_empty());
            self.note(
                &unique(),
                who.clone(),
                Note::Renamed(Renamed {
                    name,
                    extra: Map::new(),
                }),
            )
            .await?;
        }
        if let Some(archived) = update.archived {
            self.note(
                &unique(),
                who.clone(),
                Note::Archived(Archived {
                    archived,
                    extra: Map::new(),
                }),
            )
            .await?;
        }
        if let Some(mode) = update.permission_mode {
            if mode == "bypassPermissions" && update.confirm.as_deref() != Some("bypassPermissions")
            {
                return Err(Problem::invalid("This mode asks for nothing at all.")
                    .detail("Type bypassPermissions to confirm that you want it."));
            }
            self.change(
                "permissionMode",
                json!(mode),
                "set_permission_mode",
                json!({"mode": mode}),
                who.clone(),
            )
            .await?;
        }
        if let Some(model) = update.model {
            self.change(
                "model",
                json!(model),
                "set_model",
                json!({"model": model}),
                who.clone(),
            )
            .await?;
        }
        if let Some(effort) = update.effort {
            let settings = json!({"settings": {"effortLevel": effort}});
            self.change(
                "effort",
                json!(effort),
                "apply_flag_settings",
                settings,
                who.clone(),
            )
            .await?;
        }
        if let Some(style) = update.output_style {
            let settings = json!({"settings": {"outputStyle": style}});
            self.change(
                "outputStyle",
                json!(style),
                "apply_flag_settings",
                settings,
                who.clone(),
            )
            .await?;
        }
        let switches = [
            ("thinking", "alwaysThinkingEnabled", update.thinking),
            ("fastMode", "fastMode", update.fast_mode),
        ];
        for (name, key, wanted) in switches {
            let Some(on) = wanted else { continue };
            let settings = json!({"settings": {key: on}});
            self.change(
                name,
                json!(on),
                "apply_flag_settings",
                settings,
                who.clone(),
            )
            .await?;
        }
        if let Some(budget) = update.budget_usd {
            self.set("budgetUsd", json!(budget), who.clone()).await?;
        }
        if let Some(go_on) = update.continue_after_limit {
            self.set("continueAfterLimit", json!(go_on), who).await?;
        }
        Ok(self.summary())
    }

    /// Changes a setting: in the running process at once, and for every later one.
    async fn change(
        &mut self,
        name: &str,
        value: Value,
        subtype: &str,
        request: Value,
        who: Who,
    ) -> Result<(), Problem> {
        self.set(name, value, who.clone()).await?;
        if self.is_ready() {
            self.request(subtype, request, who, None).await?;
        }
        Ok(())
    }

    async fn lifecycle(&mut self, action: Lifecycle, who: Who) -> Result<SessionSummary, Problem> {
        match action {
            Lifecycle::Park => self.park("a person parked it", who).await,
            Lifecycle::Wake => self.wake("a person woke it").await?,
            Lifecycle::Close => self.end_process().await,
            Lifecycle::Restart => {
                self.end_process().await;
                self.restart().await?;
            }
        }
        Ok(self.summary())
    }

    /// Waits until the old process is gone, and starts another.
    async fn restart(&mut self) -> Result<(), Problem> {
        while let Some(runner) = &mut self.runner {
            let event = runner.events.next().await;
            let ended = matches!(event, None | Some(pilothouse_runner::Event::Exited { .. }));
            if let Some(pilothouse_runner::Event::Record(record)) = event {
                let set = self.fold_record(&record);
                self.feed.publish(vec![set]);
            }
            if ended {
                self.on_end().await;
            }
        }
        self.wake("a person restarted it").await
    }

    async fn control(&mut self, call: &ControlCall, who: Who, reply: Reply<Value>) {
        let (sender, receiver) = oneshot::channel();
        match self
            .request(&call.subtype, call.request.0.clone(), who, Some(sender))
            .await
        {
            Ok(()) => {
                // The answer comes with a later record; this task must go on to see it.
                tokio::spawn(async move {
                    let result = receiver
                        .await
                        .unwrap_or_else(|_| Err(Problem::conflict("ended", "The session ended.")));
                    answer(reply, result);
                });
            }
            Err(problem) => answer(reply, Err(problem)),
        }
    }

    /// Sends a control request of the host's own.
    pub(super) async fn request(
        &mut self,
        subtype: &str,
        fields: Value,
        who: Who,
        reply: Option<oneshot::Sender<Result<Value, Problem>>>,
    ) -> Result<(), Problem> {
        if !self.is_ready() {
            return Err(Problem::conflict("notLive", "The session has no process.")
                .detail("Send a message to wake it."));
        }
        let fields = if fields.is_null() { json!({}) } else { fields };
        let object = JsonObject::try_from(RawJson::from(fields))
            .map_err(|_| Problem::invalid("The members of a request must be an object."))?;
        let id = self.requests.register(reply);
        let line = Line::raw_request(id.as_str(), subtype, &object);
        self.write(&id, who, &line).await.map(drop)
    }

    /// Ends the process for good: the session is about to be removed.
    pub(super) async fn remove(&mut self) -> Result<(), Problem> {
        self.end_process().await;
        while let Some(runner) = &mut self.runner {
            if runner.events.next().await.is_none() {
                self.runner = None;
            }
        }
        Ok(())
    }
}

/// Whoever asked may be gone already; then nobody misses the answer.
fn answer<T>(reply: Reply<T>, result: Result<T, Problem>) {
    drop(reply.send(result));
}
