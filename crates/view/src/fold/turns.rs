//! Turns: where they begin, how they end, what they cost.

use pilothouse_protocol::message::{MessageOrigin, ResultMessage, ResultSubtype, TerminalReason};

use pilothouse_protocol::wire::Wire;

use crate::entry::{Delivery, EntryBody};
use crate::id::EntryId;
use crate::json::Json;
use crate::name::tool_name;
use crate::tool::{DecisionBy, ToolState};
use crate::turn::{Denial, LastTurn, Tokens, TurnEnd, TurnOutcome, Usage};

use super::SessionFold;
use super::state::{Turn, hash};
use super::usage::tokens_of;

/// Errors that begin so are meant for the CLI's developers.
const DIAGNOSTIC: &str = "[ede_diagnostic]";

impl SessionFold {
    /// A turn begins, unless one is running.
    pub(super) fn begin_turn_if_idle(&mut self) {
        if self.state.turn.running {
            return;
        }
        self.state.stopping = false;
        self.state.turn = Turn {
            number: self.state.turn.number + 1,
            running: true,
            started_at: self.now.at,
            messages: std::mem::take(&mut self.state.upcoming),
            blocked: self.state.turn.blocked,
            ..Turn::default()
        };
        if self.view.info.prompt_suggestion.is_some() {
            self.change_info(|info| info.prompt_suggestion = None);
        }
    }

    pub(super) fn turn_result(&mut self, result: &ResultMessage) {
        self.begin_turn_if_idle();
        let asked = result
            .user_message_uuids
            .iter()
            .filter_map(|uuid| self.open_message(uuid.as_str()));
        for id in asked.collect::<Vec<_>>() {
            self.take_up(&id);
        }
        self.end_blocks();
        self.end_retry();
        self.end_compaction();
        self.end_calls();
        self.end_foreground_jobs();
        let end = self.turn_end(result);
        self.finish_messages(end.outcome);
        let usage = self.add_up(&end, result);
        let last = LastTurn {
            entry: EntryId::of_record(self.now.seq, self.now.begun),
            cost_usd: end.cost_usd,
            tokens: end.tokens,
            duration_ms: end.duration_ms,
        };
        self.add(None, EntryBody::Turn(Box::new(end)));
        self.emit_usage(Usage {
            last_turn: Some(last),
            ..usage
        });
        self.state.stopping = false;
        self.state.turn.running = false;
        self.state.turn.blocked = false;
        self.state.turn.lines.clear();
    }

    fn turn_end(&mut self, result: &ResultMessage) -> TurnEnd {
        let outcome = self.outcome(result);
        let newer =
            result.result_index.is_some() || !result.model_usage_since_last_result.is_empty();
        self.state.tells_turn_cost |= newer;
        let since = newer.then_some(&result.model_usage_since_last_result);
        let cost = self
            .state
            .costs
            .result(result.total_cost_usd, &result.model_usage, since);
        let models = self.turn_models(result, &cost.models, since);
        let text = result.result.clone().filter(|text| !text.is_empty());
        let shown = self.state.turn.shown;
        TurnEnd {
            outcome,
            is_error: result.failed(),
            subtype: result.subtype.as_str().to_owned(),
            reason: result
                .terminal_reason
                .as_ref()
                .map(|reason| reason.as_str().to_owned()),
            text: text.filter(|text| shown != Some(hash(text))),
            errors: result
                .errors
                .iter()
                .filter(|error| !error.starts_with(DIAGNOSTIC))
                .cloned()
                .collect(),
            // The sum of nothing is minus zero.
            cost_usd: cost.usd + 0.0,
            total_cost_usd: self.state.costs.total_usd,
            tokens: result.usage.as_deref().map(tokens_of).unwrap_or_default(),
            models,
            duration_ms: result.duration_ms.unwrap_or_default(),
            api_duration_ms: result.duration_api_ms.unwrap_or_default(),
            requests: u32::try_from(result.num_turns.unwrap_or_default()).unwrap_or(u32::MAX),
            denials: self.denials(result),
            origin: result
                .origin
                .as_ref()
                .map(MessageOrigin::tag)
                .filter(|kind| *kind != "human")
                .map(str::to_owned),
            messages: self.state.turn.messages.clone(),
            structured_output: result
                .structured_output
                .as_ref()
                .map(|raw| Json(raw.to_value())),
            deferred_tool: result
                .deferred_tool_use
                .as_ref()
                .and_then(|call| serde_json::from_str(&call.to_json()).ok().map(Json)),
        }
    }

    fn outcome(&self, result: &ResultMessage) -> TurnOutcome {
        let turn = &self.state.turn;
        let used = result.usage.as_deref().map(tokens_of).unwrap_or_default() != Tokens::default();
        let silent = !turn.spoke && !used;
        match (&result.subtype, &result.terminal_reason) {
            _ if turn.blocked => TurnOutcome::PromptBlocked,
            (ResultSubtype::ErrorMaxTurns, _) => TurnOutcome::MaxTurns,
            (ResultSubtype::ErrorMaxBudget, _) => TurnOutcome::MaxBudget,
            (ResultSubtype::ErrorMaxStructuredOutputRetries, _) => TurnOutcome::SchemaFailed,
            (ResultSubtype::Success, Some(reason)) if reason.is_abort() => TurnOutcome::Preempted,
            (_, Some(reason)) if reason.is_abort() => TurnOutcome::Interrupted,
            (_, Some(TerminalReason::StopHookPrevented | TerminalReason::HookStopped)) => {
                TurnOutcome::StoppedByHook
            }
            (_, Some(TerminalReason::ToolDeferred)) => TurnOutcome::Deferred,
            _ if result.failed() && turn.failed_request => TurnOutcome::ApiError,
            (ResultSubtype::ErrorDuringExecution, None) if turn.interrupting => {
                TurnOutcome::Interrupted
            }
            (_, Some(TerminalReason::ApiError)) => TurnOutcome::ApiError,
            _ if result.failed() => TurnOutcome::Failed,
            _ if result.local_command.is_some() || silent => TurnOutcome::Command,
            _ => TurnOutcome::Completed,
        }
    }

    fn denials(&self, result: &ResultMessage) -> Vec<Denial> {
        let denials = result.permission_denials.iter().map(|denial| {
            let id = denial
                .tool_use_id
                .as_ref()
                .map(|id| id.as_str())
                .unwrap_or_default();
            let known = self
                .state
                .turn
                .denied
                .iter()
                .find(|denied| denied.tool_use_id == id);
            Denial {
                tool: known
                    .map_or_else(|| tool_name(&denial.tool_name), |known| known.tool.clone()),
                tool_use_id: id.to_owned(),
                entry: known
                    .map(|known| known.entry.clone())
                    .or_else(|| self.call_entry(id)),
                by: known.map_or(DecisionBy::Unknown, |known| known.by),
                message: known.and_then(|known| known.message.clone()),
            }
        });
        denials.collect()
    }

    /// The messages of the turn have been answered, or refused.
    fn finish_messages(&mut self, outcome: TurnOutcome) {
        for id in self.state.turn.messages.clone() {
            if outcome != TurnOutcome::PromptBlocked {
                self.deliver(&id, Delivery::Done);
            }
        }
        // A message that a dead process left is not coming back once a later one was answered: lost messages are sent
        // again in order, and the first may be answered before the next is sent.
        let answered = self.state.turn.messages.iter();
        let newest = answered.filter_map(EntryId::record).max();
        let lost = self
            .open_messages()
            .filter(|entry| entry.epoch < self.now.epoch && entry.id.record() < newest);
        let lost: Vec<EntryId> = lost.map(|entry| entry.id.clone()).collect();
        for id in lost {
            self.give_up(id);
        }
    }

    /// Calls of the turn without a result will never have one; the background's may.
    fn end_calls(&mut self) {
        let _ = self.state.calls.end_turn();
        self.interrupt_calls(false);
    }

    pub(super) fn interrupt_calls(&mut self, everything: bool) {
        let open: Vec<(EntryId, String, ToolState)> = self
            .view
            .entries
            .iter()
            .filter_map(|entry| match &entry.body {
                EntryBody::Tool(call) => {
                    let stays = entry
                        .parent
                        .as_ref()
                        .is_some_and(|parent| self.in_background(parent));
                    let ends = everything || !stays;
                    ends.then(|| (entry.id.clone(), call.tool_use_id.clone(), call.state))
                }
                _ => None,
            })
            .collect();
        for (id, call, state) in open {
            self.state.call_entries.remove(&call);
            let state = if state == ToolState::Denied {
                state
            } else {
                ToolState::Interrupted
            };
            let now = self.now.at;
            self.change_tool(&id, state, |patch| patch.ended_at = Some(now));
        }
    }
}
