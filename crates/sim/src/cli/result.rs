//! The `result` frame that ends a turn.

use serde_json::{Map, Value, json};

use super::abort::Reason;
use super::clock::uuid;
use super::cost;
use super::session::Sim;
use super::turn::Turn;

/// How a turn ended.
#[derive(Debug)]
pub(super) enum Outcome {
    Completed {
        text: String,
    },
    /// A hook or a deferred tool ended it.
    Stopped {
        terminal_reason: &'static str,
        stop_reason: Option<&'static str>,
    },
    Aborted {
        reason: Reason,
        terminal_reason: &'static str,
    },
    /// A command or a kept message: no model was asked.
    Local {
        text: String,
        command: Option<String>,
    },
    ApiError {
        text: String,
        terminal_reason: &'static str,
        fields: Value,
    },
    /// A limit of the command line was reached.
    Limit {
        subtype: &'static str,
        terminal_reason: &'static str,
        error: String,
    },
}

/// The end of a turn.
#[derive(Debug)]
pub(super) struct TurnEnd {
    pub(super) outcome: Outcome,
    pub(super) has_result: bool,
}

impl TurnEnd {
    pub(super) fn new(outcome: Outcome) -> Self {
        Self {
            outcome,
            has_result: true,
        }
    }
}

impl TurnEnd {
    /// What the messages of the turn are told.
    pub(super) fn lifecycle_state(&self) -> &'static str {
        match &self.outcome {
            Outcome::Aborted { .. } | Outcome::ApiError { .. } => "cancelled",
            Outcome::Limit { subtype, .. } if *subtype != "error_max_turns" => "cancelled",
            _ => "completed",
        }
    }
}

impl Sim {
    /// The end of a turn that was stopped while the model spoke.
    pub(super) fn aborted_streaming(&self, turn: &Turn) -> TurnEnd {
        let reason = turn.abort.reason().unwrap_or(Reason::Interrupt);
        TurnEnd::new(Outcome::Aborted {
            reason,
            terminal_reason: "aborted_streaming",
        })
    }

    /// The end of a turn that was stopped while tools ran or asked.
    pub(super) fn aborted_tools(&self, turn: &Turn, reason: Reason) -> TurnEnd {
        self.interrupted_text(turn, true);
        TurnEnd::new(Outcome::Aborted {
            reason,
            terminal_reason: "aborted_tools",
        })
    }

    pub(super) fn emit_result(&self, turn: &Turn, end: &TurnEnd) {
        let frame = if self.is_old() {
            self.result_old(turn, end)
        } else {
            self.result(turn, end)
        };
        let is_error = frame["is_error"] == true;
        {
            let mut state = self.state.borrow_mut();
            state.last_result_was_error = is_error;
            state.result_index += 1;
        }
        match self.options.value("output-format") {
            Some("stream-json") => self.emit(&frame),
            Some("json") => self.out.frame(&frame),
            _ => self.print_text(&frame),
        }
    }

    fn print_text(&self, frame: &Value) {
        let text = match (frame["result"].as_str(), frame["errors"][0].as_str()) {
            (Some(text), _) => text.to_owned(),
            (None, Some(error)) => format!("Error: {error}"),
            (None, None) => String::new(),
        };
        self.out.bytes(format!("{text}\n").into_bytes());
    }

    fn result(&self, turn: &Turn, end: &TurnEnd) -> Value {
        let mut state = self.state.borrow_mut();
        let since = state.totals.take_since_result();
        let mut frame = Map::new();
        let set = &mut |name: &str, value: Value| {
            frame.insert(name.to_owned(), value);
        };
        set("duration_api_ms", state.totals.api_ms.into());
        set("stop_reason", stop_reason(turn, end));
        set("session_id", state.session_id.clone().into());
        set("total_cost_usd", cost::money(state.totals.cost_usd));
        set("usage", cost::turn_usage(turn.usage.get(), false));
        set("modelUsage", state.totals.model_usage(false));
        set("permission_denials", json!(*turn.denials.borrow()));
        if let Some(reason) = terminal_reason(end) {
            set("terminal_reason", reason.into());
        }
        state.fast_mode(&mut *set);
        set("subagent_stats", state.tasks.subagent_stats());
        set("safety_stops", turn.safety_stops.get().into());
        describe(&end.outcome, turn, set);
        set("type", "result".into());
        set("duration_ms", turn.elapsed_ms().into());
        set("uuid", uuid().into());
        timings(turn, end, set);
        if let Some(origin) = &turn.origin {
            set("origin", origin.clone());
        }
        set("queued_turn_count", 0.into());
        set("result_index", state.result_index.into());
        set("model_usage_since_last_result", since);
        Value::Object(frame)
    }

    fn result_old(&self, turn: &Turn, end: &TurnEnd) -> Value {
        let state = self.state.borrow();
        let mut frame = Map::new();
        let set = &mut |name: &str, value: Value| {
            frame.insert(name.to_owned(), value);
        };
        set("type", "result".into());
        describe(&end.outcome, turn, set);
        set("duration_ms", turn.elapsed_ms().into());
        set("duration_api_ms", state.totals.api_ms.into());
        set("stop_reason", old_stop_reason(turn, end));
        set("session_id", state.session_id.clone().into());
        set("total_cost_usd", cost::money(state.totals.cost_usd));
        set("usage", cost::turn_usage(turn.usage.get(), true));
        set("modelUsage", state.totals.model_usage(true));
        set("permission_denials", json!(*turn.denials.borrow()));
        set("uuid", uuid().into());
        frame.remove("api_error_status");
        match &end.outcome {
            Outcome::Completed { text } => {
                // What the schema asked for stands beside the words, not in their place.
                frame.insert("result".into(), text.clone().into());
            }
            Outcome::Local { .. } => {
                frame.insert("num_turns".into(), turn.local_rounds.get().into());
            }
            _ => {}
        }
        frame.remove("local_command");
        if matches!(end.outcome, Outcome::Limit { .. }) {
            frame.insert("is_error".into(), false.into());
            frame.insert("errors".into(), json!([]));
        }
        if matches!(end.outcome, Outcome::Aborted { .. }) {
            frame.insert("is_error".into(), false.into());
            frame.insert("errors".into(), json!([]));
        }
        Value::Object(frame)
    }
}

/// The older version tells a reason only where it did not stream.
fn old_stop_reason(turn: &Turn, end: &TurnEnd) -> Value {
    match &end.outcome {
        Outcome::ApiError { .. } => "stop_sequence".into(),
        Outcome::Completed { .. } if turn.came_whole.get() => "end_turn".into(),
        _ => Value::Null,
    }
}

fn stop_reason(turn: &Turn, end: &TurnEnd) -> Value {
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

fn terminal_reason(end: &TurnEnd) -> Option<&'static str> {
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

fn describe(outcome: &Outcome, turn: &Turn, set: &mut impl FnMut(&str, Value)) {
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
                    set("result", output.to_string().into());
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
            success(set, false, 0);
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
}

fn timings(turn: &Turn, end: &TurnEnd, set: &mut impl FnMut(&str, Value)) {
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
