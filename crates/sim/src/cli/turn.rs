//! A turn: from its messages to its result.

mod messages;
mod state;

use std::rc::Rc;

use serde_json::json;

pub(super) use state::Turn;

use super::abort::{Abort, Reason};
use super::call::Batch;
use super::clock::{now_ms, uuid};
use super::cost;
use super::failure::Failure;
use super::hooks::StopOutcome;
use super::mutant::Mutant;
use super::queue::UserMessage;
use super::reply::{Ending, Streamed};
use super::result::{Outcome, TurnEnd};
use super::session::{Shared, Sim};
use crate::script::Reply;

/// Runs the turn of these messages.
pub(super) async fn run(sim: &Shared, batch: Vec<UserMessage>) {
    let abort = Abort::default();
    let turn = Rc::new(Turn::new(&batch, abort.clone()));
    {
        let mut state = sim.state.borrow_mut();
        state.turn = Some(abort);
        state.turn_uuids = turn.uuids.borrow().clone();
        state.prompt_id = uuid();
        state.initialized |= sim.features().initializes_once;
    }
    sim.count_begun_calls();
    sim.set_session_state("running");
    turn.echo_merged(sim, &batch);
    for uuid in turn.uuids.borrow().iter() {
        sim.lifecycle(uuid, "started");
    }
    // Lines read together with the message take effect before the turn starts to work.
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
    let is_early = sim.is_mutant(Mutant::CompletedBeforeResult);
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
    sim.connect_at_turn();
    sim.await_servers(&turn.abort).await;
    if let [message] = batch
        && message.is_slash_command()
        && let Some(end) = sim.slash_command(turn, message).await
    {
        return end;
    }
    if let [message] = batch
        && !message.should_query
        && sim.features().keeps_messages_without_query
    {
        return sim.keep_without_query(turn, message);
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
            Err(failure)
                if failure.is_prompt_too_long()
                    && !compacted
                    && sim.features().compacts_when_too_long =>
            {
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
            && let Some(end) = finish_or_continue(sim, turn, &streamed).await
        {
            return end;
        }
        turn.fold(sim);
        if std::mem::take(&mut sim.state.borrow_mut().repeated_tool_id) {
            turn.answer_next("(no content)".to_owned());
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

/// The model has finished: ends the turn unless something continues it.
async fn finish_or_continue(sim: &Shared, turn: &Rc<Turn>, streamed: &Streamed) -> Option<TurnEnd> {
    if !streamed.text.is_empty() {
        sim.notify_display(turn, &streamed.text);
    }
    if sim.continues_by_itself(turn, streamed) {
        return None;
    }
    if streamed.stop_reason == "refusal" && !sim.features().retries_refusals {
        return Some(sim.refused(turn));
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
    // Messages that arrived while text was streaming start their own turn.
    Some(TurnEnd::new(Outcome::Completed {
        text: streamed.text.clone(),
    }))
}

impl Sim {
    pub(super) fn emit_requesting(&self, turn: &Turn) {
        if !self.has_partial_messages() {
            return;
        }
        let mut fields = json!({ "status": "requesting" });
        if !turn.uuids.borrow().is_empty() {
            fields["user_message_uuids"] = json!(*turn.uuids.borrow());
        }
        self.system("status", fields);
    }

    /// Sends one request to the model, including retries.
    async fn request(
        self: &Rc<Self>,
        turn: &Rc<Turn>,
        batch: &Rc<Batch>,
        reply: Reply,
    ) -> Result<Streamed, Failure> {
        let sent = now_ms();
        turn.requests.set(turn.requests.get() + 1);
        turn.was_unstreamed.set(false);
        self.count_begun_calls();
        let streamed = self.attempts(turn, batch, reply).await?;
        let used = streamed.usage;
        turn.usage.set(cost::sum(turn.usage.get(), used));
        if turn.first_request.get().is_none() {
            turn.first_request.set(Some((sent, used)));
        }
        if streamed.ending == Ending::Aborted || turn.was_unstreamed.get() {
            return Ok(streamed);
        }
        self.charge(&streamed.model, used, now_ms().saturating_sub(sent));
        self.state.borrow_mut().context_tokens = used.input_tokens
            + used.cache_read_input_tokens
            + used.cache_creation_input_tokens
            + used.output_tokens;
        Ok(streamed)
    }

    fn keep_without_query(&self, turn: &Turn, message: &UserMessage) -> TurnEnd {
        self.emit_init(&turn.uuids.borrow());
        self.record_user(&message.message, &message.uuid, None);
        self.replay(&message.message, &message.uuid);
        TurnEnd::new(Outcome::Local {
            text: String::new(),
            command: None,
        })
    }

    /// Aborts the running turn.
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
            if let Some(model) = state.next_model.take() {
                state.model = model;
            }
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
