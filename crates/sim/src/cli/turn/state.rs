//! The state of a running turn.

use std::cell::{Cell, RefCell};
use std::time::Instant;

use serde_json::{Map, Value, json};

use crate::cli::abort::Abort;
use crate::cli::cost;
use crate::cli::queue::UserMessage;
use crate::script::{self, Choice, Reply, Script, Usage};

/// The state of a turn.
#[derive(Debug)]
pub(in crate::cli) struct Turn {
    pub(in crate::cli) abort: Abort,
    pub(in crate::cli) started: Instant,
    /// The host's UUIDs of the messages in this turn.
    pub(in crate::cli) uuids: RefCell<Vec<String>>,
    pub(in crate::cli) origin: Option<Value>,
    /// The number of `user` frames of the turn, which count as its rounds.
    pub(in crate::cli) user_frames: Cell<u64>,
    pub(in crate::cli) denials: RefCell<Vec<Value>>,
    pub(in crate::cli) usage: Cell<Usage>,
    /// Whether the first `message_start` and the first assistant frame already include the UUIDs.
    start_is_marked: Cell<bool>,
    assistant_is_marked: Cell<bool>,
    pub(in crate::cli) stop_reason: RefCell<Option<String>>,
    pub(in crate::cli) first_request: Cell<Option<(u64, Usage)>>,
    pub(in crate::cli) first_token: Cell<Option<u64>>,
    pub(in crate::cli) text: RefCell<String>,
    /// Messages that have not been echoed yet.
    pub(super) pending_replays: RefCell<Vec<(Value, String)>>,
    pub(super) folded: RefCell<Vec<String>>,
    /// The reason of a hook to end the turn after the tools.
    pub(in crate::cli) hook_stop: RefCell<Option<String>>,
    pub(in crate::cli) deferred: RefCell<Option<Value>>,
    pub(in crate::cli) structured: RefCell<Option<Value>>,
    pub(in crate::cli) structured_failures: Cell<u32>,
    pub(in crate::cli) requests: Cell<u64>,
    /// The number of turns of a local command, if all messages of the conversation count.
    pub(in crate::cli) local_rounds: Cell<u64>,
    /// Whether the last reply was not streamed, because its stream broke.
    pub(in crate::cli) was_unstreamed: Cell<bool>,
    pub(in crate::cli) stop_hook_active: Cell<bool>,
    pub(in crate::cli) nudges: Cell<u32>,
    pub(in crate::cli) safety_stops: Cell<u64>,
    /// Messages of hooks about a call, held until the call continues.
    pub(in crate::cli) notices: RefCell<Vec<Value>>,
    pub(super) script: RefCell<Option<Script>>,
    /// Replaces the script after a denied call.
    pub(super) script_if_denied: RefCell<Option<Script>>,
    pub(super) prompt: RefCell<String>,
    pub(super) script_position: Cell<usize>,
}

impl Turn {
    pub(super) fn new(batch: &[UserMessage], abort: Abort) -> Self {
        let own = batch.iter().filter(|message| message.has_own_uuid);
        Self {
            abort,
            started: Instant::now(),
            uuids: own
                .map(|message| message.uuid.clone())
                .collect::<Vec<_>>()
                .into(),
            origin: batch.first().and_then(|message| message.origin.clone()),
            user_frames: Cell::new(0),
            denials: RefCell::default(),
            usage: Cell::new(cost::NONE),
            start_is_marked: Cell::new(false),
            assistant_is_marked: Cell::new(false),
            stop_reason: RefCell::default(),
            first_request: Cell::default(),
            first_token: Cell::default(),
            text: RefCell::default(),
            pending_replays: RefCell::default(),
            folded: RefCell::default(),
            hook_stop: RefCell::default(),
            deferred: RefCell::default(),
            structured: RefCell::default(),
            structured_failures: Cell::new(0),
            requests: Cell::new(0),
            local_rounds: Cell::new(0),
            was_unstreamed: Cell::new(false),
            stop_hook_active: Cell::new(false),
            nudges: Cell::new(0),
            safety_stops: Cell::new(0),
            notices: RefCell::default(),
            script: RefCell::default(),
            script_if_denied: RefCell::default(),
            prompt: RefCell::default(),
            script_position: Cell::new(0),
        }
    }

    /// The turn of a subagent, with its own abort flag and counts.
    pub(in crate::cli) fn for_agent(parent: &Self, abort: Abort) -> Self {
        let turn = Self::new(&[], abort);
        turn.uuids.replace(parent.uuids.borrow().clone());
        turn
    }

    /// Sets the text of the CLI that the model answers next.
    pub(in crate::cli) fn answer_next(&self, words: String) {
        let script = script::find(&words).ok().flatten();
        self.set_script(script, words);
    }

    pub(in crate::cli) fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Adds the UUIDs of the answered messages to the first `message_start`.
    pub(in crate::cli) fn mark_start(&self, fields: &mut Map<String, Value>) {
        if !self.start_is_marked.replace(true) && self.add_uuids(fields) {
            fields.insert("owed_rows".into(), json!([]));
        }
    }

    /// Adds the UUIDs of the answered messages to the first assistant frame.
    pub(in crate::cli) fn mark_assistant(&self, fields: &mut Map<String, Value>) {
        if !self.assistant_is_marked.replace(true) {
            self.add_uuids(fields);
        }
    }

    pub(super) fn add_uuids(&self, fields: &mut Map<String, Value>) -> bool {
        let uuids = self.uuids.borrow();
        let Some(own) = self.own_uuid(&uuids) else {
            return false;
        };
        fields.insert("user_message_uuid".into(), own.into());
        fields.insert("user_message_uuids".into(), json!(*uuids));
        true
    }

    /// The UUID of the turn: that of the last message it started with.
    pub(in crate::cli) fn own_uuid(&self, uuids: &[String]) -> Option<String> {
        let started_with = uuids.len().saturating_sub(self.folded.borrow().len());
        uuids.get(started_with.checked_sub(1)?).cloned()
    }

    /// Counts a `user` frame of the turn.
    pub(in crate::cli) fn count_user_frame(&self) {
        self.user_frames.set(self.user_frames.get() + 1);
    }

    pub(super) fn next_reply(&self) -> Reply {
        if !self.denials.borrow().is_empty()
            && let Some(script) = self.script_if_denied.take()
        {
            *self.script.borrow_mut() = Some(script);
            self.script_position.set(0);
        }
        let position = self.script_position.get();
        self.script_position.set(position + 1);
        match Script::choose(self.script.borrow().as_ref(), position) {
            Choice::Scripted(reply) => reply,
            Choice::Closing => script::closing_reply(),
            Choice::Plain => script::plain_reply(&self.prompt.borrow()),
        }
    }

    /// Repeats the request that was too long; the reply after the error answers it.
    pub(super) fn repeat_reply_without_error(&self) {
        let position = self.script_position.get().saturating_sub(1);
        if let Some(script) = self.script.borrow_mut().as_mut()
            && let Some(reply) = script.replies.get_mut(position)
        {
            reply.retain(|block| !matches!(block, script::Block::HttpError(_)));
            if reply.is_empty() {
                return;
            }
        }
        self.script_position.set(position);
    }

    pub(super) fn set_script(&self, script: Option<Script>, prompt: String) {
        *self.script.borrow_mut() = script;
        *self.script_if_denied.borrow_mut() = None;
        *self.prompt.borrow_mut() = prompt;
        self.script_position.set(0);
    }
}
