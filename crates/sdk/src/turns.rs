//! Matches prompts with results, and tracks whether a turn is running.
//!
//! Results are never counted against prompts: the CLI merges waiting prompts, adds them to a running turn, and starts
//! turns without a prompt.
//! Prompts have UUIDs, and a result names those that it answers.

use std::collections::HashSet;

use pilothouse_protocol::Message;
use pilothouse_protocol::fold::Costs;
use pilothouse_protocol::ids::{MessageUuid, SessionId};
use pilothouse_protocol::message::{CommandLifecycle, CommandState, ResultMessage};
use pilothouse_protocol::system::{SessionState, SystemMessage};
use tokio::sync::{oneshot, watch};

use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::turn::{Limit, Outcome, TurnResult};

/// The visible activity of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Activity {
    /// A turn is running.
    pub(crate) running: bool,
    /// Counts the turns that started.
    pub(crate) turn: u64,
    /// No further messages are expected.
    pub(crate) idle: bool,
    /// A prompt has no result yet.
    pub(crate) waiting: bool,
}

impl Activity {
    /// Returns whether a turn is running or about to start.
    pub(crate) fn is_busy(&self) -> bool {
        self.running || self.waiting
    }
}

#[derive(Debug)]
struct Waiting {
    uuid: MessageUuid,
    /// The CLI reported that a turn has started to process it.
    started: bool,
    /// The CLI echoed it. Older CLIs do so in the turn that answers it.
    echoed: bool,
    done: oneshot::Sender<Result<Outcome>>,
}

/// The state of the conversation that the session itself needs.
#[derive(Debug)]
pub(crate) struct Turns {
    waiting: Vec<Waiting>,
    /// Prompts of this process with a result. For a second prompt with the same UUID, the CLI sends only the echo.
    answered: HashSet<MessageUuid>,
    activity: watch::Sender<Activity>,
    /// Whether the CLI reports its idle state.
    tells_state: bool,
    /// Whether the last reported state was idle.
    says_idle: bool,
    /// Whether the CLI reports the lifecycle of each prompt.
    tells_lifecycle: bool,
    /// Whether the CLI echoes prompts.
    echoes: bool,
    /// Whether the session has ended.
    ended: bool,
    costs: Costs,
    session_id: Option<SessionId>,
    last_error: Option<String>,
    /// The limit because of which the running turn is being interrupted.
    stopping: Option<Limit>,
    budget: Option<Budget>,
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
            echoes: false,
            ended: false,
            costs: Costs::default(),
            session_id: None,
            last_error: None,
            stopping: None,
            budget: None,
        }
    }
}

impl Turns {
    /// Creates the state for a CLI that may echo prompts, and the budget to which its turns are charged.
    pub(crate) fn new(echoes: bool, budget: Option<Budget>) -> Self {
        Self {
            echoes,
            budget,
            ..Self::default()
        }
    }

    /// Registers a prompt before it is written.
    pub(crate) fn expect(&mut self, uuid: MessageUuid) -> oneshot::Receiver<Result<Outcome>> {
        let (done, outcome) = oneshot::channel();
        if self.answered.contains(&uuid) {
            // This function returns the other end.
            drop(done.send(Ok(Outcome::Swallowed)));
            return outcome;
        }
        self.waiting.push(Waiting {
            uuid,
            started: false,
            echoed: false,
            done,
        });
        self.activity.send_modify(|activity| {
            activity.idle = false;
            activity.waiting = true;
        });
        outcome
    }

    /// Records that a turn is interrupted because it reached a limit, unless it has ended.
    pub(crate) fn stop(&mut self, turn: u64, limit: Limit) {
        if self.activity.borrow().turn == turn {
            self.stopping = Some(limit);
        }
    }

    /// Removes a prompt that could not be written.
    pub(crate) fn forget(&mut self, uuid: &MessageUuid) {
        self.waiting.retain(|waiting| waiting.uuid != *uuid);
        self.rest();
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

    /// Folds a message, except stream events and control messages.
    pub(crate) fn observe(&mut self, message: &Message) {
        match message {
            Message::Result(result) => self.result(result),
            Message::CommandLifecycle(lifecycle) => self.lifecycle(lifecycle),
            Message::System(system) => self.system(system),
            Message::Assistant(message) if message.parent_tool_use_id.is_none() => self.begin(),
            Message::User(user) if user.is_replay == Some(true) => self.echo(message.uuid()),
            _ => {}
        }
    }

    /// Fails everything that is waiting, because the session ended.
    pub(crate) fn fail_all(&mut self, error: &Error) {
        for waiting in self.waiting.drain(..) {
            // The caller may have stopped waiting.
            drop(waiting.done.send(Err(error.clone())));
        }
        self.ended = true;
        self.activity.send_modify(|activity| {
            activity.running = false;
            activity.idle = true;
            activity.waiting = false;
        });
    }

    fn echo(&mut self, uuid: Option<&MessageUuid>) {
        self.echoes = true;
        let mut waiting = self.waiting.iter_mut();
        if let Some(echoed) = waiting.find(|waiting| Some(&waiting.uuid) == uuid) {
            echoed.echoed = true;
        }
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
            // Completed without having started: the CLI knew the UUID. A prompt that started gets a result.
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
        // The caller may have stopped waiting.
        drop(self.waiting.remove(index).done.send(Ok(outcome)));
        self.rest();
    }

    fn result(&mut self, result: &ResultMessage) {
        // An interrupt does not explain an exit.
        self.last_error = result
            .error_text()
            .filter(|_| !result.was_interrupted())
            .map(std::borrow::Cow::into_owned);
        let since_last =
            Some(&result.model_usage_since_last_result).filter(|models| !models.is_empty());
        let cost = self
            .costs
            .result(result.total_cost_usd, &result.model_usage, since_last);
        if let Some(budget) = &self.budget {
            budget.charge(cost.usd);
        }
        let mut ended = TurnResult {
            message: result.clone(),
            cost,
            stopped_by: None,
        };
        // A turn that succeeded just before the interrupt was not stopped.
        let stopping = self.stopping.take();
        ended.stopped_by = stopping.filter(|_| ended.is_error());
        let outcome = Outcome::Finished(Box::new(ended));
        for index in self.answered_by(result).into_iter().rev() {
            let waiting = self.waiting.remove(index);
            self.answered.insert(waiting.uuid);
            // The caller may have stopped waiting.
            drop(waiting.done.send(Ok(outcome.clone())));
        }
        self.activity
            .send_modify(|activity| activity.running = false);
        self.rest();
    }

    /// Returns the indexes of the waiting prompts that a result answers.
    fn answered_by(&self, result: &ResultMessage) -> Vec<usize> {
        let those = |fits: &dyn Fn(&Waiting) -> bool| -> Vec<usize> {
            let waiting = self.waiting.iter().enumerate();
            let fitting = waiting.filter(|(_, waiting)| fits(waiting));
            fitting.map(|(index, _)| index).collect()
        };
        let names = &result.user_message_uuids;
        if !names.is_empty() || result.user_message_uuid.is_some() {
            return those(&|waiting| {
                names.contains(&waiting.uuid)
                    || result.user_message_uuid.as_ref() == Some(&waiting.uuid)
            });
        }
        // The CLI started this turn without a prompt.
        if result.origin.is_some() {
            return Vec::new();
        }
        if self.tells_lifecycle {
            return those(&|waiting| waiting.started);
        }
        // Older CLIs name no prompts, but echo those that the turn processes.
        let echoed = those(&|waiting| waiting.echoed);
        if !echoed.is_empty() {
            return echoed;
        }
        // They do not echo slash commands, which run in order.
        let answered = if self.echoes { 1 } else { self.waiting.len() };
        (0..answered.min(self.waiting.len())).collect()
    }

    /// A session is idle when no turn is running, no prompt is waiting, and the CLI reports it, if it ever does.
    fn rest(&mut self) {
        let silent = self.ended || self.says_idle || !self.tells_state;
        let waiting = !self.waiting.is_empty();
        let quiet = !waiting && silent;
        self.activity.send_if_modified(|activity| {
            let rests = quiet && !activity.running && !activity.idle;
            activity.idle |= rests;
            let changed = std::mem::replace(&mut activity.waiting, waiting) != waiting;
            rests || changed
        });
    }
}
