//! One hosted session: a state machine ([`machine`]), and a task that drives it ([`driver`]).
//!
//! The task is the only one that folds the session's log and writes to it, so nothing here is shared or locked.
//! Others talk to it through a [`SessionHandle`].

mod acts;
mod answer;
mod answer_scope;
mod audit;
mod calls;
#[cfg(test)]
mod canary;
mod command;
mod driver;
mod effect;
mod feed;
mod flags;
mod folding;
mod fresh;
mod hello;
mod history;
mod input;
mod io;
mod log_file;
mod machine;
mod pending;
mod policy;
mod prepare;
mod process_slots;
mod project;
mod projection;
mod queue;
mod refusal;
mod replies;
mod saved;
mod seal;
mod settings;
mod start;
mod summary;
mod terminal_commands;
mod untruncated;
mod update;
#[cfg(test)]
mod worlds;

use pilothouse_api::host::Scope;
use pilothouse_api::message::{AnswerAsk, NewMessage, SentMessage, UpdateQueued};
use pilothouse_api::rules::RuleBehavior;
use pilothouse_api::session::{
    ControlCall, Interrupt, Interruption, Lifecycle, SessionSummary, UpdateSession,
};
use pilothouse_log::Who;
use pilothouse_view::{Entry, EntryPage, SessionView};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use crate::problem::Problem;

pub(crate) use feed::{Feed, Subscription};
pub(crate) use flags::AllowedFlags;
pub(crate) use process_slots::ProcessSlots;
pub(crate) use project::{LEAVE_OUT, PROJECT_SETTINGS};
pub(crate) use refusal::Refusal;
pub(crate) use seal::open_sealed;
pub(crate) use settings::{IMPORTED_EPOCH, Settings, setting};
pub(crate) use start::{Shared, open, refill, reindex};
pub(crate) use untruncated::AttachmentBytes;
pub(crate) use update::Change;

/// A way to talk to a session's task.
#[derive(Clone)]
pub(crate) struct SessionHandle {
    inputs: mpsc::Sender<Input>,
    /// What is said when nobody answers.
    unanswered: fn() -> Problem,
}

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Problem>>;

/// Everything a session can be told.
pub(crate) enum Input {
    Subscribe {
        after: Option<u64>,
        reply: Reply<Subscription>,
    },
    View {
        reply: Reply<SessionView>,
    },
    Page {
        before: String,
        limit: usize,
        reply: Reply<EntryPage>,
    },
    /// An entry with nothing cut.
    Entry {
        id: String,
        reply: Reply<Entry>,
    },
    Attachment {
        entry: String,
        index: u32,
        reply: Reply<AttachmentBytes>,
    },
    Summary {
        reply: Reply<SessionSummary>,
    },
    /// The entries of the session are complete again after the index was replaced.
    Reindexed {
        reply: Reply<SessionSummary>,
    },
    Send {
        message: NewMessage,
        blocks: Vec<Value>,
        who: Who,
        reply: Reply<SentMessage>,
    },
    UpdateQueued {
        uuid: String,
        update: UpdateQueued,
        who: Who,
        reply: Reply<()>,
    },
    Withdraw {
        uuid: String,
        who: Who,
        reply: Reply<()>,
    },
    Interrupt {
        interrupt: Interrupt,
        who: Who,
        reply: Reply<Interruption>,
    },
    /// Sends held messages: these, or all.
    ReleaseHeld {
        messages: Option<Vec<String>>,
        who: Who,
        reply: Reply<()>,
    },
    DiscardHeld {
        who: Who,
        reply: Reply<()>,
    },
    Answer {
        ask: String,
        answer: AnswerAsk,
        /// What the device may do that answers.
        scope: Scope,
        who: Who,
        reply: Reply<()>,
    },
    /// A setting that the running CLI must agree to.
    Change {
        change: Box<Change>,
        who: Who,
        reply: Reply<Value>,
    },
    /// What the host alone knows of.
    Update {
        update: Box<UpdateSession>,
        who: Who,
        reply: Reply<SessionSummary>,
    },
    /// The end of this many turns was visible on a device.
    LookAt {
        turns: u32,
        who: Who,
        reply: Reply<()>,
    },
    Lifecycle {
        action: Lifecycle,
        who: Who,
        reply: Reply<SessionSummary>,
    },
    /// Whether the session uses its project's settings.
    DecideProjectSettings {
        leave_out: bool,
        who: Who,
        reply: Reply<SessionSummary>,
    },
    Control {
        call: ControlCall,
        who: Who,
        reply: Reply<Value>,
    },
    /// What a copy of this session begins with.
    Settings {
        reply: Reply<Settings>,
    },
    /// Adds a rule of this session; its ID is the answer. A command that is repeated has the same key.
    GrantRule {
        key: String,
        behavior: RuleBehavior,
        rule: String,
        who: Who,
        reply: Reply<String>,
    },
    RevokeRule {
        rule: Box<pilothouse_api::rules::Rule>,
        who: Who,
        reply: Reply<()>,
    },
    /// Ends the process and the task; the log stays.
    Remove {
        reply: Reply<()>,
    },
}

impl SessionHandle {
    pub(crate) fn new(inputs: mpsc::Sender<Input>) -> Self {
        Self {
            inputs,
            unanswered: || Problem::not_found("session"),
        }
    }

    /// A conversation of another program: what would change it is not answered.
    pub(crate) fn read_only(inputs: mpsc::Sender<Input>) -> Self {
        let unanswered = || {
            let title = "This conversation belongs to another program and can only be read here.";
            Problem::conflict("readOnly", title)
                .detail("Resume it, or fork it, to go on with it in a session of this host.")
        };
        Self { inputs, unanswered }
    }

    /// Whether the task has ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.inputs.is_closed()
    }

    /// Sends an input and waits for its answer. A task that is gone answers that the session is.
    pub(crate) async fn ask<T>(&self, make: impl FnOnce(Reply<T>) -> Input) -> Result<T, Problem> {
        let (reply, answer) = oneshot::channel();
        let gone = self.unanswered;
        self.inputs.send(make(reply)).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}
