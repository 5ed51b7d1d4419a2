//! Where the session's process is, and what is known of those it had.

use std::time::Instant;

use pilothouse_log::Who;

use crate::session::input::{Life, ReplyId};

/// How often a runner is attached to again that gives no record, before its log counts as damaged.
pub(super) const FRUITLESS: u32 = 3;

/// Where the session's process is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Process {
    /// There is none.
    Absent,
    /// One is to start as soon as there is a slot.
    Waiting,
    /// It has one. A start depends on what the log says, so writes that are under way come first.
    Granted,
    Preparing,
    Launching,
    /// A runner is attached; until it has caught up, it sends what the log had before.
    Live {
        epoch: u32,
        caught_up: bool,
    },
    /// The runner is gone or lost us; the driver finds out which.
    Recovering,
    /// A runner has the log and cannot be attached to.
    Unreachable {
        until: Instant,
    },
}

/// Why a process is ended, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// To save memory: a message wakes the session again.
    Parked,
    /// A person said so: it stays ended until they say otherwise.
    Closed,
    Restart(ReplyId),
    Fresh(ReplyId, Who),
    Remove(ReplyId),
}

/// The process of a session, and those it had.
pub(super) struct Lives {
    pub(super) process: Process,
    pub(super) life: Life,
    pub(super) stop: Option<Stop>,
    /// Another process is to start when this one has ended.
    pub(super) again: bool,
    /// What the start is for.
    pub(super) reason: String,
    /// Calls that are answered when the start is over.
    pub(super) starters: Vec<ReplyId>,
    /// A new conversation that waits for its digest.
    pub(super) fresh: Option<(ReplyId, Who)>,
    /// How many processes died in a row without finishing a turn.
    pub(super) failed_starts: u32,
    /// How often a runner was attached to without a record coming.
    pub(super) fruitless: u32,
    /// Error shown to the user, if the session is stuck.
    pub(super) error: Option<String>,
    /// The CLI has not answered `initialize`.
    pub(super) silent: bool,
    /// The next start waits for a decision about the project's settings.
    pub(super) undecided: bool,
    /// The log says so already.
    pub(super) trust_told: bool,
    /// How often items had been accepted when the project was last checked.
    pub(super) trust_seen: u64,
    pub(super) attests_trust: bool,
    /// The session is to be removed: nothing starts any more.
    pub(super) removing: bool,
}

impl Default for Lives {
    fn default() -> Self {
        Self {
            process: Process::Absent,
            life: Life::default(),
            stop: None,
            again: false,
            reason: String::new(),
            starters: Vec::new(),
            fresh: None,
            failed_starts: 0,
            fruitless: 0,
            error: None,
            silent: false,
            undecided: false,
            trust_told: false,
            trust_seen: 0,
            attests_trust: false,
            removing: false,
        }
    }
}

impl Lives {
    /// Whether the CLI can be written to.
    pub(super) fn is_ready(&self) -> bool {
        matches!(
            self.process,
            Process::Live {
                caught_up: true,
                ..
            }
        ) && self.stop.is_none()
    }

    /// Whether everything that the log had is folded, and it is known whether a start can be made: whoever asks after a
    /// message was sent learns why none can.
    pub(super) fn is_settled(&self) -> bool {
        !matches!(
            self.process,
            Process::Recovering
                | Process::Granted
                | Process::Preparing
                | Process::Live {
                    caught_up: false,
                    ..
                }
        )
    }

    pub(super) fn is_starting(&self) -> bool {
        matches!(
            self.process,
            Process::Granted | Process::Preparing | Process::Launching
        )
    }

    pub(super) fn is_recovering(&self) -> bool {
        self.process == Process::Recovering
    }

    pub(super) fn is_live(&self) -> bool {
        matches!(self.process, Process::Live { .. })
    }

    pub(super) fn is_absent(&self) -> bool {
        self.process == Process::Absent
    }

    pub(super) fn has_slot(&self) -> bool {
        self.is_starting() || self.is_live()
    }

    pub(super) fn epoch(&self) -> Option<u32> {
        match self.process {
            Process::Live { epoch, .. } => Some(epoch),
            _ => None,
        }
    }

    pub(super) fn attests_trust(&self) -> bool {
        self.attests_trust
    }

    pub(super) fn is_undecided(&self) -> bool {
        self.undecided
    }

    pub(super) fn error(&self) -> Option<&String> {
        self.error.as_ref()
    }

    pub(super) fn is_silent(&self) -> bool {
        self.silent
    }

    pub(super) fn retries_at(&self) -> Option<Instant> {
        match self.process {
            Process::Unreachable { until } => Some(until),
            _ => None,
        }
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.process == Process::Waiting
    }

    /// A runner that could not be attached to gets another try.
    pub(super) fn try_once_more(&mut self) {
        self.fruitless = FRUITLESS - 1;
    }

    /// A record came.
    pub(super) fn progressed(&mut self) {
        self.fruitless = 0;
    }

    pub(super) fn turn_ended(&mut self) {
        self.failed_starts = 0;
        self.error = None;
    }

    pub(super) fn answers(&mut self) {
        self.silent = false;
    }

    pub(super) fn does_not_answer(&mut self) {
        self.silent = true;
    }
}
