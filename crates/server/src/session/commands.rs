//! What others ask of a session.

use pilothouse_api::session::ControlCall;
use pilothouse_log::Who;
use pilothouse_protocol::{Input as Line, JsonObject, RawJson};
use serde_json::{Value, json};

use super::pending::Awaited;
use super::task::Task;
use super::{AttachmentBytes, Feed, Input, Refusal, Reply, whole};
use crate::problem::Problem;
use crate::wishes;

impl Task {
    pub(super) async fn on_input(&mut self, input: Input) {
        match input {
            Input::Subscribe { after, reply } => {
                // Set aside for a moment, so that a snapshot is made only for a reader that needs one.
                let mut feed = std::mem::replace(&mut self.feed, Feed::new(&self.id));
                let subscription = feed.subscribe(after, self.view().seq, || self.snapshot());
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
        let mut known = self.view().entries.iter().chain(&self.unstored);
        let open = known.find(|entry| entry.id.as_str() == id);
        if let Some(entry) = open {
            return Ok(entry.clone());
        }
        self.shared
            .store
            .entry(&self.id, id)?
            .ok_or_else(|| Problem::not_found("entry"))
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
        let awaited = match keep {
            Some((name, value)) => Awaited::Setting {
                name,
                value,
                who: who.clone(),
                reply,
            },
            None => Awaited::Call(reply),
        };
        let Err((problem, awaited)) = self.request(subtype, fields, who, Some(awaited)).await
        else {
            return;
        };
        if let Some(Awaited::Call(reply) | Awaited::Setting { reply, .. }) = awaited {
            answer(reply, Err(problem));
        }
    }

    /// Acts on what the CLI answered. A setting it agreed to is kept before its caller is answered.
    pub(super) async fn act_on_answers(&mut self) {
        for (awaited, answered) in std::mem::take(&mut self.answered) {
            let answered = answered.map_err(Problem::from);
            match awaited {
                Awaited::Call(reply) => answer(reply, answered),
                Awaited::Setting {
                    name,
                    value,
                    who,
                    reply,
                } => {
                    self.settings_due = true;
                    let kept = match answered {
                        Ok(said) => self.set(name, value, who).await.map(|()| said),
                        refused => refused,
                    };
                    answer(reply, kept);
                }
                Awaited::Stop => {
                    if let Some(interrupting) = &mut self.interrupting {
                        interrupting.heard = true;
                    }
                }
            }
        }
    }

    /// Sends a control request. What awaits its answer is given back if it could not be sent.
    pub(super) async fn request(
        &mut self,
        subtype: &str,
        fields: Value,
        who: Who,
        awaited: Option<Awaited<Reply<Value>>>,
    ) -> Result<(), (Problem, Option<Awaited<Reply<Value>>>)> {
        if !self.is_ready() {
            return Err((Refusal::NotLive.into(), awaited));
        }
        let fields = if fields.is_null() { json!({}) } else { fields };
        let Ok(object) = JsonObject::try_from(RawJson::from(fields)) else {
            let problem = Problem::invalid("The members of a request must be an object.");
            return Err((problem, awaited));
        };
        let id = self.pending.new_id();
        if let Some(awaited) = awaited {
            self.pending.insert(id.clone(), awaited);
        }
        let line = Line::raw_request(id.as_str(), subtype, &object);
        let written = self.write(&id, who, &line).await;
        written
            .map(drop)
            .map_err(|refusal| (refusal.into(), self.pending.remove(&id)))
    }

    /// Sends a control request of the host's own, whose answer nobody waits for.
    pub(super) async fn tell_cli(
        &mut self,
        subtype: &str,
        fields: Value,
        who: Who,
    ) -> Result<(), Problem> {
        let sent = self.request(subtype, fields, who, None).await;
        sent.map_err(|(problem, _)| problem)
    }
}

/// Whoever asked may be gone already; then nobody misses the answer.
pub(super) fn answer<T>(reply: Reply<T>, result: Result<T, Problem>) {
    drop(reply.send(result));
}
