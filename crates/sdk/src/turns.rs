//! Which prompt is answered by which result, and whether a turn is running.
//!
//! Results are never counted against prompts: the CLI merges prompts that wait, folds them into a running turn, and starts turns that nobody asked for.
//! Prompts carry uuids, and a result says which ones it answers.

use std::collections::HashSet;

use pilothouse_protocol::fold::{Costs, TurnCost};
use pilothouse_protocol::ids::{MessageUuid, SessionId};
use pilothouse_protocol::message::{CommandLifecycle, CommandState, ResultMessage};
use pilothouse_protocol::system::{SessionState, SystemMessage};
use pilothouse_protocol::{Frame, Message};
use tokio::sync::{oneshot, watch};

use crate::error::{Error, Result};

/// How a turn ended. Its fields are those of [`ResultMessage`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TurnResult {
    /// What the CLI said.
    pub message: ResultMessage,
    /// What this turn alone cost; the message has the cost of the whole run.
    pub cost: TurnCost,
}

impl std::ops::Deref for TurnResult {
    type Target = ResultMessage;

    fn deref(&self) -> &ResultMessage {
        &self.message
    }
}

/// What became of a prompt.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// A turn answered it; it may have failed.
    Finished(Box<TurnResult>),
    /// It was taken back before a turn began.
    Cancelled,
    /// The CLI had seen its uuid before and did nothing.
    Swallowed,
}

/// What a session is doing, seen from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Activity {
    /// A turn is running.
    pub(crate) running: bool,
    /// Counts turns as they begin.
    pub(crate) turn: u64,
    /// Nothing more will come by itself.
    pub(crate) idle: bool,
}

#[derive(Debug)]
struct Waiting {
    uuid: MessageUuid,
    started: bool,
    done: oneshot::Sender<Result<Outcome>>,
}

/// The state of the conversation, as far as the session itself needs it.
#[derive(Debug)]
pub(crate) struct Turns {
    waiting: Vec<Waiting>,
    /// Prompts of this process that have their result. The CLI says nothing about a second one with the same uuid but its echo.
    answered: HashSet<MessageUuid>,
    activity: watch::Sender<Activity>,
    /// The CLI says itself when it is idle.
    tells_state: bool,
    /// The last it said was that it is.
    says_idle: bool,
    /// The CLI says what becomes of each prompt.
    tells_lifecycle: bool,
    costs: Costs,
    session_id: Option<SessionId>,
    last_error: Option<String>,
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            waiting: Vec::new(),
            answered: HashSet::new(),
            activity: watch::Sender::new(Activity {
                idle: true,
                ..Activity::default()
            }),
            tells_state: false,
            says_idle: false,
            tells_lifecycle: false,
            costs: Costs::default(),
            session_id: None,
            last_error: None,
        }
    }
}

impl Turns {
    /// Notes a prompt that is about to be written.
    pub(crate) fn expect(&mut self, uuid: MessageUuid) -> oneshot::Receiver<Result<Outcome>> {
        let (done, outcome) = oneshot::channel();
        if self.answered.contains(&uuid) {
            // Whoever asked has the other end.
            drop(done.send(Ok(Outcome::Swallowed)));
            return outcome;
        }
        self.waiting.push(Waiting {
            uuid,
            started: false,
            done,
        });
        self.activity.send_modify(|activity| activity.idle = false);
        outcome
    }

    /// Forgets a prompt that could not be written.
    pub(crate) fn forget(&mut self, uuid: &MessageUuid) {
        self.waiting.retain(|waiting| waiting.uuid != *uuid);
    }

    pub(crate) fn activity(&self) -> watch::Receiver<Activity> {
        self.activity.subscribe()
    }

    pub(crate) fn session_id(&self) -> Option<SessionId> {
        self.session_id.clone()
    }

    pub(crate) fn last_error(&self) -> Option<String> {
        self.last_error.clone()
    }

    /// Folds a frame that is no stream event and no control traffic.
    pub(crate) fn observe(&mut self, frame: &Frame) {
        match frame.message() {
            Some(Message::Result(result)) => self.result(result),
            Some(Message::CommandLifecycle(lifecycle)) => self.lifecycle(lifecycle),
            Some(Message::System(system)) => self.system(system),
            Some(Message::Assistant(message)) if message.parent_tool_use_id.is_none() => {
                self.begin()
            }
            _ => {}
        }
    }

    /// Ends everything with the session.
    pub(crate) fn fail_all(&mut self, error: &Error) {
        for waiting in self.waiting.drain(..) {
            // Whoever asked may no longer want to know.
            drop(waiting.done.send(Err(error.clone())));
        }
        self.activity.send_modify(|activity| {
            activity.running = false;
            activity.idle = true;
        });
    }

    fn begin(&mut self) {
        self.activity.send_if_modified(|activity| {
            let begins = !activity.running;
            if begins {
                activity.running = true;
                activity.idle = false;
                activity.turn += 1;
            }
            begins
        });
    }

    fn system(&mut self, system: &SystemMessage) {
        match system {
            SystemMessage::Init(init) => {
                if let Some(id) = &init.session_id {
                    self.session_id = Some(id.clone());
                }
                self.begin();
            }
            SystemMessage::SessionStateChanged(changed) => {
                self.tells_state = true;
                self.says_idle = changed.state == SessionState::Idle;
                if self.says_idle {
                    self.activity
                        .send_modify(|activity| activity.running = false);
                    self.rest();
                } else {
                    self.activity.send_modify(|activity| activity.idle = false);
                }
            }
            _ => {}
        }
    }

    fn lifecycle(&mut self, lifecycle: &CommandLifecycle) {
        self.tells_lifecycle = true;
        let uuid = &lifecycle.command_uuid;
        let Some(index) = self
            .waiting
            .iter()
            .position(|waiting| waiting.uuid == *uuid)
        else {
            return;
        };
        match lifecycle.state {
            CommandState::Started => self.waiting[index].started = true,
            // Completed without having started: the CLI knew this uuid. One that started will have its result.
            CommandState::Completed if !self.waiting[index].started => {
                self.settle(index, Outcome::Swallowed)
            }
            CommandState::Cancelled | CommandState::Discarded | CommandState::Refused => {
                self.settle(index, Outcome::Cancelled);
            }
            _ => {}
        }
    }

    fn settle(&mut self, index: usize, outcome: Outcome) {
        // Whoever asked may no longer want to know.
        drop(self.waiting.remove(index).done.send(Ok(outcome)));
        self.rest();
    }

    fn result(&mut self, result: &ResultMessage) {
        // An interrupt is no error that would explain an exit.
        self.last_error = result
            .error_text()
            .filter(|_| !result.was_interrupted())
            .map(std::borrow::Cow::into_owned);
        let since_last =
            Some(&result.model_usage_since_last_result).filter(|models| !models.is_empty());
        let cost = self
            .costs
            .result(result.total_cost_usd, &result.model_usage, since_last);
        let outcome = Outcome::Finished(Box::new(TurnResult {
            message: result.clone(),
            cost,
        }));
        let names_prompts =
            !result.user_message_uuids.is_empty() || result.user_message_uuid.is_some();
        // An older CLI names no prompts and folds all that wait into one turn; a newer one leaves them out when nobody asked.
        let answers_all = !names_prompts && !self.tells_lifecycle && result.origin.is_none();
        let (answered, waiting) =
            std::mem::take(&mut self.waiting)
                .into_iter()
                .partition(|waiting: &Waiting| {
                    answers_all
                        || result.user_message_uuids.contains(&waiting.uuid)
                        || result.user_message_uuid.as_ref() == Some(&waiting.uuid)
                });
        self.waiting = waiting;
        for waiting in answered {
            self.answered.insert(waiting.uuid);
            // Whoever asked may no longer want to know.
            drop(waiting.done.send(Ok(outcome.clone())));
        }
        self.activity
            .send_modify(|activity| activity.running = false);
        self.rest();
    }

    /// A session is idle when no turn runs, no prompt waits, and the CLI says so, if it ever does.
    fn rest(&mut self) {
        let quiet = self.waiting.is_empty() && (self.says_idle || !self.tells_state);
        self.activity.send_if_modified(|activity| {
            let rests = quiet && !activity.running && !activity.idle;
            activity.idle |= rests;
            rests
        });
    }
}
