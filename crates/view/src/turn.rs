//! Ends of turns, and what turns cost.

use serde::{Deserialize, Serialize};

use crate::id::EntryId;
use crate::json::Json;
use crate::tool::{DecisionBy, ToolName};

view_types! {
    /// A turn ended.
    pub struct TurnEnd {
        pub outcome: TurnOutcome,
        pub is_error: bool,
        /// The CLI's subtype (`success`, `error_max_turns` …) and its terminal reason.
        pub subtype: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
        /// The final text, when no entry of the turn shows it already.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        pub errors: Vec<String>,
        /// What this turn cost in dollars.
        pub cost_usd: f64,
        /// What the session has cost so far, this turn included.
        pub total_cost_usd: f64,
        /// Tokens of the main conversation in this turn.
        pub tokens: Tokens,
        /// Cost and tokens of this turn by model, subagents included.
        pub models: Vec<ModelUsage>,
        pub duration_ms: u64,
        pub api_duration_ms: u64,
        /// Model requests in this turn.
        pub requests: u32,
        /// Calls that were denied in this turn, and by what.
        pub denials: Vec<Denial>,
        /// Why the turn ran when nobody sent a message: `task-notification` …
        #[serde(skip_serializing_if = "Option::is_none")]
        pub origin: Option<String>,
        /// The messages this turn answered.
        pub messages: Vec<EntryId>,
        /// The answer in the shape of the schema the session was started with.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub structured_output: Option<Json>,
        /// A call that a hook put off; the turn ended on it.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub deferred_tool: Option<Json>,
    }

    /// How a turn ended.
    #[derive(Copy, Eq)]
    pub enum TurnOutcome {
        Completed,
        Interrupted,
        /// Another message was sent with priority.
        Preempted,
        ApiError,
        MaxTurns,
        MaxBudget,
        /// The model did not give output that fits the schema.
        SchemaFailed,
        /// A hook refused the prompt.
        PromptBlocked,
        /// A hook ended the turn.
        StoppedByHook,
        /// A hook put a tool call off.
        Deferred,
        /// A slash command answered without the model.
        Command,
        Failed,
    }

    /// A call that was denied.
    pub struct Denial {
        pub tool: ToolName,
        pub tool_use_id: String,
        /// The entry of the call, when it is in the log.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub entry: Option<EntryId>,
        pub by: DecisionBy,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub message: Option<String>,
    }
}

/// Numbers of tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Tokens {
    pub input: u64,
    pub output: u64,
    pub cache_read: u64,
    pub cache_write: u64,
    /// Part of `output`, when known.
    pub thinking: u64,
}

view_types! {
    /// Cost and tokens of one model.
    #[derive(Default)]
    pub struct ModelUsage {
        pub model: String,
        pub tokens: Tokens,
        pub cost_usd: f64,
        pub web_searches: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub context_window: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub max_output_tokens: Option<u64>,
    }

    /// What the session has used.
    #[derive(Default)]
    pub struct Usage {
        /// Dollars, over every turn of this log and what was carried in.
        pub total_cost_usd: f64,
        /// Dollars spent before this log began (a session resumed from elsewhere).
        pub carried_cost_usd: f64,
        /// Turns that ended.
        pub turns: u32,
        pub models: Vec<ModelUsage>,
        /// Milliseconds of turns, and of waiting for the API.
        pub duration_ms: u64,
        pub api_duration_ms: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub last_turn: Option<LastTurn>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub context: Option<ContextUsage>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub rate_limit: Option<RateLimit>,
        /// Lines added and removed by tools of this session.
        pub lines_added: u64,
        pub lines_removed: u64,
    }

    /// The newest turn that ended.
    pub struct LastTurn {
        pub entry: EntryId,
        pub cost_usd: f64,
        pub tokens: Tokens,
        pub duration_ms: u64,
    }

    /// How full the context window is.
    pub struct ContextUsage {
        pub used_tokens: u64,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub max_tokens: Option<u64>,
        /// 0 to 100 (more when over the limit).
        #[serde(skip_serializing_if = "Option::is_none")]
        pub percentage: Option<f64>,
        /// Whether the CLI reported it; otherwise it is reckoned from the newest request.
        pub reported: bool,
        /// By category, as of the last report; empty when there was none.
        pub categories: Vec<ContextCategory>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub model: Option<String>,
        pub at: u64,
    }

    /// One part of the context.
    pub struct ContextCategory {
        pub name: String,
        pub tokens: u64,
        pub kind: ContextKind,
    }

    #[derive(Copy, Eq)]
    pub enum ContextKind {
        Used,
        Free,
        Buffer,
        Deferred,
    }

    /// The state of the account's limits.
    pub struct RateLimit {
        pub status: RateLimitStatus,
        /// `five_hour`, `seven_day` …
        #[serde(skip_serializing_if = "Option::is_none")]
        pub limit: Option<String>,
        /// 0 to 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub utilization: Option<f64>,
        /// Seconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub resets_at: Option<u64>,
        pub using_overage: bool,
        pub at: u64,
        /// Everything the CLI said about it.
        pub detail: Json,
    }

    #[derive(Copy, Eq)]
    pub enum RateLimitStatus {
        Allowed,
        Warning,
        Rejected,
        Unknown,
    }
}
