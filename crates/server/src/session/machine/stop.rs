//! Stopping a turn, and the messages that wait when it is stopped.
//!
//! A stop holds the queue: nothing in it runs until a person releases it. Messages that the CLI has and did not
//! start are taken back (`cancel_queued`) and join the held ones. The CLI runs no uuid twice (2.1.325), so a message
//! that was taken back gets a new one.

use std::time::Instant;

use pilothouse_api::session::{Interrupt, Interruption};
use pilothouse_log::{Held, HeldMessage, Who};
use pilothouse_protocol::Input as Line;
use pilothouse_protocol::input::UserInput;
use pilothouse_protocol::wire::Wire;
use pilothouse_view::EntryBody;
use pilothouse_view::entry::Delivery;
use serde_json::{Map, json};

use super::Machine;
use crate::problem::Problem;
use crate::session::Refusal;
#[cfg(test)]
use crate::session::canary::{self, Canary};
use crate::session::effect::{Answer, Effect};
use crate::session::input::ReplyId;
use crate::session::pending::Awaited;

/// What a stop does with the messages that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueueFate {
    Hold,
    Discard,
    Continue,
}

impl QueueFate {
    fn of(interrupt: Interrupt) -> Result<Self, Problem> {
        match (interrupt.cancel_queued, interrupt.keep_queue) {
            (false, false) => Ok(Self::Hold),
            (true, false) => Ok(Self::Discard),
            (false, true) => Ok(Self::Continue),
            (true, true) => Err(Problem::invalid(
                "invalid value for keepQueue: cannot be combined with cancelQueued",
            )),
        }
    }
}

/// The stops of the running turn.
#[derive(Default)]
pub(super) struct Stops {
    /// The request to the CLI, until its turn has ended.
    sent: Option<Sent>,
    /// Calls that are answered when the CLI has given back what it will.
    calls: Vec<PendingStop>,
    /// Lines of messages that the CLI gave back are being read.
    reading: bool,
    /// The key of the note that holds them, while it is written.
    holding: Option<String>,
    /// The CLI did not confirm a stop.
    unresponsive: bool,
}

struct Sent {
    at: Instant,
    heard: bool,
    /// It asked for the messages that the CLI has not started.
    takes_back: bool,
}

struct PendingStop {
    reply: ReplyId,
    fate: QueueFate,
    done: Interruption,
}

impl Stops {
    pub(super) fn turn_is_over(&mut self) {
        self.sent = None;
        self.unresponsive = false;
    }

    pub(super) fn heard(&mut self) {
        if let Some(sent) = &mut self.sent {
            sent.heard = true;
        }
    }

    /// Whether the turn that runs was stopped.
    pub(super) fn is_stopping(&self) -> bool {
        self.sent.is_some()
    }

    pub(super) fn is_unresponsive(&self) -> bool {
        self.unresponsive
    }

    /// When the CLI must have confirmed the stop.
    pub(super) fn deadline(&self, patience: std::time::Duration) -> Option<Instant> {
        let sent = self.sent.as_ref().filter(|_| !self.unresponsive)?;
        Some(sent.at + patience)
    }

    fn is_waiting(&self) -> bool {
        let unheard = self.sent.as_ref().is_some_and(|sent| !sent.heard);
        self.reading || unheard && !self.unresponsive
    }
}

impl Machine {
    /// Stops the turn for somebody, who is answered when the CLI has given back what it will.
    pub(super) fn interrupt(&mut self, reply: ReplyId, interrupt: Interrupt, who: Who) {
        let fate = match QueueFate::of(interrupt) {
            Ok(fate) => fate,
            Err(problem) => return self.refuse(reply, problem),
        };
        let done = self.stop(Some(reply), fate, who);
        self.one_more(reply);
        self.stops.calls.push(PendingStop { reply, fate, done });
    }

    /// Stops the running turn, and returns what became of the host's queue.
    pub(super) fn stop(
        &mut self,
        reply: Option<ReplyId>,
        fate: QueueFate,
        who: Who,
    ) -> Interruption {
        let mut done = Interruption::default();
        match fate {
            QueueFate::Hold => done.held = self.hold_queue(reply, who.clone()),
            QueueFate::Discard => {
                done.discarded = self.queued();
                for uuid in &done.discarded {
                    self.note_withdrawn(uuid, who.clone(), reply);
                }
            }
            QueueFate::Continue => {}
        }
        let takes_back = fate != QueueFate::Continue && self.may_take_back();
        let asked_enough = match &self.stops.sent {
            Some(sent) => sent.takes_back || !takes_back,
            None => false,
        };
        if asked_enough || !(self.is_working() || self.is_sending()) || !self.is_ready() {
            return done;
        }
        let fields = match takes_back {
            true => json!({"cancel_queued": true}),
            false => json!({}),
        };
        self.request("interrupt", &fields, who, Some(Awaited::Stop));
        self.stops.sent = Some(Sent {
            at: self.now.mono,
            heard: false,
            takes_back,
        });
        done
    }

    /// Whether the CLI gives messages back. One that has not told its capabilities yet is asked to; one that does
    /// not know the member ignores it (2.1.38).
    fn may_take_back(&self) -> bool {
        let info = &self.view().info;
        info.capabilities.is_empty() || info.takes_back()
    }

    /// Holds every message of the host's queue; returns them.
    fn hold_queue(&mut self, reply: Option<ReplyId>, who: Who) -> Vec<String> {
        let held = self.queued();
        if held.is_empty() {
            return held;
        }
        #[cfg(test)]
        if canary::has(Canary::StopWithoutHold) {
            return held;
        }
        let messages = held.iter().map(|id| HeldMessage {
            id: id.clone(),
            ..HeldMessage::default()
        });
        let note = Held {
            messages: messages.collect(),
            extra: Map::new(),
        };
        let key = self.unique();
        self.append_note(key, who, note, reply);
        held
    }

    /// Reads the messages that the CLI gave back, so that they can be held.
    pub(super) fn take_back(&mut self) {
        let holding = self.stops.holding.as_ref();
        if holding.is_some_and(|key| self.is_appending(key)) {
            return;
        }
        self.stops.holding = None;
        if self.stops.reading || self.is_stalled() {
            return;
        }
        let seqs: Vec<u64> = self.taken_back().into_iter().map(|(_, seq)| seq).collect();
        if !seqs.is_empty() {
            self.stops.reading = true;
            self.out.push(Effect::ReadLines(seqs));
        }
    }

    /// Moves messages that the CLI gave back to the held ones.
    pub(super) fn hold_taken_back(&mut self, lines: Vec<(u64, Option<UserInput>)>) {
        self.stops.reading = false;
        let taken_back = self.taken_back();
        let mut messages = Vec::new();
        for (seq, line) in lines {
            let was = taken_back.iter().find(|(_, known)| *known == seq);
            let (Some((was, _)), Some(line)) = (was, line) else {
                continue;
            };
            let id = self.unique();
            #[cfg(test)]
            let id = match canary::has(Canary::TakenBackUnderOldUuid) {
                true => was.clone(),
                false => id,
            };
            let line = Line::from(line.with_uuid(id.as_str()));
            messages.push(HeldMessage {
                message: serde_json::from_str(&line.to_json()).ok(),
                was: Some(was.clone()),
                id,
            });
        }
        if messages.is_empty() {
            // They cannot be read; the next record is another try.
            self.stalled_until = Some(self.now.mono + super::RETRY);
            return;
        }
        let ids: Vec<String> = messages.iter().map(|held| held.id.clone()).collect();
        let extra = Map::new();
        let key = self.unique();
        self.stops.holding = Some(key.clone());
        let last = self.stops.calls.last().map(|stop| stop.reply);
        self.append_note(key, Who::Host, Held { messages, extra }, last);
        if let Some(stop) = self.stops.calls.last_mut() {
            stop.done.held.extend(ids);
        }
    }

    /// The messages that the CLI gave back and the host does not hold yet: uuid and record, oldest first.
    fn taken_back(&self) -> Vec<(String, u64)> {
        let abandoned = self.projection.settings.texts("abandoned");
        let entries = self.view().entries.iter();
        entries
            .filter_map(|entry| match &entry.body {
                EntryBody::User(user) if user.delivery == Delivery::Held => {
                    Some((user.uuid.clone()?, entry.id.record()?))
                }
                _ => None,
            })
            .filter(|(uuid, _)| !abandoned.contains(&uuid.as_str()))
            .collect()
    }

    /// Answers stops once the CLI has reacted, is gone, or takes too long.
    pub(super) fn answer_stops(&mut self) {
        if self.stops.calls.is_empty() || self.stops.is_waiting() {
            return;
        }
        for mut stop in std::mem::take(&mut self.stops.calls) {
            if stop.fate == QueueFate::Discard {
                for uuid in std::mem::take(&mut stop.done.held) {
                    self.note_withdrawn(&uuid, Who::Host, Some(stop.reply));
                    stop.done.discarded.push(uuid);
                }
            }
            self.set_answer(stop.reply, Answer::Stopped(stop.done));
            self.part_done(stop.reply, None);
        }
    }

    /// Says so when the turn goes on although it was stopped.
    pub(super) fn check_stop(&mut self) {
        let deadline = self.stops.deadline(self.patience.stop);
        if deadline.is_some_and(|deadline| self.now.mono >= deadline) {
            self.stops.unresponsive = true;
            self.warn("unresponsive", &Refusal::Unresponsive);
        }
    }
}
