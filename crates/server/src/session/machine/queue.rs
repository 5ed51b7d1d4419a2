//! Messages: sent at once, or kept in the host's queue until the turn ends.

use pilothouse_api::message::{NewMessage, SendWhen, SentMessage, UpdateQueued};
use pilothouse_log::{Edited, Queued, Released, Reordered, Who, Withdrawn};
use pilothouse_protocol::Input as Line;
use pilothouse_protocol::input::Priority;
use pilothouse_protocol::wire::Wire;
use pilothouse_view::session::QueuedMessage;
use serde_json::{Map, Value};

use super::Machine;
use super::acks::{Append, Then};
use crate::problem::Problem;
use crate::session::Refusal;
#[cfg(test)]
use crate::session::canary::{self, Canary};
use crate::session::effect::{Answer, Body};
use crate::session::input::ReplyId;
use crate::session::queue::{attached, read_user, user_input};
use crate::session::terminal_commands;

impl Machine {
    /// Takes a message. The same message can come again: its sender did not hear that it arrived.
    pub(super) fn send(
        &mut self,
        reply: Option<ReplyId>,
        message: NewMessage,
        blocks: Vec<Value>,
        who: Who,
    ) {
        let uuid = message.uuid.clone().unwrap_or_else(|| self.unique());
        if self.join_known(reply, &uuid) {
            return;
        }
        if let Some(reply) = reply
            && let Some(problem) = terminal_commands::refusal(&self.view().info, &message.text)
        {
            return self.refuse(reply, problem);
        }
        let input = match user_input(&message.text, blocks, &uuid) {
            Ok(input) => input,
            Err(problem) => {
                if let Some(reply) = reply {
                    self.refuse(reply, problem);
                }
                return;
            }
        };
        let is_free = !self.is_working() && !self.has_queued() && !self.is_sending();
        // What a dead process left is sent again first: the view takes it for gone once a later message is answered.
        let at_once = self.is_ready()
            && self.lost_messages().is_empty()
            && (message.when != SendWhen::Queue || is_free);
        self.answer_sent(reply, &uuid, !at_once);
        if at_once {
            let now = message.when == SendWhen::Now;
            let line = if now {
                input.with_priority(Priority::Now)
            } else {
                input
            };
            return self.append_line(&uuid, who, &line.into(), reply);
        }
        let reason = self.host.full.filter(|_| !self.lives.has_slot());
        let note = Queued {
            id: uuid.clone(),
            message: serde_json::from_str(&Line::from(input).to_json()).unwrap_or_default(),
            reason: reason.map(|limit| Refusal::NoRoom(limit).to_string()),
            extra: Map::new(),
        };
        let body = Body::Note(note.into());
        self.append(format!("queue-{uuid}"), who, body, reply, Then::Wake);
    }

    /// Answers for a message that is in the log already, or on its way there.
    fn join_known(&mut self, reply: Option<ReplyId>, uuid: &str) -> bool {
        let is_queued = self.projection.settings.waiting(uuid).is_some();
        let queueing = format!("queue-{uuid}");
        let keys = [uuid, &queueing];
        let under_way = keys.into_iter().find(|key| self.is_appending(key));
        let is_over = self.projection.settings.is_withdrawn(uuid);
        let is_known = is_queued || is_over || self.projection.fold.knows_message(uuid);
        #[cfg(test)]
        let is_known = is_known && !canary::has(Canary::ForgottenKey);
        if !is_known && under_way.is_none() {
            return false;
        }
        let queued = is_queued || under_way == Some(&queueing);
        self.answer_sent(reply, uuid, queued);
        if let (Some(reply), Some(key)) = (reply, under_way.filter(|_| !is_known)) {
            self.join_append(key, reply);
        }
        true
    }

    fn answer_sent(&mut self, reply: Option<ReplyId>, uuid: &str, queued: bool) {
        let Some(reply) = reply else { return };
        let sent = SentMessage {
            uuid: uuid.to_owned(),
            queued,
            seq: self.projection.seq(),
        };
        self.set_answer(reply, Answer::Sent(sent));
    }

    /// Sends what a person wrote while denying a request and stopping the turn: the CLI drops it. The answer in the log
    /// asks for it, so it is not lost with this server.
    pub(super) fn send_follow_up(&mut self) {
        let Some(follow_up) = self.projection.settings.follow_up.clone() else {
            return;
        };
        if self.is_stalled() || !self.lives.is_settled() {
            return;
        }
        let who = follow_up.who();
        let message = NewMessage {
            text: follow_up.text,
            uuid: Some(follow_up.uuid),
            ..NewMessage::default()
        };
        self.send(None, message, Vec::new(), who);
    }

    /// Sends the next message of the queue, when the CLI can take one.
    pub(super) fn pump(&mut self) {
        if self.is_working() || self.is_sending() || self.is_stalled() {
            return;
        }
        // A stop that is being written holds what it found, also if the CLI becomes free meanwhile.
        if self.appends.iter().any(Append::is_about_queue) {
            return;
        }
        #[cfg(test)]
        if canary::has(Canary::SendHeld)
            && let Some(uuid) = self.held().into_iter().next()
        {
            return self.send_queued(None, &uuid, None, Who::Host);
        }
        if let Some(uuid) = self.queued().into_iter().next() {
            self.send_queued(None, &uuid, None, Who::Host);
        }
    }

    pub(super) fn update_queued(
        &mut self,
        reply: ReplyId,
        uuid: &str,
        update: UpdateQueued,
        who: Who,
    ) {
        if !self.waits(uuid) {
            return self.refuse(reply, Refusal::Sent);
        }
        let at_once = matches!(update.when, Some(SendWhen::Steer | SendWhen::Now));
        if at_once && !self.is_ready() {
            return self.refuse(reply, Refusal::NotLive);
        }
        let mut line = self.projection.settings.waiting(uuid).cloned();
        if let Some(text) = update.text {
            if let Some(problem) = terminal_commands::refusal(&self.view().info, &text) {
                return self.refuse(reply, problem);
            }
            let blocks = line.as_ref().map(attached).unwrap_or_default();
            match edited(&text, blocks, uuid) {
                Ok(message) => line = Some(message.clone()),
                Err(problem) => return self.refuse(reply, problem),
            }
            let note = Edited {
                id: uuid.to_owned(),
                message: line.clone().unwrap_or_default(),
                extra: Map::new(),
            };
            let key = self.unique();
            self.append_note(key, who.clone(), note, Some(reply));
        }
        if let Some(place) = update.place {
            let mut ids = self.queue_where(|_| true);
            ids.retain(|id| id != uuid);
            let place = usize::try_from(place).unwrap_or(usize::MAX).min(ids.len());
            ids.insert(place, uuid.to_owned());
            let extra = Map::new();
            let key = self.unique();
            self.append_note(key, who.clone(), Reordered { ids, extra }, Some(reply));
        }
        match update.when {
            Some(SendWhen::Steer) => self.send_line(Some(reply), uuid, line, None, who),
            Some(SendWhen::Now) => {
                self.send_line(Some(reply), uuid, line, Some(Priority::Now), who);
            }
            Some(SendWhen::Queue) if self.held().iter().any(|held| held == uuid) => {
                self.release(reply, Some(vec![uuid.to_owned()]), who);
            }
            Some(SendWhen::Queue) | None => {}
        }
    }

    pub(super) fn withdraw(&mut self, reply: ReplyId, uuid: &str, who: Who) {
        if !self.waits(uuid) {
            return self.refuse(reply, Refusal::Sent);
        }
        self.note_withdrawn(uuid, who, Some(reply));
    }

    pub(super) fn note_withdrawn(&mut self, uuid: &str, who: Who, reply: Option<ReplyId>) {
        let note = Withdrawn {
            id: uuid.to_owned(),
            reason: None,
            extra: Map::new(),
        };
        let key = self.unique();
        self.append_note(key, who, note, reply);
    }

    fn send_queued(
        &mut self,
        reply: Option<ReplyId>,
        uuid: &str,
        priority: Option<Priority>,
        who: Who,
    ) {
        let line = self.projection.settings.waiting(uuid).cloned();
        self.send_line(reply, uuid, line, priority, who);
    }

    fn send_line(
        &mut self,
        reply: Option<ReplyId>,
        uuid: &str,
        line: Option<Value>,
        priority: Option<Priority>,
        who: Who,
    ) {
        let input = line.and_then(|line| read_user(line.to_string().into_bytes()));
        let Some(mut input) = input else {
            if let Some(reply) = reply {
                self.refuse(reply, Refusal::Sent);
            }
            return;
        };
        if let Some(priority) = priority {
            input = input.with_priority(priority);
        }
        self.append_line(uuid, who, &input.into(), reply);
    }

    /// Lets held messages run, one after the other: these, or all.
    pub(super) fn release(&mut self, reply: ReplyId, ids: Option<Vec<String>>, who: Who) {
        let held = self.held();
        let ids = ids.unwrap_or_else(|| held.clone());
        if let Some(unknown) = ids.iter().find(|id| !held.contains(id)) {
            return self.refuse(reply, Refusal::NotHeld(unknown.clone()));
        }
        if ids.is_empty() {
            return;
        }
        let extra = Map::new();
        let body = Body::Note(Released { ids, extra }.into());
        let key = self.unique();
        self.append(key, who, body, Some(reply), Then::Wake);
    }

    /// Discards all held messages.
    pub(super) fn discard_held(&mut self, reply: ReplyId, who: &Who) {
        for uuid in self.held() {
            self.note_withdrawn(&uuid, who.clone(), Some(reply));
        }
    }

    /// The messages that go to the CLI as soon as it can take one, by their uuids, in their order.
    pub(in crate::session) fn queued(&self) -> Vec<String> {
        self.queue_where(|queued| !queued.held)
    }

    /// Whether a message goes to the CLI as soon as it can take one.
    pub(super) fn has_queued(&self) -> bool {
        self.view().queue.iter().any(|queued| !queued.held)
    }

    /// The messages that wait for a person.
    pub(super) fn held(&self) -> Vec<String> {
        self.queue_where(|queued| queued.held)
    }

    fn queue_where(&self, fits: impl Fn(&QueuedMessage) -> bool) -> Vec<String> {
        let queue = self.view().queue.iter();
        let queue = queue.filter(|queued| fits(queued) && !self.is_leaving(&queued.uuid));
        queue.map(|queued| queued.uuid.clone()).collect()
    }

    /// Whether a message waits here and is neither on its way to the CLI nor being withdrawn.
    fn waits(&self, uuid: &str) -> bool {
        let mut queue = self.view().queue.iter();
        queue.any(|queued| queued.uuid == uuid) && !self.is_leaving(uuid)
    }

    /// Whether a write is under way that takes a message out of the queue.
    fn is_leaving(&self, uuid: &str) -> bool {
        let mut appends = self.appends.iter();
        appends.any(|append| append.key == uuid || append.withdraws(uuid))
    }
}

/// The line of a message with another text.
fn edited(text: &str, blocks: Vec<Value>, uuid: &str) -> Result<Value, Problem> {
    let input = user_input(text, blocks, uuid)?;
    serde_json::from_str(&Line::from(input).to_json()).map_err(Problem::internal)
}
