//! What others ask of a session.

use std::time::Instant;

use pilothouse_protocol::log::{Archived, Note, Renamed, Who};
use pilothouse_protocol::{Input as Line, JsonObject, RawJson};
use pilothouse_view::EntryBody;
use pilothouse_view::api::session::{ControlCall, Lifecycle, SessionSummary, UpdateSession};
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use super::queue::unique;
use super::task::{Interrupting, Leaving, Task, next_event};
use super::{AttachmentBytes, Feed, Input, Reply, whole};
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
            Input::Entry { id, reply } => self.whole_entry(&id, reply),
            Input::Attachment {
                entry,
                index,
                reply,
            } => self.attachment(&entry, index, reply),
            Input::Settings { reply } => answer(reply, Ok(self.settings.clone())),
            Input::MakeRoom => self.make_room().await,
            Input::Room => self.on_room().await,
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
            Input::RevokeRule { rule, who, reply } => {
                answer(reply, self.revoke(&rule, who).await);
            }
            Input::Remove { .. } => {}
        }
    }

    /// Ends an idle process because another session needs its room.
    async fn make_room(&mut self) {
        if self.is_parkable() {
            self.park_or_warn("another session needed its room").await;
        } else {
            self.shared.room.stays(&self.id);
        }
    }

    async fn on_room(&mut self) {
        let waits = !self.fold.view().queue.is_empty() || !self.lost().is_empty();
        if !waits || self.runner.is_some() {
            self.shared.room.give_up(&self.id);
            return;
        }
        if let Err(problem) = self.wake("there is room").await {
            self.tell_trouble("cannotWake", &problem).await;
        }
    }

    /// Reads an entry whole, off this task: the log may be long.
    fn whole_entry(&self, id: &str, reply: Reply<pilothouse_view::Entry>) {
        let (shared, session) = (self.shared.clone(), self.id.clone());
        let entry = self.entry(id);
        tokio::task::spawn_blocking(move || {
            answer(
                reply,
                entry.map(|entry| whole::entry(&shared, &session, entry)),
            );
        });
    }

    fn attachment(&self, entry: &str, index: u32, reply: Reply<AttachmentBytes>) {
        let (shared, session) = (self.shared.clone(), self.id.clone());
        let entry = self.entry(entry);
        tokio::task::spawn_blocking(move || {
            let found = entry.and_then(|entry| whole::attachment(&shared, &session, &entry, index));
            answer(reply, found);
        });
    }

    fn entry(&self, id: &str) -> Result<pilothouse_view::Entry, Problem> {
        let mut known = self.fold.view().entries.iter().chain(&self.unstored);
        let open = known.find(|entry| entry.id.as_str() == id);
        if let Some(entry) = open {
            return Ok(entry.clone());
        }
        self.shared
            .store
            .entry(&self.id, id)?
            .ok_or_else(|| Problem::not_found("entry"))
    }

    /// Stops the running turn. Two stops within one turn are one.
    pub(super) async fn interrupt(&mut self, cancel_queued: bool, who: Who) -> Result<(), Problem> {
        if self.interrupting.is_some() || !self.is_working() {
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
        let (sender, receipt) = oneshot::channel();
        self.request("interrupt", json!({}), who, Some(sender))
            .await?;
        self.interrupting = Some(Interrupting {
            receipt,
            at: Instant::now(),
            heard: false,
        });
        Ok(())
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
            let budget = if budget > 0.0 {
                json!(budget)
            } else {
                Value::Null
            };
            self.set("budgetUsd", budget, who.clone()).await?;
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
        self.tell_cli(subtype, request, who).await
    }

    /// Asks something of the running process, if there is one; the next one gets it by its flags.
    async fn tell_cli(&mut self, subtype: &str, request: Value, who: Who) -> Result<(), Problem> {
        if self.is_ready() {
            self.request(subtype, request, who, None).await?;
        }
        Ok(())
    }

    async fn lifecycle(&mut self, action: Lifecycle, who: Who) -> Result<SessionSummary, Problem> {
        match action {
            Lifecycle::Park if self.runner.is_none() => {}
            Lifecycle::Park if !self.is_parkable() => {
                let text =
                    "The session is busy: it works, waits for an answer, or has messages waiting.";
                return Err(Problem::conflict("busy", text).detail("Stop it first, or close it."));
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

    /// Remembers that the messages at work are not to be sent again.
    async fn abandon_open_messages(&mut self, who: Who) -> Result<(), Problem> {
        let known = self.settings.texts("abandoned").into_iter();
        let mut abandoned: Vec<String> = known.map(str::to_owned).collect();
        let entries = self.fold.view().entries.iter();
        abandoned.extend(entries.filter_map(|entry| match &entry.body {
            EntryBody::User(user) => user.uuid.clone(),
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

    async fn control(&mut self, call: &ControlCall, who: Who, reply: Reply<Value>) {
        if let Err(problem) = self.remember_control(call, who.clone()).await {
            return answer(reply, Err(problem));
        }
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

    /// Keeps what a control request changes, so that it holds again after a wake.
    async fn remember_control(&mut self, call: &ControlCall, who: Who) -> Result<(), Problem> {
        let request = &call.request.0;
        match call.subtype.as_str() {
            "mcp_set_servers" if request["servers"].is_object() => {
                let servers = json!({"mcpServers": request["servers"]});
                self.set("mcpServers", servers, who).await
            }
            "set_model" if request["model"].is_string() => {
                self.set("model", request["model"].clone(), who).await
            }
            _ => Ok(()),
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
        self.end_process(Leaving::Closed).await;
        self.wait_for_end().await;
        self.shared.room.give_up(&self.id);
        Ok(())
    }
}

/// Whoever asked may be gone already; then nobody misses the answer.
fn answer<T>(reply: Reply<T>, result: Result<T, Problem>) {
    drop(reply.send(result));
}
