//! One turn: from the messages that start it to its result.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Instant;

use serde_json::{Map, Value, json};

use super::abort::{Abort, Reason};
use super::call::Batch;
use super::clock::{now_ms, uuid};
use super::cost;
use super::failure::Failure;
use super::hooks::StopOutcome;
use super::queue::{UserMessage, merge};
use super::reply::{Ending, Streamed};
use super::result::{Outcome, TurnEnd};
use super::session::{Shared, Sim};
use crate::script::{self, Choice, Reply, Script, Usage};

/// What a turn knows about itself.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) abort: Abort,
    pub(super) started: Instant,
    /// The host's uuids of the messages in this turn.
    pub(super) uuids: RefCell<Vec<String>>,
    pub(super) origin: Option<Value>,
    /// How many `user` frames the turn has made: they count as its rounds.
    pub(super) user_frames: Cell<u64>,
    pub(super) denials: RefCell<Vec<Value>>,
    pub(super) usage: Cell<Usage>,
    /// Whether the first `message_start`, and the first assistant frame, carry the uuids already.
    start_is_marked: Cell<bool>,
    assistant_is_marked: Cell<bool>,
    pub(super) stop_reason: RefCell<Option<String>>,
    pub(super) first_request: Cell<Option<(u64, Usage)>>,
    pub(super) first_token: Cell<Option<u64>>,
    pub(super) text: RefCell<String>,
    /// The messages whose echo is still owed.
    owed_replays: RefCell<Vec<(Value, String)>>,
    folded: RefCell<Vec<String>>,
    /// A hook said to end the turn after the tools.
    pub(super) hook_stop: RefCell<Option<String>>,
    pub(super) deferred: RefCell<Option<Value>>,
    pub(super) structured: RefCell<Option<Value>>,
    pub(super) structured_failures: Cell<u32>,
    pub(super) requests: Cell<u64>,
    pub(super) stop_hook_active: Cell<bool>,
    pub(super) nudges: Cell<u32>,
    pub(super) safety_stops: Cell<u64>,
    /// What hooks say to the person about a call, until the call goes on.
    pub(super) notices: RefCell<Vec<Value>>,
    script: RefCell<Option<Script>>,
    prompt: RefCell<String>,
    script_position: Cell<usize>,
}

impl Turn {
    fn new(batch: &[UserMessage], abort: Abort) -> Self {
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
            owed_replays: RefCell::default(),
            folded: RefCell::default(),
            hook_stop: RefCell::default(),
            deferred: RefCell::default(),
            structured: RefCell::default(),
            structured_failures: Cell::new(0),
            requests: Cell::new(0),
            stop_hook_active: Cell::new(false),
            nudges: Cell::new(0),
            safety_stops: Cell::new(0),
            notices: RefCell::default(),
            script: RefCell::default(),
            prompt: RefCell::default(),
            script_position: Cell::new(0),
        }
    }

    /// The turn of a subagent: its own stop mark and its own counts.
    pub(super) fn for_agent(parent: &Self, abort: Abort) -> Self {
        let turn = Self::new(&[], abort);
        turn.uuids.replace(parent.uuids.borrow().clone());
        turn
    }

    /// Lets the model answer these words of the CLI next.
    pub(super) fn answer_words(&self, words: String) {
        let script = script::find(&words).ok().flatten();
        self.set_script(script, words);
    }

    pub(super) fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Says on the first `message_start` which messages it answers.
    pub(super) fn mark_start(&self, fields: &mut Map<String, Value>) {
        if !self.start_is_marked.replace(true) && self.add_uuids(fields) {
            fields.insert("owed_rows".into(), json!([]));
        }
    }

    /// Says on the first assistant frame which messages it answers.
    pub(super) fn mark_assistant(&self, fields: &mut Map<String, Value>) {
        if !self.assistant_is_marked.replace(true) {
            self.add_uuids(fields);
        }
    }

    fn add_uuids(&self, fields: &mut Map<String, Value>) -> bool {
        let uuids = self.uuids.borrow();
        let Some(own) = self.own_uuid(&uuids) else {
            return false;
        };
        fields.insert("user_message_uuid".into(), own.into());
        fields.insert("user_message_uuids".into(), json!(*uuids));
        true
    }

    /// The uuid the turn goes by: that of the last message it started with.
    pub(super) fn own_uuid(&self, uuids: &[String]) -> Option<String> {
        let started_with = uuids.len().saturating_sub(self.folded.borrow().len());
        uuids.get(started_with.checked_sub(1)?).cloned()
    }

    /// Counts a `user` frame of the turn.
    pub(super) fn count_user_frame(&self) {
        self.user_frames.set(self.user_frames.get() + 1);
    }

    fn next_reply(&self) -> Reply {
        let position = self.script_position.get();
        self.script_position.set(position + 1);
        match Script::choose(self.script.borrow().as_ref(), position) {
            Choice::Scripted(reply) => reply,
            Choice::Closing => script::closing_reply(),
            Choice::Plain => script::plain_reply(&self.prompt.borrow()),
        }
    }

    /// The request that was too long is made again; the reply after the error answers it.
    fn repeat_reply_without_error(&self) {
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

    fn set_script(&self, script: Option<Script>, prompt: String) {
        *self.script.borrow_mut() = script;
        *self.prompt.borrow_mut() = prompt;
        self.script_position.set(0);
    }
}

/// Runs the turn that these messages start.
pub(super) async fn run(sim: &Shared, batch: Vec<UserMessage>) {
    let abort = Abort::default();
    let turn = Rc::new(Turn::new(&batch, abort.clone()));
    {
        let mut state = sim.state.borrow_mut();
        state.turn = Some(abort);
        state.turn_uuids = turn.uuids.borrow().clone();
        state.prompt_id = uuid();
    }
    sim.set_session_state("running");
    turn.echo_merged(sim, &batch);
    for uuid in turn.uuids.borrow().iter() {
        sim.lifecycle(uuid, "started");
    }
    // Lets what was read together with the message take effect before the turn works.
    tokio::task::yield_now().await;
    if std::mem::take(&mut sim.state.borrow_mut().interrupted_before_start) {
        turn.abort.set(Reason::Interrupt);
    }
    let end = work(sim, &turn, &batch).await;
    let state = end.lifecycle_state();
    for uuid in turn.folded.borrow().iter() {
        sim.lifecycle(uuid, state);
    }
    sim.send_late_cancels();
    let is_early = sim.options.is_mutant("completed-before-result");
    if is_early {
        turn.finish_lifecycle(sim, state);
    }
    if end.has_result {
        sim.emit_result(&turn, &end);
    }
    sim.finish_turn(&end);
    if !is_early {
        turn.finish_lifecycle(sim, state);
    }
}

async fn work(sim: &Shared, turn: &Rc<Turn>, batch: &[UserMessage]) -> TurnEnd {
    sim.await_servers(&turn.abort).await;
    if let [message] = batch
        && message.is_slash_command()
        && let Some(end) = sim.slash_command(turn, message).await
    {
        return end;
    }
    if let [message] = batch
        && !message.should_query
    {
        return sim.keep_only(turn, message);
    }
    if let Some(end) = sim.prompt_hooks(turn, batch).await {
        return end;
    }
    sim.emit_init(&turn.uuids.borrow());
    turn.start(sim, batch);
    if let Some(end) = sim.refuse_locally(turn, batch) {
        return end;
    }
    rounds(sim, turn).await
}

impl Turn {
    /// Records the messages and chooses what the model will say to them.
    fn start(&self, sim: &Sim, batch: &[UserMessage]) {
        let mut replays: Vec<(Value, String)> = batch
            .iter()
            .filter(|message| message.origin.is_none())
            .map(|message| (message.message.clone(), message.uuid.clone()))
            .collect();
        if batch.len() > 1
            && let Some(mut last) = replays.pop()
        {
            last.0 = merge(batch);
            replays = vec![last];
        }
        for (message, uuid) in &replays {
            sim.record_user(message, uuid, None);
        }
        if let [message] = batch
            && let Some(origin) = &message.origin
        {
            sim.record_user(&message.message, &message.uuid, Some(origin));
        }
        *self.owed_replays.borrow_mut() = replays;
        sim.checkpoint(batch);
        let mut text = batch.last().map(UserMessage::text).unwrap_or_default();
        if let [message] = batch
            && message.is_slash_command()
        {
            text = self.expand(sim, text);
        }
        let is_report = batch.iter().all(|message| message.origin.is_some());
        self.choose_script(sim, text, is_report);
    }

    /// Of several messages in one turn all but the last are echoed before it starts.
    fn echo_merged(&self, sim: &Sim, batch: &[UserMessage]) {
        let Some((_, earlier)) = batch.split_last() else {
            return;
        };
        if !sim.replays() || sim.options.is_mutant("no-replay") {
            return;
        }
        for message in earlier {
            let mut frame = sim.replay_frame(&message.message, &message.uuid);
            if let Some(frame) = frame.as_object_mut() {
                frame.remove("timestamp");
            }
            sim.emit(&frame);
        }
    }

    /// A command that is a prompt for the model; others go to it as they are.
    fn expand(&self, sim: &Sim, text: String) -> String {
        let (shown, body) = match sim.expand_prompt(&text) {
            Some((shown, body)) => (shown, body),
            None => (text.clone(), text),
        };
        if let (Some(replay), false) = (self.owed_replays.borrow_mut().first_mut(), sim.is_old()) {
            replay.0 = json!({ "role": "user", "content": shown });
        }
        body
    }

    fn choose_script(&self, sim: &Sim, text: String, is_report: bool) {
        match script::find(&text) {
            Ok(Some(script)) if !is_report => self.set_script(Some(script), text),
            Ok(_) if is_report => self.set_script(
                Some(Script {
                    replies: Vec::new(),
                }),
                text,
            ),
            Ok(_) => {
                let turn = {
                    let mut state = sim.state.borrow_mut();
                    state.turns_without_script += 1;
                    state.turns_without_script - 1
                };
                self.set_script(sim.script.turn(turn).cloned(), text);
            }
            Err(error) => {
                super::output::complain(&error.to_string());
                self.set_script(None, error.to_string());
            }
        }
    }

    /// Echoes the messages of the turn, once the model has begun to answer.
    pub(super) fn pay_replays(&self, sim: &Sim) {
        sim.pay_stopped_notes();
        for (message, uuid) in self.owed_replays.borrow_mut().drain(..) {
            sim.replay(&message, &uuid);
        }
    }

    /// Says what became of the messages that started the turn.
    fn finish_lifecycle(&self, sim: &Sim, state: &str) {
        let folded = self.folded.borrow();
        let own = self.uuids.borrow();
        for uuid in own.iter().filter(|uuid| !folded.contains(uuid)) {
            sim.lifecycle(uuid, state);
        }
    }

    /// Takes queued messages into the turn.
    fn fold(&self, sim: &Sim) {
        let folded = sim.take_folded();
        if folded.is_empty() {
            return;
        }
        for message in &folded {
            sim.record_user(&message.message, &message.uuid, None);
            sim.replay(&message.message, &message.uuid);
        }
        for message in folded.iter().filter(|message| message.has_own_uuid) {
            sim.lifecycle(&message.uuid, "started");
            self.uuids.borrow_mut().push(message.uuid.clone());
            self.folded.borrow_mut().push(message.uuid.clone());
        }
    }
}

async fn rounds(sim: &Shared, turn: &Rc<Turn>) -> TurnEnd {
    let mut compacted = false;
    loop {
        if let Some(end) = sim.limit_reached(turn) {
            return end;
        }
        sim.compact_ahead(turn).await;
        sim.emit_requesting(turn);
        sim.send_late_cancels();
        sim.await_cancels().await;
        let reply = turn.next_reply();
        let batch = Rc::new(Batch::new(sim, turn));
        let streamed = match sim.request(turn, &batch, reply).await {
            Ok(streamed) => streamed,
            Err(failure) if failure.is_prompt_too_long() && !compacted && !sim.is_old() => {
                compacted = true;
                sim.compact_now(turn).await;
                turn.repeat_reply_without_error();
                continue;
            }
            Err(failure) => return sim.failed(turn, &failure),
        };
        match streamed.ending {
            Ending::Aborted => return sim.aborted_streaming(turn),
            Ending::Complete => {}
        }
        batch.wait().await;
        if let Some(end) = after_tools(sim, turn, &streamed, &batch).await {
            return end;
        }
        if streamed.tool_calls == 0
            && let Some(end) = finish_or_go_on(sim, turn, &streamed).await
        {
            return end;
        }
        turn.fold(sim);
        if std::mem::take(&mut sim.state.borrow_mut().repeated_tool_id) {
            turn.answer_words("(no content)".to_owned());
        }
    }
}

async fn after_tools(
    sim: &Sim,
    turn: &Turn,
    streamed: &Streamed,
    batch: &Batch,
) -> Option<TurnEnd> {
    if let Some(reason) = turn.abort.reason() {
        if streamed.tool_calls == 0 {
            return Some(sim.aborted_streaming(turn));
        }
        let end = sim.aborted_tools(turn, reason);
        sim.await_cancels().await;
        return Some(end);
    }
    if turn.deferred.borrow().is_some() {
        return Some(TurnEnd::new(Outcome::Stopped {
            terminal_reason: "tool_deferred",
            stop_reason: Some("tool_deferred"),
        }));
    }
    if turn.hook_stop.borrow().is_some() {
        return Some(TurnEnd::new(Outcome::Stopped {
            terminal_reason: "hook_stopped",
            stop_reason: None,
        }));
    }
    batch.report_done().await;
    sim.structured_end(turn, streamed)
}

/// The model has nothing more to do: ends the turn unless something makes it go on.
async fn finish_or_go_on(sim: &Shared, turn: &Rc<Turn>, streamed: &Streamed) -> Option<TurnEnd> {
    if !streamed.text.is_empty() {
        sim.notify_display(turn, &streamed.text);
    }
    if sim.goes_on_by_itself(turn, streamed) {
        return None;
    }
    match sim.stop_hooks(turn, &streamed.text).await {
        StopOutcome::GoOn => return None,
        StopOutcome::Prevented => {
            return Some(TurnEnd::new(Outcome::Stopped {
                terminal_reason: "stop_hook_prevented",
                stop_reason: None,
            }));
        }
        StopOutcome::End => {}
    }
    if let Some(reason) = turn.abort.reason() {
        return Some(sim.aborted_tools(turn, reason));
    }
    // Text was streaming when these came: they start a turn of their own.
    Some(TurnEnd::new(Outcome::Completed {
        text: streamed.text.clone(),
    }))
}

impl Sim {
    pub(super) fn emit_requesting(&self, turn: &Turn) {
        if !self.has_partial_messages() || self.is_old() {
            return;
        }
        let mut fields = json!({ "status": "requesting" });
        if !turn.uuids.borrow().is_empty() {
            fields["user_message_uuids"] = json!(*turn.uuids.borrow());
        }
        self.system("status", fields);
    }

    /// Sends one request to the model, with its retries.
    async fn request(
        self: &Rc<Self>,
        turn: &Rc<Turn>,
        batch: &Rc<Batch>,
        reply: Reply,
    ) -> Result<Streamed, Failure> {
        let sent = now_ms();
        turn.requests.set(turn.requests.get() + 1);
        let streamed = self.attempts(turn, batch, reply).await?;
        let model = self.model();
        let used = streamed.usage;
        turn.usage.set(cost::sum(turn.usage.get(), used));
        if turn.first_request.get().is_none() {
            turn.first_request.set(Some((sent, used)));
        }
        if streamed.ending == Ending::Aborted {
            return Ok(streamed);
        }
        let mut state = self.state.borrow_mut();
        state
            .totals
            .add(&model, used, now_ms().saturating_sub(sent));
        state.context_tokens = used.input_tokens
            + used.cache_read_input_tokens
            + used.cache_creation_input_tokens
            + used.output_tokens;
        drop(state);
        Ok(streamed)
    }

    fn keep_only(&self, turn: &Turn, message: &UserMessage) -> TurnEnd {
        self.emit_init(&turn.uuids.borrow());
        self.record_user(&message.message, &message.uuid, None);
        self.replay(&message.message, &message.uuid);
        TurnEnd::new(Outcome::Local {
            text: String::new(),
            command: None,
        })
    }

    /// Stops the running turn.
    pub(super) fn abort_turn(&self, reason: Reason) {
        let abort = self.state.borrow().turn.clone();
        if let Some(abort) = abort {
            abort.set(reason);
        }
    }

    fn finish_turn(&self, end: &TurnEnd) {
        let more = {
            let mut state = self.state.borrow_mut();
            state.turn = None;
            state.turn_uuids.clear();
            state.first_turn_done = true;
            state.last_turn_was_interrupted = matches!(end.outcome, Outcome::Aborted { .. });
            !state.queue.is_empty()
        };
        self.persist_turn();
        if !more && !self.state.borrow().tasks.has_running_agent() {
            self.set_session_state("idle");
        }
    }
}
