//! The blocks of a script.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One block of a reply.
///
/// The blocks from [`Block::Garbage`] on are the simulator's own steps: they act on the simulated process, and the
/// scripted Messages API skips them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Block {
    /// A text block, streamed in deltas.
    Text(TextBlock),
    /// A thinking block with its signature.
    Thinking(ThinkingBlock),
    /// A tool call.
    ToolUse(ToolUseBlock),
    /// A delay within the reply.
    Sleep { s: Seconds },
    /// An HTTP error instead of a reply.
    HttpError(ErrorReply),
    /// An `error` event inside the stream, after the blocks before it.
    SseError(ErrorReply),
    /// The connection is cut here: within the preceding block, or without any response if it is the reply's first
    /// block.
    Cut {
        /// The number of attempts of the same request that are cut; all if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        times: Option<u32>,
    },
    /// A body that is not a Messages API response, with status 200.
    Body {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        content_type: Option<String>,
    },
    /// The reply's `stop_reason`, if it is not the natural one.
    Stop { reason: String },
    /// The reply's token counts.
    Usage(Usage),
    /// Additional headers of a successful response, such as rate limit headers.
    Headers { headers: Map<String, Value> },

    /// A line on stdout that is not JSON.
    Garbage {
        #[serde(default = "garbage_text")]
        text: String,
    },
    /// Text on stdout without a newline; the rest of the line follows `s` seconds later, or never if `rest` is absent.
    HalfLine {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rest: Option<String>,
        #[serde(default)]
        s: Seconds,
    },
    /// One valid frame of approximately this size.
    HugeLine { bytes: u64 },
    /// No output and no responses, not even to control requests; forever if `s` is absent.
    Silence {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        s: Option<Seconds>,
    },
    /// Many text deltas, written as fast as possible.
    Flood {
        count: u64,
        #[serde(default = "flood_bytes")]
        bytes: usize,
    },
    /// Text on stderr.
    Stderr { text: String },
    /// The process ends without further output.
    Exit {
        /// The exit code; 1 if neither code nor signal is set.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<i32>,
        /// The signal that ends the process instead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signal: Option<ExitSignal>,
        #[serde(default)]
        when: ExitWhen,
    },
}

impl Block {
    /// Returns whether the block acts on the simulated process and is ignored by the Messages API.
    pub fn is_simulator_step(&self) -> bool {
        matches!(
            self,
            Self::Garbage { .. }
                | Self::HalfLine { .. }
                | Self::HugeLine { .. }
                | Self::Silence { .. }
                | Self::Flood { .. }
                | Self::Stderr { .. }
                | Self::Exit { .. }
        )
    }

    /// Returns whether the block becomes a content block of the message.
    pub fn is_content(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Thinking(_) | Self::ToolUse(_))
    }
}

/// See [`Block::Text`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextBlock {
    pub text: String,
    /// The number of deltas; by length if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunks: Option<u32>,
    /// The delay between two deltas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Seconds>,
}

/// See [`Block::Thinking`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinkingBlock {
    pub thinking: String,
    /// [`DEFAULT_SIGNATURE`](super::DEFAULT_SIGNATURE) if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chunks: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Seconds>,
}

/// See [`Block::ToolUse`].
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolUseBlock {
    pub name: String,
    #[serde(default)]
    pub input: Map<String, Value>,
    /// Generated if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The delay between two deltas of the input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Seconds>,
    /// The outcome of the tool in the simulator; the scripted model ignores it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sim: Option<Outcome>,
}

/// The outcome of a simulated tool.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdout: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// The exit code of a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<i32>,
    /// The duration of the tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub s: Option<Seconds>,
    /// The content of the tool result: text, or content blocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// Output of a command before its delay; `stdout` follows at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub live: Option<String>,
    /// The elicitation of the tool's server before its result: the fields of an `elicitation` request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elicit: Option<Box<Map<String, Value>>>,
}

/// See [`Block::HttpError`] and [`Block::SseError`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ErrorReply {
    /// The HTTP status; not used inside a stream.
    #[serde(default = "error_status")]
    pub status: u16,
    /// The error's type, such as `overloaded_error`.
    #[serde(default = "error_type")]
    pub etype: String,
    #[serde(default)]
    pub message: String,
    /// Seconds in a `retry-after` header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<Seconds>,
    /// Additional response headers, such as rate limit headers.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub headers: Map<String, Value>,
    /// The number of attempts of the same request that fail; all if absent. The blocks after this one are the reply to
    /// the next attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
}

/// See [`Block::Usage`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Usage {
    pub input_tokens: u64,
    pub cache_creation_input_tokens: u64,
    pub cache_read_input_tokens: u64,
    pub output_tokens: u64,
}

impl Default for Usage {
    fn default() -> Self {
        Self {
            input_tokens: 100,
            cache_creation_input_tokens: 0,
            cache_read_input_tokens: 0,
            output_tokens: 20,
        }
    }
}

/// When an [`Block::Exit`] happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExitWhen {
    /// When the block is reached.
    #[default]
    Now,
    /// When the next permission request has been written, before its response.
    Ask,
    /// When the next tool runs.
    Tool,
}

/// The signals that can end a simulated process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExitSignal {
    #[serde(rename = "SIGKILL", alias = "KILL")]
    Kill,
    #[serde(rename = "SIGTERM", alias = "TERM")]
    Term,
    #[serde(rename = "SIGSEGV", alias = "SEGV")]
    Segv,
    #[serde(rename = "SIGABRT", alias = "ABRT")]
    Abrt,
}

/// A duration in seconds, as in scripts: never negative, at most a day.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Default, Serialize, Deserialize)]
#[serde(try_from = "f64")]
pub struct Seconds(f64);

impl Seconds {
    /// The maximum duration.
    pub const MAX: f64 = 86_400.0;

    /// Returns the value as a [`Duration`].
    pub fn duration(self) -> Duration {
        Duration::from_secs_f64(self.0)
    }
}

impl TryFrom<f64> for Seconds {
    type Error = String;

    fn try_from(seconds: f64) -> Result<Self, Self::Error> {
        if (0.0..=Self::MAX).contains(&seconds) {
            Ok(Self(seconds))
        } else {
            Err(format!(
                "seconds must be between 0 and {}, not {seconds}",
                Self::MAX
            ))
        }
    }
}

fn garbage_text() -> String {
    "this line is not JSON".to_owned()
}

fn flood_bytes() -> usize {
    32
}

fn error_status() -> u16 {
    500
}

fn error_type() -> String {
    "api_error".to_owned()
}
