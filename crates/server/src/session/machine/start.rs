//! Starting a process: for a message, for a person, or for what the one before has left.

use pilothouse_api::session::Lifecycle;
use pilothouse_log::{Who, Woken};
use pilothouse_view::session::Activity;
use serde_json::{Map, Value, json};

use super::Machine;
use super::lives::{Process, Stop};
use crate::session::Refusal;
#[cfg(test)]
use crate::session::canary::{self, Canary};
use crate::session::effect::{Answer, Effect};
use crate::session::input::{Launched, Life, Prepared, ReplyId};
use crate::session::project::{LEAVE_OUT, PROJECT_SETTINGS};

/// How many processes in a row may die before the session waits for a person.
const FAILED_STARTS: u32 = 2;

impl Machine {
    pub(super) fn lifecycle(&mut self, reply: ReplyId, action: Lifecycle, who: Who) {
        self.set_answer(reply, Answer::Summary);
        match action {
            Lifecycle::Park if !self.lives.is_live() => {}
            Lifecycle::Park if self.lives.stop.is_some() => {}
            Lifecycle::Park if !self.is_parkable() => self.refuse(reply, Refusal::Busy),
            Lifecycle::Park => self.park("a person parked it", who, Some(reply)),
            Lifecycle::Wake => self.wake("a person woke it", Some(reply)),
            Lifecycle::Close => self.end_process(Stop::Closed),
            Lifecycle::Restart => {
                if self.stops.is_stopping() {
                    // It was stopped, so it is not to begin again.
                    self.abandon_open_messages(reply, who);
                }
                self.one_more(reply);
                self.end_process(Stop::Restart(reply));
            }
            Lifecycle::Fresh => {
                self.one_more(reply);
                self.end_process(Stop::Fresh(reply, who));
            }
        }
    }

    /// Starts or restarts the process as a person decided.
    pub(super) fn decide_project(&mut self, reply: ReplyId, leave_out: bool, who: Who) {
        let choice = if leave_out {
            json!(LEAVE_OUT)
        } else {
            Value::Null
        };
        self.set(PROJECT_SETTINGS, choice, who.clone(), Some(reply));
        self.set_answer(reply, Answer::Summary);
        if !self.lives.is_live() {
            self.lifecycle(reply, Lifecycle::Wake, who);
        } else if self.projection.settings.left_out != leave_out {
            self.lifecycle(reply, Lifecycle::Restart, who);
        }
    }

    /// Wakes the session for a message that waits. A process that cannot start is an error of the session, not of the
    /// message's sender.
    pub(super) fn wake_for_message(&mut self) {
        if matches!(self.lives.process, Process::Absent) {
            self.lives.failed_starts = 0;
            self.wake("a message came", None);
        } else if matches!(self.lives.stop, Some(Stop::Closed)) {
            #[cfg(test)]
            if canary::has(Canary::LostWake) {
                return;
            }
            self.lives.again = true;
        }
    }

    /// Starts a process for the session: a new conversation, or the one it had.
    pub(super) fn wake(&mut self, reason: &str, starter: Option<ReplyId>) {
        let waits = match self.lives.process {
            Process::Live { .. } if self.lives.stop.is_none() => return,
            Process::Live { .. } | Process::Recovering | Process::Unreachable { .. } => {
                self.lives.again = true;
                true
            }
            Process::Granted | Process::Preparing | Process::Launching => true,
            Process::Absent | Process::Waiting => false,
        };
        if let Some(starter) = starter {
            self.one_more(starter);
            self.lives.starters.push(starter);
        }
        if waits || self.lives.removing {
            return;
        }
        reason.clone_into(&mut self.lives.reason);
        self.lives.process = Process::Waiting;
        self.out.push(Effect::WantSlot);
    }

    pub(super) fn slot_granted(&mut self) {
        if self.lives.process != Process::Waiting {
            if !self.lives.has_slot() {
                self.out.push(Effect::FreeSlot);
            }
            return;
        }
        self.lives.process = Process::Granted;
    }

    /// Begins a start once the log has everything that it depends on.
    pub(super) fn prepare(&mut self) {
        if self.lives.process != Process::Granted || !self.appends.is_empty() {
            return;
        }
        self.lives.process = Process::Preparing;
        self.lives.life.0 += 1;
        self.lives.trust_seen = self.host.trust_version;
        let life = self.lives.life;
        self.out.push(Effect::Prepare { life });
    }

    pub(super) fn slot_refused(&mut self, limit: u32) {
        if self.lives.process != Process::Waiting {
            return;
        }
        let refusal = Refusal::NoRoom(limit);
        self.refuse_starters(&refusal);
    }

    pub(super) fn slot_free(&mut self) {
        match self.lives.process {
            Process::Waiting => self.out.push(Effect::WantSlot),
            _ if self.lives.has_slot() => {}
            _ => self.out.push(Effect::FreeSlot),
        }
    }

    /// A session without messages to send needs no process.
    pub(super) fn give_up_unused_slot(&mut self) {
        let waits = self.lives.process == Process::Waiting && self.lives.starters.is_empty();
        let has_asked = self
            .out
            .iter()
            .any(|effect| matches!(effect, Effect::WantSlot));
        if waits && !has_asked && !self.has_work() {
            self.lives.process = Process::Absent;
            self.out.push(Effect::FreeSlot);
        }
    }

    pub(super) fn has_work(&self) -> bool {
        self.has_queued() || !self.lost_messages().is_empty()
    }

    pub(super) fn prepared(&mut self, life: Life, result: Result<Box<Prepared>, Refusal>) {
        if life != self.lives.life || self.lives.process != Process::Preparing {
            return;
        }
        let prepared = match result {
            Ok(prepared) => prepared,
            Err(refusal) => return self.start_failed(&refusal),
        };
        if self.lives.stop.is_some() {
            self.lives.process = Process::Absent;
            self.out.push(Effect::FreeSlot);
            return self.process_is_gone();
        }
        self.lives.attests_trust = prepared.attests_trust;
        self.lives.undecided = false;
        self.lives.trust_told = false;
        if self.view().liveness.epoch > 0 {
            let note = Woken {
                reason: Some(self.lives.reason.clone()),
                missing: prepared.missing,
                extra: Map::new(),
            };
            let key = self.unique();
            self.append_note(key, Who::Host, note, None);
        }
        self.lives.process = Process::Launching;
        let config = Box::new(prepared.config);
        self.out.push(Effect::Launch { life, config });
    }

    pub(super) fn launched(&mut self, life: Life, result: Result<Launched, Refusal>) {
        if life != self.lives.life || self.lives.process != Process::Launching {
            return;
        }
        match result {
            Ok(Launched::Attached { epoch }) => {
                self.lives.error = None;
                self.lives.silent = false;
                // Nothing of a new process is old: what was read from the log is all there was.
                let caught_up = true;
                self.lives.process = Process::Live { epoch, caught_up };
                self.stalled_until = None;
                if self.lives.stop.is_some() {
                    self.out.push(Effect::Terminate);
                }
            }
            // A process that ended before it could be attached to is a death like any other: its end is in the log.
            Ok(Launched::Ended) => {
                self.lives.error = None;
                self.out.push(Effect::FreeSlot);
                self.answer_starters();
                self.lives.process = Process::Absent;
                self.process_is_gone();
            }
            Err(refusal) => self.start_failed(&refusal),
        }
    }

    pub(super) fn start_failed(&mut self, refusal: &Refusal) {
        self.lives.process = Process::Absent;
        #[cfg(test)]
        let leaks = canary::has(Canary::LeakedSlot);
        #[cfg(not(test))]
        let leaks = false;
        if !leaks {
            self.out.push(Effect::FreeSlot);
        }
        self.lives.undecided = refusal.is_trust_question();
        self.lives.error = (!self.lives.undecided).then(|| refusal.sentence());
        let is_new = !self.lives.undecided || !self.lives.trust_told;
        self.lives.trust_told = self.lives.undecided;
        if self.lives.starters.is_empty() && is_new {
            self.warn("cannotWake", refusal);
        }
        self.refuse_starters(refusal);
        if let Some(stop) = self.lives.stop.take() {
            self.lives.stop = Some(stop);
            self.process_is_gone();
        }
    }

    /// Answers who started the process, once all that it began with is in the log.
    pub(super) fn finish_start(&mut self) {
        let greeted = Some(self.projection.settings.greeted);
        if !self.lives.starters.is_empty() && self.lives.epoch() <= greeted {
            self.answer_starters();
        }
    }

    pub(super) fn answer_starters(&mut self) {
        for starter in std::mem::take(&mut self.lives.starters) {
            self.part_done(starter, None);
        }
    }

    pub(super) fn refuse_starters(&mut self, refusal: &Refusal) {
        for starter in std::mem::take(&mut self.lives.starters) {
            self.refuse(starter, refusal.clone());
        }
    }

    /// Starts a session that waited, when its project was accepted elsewhere.
    pub(super) fn trust_changed(&mut self) {
        let is_news = self.lives.trust_seen != self.host.trust_version;
        if self.lives.undecided && is_news && self.lives.is_absent() {
            self.wake("the project was trusted", None);
        }
    }

    /// Begins a new conversation with a digest of this one.
    pub(super) fn start_with_digest(&mut self, digest: Result<String, Refusal>) {
        let Some((reply, who)) = self.lives.fresh.take() else {
            return;
        };
        let digest = match digest {
            Ok(digest) => digest,
            Err(refusal) => return self.refuse(reply, refusal),
        };
        let epoch = self.view().liveness.epoch;
        self.set("digest", json!(digest), who.clone(), Some(reply));
        self.set("freshEpoch", json!(epoch), who.clone(), Some(reply));
        self.set("resume", Value::Null, who, Some(reply));
        self.wake("a person started afresh", Some(reply));
        self.part_done(reply, None);
    }

    /// What was acknowledged runs in a new process, unless processes die one after the other.
    pub(super) fn resume_pending(&mut self) {
        let waits = self.has_work();
        // One that ends without an error before the turn is over has died as well: only a turn starts the count again.
        if waits || (!self.ended_well() && self.has_given_up()) {
            self.lives.failed_starts += 1;
            if !waits || self.lives.failed_starts > FAILED_STARTS {
                self.lives.error = Some(Refusal::KeepsEnding.sentence());
                self.refuse_starters(&Refusal::KeepsEnding);
                return;
            }
        }
        if waits || !self.lives.starters.is_empty() {
            self.wake("messages wait", None);
        }
    }

    fn ended_well(&self) -> bool {
        match &self.view().liveness.activity {
            Activity::Ended { exit } => exit.code == Some(0),
            _ => true,
        }
    }
}
