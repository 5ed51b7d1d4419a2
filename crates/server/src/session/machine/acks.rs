//! Writes and calls: a call is answered when the records it asked for are in the log.

use std::time::Instant;

use bytes::Bytes;
use pilothouse_log::{Kind, Note, Queued, Record, Who};
use pilothouse_protocol::Input as Line;
use pilothouse_protocol::wire::Wire;
use serde_json::Map;

use super::{Machine, RETRY};
use crate::session::Refusal;
#[cfg(test)]
use crate::session::canary::{self, Canary};
use crate::session::effect::{Answer, Body, Effect};
use crate::session::input::ReplyId;
use crate::session::projection::rule_id;
use crate::session::queue::read_user;

/// A write whose record has not come yet.
pub(super) struct Append {
    pub(super) key: String,
    pub(super) who: Who,
    body: Body,
    /// The calls that it is a part of.
    calls: Vec<ReplyId>,
    then: Then,
}

/// What follows once a write is in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Nothing,
    /// A message waits that a sleeping session wakes for.
    Wake,
    /// The process is ended.
    Park,
}

/// A call that is not answered yet.
pub(super) struct OpenCall {
    /// How much of it is still to come: writes, and whatever else it waits for.
    left: u32,
    answer: Answer,
    pub(super) since: Instant,
}

impl Append {
    /// Whether it gives a message to the CLI.
    pub(super) fn is_message(&self) -> bool {
        match &self.body {
            Body::Line(line) => read_user(line.clone()).is_some(),
            Body::Again(_) => true,
            Body::Note(_) => false,
        }
    }

    /// Whether it is work that a parked session would miss. The host's own questions to the CLI are not.
    pub(super) fn is_work(&self) -> bool {
        !self.calls.is_empty() || self.is_message()
    }

    /// Whether it changes what waits in the queue, and in which order.
    pub(super) fn is_about_queue(&self) -> bool {
        matches!(
            &self.body,
            Body::Note(
                Note::Queued(_)
                    | Note::Edited(_)
                    | Note::Reordered(_)
                    | Note::Withdrawn(_)
                    | Note::Held(_)
                    | Note::Released(_)
            )
        )
    }

    /// Whether it takes this message out of the queue for good.
    pub(super) fn withdraws(&self, uuid: &str) -> bool {
        matches!(&self.body, Body::Note(Note::Withdrawn(withdrawn)) if withdrawn.id == uuid)
    }

    fn is_line(&self) -> bool {
        !matches!(self.body, Body::Note(_))
    }
}

impl Machine {
    /// Begins a call. It is answered after [`Machine::close_call`], when nothing of it is left.
    pub(super) fn open_call(&mut self, reply: ReplyId, answer: Answer) {
        let since = self.now.mono;
        let left = 1;
        let call = OpenCall {
            left,
            answer,
            since,
        };
        self.calls.insert(reply, call);
    }

    /// Everything that the call asks for has been begun.
    pub(super) fn close_call(&mut self, reply: ReplyId) {
        self.part_done(reply, None);
    }

    /// What the call is answered with in the end.
    pub(super) fn set_answer(&mut self, reply: ReplyId, answer: Answer) {
        if let Some(call) = self.calls.get_mut(&reply) {
            call.answer = answer;
        }
    }

    /// Has the call wait for one thing more.
    pub(super) fn one_more(&mut self, reply: ReplyId) {
        if let Some(call) = self.calls.get_mut(&reply) {
            call.left += 1;
        }
    }

    /// One thing of the call is done, as the record with this sequence if it is one.
    pub(super) fn part_done(&mut self, reply: ReplyId, seq: Option<u64>) {
        let Some(call) = self.calls.get_mut(&reply) else {
            return;
        };
        match (&mut call.answer, seq) {
            (Answer::Sent(sent), Some(seq)) => sent.seq = seq,
            (Answer::Rule(id), Some(seq)) => *id = rule_id(&self.id, seq, 0),
            _ => {}
        }
        call.left = call.left.saturating_sub(1);
        if call.left == 0
            && let Some(call) = self.calls.remove(&reply)
        {
            self.out.push(Effect::Reply(reply, Ok(call.answer)));
        }
    }

    /// Answers a call now, whatever of it is left.
    pub(super) fn reply(&mut self, reply: ReplyId, result: Result<Answer, Refusal>) {
        if self.calls.remove(&reply).is_some() {
            self.out.push(Effect::Reply(reply, result));
        }
    }

    pub(super) fn refuse(&mut self, reply: ReplyId, refusal: impl Into<Refusal>) {
        self.reply(reply, Err(refusal.into()));
    }

    pub(super) fn append_note(
        &mut self,
        key: String,
        who: Who,
        note: impl Into<Note>,
        call: Option<ReplyId>,
    ) {
        self.append(key, who, Body::Note(note.into()), call, Then::Nothing);
    }

    pub(super) fn append_line(&mut self, key: &str, who: Who, line: &Line, call: Option<ReplyId>) {
        let body = Body::Line(Bytes::from(line.to_json()));
        self.append(key.to_owned(), who, body, call, Then::Nothing);
    }

    pub(super) fn append(
        &mut self,
        key: String,
        who: Who,
        body: Body,
        call: Option<ReplyId>,
        then: Then,
    ) {
        if let Some(call) = call {
            self.one_more(call);
        }
        self.out.push(Effect::Append {
            key: key.clone(),
            who: who.clone(),
            body: body.clone(),
        });
        #[cfg(test)]
        if canary::has(Canary::EarlyAcknowledgement)
            && let Some(call) = call
        {
            self.part_done(call, None);
        }
        self.appends.push(Append {
            key,
            who,
            body,
            calls: call.into_iter().collect(),
            then,
        });
    }

    /// Whether a write with this key is under way.
    pub(super) fn is_appending(&self, key: &str) -> bool {
        self.appends.iter().any(|append| append.key == key)
    }

    /// Has a call wait for a write that is under way already.
    pub(super) fn join_append(&mut self, key: &str, call: ReplyId) {
        self.one_more(call);
        if let Some(append) = self.appends.iter_mut().find(|append| append.key == key) {
            append.calls.push(call);
        }
    }

    /// Whether a message is on its way to the CLI.
    pub(super) fn is_sending(&self) -> bool {
        self.appends.iter().any(Append::is_message)
    }

    /// A record of this session's own came back: it is in the log.
    pub(super) fn acknowledge(&mut self, record: &Record) {
        let Some(id) = &record.id else { return };
        let is_line = record.kind == Kind::In;
        let found = self
            .appends
            .iter()
            .position(|append| append.key == *id && append.is_line() == is_line);
        if let Some(place) = found {
            let append = self.appends.remove(place);
            self.done(append, record.seq);
        }
    }

    fn done(&mut self, append: Append, seq: u64) {
        for call in append.calls {
            self.part_done(call, Some(seq));
        }
        match append.then {
            Then::Nothing => {}
            Then::Wake => self.wake_for_message(),
            Then::Park => self.terminate_parked(),
        }
    }

    /// A write was made before. An answer that is there already was another device's.
    pub(super) fn repeated(&mut self, key: &str, seq: u64) {
        let Some(place) = self.appends.iter().position(|append| append.key == key) else {
            return;
        };
        if seq > self.projection.seq() {
            // Its record is on its way.
            return;
        }
        let append = self.appends.remove(place);
        if key.starts_with("answer-") {
            for call in append.calls {
                self.refuse(call, Refusal::Settled);
            }
            return;
        }
        self.done(append, seq);
    }

    /// A write was not made.
    pub(super) fn refused(&mut self, key: &str, refusal: Refusal) {
        let Some(place) = self.appends.iter().position(|append| append.key == key) else {
            return;
        };
        let append = self.appends.remove(place);
        self.not_made(append, refusal);
    }

    fn not_made(&mut self, append: Append, refusal: Refusal) {
        if let Some(awaited) = self.pending.remove(&append.key) {
            self.answered(awaited, Err(refusal));
            return;
        }
        let is_message = append.is_message();
        if is_message && refusal == Refusal::InputClosed && !append.calls.is_empty() {
            return self.queue_instead(append);
        }
        if append.then == Then::Park {
            self.parking_failed();
        }
        if append.calls.is_empty() {
            // The session's own work is tried again.
            self.stalled_until = Some(self.now.mono + RETRY);
        }
        for call in append.calls {
            self.refuse(call, refusal.clone());
        }
    }

    /// Queues a message that the CLI does not take any more.
    fn queue_instead(&mut self, append: Append) {
        self.stalled_until = Some(self.now.mono + RETRY);
        let Body::Line(line) = &append.body else {
            return;
        };
        let Ok(message) = serde_json::from_slice(line) else {
            return;
        };
        let is_queued = self.projection.settings.waiting(&append.key).is_some();
        if is_queued {
            for call in append.calls {
                self.refuse(call, Refusal::InputClosed);
            }
            return;
        }
        for call in &append.calls {
            if let Some(open) = self.calls.get_mut(call)
                && let Answer::Sent(sent) = &mut open.answer
            {
                sent.queued = true;
            }
        }
        let note = Queued {
            id: append.key.clone(),
            message,
            reason: None,
            extra: Map::new(),
        };
        let body = Body::Note(note.into());
        let key = format!("queue-{}", append.key);
        self.out.push(Effect::Append {
            key: key.clone(),
            who: append.who.clone(),
            body: body.clone(),
        });
        self.appends.push(Append {
            key,
            body,
            then: Then::Wake,
            ..append
        });
    }

    /// Makes writes again that a runner may or may not have made before it was lost. Their keys keep them from being
    /// made twice. A line was for a process that is gone, unless `same_process`.
    pub(super) fn append_again(&mut self, same_process: bool) {
        for append in std::mem::take(&mut self.appends) {
            if append.then == Then::Park && !same_process {
                // The process that was to be parked has ended by itself.
                for call in append.calls {
                    self.part_done(call, None);
                }
                continue;
            }
            if append.is_line() && !same_process {
                self.not_made(append, Refusal::InputClosed);
                continue;
            }
            self.out.push(Effect::Append {
                key: append.key.clone(),
                who: append.who.clone(),
                body: append.body.clone(),
            });
            self.appends.push(append);
        }
    }
}
