//! What a session is doing, and since when.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// What a session is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum State {
    /// The process runs and has not answered yet.
    #[default]
    Starting,
    /// It has answered and no turn has run.
    Ready,
    /// A turn runs: the model was asked, or thinks.
    Thinking,
    /// Text or a tool's input is coming in.
    Streaming,
    /// A tool runs.
    RunningTool,
    /// A request to the API failed and will be made again.
    Retrying,
    /// The conversation is being compacted.
    Compacting,
    /// A person is asked.
    AwaitingApproval,
    /// The last turn ended well and nothing goes on.
    Idle,
    /// The last turn ended in an error and nothing goes on.
    Error,
    /// The process is gone.
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

/// The state of a session with its times. The clock is the caller's.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Liveness {
    /// What it is doing.
    pub state: State,
    /// When that began, in milliseconds.
    pub since_ms: u64,
    /// When anything was last heard, in milliseconds.
    pub last_event_ms: u64,
    /// Requests to a person that have no answer.
    asks: BTreeSet<String>,
    /// What it was doing before a person was asked.
    before_ask: State,
    /// The CLI says itself when it is idle, so a result alone is not the end.
    tells_state: bool,
    /// The last result was an error.
    failed: bool,
}

/// Something that bears on liveness.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sign {
    /// A process was started.
    Spawned,
    /// It answered.
    Answered,
    /// The model is asked, or thinks.
    Thinking,
    /// Text or input comes in.
    Streaming,
    /// Tools run.
    RunningTool,
    /// The request is made again.
    Retrying,
    /// Compaction began.
    Compacting,
    /// A person is asked, by this request.
    Asked(String),
    /// That request was answered or withdrawn.
    Settled(String),
    /// A turn ended; true when in an error.
    TurnEnded(bool),
    /// The CLI says that it is idle.
    SaysIdle,
    /// The CLI says that it runs, or waits for a person.
    SaysRunning,
    /// The process is gone.
    Exited,
    /// Anything else was heard.
    Heard,
}

impl Liveness {
    /// Folds one sign, heard at `at_ms`.
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

    /// Work that goes on beside an open ask does not hide it.
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
