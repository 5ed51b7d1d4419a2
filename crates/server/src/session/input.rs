//! Everything that can happen to a session.

use std::sync::Arc;
use std::time::Instant;

use pilothouse_api::host::Scope;
use pilothouse_api::message::{AnswerAsk, NewMessage, UpdateQueued};
use pilothouse_api::rules::{Rule, RuleBehavior};
use pilothouse_api::session::{ControlCall, Interrupt, Lifecycle, UpdateSession};
use pilothouse_api::settings::HostSettings;
use pilothouse_log::{Record, Who};
use pilothouse_protocol::input::UserInput;
use pilothouse_runner::Config;
use serde_json::Value;

use super::Refusal;
use super::update::Change;

/// The time, on both clocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Now {
    pub(super) mono: Instant,
    /// Milliseconds since 1970; it can step.
    pub(super) wall_ms: u64,
}

/// Where the answer to a call goes. The driver knows the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ReplyId(pub(super) u64);

/// One attempt to start a process. The outcome of an earlier one has no effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Life(pub(super) u32);

/// Something that happens.
pub(super) enum Input {
    Call {
        reply: ReplyId,
        who: Who,
        call: Call,
    },
    /// Records of the log, in order, those of this session's own writes included.
    Records(Vec<Record>),
    /// Every record that a runner had was handed out.
    CaughtUp,
    /// A write was not made.
    Refused {
        key: String,
        refusal: Refusal,
    },
    /// A write was made before, as the record with this sequence.
    Repeated {
        key: String,
        seq: u64,
    },
    /// The session has a slot for a process.
    SlotGranted,
    /// All of so many slots are in use.
    SlotRefused(u32),
    /// A slot may be free.
    SlotFree,
    /// Another session needs the slot of this one.
    SlotNeeded,
    Prepared {
        life: Life,
        result: Result<Box<Prepared>, Refusal>,
    },
    Launched {
        life: Life,
        result: Result<Launched, Refusal>,
    },
    /// The process ended, or the connection to its runner did.
    Lost,
    /// The outcome of [`super::effect::Effect::Recover`].
    Recovered(Result<Recovered, String>),
    /// Lines that were sent, by the sequence of their records.
    Lines(Vec<(u64, Option<UserInput>)>),
    /// The outcome of [`super::effect::Effect::ReadSpending`].
    Spending(Spending),
    Digest(Result<String, Refusal>),
    /// What the host knows has changed.
    Host(HostFacts),
    /// Whether a client shows the session.
    Watched(bool),
    /// A deadline may have passed.
    Timeout,
}

/// A command of a client.
pub(super) enum Call {
    Send {
        message: NewMessage,
        blocks: Vec<Value>,
    },
    UpdateQueued {
        uuid: String,
        update: UpdateQueued,
    },
    Withdraw {
        uuid: String,
    },
    Interrupt(Interrupt),
    /// Sends held messages: these, or all.
    ReleaseHeld(Option<Vec<String>>),
    DiscardHeld,
    Answer {
        ask: String,
        answer: AnswerAsk,
        scope: Scope,
    },
    Change(Box<Change>),
    Update(Box<UpdateSession>),
    LookAt(u32),
    Lifecycle(Lifecycle),
    DecideProjectSettings {
        leave_out: bool,
    },
    Control(ControlCall),
    GrantRule {
        key: String,
        behavior: RuleBehavior,
        rule: String,
    },
    RevokeRule(Box<Rule>),
    Remove,
}

/// How a process is to be started.
pub(super) struct Prepared {
    pub(super) config: Config,
    /// What of the session's settings cannot be restored.
    pub(super) missing: Vec<String>,
    /// A person accepted what the project runs.
    pub(super) attests_trust: bool,
}

/// What became of a start that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Launched {
    /// A runner with the process of this epoch is attached.
    Attached { epoch: u32 },
    /// The process ended before a runner could be attached to.
    Ended,
}

/// What was found when a runner was lost, or when the session was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recovered {
    /// A runner lives and is attached.
    Attached { epoch: u32 },
    /// No runner lives, and the log has the end of its process.
    Closed,
}

/// What was spent today on this host.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spending {
    pub(super) today_usd: f64,
    /// When the day began, in milliseconds since 1970.
    pub(super) day_began_ms: u64,
}

/// What the host knows and the session depends on.
#[derive(Clone)]
pub(super) struct HostFacts {
    pub(super) settings: Arc<HostSettings>,
    /// The rules that hold for this session, and a number that changes with them.
    pub(super) rules: Arc<Vec<Rule>>,
    pub(super) rules_version: u64,
    /// How often project settings were accepted.
    pub(super) trust_version: u64,
    /// How many processes there may be, when all are in use.
    pub(super) full: Option<u32>,
}
