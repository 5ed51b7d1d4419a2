//! Which prompt is answered by which result, and whether a turn is running.
//!
//! Results are never counted against prompts: the CLI merges prompts that wait, folds them into a running turn, and starts turns that nobody asked for.
//! Prompts carry uuids, and a result says which ones it answers.

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

/// What a session is doing, seen from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Activity {
    /// A turn is running.
    pub(crate) running: bool,
    /// Counts turns as they begin.
    pub(crate) turn: u64,
    /// Nothing more will come by itself.
    pub(crate) idle: bool,
    /// A prompt has no result yet.
    pub(crate) waiting: bool,
}

impl Activity {
    /// Whether a turn runs or is about to.
    pub(crate) fn is_busy(&self) -> bool {
        self.running || self.waiting
    }
}

#[derive(Debug)]
struct Waiting {
    uuid: MessageUuid,
    /// The CLI reported that a turn has taken it up.
    started: bool,
    /// The CLI echoed it. An older CLI does so in the turn that answers it.
    echoed: bool,
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
    /// The CLI echoes prompts.
    echoes: bool,
    /// The session is over.
    ended: bool,
    costs: Costs,
    session_id: Option<SessionId>,
    last_error: Option<String>,
    /// Why the running turn is being interrupted, when it is not the caller's doing.
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
    /// Begins with a CLI that echoes prompts, or is not known to, and with what its turns are charged to.
    pub(crate) fn new(echoes: bool, budget: Option<Budget>) -> Self {
        Self {
            echoes,
            budget,
            ..Self::default()
        }
    }

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
            echoed: false,
            done,
        });
        self.activity.send_modify(|activity| {
            activity.idle = false;
            activity.waiting = true;
        });
        outcome
    }

    /// Notes that a turn is interrupted because it reached a limit, unless it has ended.
    pub(crate) fn stop(&mut self, turn: u64, limit: Limit) {
        if self.activity.borrow().turn == turn {
            self.stopping = Some(limit);
        }
    }

    /// Forgets a prompt that could not be written.
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

    /// Folds a message that is no stream event and no control traffic.
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

    /// Ends everything with the session.
    pub(crate) fn fail_all(&mut self, error: &Error) {
        for waiting in self.waiting.drain(..) {
            // Whoever asked may no longer want to know.
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
        if let Some(budget) = &self.budget {
            budget.charge(cost.usd);
        }
        let mut ended = TurnResult {
            message: result.clone(),
            cost,
            stopped_by: None,
        };
        // A turn that ended well just before it was interrupted was not stopped.
        let stopping = self.stopping.take();
        ended.stopped_by = stopping.filter(|_| ended.is_error());
        let outcome = Outcome::Finished(Box::new(ended));
        for index in self.answered_by(result).into_iter().rev() {
            let waiting = self.waiting.remove(index);
            self.answered.insert(waiting.uuid);
            // Whoever asked may no longer want to know.
            drop(waiting.done.send(Ok(outcome.clone())));
        }
        self.activity
            .send_modify(|activity| activity.running = false);
        self.rest();
    }

    /// Which of the waiting prompts a result answers, by their places.
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
        // Nobody asked for this turn.
        if result.origin.is_some() {
            return Vec::new();
        }
        if self.tells_lifecycle {
            return those(&|waiting| waiting.started);
        }
        // An older CLI names no prompts, but echoes those that the turn has taken up.
        let echoed = those(&|waiting| waiting.echoed);
        if !echoed.is_empty() {
            return echoed;
        }
        // It does not echo slash commands; they run in their order.
        let answered = if self.echoes { 1 } else { self.waiting.len() };
        (0..answered.min(self.waiting.len())).collect()
    }

    /// A session is idle when no turn runs, no prompt waits, and the CLI says so, if it ever does.
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
