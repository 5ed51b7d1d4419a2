//! Ending a process: because it is idle, because a person said so, or because it died.

use std::time::Duration;

use pilothouse_log::{Parked, Who};
use pilothouse_view::EntryBody;
use pilothouse_view::entry::Delivery;
use pilothouse_view::session::Activity;
use serde_json::{Map, json};

use super::Machine;
use super::acks::Then;
use super::lives::{FRUITLESS, Process, Stop};
use crate::session::Refusal;
#[cfg(test)]
use crate::session::canary::{self, Canary};
use crate::session::effect::{Answer, Body, Effect};
use crate::session::input::{Recovered, ReplyId};

/// After how long a runner that does not answer is looked for again.
const LOOK_AGAIN: Duration = Duration::from_secs(5);

impl Machine {
    /// Ends the process for good: the session is about to be removed.
    pub(super) fn remove(&mut self, reply: ReplyId) {
        self.lives.removing = true;
        self.one_more(reply);
        self.end_process(Stop::Remove(reply));
    }

    /// Ends an idle process; the next message wakes the session.
    pub(super) fn park(&mut self, reason: &str, who: Who, reply: Option<ReplyId>) {
        let note = Parked {
            reason: Some(reason.to_owned()),
            extra: Map::new(),
        };
        self.lives.stop = Some(Stop::Parked);
        let key = self.unique();
        self.append(key, who, Body::Note(note.into()), reply, Then::Park);
    }

    /// The log says that the session is parked: the process ends.
    pub(super) fn terminate_parked(&mut self) {
        if self.lives.is_live() {
            self.out.push(Effect::Terminate);
        }
    }

    /// It is not parked after all: its slot stays taken.
    pub(super) fn parking_failed(&mut self) {
        if self.lives.stop == Some(Stop::Parked) {
            self.lives.stop = None;
            self.out.push(Effect::KeepSlot);
        }
    }

    /// Another session works and needs the slot of this one.
    pub(super) fn slot_needed(&mut self) {
        if self.is_parkable() {
            self.park("another session needed its room", Who::Host, None);
        } else if self.lives.stop.is_none() {
            self.out.push(Effect::KeepSlot);
        }
    }

    /// Remembers that the messages at work are not to be sent again. Those that wait behind them will be held.
    pub(super) fn abandon_open_messages(&mut self, reply: ReplyId, who: Who) {
        let known = self.projection.settings.texts("abandoned").into_iter();
        let mut abandoned: Vec<String> = known.map(str::to_owned).collect();
        let entries = self.view().entries.iter();
        abandoned.extend(entries.filter_map(|entry| match &entry.body {
            EntryBody::User(user) if user.delivery == Delivery::Running => user.uuid.clone(),
            _ => None,
        }));
        self.set("abandoned", json!(abandoned), who, Some(reply));
    }

    /// Ends the process, if there is one, and then does what the stop is for.
    pub(super) fn end_process(&mut self, stop: Stop) {
        // A call whose stop is overtaken by another is answered all the same.
        if let Some(before) = self.lives.stop.replace(stop) {
            self.answer_stop(before);
        }
        match self.lives.process {
            Process::Live { .. } if self.stops.is_unresponsive() || self.lives.is_silent() => {
                self.out.push(Effect::Kill);
            }
            Process::Live { .. } => self.out.push(Effect::Terminate),
            // The driver kills whatever holds the log.
            Process::Unreachable { .. } => {
                self.out.push(Effect::Kill);
                self.recover();
            }
            Process::Granted | Process::Preparing | Process::Launching | Process::Recovering => {}
            Process::Absent | Process::Waiting => self.process_is_gone(),
        }
    }

    /// Everything that the log had before was folded.
    pub(super) fn caught_up(&mut self) {
        if let Process::Live { caught_up, .. } = &mut self.lives.process
            && !std::mem::replace(caught_up, true)
        {
            self.lives.fruitless = 0;
            self.settings_due = true;
            self.name_due = true;
            self.append_again(true);
            if self.lives.stop.is_some() {
                self.out.push(Effect::Terminate);
            }
        }
    }

    /// The process is gone, or the connection to its runner is.
    pub(super) fn lost(&mut self) {
        if !self.lives.is_live() {
            return;
        }
        self.out.push(Effect::FreeSlot);
        self.greeted_at = None;
        self.stops.turn_is_over();
        for awaited in self.pending.drain() {
            #[cfg(test)]
            if canary::has(Canary::UnansweredCall) {
                continue;
            }
            self.answered(awaited, Err(Refusal::Ended));
        }
        self.recover();
    }

    /// Finds the runner again, or closes the log of a dead one.
    pub(super) fn recover(&mut self) {
        self.lives.process = Process::Recovering;
        let is_open = self.is_open();
        self.out.push(Effect::Recover { is_open });
    }

    /// Whether the log has a process without its end.
    fn is_open(&self) -> bool {
        !matches!(
            self.view().liveness.activity,
            Activity::NotStarted | Activity::Parked | Activity::Ended { .. }
        )
    }

    /// Whether the log leaves something to do: the end of a process, or messages that were acknowledged.
    pub(super) fn is_unfinished(&self) -> bool {
        let follow_up = &self.projection.settings.follow_up;
        self.is_open() || self.has_work() || follow_up.is_some()
    }

    pub(super) fn recovered(&mut self, result: Result<Recovered, String>) {
        if self.lives.process != Process::Recovering {
            return;
        }
        self.stalled_until = None;
        match result {
            Ok(Recovered::Attached { epoch }) => {
                self.lives.fruitless += 1;
                if self.lives.fruitless > FRUITLESS {
                    // Dropped by its runner each time before a record came.
                    self.out.push(Effect::Detach);
                    self.out.push(Effect::FreeSlot);
                    return self.unreachable("its runner ends the connection".to_owned());
                }
                let caught_up = false;
                self.lives.process = Process::Live { epoch, caught_up };
            }
            Ok(Recovered::Closed) => {
                self.lives.fruitless = 0;
                self.lives.process = Process::Absent;
                self.append_again(false);
                self.out.push(Effect::Save);
                self.process_is_gone();
            }
            #[cfg(test)]
            Err(_) if canary::has(Canary::UnreachableIsGone) => {
                self.lives.process = Process::Absent;
                self.process_is_gone();
            }
            Err(why) => self.unreachable(why),
        }
    }

    fn unreachable(&mut self, why: String) {
        let until = self.now.mono + LOOK_AGAIN;
        self.lives.process = Process::Unreachable { until };
        self.lives.error = Some(Refusal::Unreachable(why).sentence());
    }

    /// Does what follows the end of a process.
    pub(super) fn process_is_gone(&mut self) {
        let again = std::mem::take(&mut self.lives.again);
        match self.lives.stop.take() {
            None | Some(Stop::Parked) => self.resume_pending(),
            Some(Stop::Closed) if again || !self.lives.starters.is_empty() => {
                self.wake("a message came", None);
            }
            Some(Stop::Closed) => {}
            Some(Stop::Restart(reply)) => {
                self.wake("a person restarted it", Some(reply));
                self.part_done(reply, None);
            }
            Some(Stop::Fresh(reply, who)) => {
                self.lives.fresh = Some((reply, who));
                self.out.push(Effect::ReadDigest);
            }
            Some(Stop::Remove(reply)) => {
                self.out.push(Effect::FreeSlot);
                self.reply(reply, Ok(Answer::Done));
                self.end_calls();
                self.out.push(Effect::Ended);
            }
        }
    }

    /// Answers the call of a stop that another has overtaken.
    fn answer_stop(&mut self, stop: Stop) {
        match stop {
            Stop::Parked | Stop::Closed => {}
            Stop::Restart(reply) | Stop::Fresh(reply, _) | Stop::Remove(reply) => {
                self.part_done(reply, None);
            }
        }
    }

    /// Answers whoever still waits: the session is over.
    fn end_calls(&mut self) {
        let calls: Vec<ReplyId> = self.calls.keys().copied().collect();
        for reply in calls {
            self.refuse(reply, Refusal::Ended);
        }
    }
}
