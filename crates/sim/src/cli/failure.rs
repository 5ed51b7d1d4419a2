//! API errors: retries, fallbacks, and the error that ends the turn.

mod attempts;
mod text;

use std::rc::Rc;
use std::time::Duration;

use serde_json::{Value, json};

use super::call::Batch;
use super::catalog::model_title;
use super::cost;
use super::frames::synthetic_message;
use super::reply::{Break, Ending, Stream, Streamed};
use super::result::{Outcome, TurnEnd};
use super::session::{Shared, Sim};
use super::turn::Turn;
use crate::script::{ErrorReply, Reply, Seconds, Usage};

use attempts::{Attempt, Attempts};
pub(super) use text::Failure;

/// The maximum `retry-after`; a longer one is not waited for.
const LONGEST_RETRY_AFTER: Duration = Duration::from_secs(60);

impl Sim {
    /// Repeats a request until it succeeds or fails permanently.
    pub(super) async fn attempts(
        self: &Shared,
        turn: &Rc<Turn>,
        batch: &Rc<Batch>,
        reply: Reply,
    ) -> Result<Streamed, Failure> {
        let mut attempts = Attempts {
            blocks: reply,
            number: 0,
            reads_blocks_before_cut: self.features().reads_blocks_before_cut,
        };
        let mut retries = 0;
        let mut overloaded = 0;
        let mut repeated_whole = false;
        loop {
            let failure = match attempts.next() {
                Attempt::Reply(reply) => {
                    let stream = Stream::new(self, turn, batch, &reply);
                    match stream.play(reply).await {
                        Ok(streamed) => return Ok(streamed),
                        Err(Break::Cut { .. })
                            if self.features().repeats_cut_requests_whole && !repeated_whole =>
                        {
                            // The CLI does not count the repeated request.
                            repeated_whole = true;
                            turn.was_unstreamed.set(true);
                            continue;
                        }
                        Err(broken) => match self.broken(turn, broken) {
                            Ok(streamed) => return Ok(streamed),
                            Err(failure) => failure,
                        },
                    }
                }
                Attempt::Fails(error) => Failure::from_error(&error),
                Attempt::NoAnswer => Failure::connection(),
                Attempt::Malformed(text) => return Err(Failure::malformed_answer(&text)),
            };
            overloaded += u32::from(failure.status == Some(529));
            if self.falls_back(&failure, overloaded) {
                overloaded = 0;
                continue;
            }
            let repeats = self.features().repeats_failed_streams_whole;
            if failure.is_in_stream() && !repeated_whole && repeats {
                // The request is repeated once without streaming, immediately and without a message.
                repeated_whole = true;
                continue;
            }
            let gives_up = !failure.is_retried()
                || retries >= self.environment.max_retries
                || failure
                    .retry_after
                    .is_some_and(|after| after > LONGEST_RETRY_AFTER);
            if gives_up {
                return Err(failure);
            }
            retries += 1;
            if self.wait_to_retry(turn, &failure, retries).await.is_err() {
                return Ok(self.stopped(turn));
            }
        }
    }

    fn stopped(&self, turn: &Turn) -> Streamed {
        turn.emit_replays(self);
        self.interrupted_text(turn, false);
        empty(Ending::Aborted, self.model())
    }

    async fn wait_to_retry(
        &self,
        turn: &Turn,
        failure: &Failure,
        retry: u32,
    ) -> Result<(), super::abort::Aborted> {
        let steps: [u64; 8] = [500, 1000, 2000, 4500, 9000, 19_000, 38_000, 38_000];
        let index = usize::try_from(retry - 1).unwrap_or(0).min(steps.len() - 1);
        let delay = failure
            .retry_after
            .unwrap_or(Duration::from_millis(steps[index]));
        self.system(
            "api_retry",
            json!({
                "attempt": retry,
                "max_retries": self.environment.max_retries,
                "retry_delay_ms": u64::try_from(delay.as_millis()).unwrap_or(u64::MAX),
                "error_status": failure.status,
                "error": failure.retry_error(),
            }),
        );
        turn.abort.guard(self.pause(delay)).await
    }

    /// Switches to the fallback model if there is one and the failure requires it.
    fn falls_back(&self, failure: &Failure, overloaded: u32) -> bool {
        let Some(fallback) = self.options.value("fallback-model") else {
            return false;
        };
        let trigger = match failure.status {
            Some(529) if overloaded >= 3 => "overloaded",
            Some(404) => "model_not_found",
            _ => return false,
        };
        let original = self.model();
        let first = fallback.split(',').next().unwrap_or_default();
        let fallback = self.dialect.catalog.resolve_model(first);
        if original == fallback || !self.features().has_fallback_model {
            return false;
        }
        let reason = if trigger == "overloaded" {
            "due to high demand for"
        } else {
            "because of a problem with"
        };
        self.system(
            "model_fallback",
            json!({
                "trigger": trigger,
                "original_model": original,
                "fallback_model": fallback,
                "content": format!(
                    "Switched to {} {reason} {}", model_title(&fallback), model_title(&original)
                ),
            }),
        );
        self.state.borrow_mut().model = fallback;
        true
    }

    /// A broken stream: finished blocks are kept, otherwise the request is retried.
    fn broken(&self, turn: &Turn, broken: Break) -> Result<Streamed, Failure> {
        let (failure, finished_blocks) = match broken {
            Break::Cut { finished_blocks } => (Failure::connection(), finished_blocks),
            Break::Error {
                error,
                finished_blocks,
            } => (Failure::in_stream(&error), finished_blocks),
        };
        if finished_blocks == 0 {
            if failure.is_in_stream() {
                // The request is charged although it had no result.
                let usage = Usage {
                    output_tokens: 1,
                    ..Usage::default()
                };
                self.charge(&self.model(), usage, 1);
            }
            return Err(failure);
        }
        if self.features().continues_cut_replies {
            let text = "Your response above was cut off mid-stream. Resume directly from where it stops \
                        — no apology, no recap. If none of it survived, answer the request from the \
                        start.";
            self.synthetic(turn, text);
        }
        Ok(Streamed {
            stop_reason: "cut".to_owned(),
            ..empty(Ending::Complete, self.model())
        })
    }

    /// A `user` line from the CLI for the model.
    pub(super) fn synthetic(&self, turn: &Turn, text: &str) {
        let content = json!([{ "type": "text", "text": text }]);
        turn.count_user_frame();
        let uuid = self.user_frame(content.clone(), json!({ "isSynthetic": true }));
        self.record_user(&json!({ "role": "user", "content": content }), &uuid, None);
        turn.answer_next(text.to_owned());
    }

    /// Ends the turn with an error message for the user.
    pub(super) fn failed(&self, turn: &Turn, failure: &Failure) -> TurnEnd {
        if turn.abort.is_set() {
            return self.aborted_streaming(turn);
        }
        turn.emit_replays(self);
        let text = failure.text(self);
        let message = synthetic_message(&text, "stop_sequence");
        let frame = self.message_frame("assistant", message);
        let mut frame = frame.with(json!({
            "error": failure.error_code(self), "is_api_error_message": true,
        }));
        if failure.status.is_some() {
            frame = frame.with(json!({ "request_id": request_id() }));
        }
        let fields = failure.fields();
        for (name, value) in fields.as_object().into_iter().flatten() {
            // Only the result reports a missing status.
            if !value.is_null() {
                frame.fields().insert(name.clone(), value.clone());
            }
        }
        turn.mark_assistant(frame.fields());
        self.emit(&frame.into());
        TurnEnd::new(Outcome::ApiError {
            text,
            terminal_reason: failure.terminal_reason(),
            fields,
        })
    }
}

/// An ID in the format of the API.
pub(super) fn request_id() -> String {
    format!("req_{}", &uuid::Uuid::new_v4().simple().to_string()[..24])
}

fn empty(ending: Ending, model: String) -> Streamed {
    Streamed {
        ending,
        stop_reason: String::new(),
        text: String::new(),
        tool_calls: 0,
        message_id: String::new(),
        model,
        usage: cost::NONE,
    }
}

/// The `retry-after` of an error.
fn retry_after(error: &ErrorReply) -> Option<Duration> {
    let header = error
        .headers
        .get("retry-after")
        .and_then(|value| match value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        });
    error
        .retry_after
        .map(Seconds::duration)
        .or_else(|| header.map(Duration::from_secs_f64))
}

fn refuses_retry(error: &ErrorReply) -> bool {
    error
        .headers
        .get("x-should-retry")
        .is_some_and(|value| value == "false" || value == false)
}
