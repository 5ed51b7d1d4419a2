//! The activity of a session, and its start time.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The activity of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum State {
    /// The process is running and has not answered yet.
    #[default]
    Starting,
    /// The process has answered; no turn has run yet.
    Ready,
    /// A turn is running: a request was sent to the model, or the model is thinking.
    Thinking,
    /// Text or the input of a tool is being streamed.
    Streaming,
    /// A tool is running.
    RunningTool,
    /// A request to the API failed and will be retried.
    Retrying,
    /// The conversation is being compacted.
    Compacting,
    /// A request waits for a person.
    AwaitingApproval,
    /// The last turn succeeded and nothing is running.
    Idle,
    /// The last turn ended in an error and nothing is running.
    Error,
    /// The process has exited.
    Disconnected,
}

impl State {
    /// Returns whether a turn is running.
    pub fn is_working(self) -> bool {
        matches!(
            self,
            Self::Thinking
                | Self::Streaming
                | Self::RunningTool
                | Self::Retrying
                | Self::Compacting
                | Self::AwaitingApproval
        )
    }
}

/// The state of a session with its times. The caller supplies the clock.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Liveness {
    /// The current state.
    pub state: State,
    /// The start of the state, in milliseconds.
    pub since_ms: u64,
    /// The time of the last message, in milliseconds.
    pub last_event_ms: u64,
    /// Open requests to a person.
    asks: BTreeSet<String>,
    /// The state before the open requests.
    before_ask: State,
    /// The CLI reports its idle state, so a result alone does not end the activity.
    tells_state: bool,
    /// Whether the last result was an error.
    failed: bool,
}

/// A signal that affects liveness.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sign {
    /// A process was started.
    Spawned,
    /// The process answered.
    Answered,
    /// A request was sent to the model, or the model is thinking.
    Thinking,
    /// Text or input is being streamed.
    Streaming,
    /// Tools are running.
    RunningTool,
    /// The request is being retried.
    Retrying,
    /// Compaction began.
    Compacting,
    /// This request waits for a person.
    Asked(String),
    /// This request was answered or withdrawn.
    Settled(String),
    /// A turn ended; true for an error.
    TurnEnded(bool),
    /// The CLI reported that it is idle.
    SaysIdle,
    /// The CLI reported that it is running, or waiting for a person.
    SaysRunning,
    /// The process exited.
    Exited,
    /// Any other message.
    Heard,
}

impl Liveness {
    /// Folds a sign that arrived at `at_ms`.
    pub fn observe(&mut self, sign: Sign, at_ms: u64) {
        self.last_event_ms = self.last_event_ms.max(at_ms);
        match sign {
            Sign::Spawned => {
                *self = Self {
                    last_event_ms: self.last_event_ms,
                    ..Self::default()
                };
                self.since_ms = at_ms;
            }
            Sign::Answered if self.state == State::Starting => self.enter(State::Ready, at_ms),
            Sign::Thinking => self.work(State::Thinking, at_ms),
            Sign::Streaming => self.work(State::Streaming, at_ms),
            Sign::RunningTool => self.work(State::RunningTool, at_ms),
            Sign::Retrying => self.work(State::Retrying, at_ms),
            Sign::Compacting => self.work(State::Compacting, at_ms),
            Sign::Asked(id) => self.asked(id, at_ms),
            Sign::Settled(id) => self.settled(&id, at_ms),
            Sign::TurnEnded(failed) => {
                self.failed = failed;
                if !self.tells_state {
                    self.rest(at_ms);
                }
            }
            Sign::SaysIdle => {
                self.tells_state = true;
                self.rest(at_ms);
            }
            Sign::SaysRunning => {
                self.tells_state = true;
                if !self.state.is_working() {
                    self.enter(State::Thinking, at_ms);
                }
            }
            Sign::Exited => {
                self.asks.clear();
                self.enter(State::Disconnected, at_ms);
            }
            Sign::Answered | Sign::Heard => {}
        }
    }

    fn enter(&mut self, state: State, at_ms: u64) {
        if self.state != state {
            self.state = state;
            self.since_ms = at_ms;
        }
    }

    /// Work beside an open request does not hide the request.
    fn work(&mut self, state: State, at_ms: u64) {
        if self.asks.is_empty() {
            self.enter(state, at_ms);
        } else {
            self.before_ask = state;
        }
    }

    fn asked(&mut self, id: String, at_ms: u64) {
        if self.asks.is_empty() {
            self.before_ask = self.state;
        }
        self.asks.insert(id);
        self.enter(State::AwaitingApproval, at_ms);
    }

    fn settled(&mut self, id: &str, at_ms: u64) {
        if self.asks.remove(id) && self.asks.is_empty() {
            let state = if self.before_ask.is_working() {
                State::RunningTool
            } else {
                self.before_ask
            };
            self.enter(state, at_ms);
        }
    }

    fn rest(&mut self, at_ms: u64) {
        self.asks.clear();
        self.enter(
            if self.failed {
                State::Error
            } else {
                State::Idle
            },
            at_ms,
        );
    }
}
