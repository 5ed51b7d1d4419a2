//! The result of a turn, and the outcome of a prompt.

use std::fmt;
use std::time::Duration;

use pilothouse_protocol::fold::TurnCost;
use pilothouse_protocol::ids::SessionId;
use pilothouse_protocol::message::{ResultMessage, ResultSubtype};

use crate::error::{Error, Result};

/// The result of a turn. Its fields are those of [`ResultMessage`].
///
/// Displays as the text of the answer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TurnResult {
    /// The message of the CLI.
    pub message: ResultMessage,
    /// The cost of this turn; the message has the cost of the whole run.
    pub cost: TurnCost,
    /// The limit at which the session interrupted the turn.
    pub stopped_by: Option<Limit>,
}

/// A limit of the session, at which it interrupts a turn.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Limit {
    /// The turn ran longer than [`turn_deadline`](crate::SessionBuilder::turn_deadline).
    Deadline(Duration),
    /// The sessions that share a [`Budget`](crate::Budget) have spent it; the value is its limit in dollars.
    Budget(f64),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deadline(after) => write!(f, "it ran longer than {after:?}"),
            Self::Budget(usd) => write!(f, "the budget of ${usd:.2} is spent"),
        }
    }
}

impl TurnResult {
    /// Returns the final text; empty if there is none or the turn failed.
    pub fn text(&self) -> &str {
        if self.is_error() {
            return "";
        }
        self.message.text().unwrap_or_default()
    }

    /// Returns whether the turn failed, reached a limit, or was interrupted.
    ///
    /// CLI 2.1.38 does not report the latter two as errors, so the subtype is also checked.
    pub fn is_error(&self) -> bool {
        let failed = [
            ResultSubtype::ErrorDuringExecution,
            ResultSubtype::ErrorMaxTurns,
            ResultSubtype::ErrorMaxBudget,
            ResultSubtype::ErrorMaxStructuredOutputRetries,
        ];
        self.message.failed() || failed.contains(&self.message.subtype)
    }

    /// Returns the cost of this turn, in dollars.
    pub fn cost_usd(&self) -> f64 {
        self.cost.usd
    }

    /// Returns the number of input tokens that were not cached.
    pub fn input_tokens(&self) -> u64 {
        self.tokens(|usage| usage.input_tokens)
    }

    /// Returns the number of output tokens.
    pub fn output_tokens(&self) -> u64 {
        self.tokens(|usage| usage.output_tokens)
    }

    /// Returns the number of tokens read from the prompt cache.
    pub fn cache_read_tokens(&self) -> u64 {
        self.tokens(|usage| usage.cache_read_input_tokens)
    }

    /// Returns the number of tokens written to the prompt cache.
    pub fn cache_creation_tokens(&self) -> u64 {
        self.tokens(|usage| usage.cache_creation_input_tokens)
    }

    fn tokens(&self, kind: impl Fn(&crate::protocol::usage::Usage) -> Option<u64>) -> u64 {
        let usage = self.message.usage.as_deref();
        usage.and_then(kind).unwrap_or_default()
    }

    /// Returns the CLI's ID of the conversation, for resuming it; empty if the CLI sent none.
    pub fn session_id(&self) -> SessionId {
        self.message.session_id.clone().unwrap_or_default()
    }

    /// Returns the duration of the turn.
    pub fn duration(&self) -> Duration {
        Duration::from_millis(self.message.duration_ms.unwrap_or_default())
    }

    /// Returns the number of requests to the model.
    pub fn model_requests(&self) -> u64 {
        self.message.num_turns.unwrap_or_default()
    }
}

impl std::ops::Deref for TurnResult {
    type Target = ResultMessage;

    fn deref(&self) -> &ResultMessage {
        &self.message
    }
}

impl fmt::Display for TurnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl serde::Serialize for TurnResult {
    /// Serializes the message of the CLI with the additional field `turn_cost`.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Shape<'a> {
            #[serde(flatten)]
            message: serde_json::Value,
            turn_cost: &'a TurnCost,
        }
        let message = serde_json::to_value(&self.message).map_err(serde::ser::Error::custom)?;
        let turn_cost = &self.cost;
        Shape { message, turn_cost }.serialize(serializer)
    }
}

/// The outcome of a prompt.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Outcome {
    /// A turn answered it; it may have failed.
    Finished(Box<TurnResult>),
    /// It was withdrawn before a turn began.
    Cancelled,
    /// The CLI had received its UUID before and ignored it.
    Swallowed,
}

impl Outcome {
    /// Returns the result of a successful turn. Other outcomes are [`Error::Turn`], [`Error::Limit`] and
    /// [`Error::Unanswered`].
    pub fn into_result(self) -> Result<TurnResult> {
        let unanswered = |reason| Err(Error::Unanswered { reason });
        match self {
            Self::Finished(result) => match result.stopped_by {
                Some(limit) => Err(Error::Limit { limit, result }),
                None if result.is_error() => Err(Error::Turn(result)),
                None => Ok(*result),
            },
            Self::Cancelled => unanswered("it was taken back before a turn began"),
            Self::Swallowed => unanswered("the CLI had seen its uuid before"),
        }
    }
}
