//! The `result` frame that ends a turn.

mod fields;

use serde_json::{Map, Value, json};

use super::abort::Reason;
use super::clock::uuid;
use super::cost;
use super::session::Sim;
use super::turn::Turn;
use fields::{describe, stop_reason, terminal_reason, timings, unstreamed_stop_reason};

/// The outcome of a turn.
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
    /// A command or a message without a query: no request to a model.
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
    /// The lifecycle state of the turn's messages.
    pub(super) fn lifecycle_state(&self) -> &'static str {
        match &self.outcome {
            Outcome::Aborted { .. } | Outcome::ApiError { .. } => "cancelled",
            Outcome::Limit { subtype, .. } if *subtype != "error_max_turns" => "cancelled",
            _ => "completed",
        }
    }
}

impl Sim {
    /// The end of a turn that was aborted during the model's answer.
    pub(super) fn aborted_streaming(&self, turn: &Turn) -> TurnEnd {
        let reason = turn.abort.reason().unwrap_or(Reason::Interrupt);
        TurnEnd::new(Outcome::Aborted {
            reason,
            terminal_reason: "aborted_streaming",
        })
    }

    /// The end of a turn that was aborted during tools or permission requests.
    pub(super) fn aborted_tools(&self, turn: &Turn, reason: Reason) -> TurnEnd {
        self.interrupted_text(turn, true);
        TurnEnd::new(Outcome::Aborted {
            reason,
            terminal_reason: "aborted_tools",
        })
    }

    pub(super) fn emit_result(&self, turn: &Turn, end: &TurnEnd) {
        let Some(frame) = self.without_omissions(self.result(turn, end)) else {
            return;
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
        let (catalog, features) = (&self.dialect.catalog, self.features());
        let mut state = self.state.borrow_mut();
        let since = state.totals.take_since_result(catalog);
        let mut frame = Map::new();
        let set = &mut |name: &str, value: Value| {
            frame.insert(name.to_owned(), value);
        };
        set("duration_api_ms", state.totals.api_ms.into());
        let reason = if features.reports_stop_reason {
            stop_reason(turn, end)
        } else {
            unstreamed_stop_reason(turn, end)
        };
        set("stop_reason", reason);
        set("session_id", state.session_id.clone().into());
        set("total_cost_usd", cost::money(state.totals.cost_usd));
        set("usage", cost::turn_usage(turn.usage.get()));
        set("modelUsage", state.totals.model_usage(catalog));
        set("permission_denials", json!(*turn.denials.borrow()));
        if let Some(reason) = terminal_reason(end) {
            set("terminal_reason", reason.into());
        }
        if let Value::Object(fields) = state.fast_mode() {
            fields
                .into_iter()
                .for_each(|(name, value)| set(&name, value));
        }
        set("subagent_stats", state.tasks.subagent_stats());
        set("safety_stops", turn.safety_stops.get().into());
        describe(&end.outcome, turn, features, set);
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
}
