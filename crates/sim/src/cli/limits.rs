//! Limits of the command line, structured output, and automatic continuation of turns.

use serde_json::{Value, json};

use super::frames::synthetic_message;
use super::queue::UserMessage;
use super::reply::Streamed;
use super::result::{Outcome, TurnEnd};
use super::session::Sim;
use super::turn::Turn;

/// The maximum size of a prompt; larger ones are rejected before the request to the model.
const LARGEST_PROMPT: usize = 8_000_000;

/// The maximum number of attempts for structured output.
const STRUCTURED_ATTEMPTS: u32 = 5;

/// The error of a reply that was too long, if it is reported, and the following prompt to the model.
const OUTPUT_LIMIT: &str = "API Error: Claude's response exceeded the 32000 output token maximum. To configure \
    this behavior, set the CLAUDE_CODE_MAX_OUTPUT_TOKENS environment variable.";
const OUTPUT_LIMIT_NUDGE: &str = "Your response was cut off because it exceeded the output token limit. Please \
    break your work into smaller pieces. Continue from where you left off.";

/// The error of a reply that the model's safeguards stopped, if it is not retried.
const REFUSED: &str = "API Error: Claude Code cannot answer this request, which seems to go against the Usage \
    Policy.";

impl Sim {
    /// Ends the turn if a limit is reached before another request.
    pub(super) fn limit_reached(&self, turn: &Turn) -> Option<TurnEnd> {
        if let Some(limit) = self
            .options
            .value("max-turns")
            .and_then(|text| text.parse::<u64>().ok())
            && turn.requests.get() >= limit
        {
            return Some(TurnEnd::new(Outcome::Limit {
                subtype: "error_max_turns",
                terminal_reason: "max_turns",
                error: format!("Reached maximum number of turns ({limit})"),
            }));
        }
        let spent = self.state.borrow().totals.cost_usd;
        if let Some(limit) = self.options.number("max-budget-usd")
            && spent >= limit
        {
            return Some(self.over_budget());
        }
        None
    }

    /// Returns whether a reply with this usage exceeds the budget, so that its tools are not run.
    pub(super) fn exceeds_budget(&self, usage: crate::script::Usage) -> bool {
        let spent = self.state.borrow().totals.cost_usd;
        let limit = self.options.number("max-budget-usd");
        limit.is_some_and(|limit| spent + self.cost_of(&self.model(), usage) >= limit)
    }

    fn over_budget(&self) -> TurnEnd {
        let limit = self.options.value("max-budget-usd").unwrap_or_default();
        TurnEnd::new(Outcome::Limit {
            subtype: "error_max_budget_usd",
            terminal_reason: "budget_exhausted",
            error: format!("Reached maximum budget (${limit})"),
        })
    }

    /// Ends the turn when its structured output is complete or has failed.
    pub(super) fn structured_end(&self, turn: &Turn, streamed: &Streamed) -> Option<TurnEnd> {
        if !self.options.has("json-schema") {
            return None;
        }
        if turn.structured.borrow().is_some() && self.features().structured_output_ends_turn {
            return Some(TurnEnd::new(Outcome::Completed {
                text: streamed.text.clone(),
            }));
        }
        if turn.structured_failures.get() >= STRUCTURED_ATTEMPTS {
            return Some(TurnEnd::new(Outcome::Limit {
                subtype: "error_max_structured_output_retries",
                terminal_reason: "structured_output_retry_exhausted",
                error: format!(
                    "Failed to provide valid structured output after {STRUCTURED_ATTEMPTS} attempts"
                ),
            }));
        }
        None
    }

    /// Returns whether the CLI sends another request although the model called no tool.
    pub(super) fn continues_by_itself(&self, turn: &Turn, streamed: &Streamed) -> bool {
        if streamed.stop_reason == "cut" {
            return self.features().continues_cut_replies;
        }
        let nudges = turn.nudges.get();
        if streamed.stop_reason == "max_tokens" && nudges < 3 {
            turn.nudges.set(nudges + 1);
            self.continue_after_output_limit(turn);
            return true;
        }
        if streamed.stop_reason == "refusal" && nudges == 0 && self.features().retries_refusals {
            turn.nudges.set(1);
            self.note_refusal(turn, &streamed.message_id);
            return true;
        }
        let wants_output = self.features().enforces_structured_output
            && self.options.has("json-schema")
            && turn.structured.borrow().is_none();
        if wants_output && nudges == 0 {
            turn.nudges.set(1);
            self.synthetic(
                turn,
                "[structured-output-enforce] You MUST call the StructuredOutput tool to complete this request. Call this tool now.",
            );
            return true;
        }
        false
    }

    fn continue_after_output_limit(&self, turn: &Turn) {
        if self.features().reports_output_limit {
            self.emit_failure(OUTPUT_LIMIT, json!({ "error": "max_output_tokens" }));
            turn.answer_next(OUTPUT_LIMIT_NUDGE.to_owned());
            return;
        }
        self.synthetic(
            turn,
            "Output token limit hit. Resume directly — no apology, no recap of what you were doing. Pick up \
             mid-thought if that is where the cut happened. Break remaining work into smaller pieces.",
        );
    }

    /// Ends a turn that the model refused.
    pub(super) fn refused(&self, turn: &Turn) -> TurnEnd {
        turn.emit_replays(self);
        self.emit_failure(REFUSED, json!({ "error": "invalid_request" }));
        TurnEnd::new(Outcome::ApiError {
            text: REFUSED.to_owned(),
            terminal_reason: "api_error",
            fields: json!({}),
        })
    }

    /// Writes the assistant frame of a failure.
    fn emit_failure(&self, text: &str, fields: Value) {
        let frame = self.message_frame("assistant", synthetic_message(text, "stop_sequence"));
        self.emit(&frame.with(fields).into());
    }

    /// Reports to the user and the model that the model's safeguards stopped it.
    fn note_refusal(&self, turn: &Turn, message_id: &str) {
        let title = super::catalog::model_title(&self.model());
        self.system(
            "informational",
            json!({
                "content": format!(
                    "{title}'s safeguards stopped the response above · continuing once with that noted"
                ),
                "level": "notice",
            }),
        );
        turn.safety_stops.set(turn.safety_stops.get() + 1);
        let text = "Your response above was stopped by a safety classifier — this is not a tool or API \
                    error. The rest of it was withheld, and tool calls in it that had not finished did \
                    not run. Do not produce that content again, even reworded.";
        let content = json!([{ "type": "text", "text": text }]);
        turn.count_user_frame();
        let extra = json!({ "isSynthetic": true, "refused_message_id": message_id });
        let uuid = self.user_frame(content.clone(), extra);
        self.record_user(&json!({ "role": "user", "content": content }), &uuid, None);
        turn.answer_next(text.to_owned());
    }

    /// Rejects prompts that no model accepts.
    pub(super) fn refuse_locally(&self, turn: &Turn, batch: &[UserMessage]) -> Option<TurnEnd> {
        if self.environment.is_signed_out() {
            self.emit_requesting(turn);
            return Some(self.failed(turn, &super::failure::Failure::signed_out()));
        }
        let length: usize = batch
            .iter()
            .map(|message| message.message.to_string().len())
            .sum();
        if length <= LARGEST_PROMPT || !self.features().limits_prompt_size {
            return None;
        }
        turn.emit_replays(self);
        self.emit_failure(
            "Prompt is too long",
            json!({ "error": "invalid_request", "is_api_error_message": true }),
        );
        Some(TurnEnd::new(Outcome::ApiError {
            text: "Prompt is too long".to_owned(),
            terminal_reason: "blocking_limit",
            fields: json!({ "api_error_status": null }),
        }))
    }
}
