//! What others ask of a session.

use std::collections::VecDeque;

use pilothouse_api::session::ControlCall;
use pilothouse_log::Who;
use pilothouse_protocol::{Input as Line, JsonObject, RawJson};
use pilothouse_view::SessionView;
use serde_json::{Value, json};
use tokio::sync::oneshot::{self, error::RecvError};

use super::task::{Changing, Task};
use super::{AttachmentBytes, Input, Reply, whole};
use crate::problem::Problem;
use crate::store::Store;
use crate::wishes;

impl Task {
    pub(super) async fn on_input(&mut self, input: Input) {
        match input {
            Input::Subscribe { after, reply } => {
                let seq = self.view().seq;
                let snapshot = match self.feed.resumes(after, seq) {
                    true => SessionView::default(),
                    false => self.snapshot().await,
                };
                let subscription = self.feed.subscribe(after, seq, || snapshot);
                answer(reply, Ok(subscription));
            }
            Input::View { reply } => answer(reply, Ok(self.snapshot().await)),
            Input::Page {
                before,
                limit,
                reply,
            } => answer(reply, self.page(before, limit).await),
            Input::Entry { id, reply } => self.whole_entry(&id, reply),
            Input::Attachment {
                entry,
                index,
                reply,
            } => self.attachment(&entry, index, reply),
            Input::Settings { reply } => answer(reply, Ok(self.projection.settings.clone())),
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
                interrupt,
                who,
                reply,
            } => self.interrupt(interrupt, who, reply).await,
            Input::ReleaseHeld {
                messages,
                who,
                reply,
            } => answer(reply, self.release_held(messages, who).await),
            Input::DiscardHeld { who, reply } => answer(reply, self.discard_held(who).await),
            Input::Answer {
                ask,
                answer: given,
                scope,
                who,
                reply,
            } => answer(reply, self.answer(&ask, given, scope, who).await),
            Input::Change { change, who, reply } => self.change(*change, who, reply).await,
            Input::Update { update, who, reply } => answer(reply, self.update(*update, who).await),
            Input::LookAt { turns, who, reply } => answer(reply, self.look_at(turns, who).await),
            Input::Lifecycle { action, who, reply } => {
                answer(reply, self.lifecycle(action, who).await)
            }
            Input::DecideProjectSettings {
                leave_out,
                who,
                reply,
            } => answer(reply, self.decide_project_settings(leave_out, who).await),
            Input::Control { call, who, reply } => self.control(&call, who, reply).await,
            Input::GrantRule {
                behavior,
                rule,
                who,
                reply,
            } => answer(reply, self.grant(behavior, rule, who).await),
            Input::RevokeRule { rule, who, reply } => {
                answer(reply, self.revoke(&rule, who).await);
            }
            Input::Remove { .. } => {}
        }
    }

    /// Reads an entry whole, off this task: the log may be long.
    fn whole_entry(&self, id: &str, reply: Reply<pilothouse_view::Entry>) {
        let (shared, session) = (self.shared.clone(), self.id.clone());
        let entry = self.entry(id);
        tokio::task::spawn_blocking(move || {
            let entry = entry(&shared.store);
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
            let entry = entry(&shared.store);
            let found = entry.and_then(|entry| whole::attachment(&shared, &session, &entry, index));
            answer(reply, found);
        });
    }

    /// Finds an entry, off this task unless it is still open.
    fn entry(
        &self,
        id: &str,
    ) -> impl FnOnce(&Store) -> Result<pilothouse_view::Entry, Problem> + Send + 'static {
        let mut open = self.view().entries.iter();
        let open = open.find(|entry| entry.id.as_str() == id).cloned();
        let (session, id) = (self.id.clone(), id.to_owned());
        move |store| match open {
            Some(entry) => Ok(entry),
            None => {
                let settled = store.entry(&session, &id)?;
                settled.ok_or_else(|| Problem::not_found("entry"))
            }
        }
    }

    async fn control(&mut self, call: &ControlCall, who: Who, reply: Reply<Value>) {
        let request = call.request.0.clone();
        let kept = [
            ("list of MCP servers", &request["servers"]),
            ("list of settings", &request["settings"]),
        ];
        for (what, value) in kept {
            if let Err(problem) = wishes::check_argument(what, &value.to_string()) {
                return answer(reply, Err(problem));
            }
        }
        // What a request changes is kept, so that it holds again after a wake.
        let keep = match call.subtype.as_str() {
            "mcp_set_servers" if request["servers"].is_object() => {
                Some(("mcpServers", json!({"mcpServers": request["servers"]})))
            }
            "set_model" if request["model"].is_string() => {
                Some(("model", request["model"].clone()))
            }
            "apply_flag_settings" if request["settings"]["permissions"].is_object() => {
                Some(("permissions", request["settings"]["permissions"].clone()))
            }
            _ => None,
        };
        self.ask_cli(&call.subtype, request, keep, who, reply).await;
    }

    /// Asks the CLI something, and keeps a setting when it agrees.
    pub(super) async fn ask_cli(
        &mut self,
        subtype: &str,
        fields: Value,
        keep: Option<(&'static str, Value)>,
        who: Who,
        reply: Reply<Value>,
    ) {
        let (sender, receipt) = oneshot::channel();
        let asked = self.request(subtype, fields, who.clone(), Some(sender));
        if let Err(problem) = asked.await {
            return answer(reply, Err(problem));
        }
        // The answer comes with a later record; this task must go on to see it.
        match keep {
            Some((name, value)) => self.changing.push_back(Changing {
                receipt,
                name,
                value,
                who,
                reply,
            }),
            None => {
                tokio::spawn(async move { answer(reply, answered(receipt.await)) });
            }
        }
    }

    /// The CLI has answered the oldest change: what it agreed to is kept before anybody is told.
    pub(super) async fn on_changed(&mut self, mut result: Result<Value, Problem>) {
        let Some(changing) = self.changing.pop_front() else {
            return;
        };
        self.settings_due = true;
        if result.is_ok() {
            let kept = self.set(changing.name, changing.value, changing.who).await;
            result = kept.and(result);
        }
        answer(changing.reply, result);
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
}

/// Waits for what the CLI says to the oldest change, or for ever when there is none: changes are kept in the order
/// in which they were asked for.
pub(super) async fn next_changed(changing: &mut VecDeque<Changing>) -> Result<Value, Problem> {
    match changing.front_mut() {
        Some(oldest) => answered((&mut oldest.receipt).await),
        None => std::future::pending().await,
    }
}

fn answered(received: Result<Result<Value, Problem>, RecvError>) -> Result<Value, Problem> {
    received.unwrap_or_else(|_| Err(Problem::conflict("ended", "The session ended.")))
}

/// Whoever asked may be gone already; then nobody misses the answer.
pub(super) fn answer<T>(reply: Reply<T>, result: Result<T, Problem>) {
    drop(reply.send(result));
}
