//! The fields of a result that depend on the outcome of the turn.

use serde_json::{Value, json};

use super::{Outcome, TurnEnd};
use crate::cli::abort::Reason;
use crate::cli::dialect::Features;
use crate::cli::turn::Turn;

/// Without a `stop_reason` from the stream, the reason is known only if the reply was not streamed.
pub(super) fn unstreamed_stop_reason(turn: &Turn, end: &TurnEnd) -> Value {
    match &end.outcome {
        Outcome::ApiError { .. } => "stop_sequence".into(),
        Outcome::Completed { .. } if turn.was_unstreamed.get() => "end_turn".into(),
        _ => Value::Null,
    }
}

pub(super) fn stop_reason(turn: &Turn, end: &TurnEnd) -> Value {
    match &end.outcome {
        Outcome::Stopped {
            stop_reason: Some(reason),
            ..
        } => (*reason).into(),
        Outcome::ApiError { .. } => "stop_sequence".into(),
        Outcome::Local { .. } => Value::Null,
        _ => turn
            .stop_reason
            .borrow()
            .clone()
            .map_or(Value::Null, Value::String),
    }
}

pub(super) fn terminal_reason(end: &TurnEnd) -> Option<&'static str> {
    match &end.outcome {
        Outcome::Completed { .. } => Some("completed"),
        Outcome::Stopped {
            terminal_reason, ..
        }
        | Outcome::Aborted {
            terminal_reason, ..
        }
        | Outcome::ApiError {
            terminal_reason, ..
        }
        | Outcome::Limit {
            terminal_reason, ..
        } => Some(terminal_reason),
        Outcome::Local { .. } => None,
    }
}

pub(super) fn describe(
    outcome: &Outcome,
    turn: &Turn,
    features: &Features,
    set: &mut impl FnMut(&str, Value),
) {
    let rounds = turn.user_frames.get() + 1;
    let success = |set: &mut dyn FnMut(&str, Value), is_error: bool, rounds: u64| {
        set("is_error", is_error.into());
        set("num_turns", rounds.into());
        set("subtype", "success".into());
    };
    match outcome {
        Outcome::Completed { text } => {
            success(set, false, rounds);
            set("api_error_status", Value::Null);
            match turn.structured.borrow().as_ref() {
                Some(output) => {
                    let is_result = features.structured_output_ends_turn;
                    let result = if is_result {
                        output.to_string()
                    } else {
                        text.clone()
                    };
                    set("result", result.into());
                    set("structured_output", output.clone());
                }
                None => set("result", text.clone().into()),
            }
        }
        Outcome::Stopped {
            terminal_reason, ..
        } => {
            success(set, false, rounds);
            if *terminal_reason != "tool_deferred" {
                set("api_error_status", Value::Null);
            }
            let text = if *terminal_reason == "tool_deferred" {
                String::new()
            } else {
                turn.text.borrow().clone()
            };
            set("result", text.into());
            if let Some(deferred) = turn.deferred.borrow().as_ref() {
                set("deferred_tool_use", deferred.clone());
            }
        }
        Outcome::Aborted {
            reason: Reason::Now,
            ..
        } => {
            success(set, false, rounds);
            set("api_error_status", Value::Null);
            set("result", turn.text.borrow().clone().into());
        }
        Outcome::Aborted { .. } => {
            set("is_error", true.into());
            set("num_turns", rounds.into());
            set("subtype", "error_during_execution".into());
            let stop = turn
                .stop_reason
                .borrow()
                .clone()
                .unwrap_or_else(|| "null".to_owned());
            set(
                "errors",
                json!([format!(
                    "[ede_diagnostic] result_type=user last_content_type=n/a stop_reason={stop}"
                )]),
            );
        }
        Outcome::Local { text, command } => {
            success(set, false, turn.local_rounds.get());
            set("result", text.clone().into());
            if let Some(command) = command {
                set("local_command", command.clone().into());
            }
        }
        Outcome::ApiError { text, fields, .. } => {
            success(set, true, rounds);
            if let Value::Object(fields) = fields {
                for (name, value) in fields {
                    set(name, value.clone());
                }
            }
            set("result", text.clone().into());
        }
        Outcome::Limit { subtype, error, .. } => {
            set("is_error", true.into());
            set("num_turns", rounds.into());
            set("subtype", (*subtype).into());
            set("errors", json!([error]));
        }
    }
    let is_stop = matches!(outcome, Outcome::Aborted { .. } | Outcome::Limit { .. });
    if is_stop && !features.stops_are_errors {
        set("is_error", false.into());
        set("errors", json!([]));
    }
}

pub(super) fn timings(turn: &Turn, end: &TurnEnd, set: &mut impl FnMut(&str, Value)) {
    let has_timings = matches!(
        end.outcome,
        Outcome::Completed { .. }
            | Outcome::Aborted {
                reason: Reason::Now,
                ..
            }
    ) || matches!(end.outcome, Outcome::Stopped { terminal_reason, .. } if terminal_reason != "tool_deferred");
    if let (Some(first), true) = (turn.first_token.get(), has_timings) {
        set("ttft_ms", first.into());
        set("ttft_stream_ms", first.into());
        set("time_to_request_ms", first.into());
        set("first_content_frame_ms", first.into());
    }
    let uuids = turn.uuids.borrow();
    let Some(own) = turn.own_uuid(&uuids) else {
        return;
    };
    set("user_message_uuid", own.into());
    set("user_message_uuids", json!(*uuids));
    if let (Some((sent, usage)), true) = (turn.first_request.get(), has_timings) {
        set("request_sent_wall_ms", sent.into());
        set(
            "first_request_input_tokens",
            (usage.input_tokens + usage.cache_read_input_tokens).into(),
        );
        set(
            "first_request_cache_read_input_tokens",
            usage.cache_read_input_tokens.into(),
        );
    }
}
