//! Stopping a turn, and the messages that wait when it is stopped.
//!
//! A stop holds the queue: nothing in it runs until a person releases it. Messages that the CLI has and did not
//! start are taken back (`cancel_queued`) and join the held ones. The CLI runs no uuid twice (2.1.325), so a message
//! that was taken back gets a new one.

use std::time::Instant;

use pilothouse_api::session::{Interrupt, Interruption};
use pilothouse_log::{Held, HeldMessage, Note, Released, Who};
use pilothouse_protocol::Input as Line;
use pilothouse_protocol::wire::Wire;
use pilothouse_view::EntryBody;
use pilothouse_view::entry::Delivery;
use serde_json::{Map, Value, json};

use super::commands::answer;
use super::pending::Awaited;
use super::queue::unique;
use super::task::{Interrupting, PendingStop, Task};
use super::{Refusal, Reply};
use crate::problem::Problem;

/// What a stop does with the messages that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueueFate {
    Hold,
    Discard,
    Continue,
}

impl QueueFate {
    pub(super) fn of(interrupt: Interrupt) -> Result<Self, Problem> {
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

impl Task {
    /// Stops the turn for somebody, who is answered when the CLI has given back what it will.
    pub(super) async fn interrupt(
        &mut self,
        interrupt: Interrupt,
        who: Who,
        reply: Reply<Interruption>,
    ) {
        let stopped = match QueueFate::of(interrupt) {
            Ok(queue) => self.stop(queue, who).await,
            Err(problem) => Err(problem),
        };
        match stopped {
            Ok(()) => match self.stops.last_mut() {
                Some(stop) => stop.reply = Some(reply),
                None => answer(reply, Err(Problem::internal("a stop was not kept"))),
            },
            Err(problem) => answer(reply, Err(problem)),
        }
    }

    /// Stops the running turn. Two stops within one turn are one.
    pub(super) async fn stop(&mut self, queue: QueueFate, who: Who) -> Result<(), Problem> {
        let mut done = Interruption::default();
        match queue {
            QueueFate::Hold => done.held = self.hold_queue(who.clone()).await?,
            QueueFate::Discard => {
                for uuid in self.queued() {
                    self.withdraw(&uuid, who.clone()).await?;
                    done.discarded.push(uuid);
                }
            }
            QueueFate::Continue => {}
        }
        if self.interrupting.is_none() && self.is_working() {
            let fields = match queue != QueueFate::Continue && self.may_take_back() {
                true => json!({"cancel_queued": true}),
                false => json!({}),
            };
            let asked = self.request("interrupt", fields, who, Some(Awaited::Stop));
            asked.await.map_err(|(problem, _)| problem)?;
            self.interrupting = Some(Interrupting {
                at: Instant::now(),
                heard: false,
            });
        }
        self.stops.push(PendingStop {
            done,
            queue,
            reply: None,
        });
        Ok(())
    }

    /// Whether the CLI gives messages back. One that has not told its capabilities yet is asked to; one that does
    /// not know the member ignores it (2.1.38).
    fn may_take_back(&self) -> bool {
        let info = &self.view().info;
        info.capabilities.is_empty() || info.takes_back()
    }

    /// Holds every message of the host's queue; returns them.
    pub(super) async fn hold_queue(&mut self, who: Who) -> Result<Vec<String>, Problem> {
        let held = self.queued();
        if held.is_empty() {
            return Ok(held);
        }
        let messages = held.iter().map(|id| HeldMessage {
            id: id.clone(),
            ..HeldMessage::default()
        });
        let note = Note::Held(Held {
            messages: messages.collect(),
            extra: Map::new(),
        });
        self.note(&unique(), who, note).await?;
        self.give_up_unused_room();
        Ok(held)
    }

    /// A session without messages to send needs no process.
    pub(super) fn give_up_unused_room(&self) {
        if self.runner.is_none() && !self.has_queued() {
            self.shared.room.give_up(&self.id);
        }
    }

    /// Moves messages that the CLI gave back to the held ones, and answers who stopped the turn.
    pub(super) async fn hold_taken_back(&mut self) {
        let taken_back = match self.note_taken_back().await {
            Ok(taken_back) => taken_back,
            Err(problem) => {
                tracing::warn!(session = %self.id, ?problem, "messages that were taken back could not be held yet");
                return;
            }
        };
        if let Some(stop) = self.stops.last_mut() {
            stop.done.held.extend(taken_back.iter().cloned());
        }
        self.answer_stops().await;
    }

    async fn note_taken_back(&mut self) -> Result<Vec<String>, Problem> {
        let mut messages = Vec::new();
        for (was, seq) in self.taken_back() {
            let Some(mut line) = self.sent_line(seq).await else {
                tracing::warn!(session = %self.id, seq, "a message that was taken back is not in the log");
                continue;
            };
            let id = unique();
            if let Line::User(user) = &mut line {
                **user = (**user).clone().with_uuid(id.as_str());
            }
            let message: Value =
                serde_json::from_str(&line.to_json()).map_err(Problem::internal)?;
            messages.push(HeldMessage {
                id,
                message: Some(message),
                was: Some(was),
            });
        }
        if messages.is_empty() {
            return Ok(Vec::new());
        }
        let ids = messages.iter().map(|held| held.id.clone()).collect();
        let extra = Map::new();
        let note = Note::Held(Held { messages, extra });
        self.note(&unique(), Who::Host, note).await?;
        Ok(ids)
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
    async fn answer_stops(&mut self) {
        if let Some(interrupting) = &self.interrupting
            && !interrupting.heard
            && !self.unresponsive
        {
            return;
        }
        for mut stop in std::mem::take(&mut self.stops) {
            if stop.queue == QueueFate::Discard {
                for uuid in std::mem::take(&mut stop.done.held) {
                    match self.withdraw(&uuid, Who::Host).await {
                        Ok(()) => stop.done.discarded.push(uuid),
                        Err(_) => stop.done.held.push(uuid),
                    }
                }
            }
            if let Some(reply) = stop.reply {
                answer(reply, Ok(stop.done));
            }
        }
    }

    /// Lets held messages run, one after the other.
    pub(super) async fn release(&mut self, ids: Vec<String>, who: Who) -> Result<(), Problem> {
        let held = self.held();
        if let Some(unknown) = ids.iter().find(|id| !held.contains(id)) {
            return Err(Refusal::NotHeld(unknown.clone()).into());
        }
        if ids.is_empty() {
            return Ok(());
        }
        let extra = Map::new();
        let note = Note::Released(Released { ids, extra });
        self.note(&unique(), who, note).await?;
        if self.runner.is_none() {
            self.wake_for_message().await;
        }
        Ok(())
    }

    /// Releases these held messages, or all of them.
    pub(super) async fn release_held(
        &mut self,
        ids: Option<Vec<String>>,
        who: Who,
    ) -> Result<(), Problem> {
        let ids = ids.unwrap_or_else(|| self.held());
        self.release(ids, who).await
    }

    /// Discards all held messages.
    pub(super) async fn discard_held(&mut self, who: Who) -> Result<(), Problem> {
        for uuid in self.held() {
            self.withdraw(&uuid, who.clone()).await?;
        }
        Ok(())
    }
}
