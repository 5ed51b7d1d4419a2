//! Tokens and cost.

use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Tokens of one API message, or of the main loop of one turn.
    #[derive(Default)]
    pub struct Usage {
        /// Tokens sent, excluding cached ones.
        input_tokens: Option<u64>,
        output_tokens: Option<u64>,
        cache_creation_input_tokens: Option<u64>,
        cache_read_input_tokens: Option<u64>,
        cache_creation: Option<CacheCreation>,
        server_tool_use: Option<ServerToolUse>,
        service_tier: Option<String>,
        inference_geo: Option<String>,
        speed: Option<String>,
        iterations: Option<RawJson>,
        output_tokens_details: Option<OutputTokensDetails>,
        /// Credit for the answer of a fallback model.
        fallback_credit: Option<RawJson>,
    }

    /// Cache writes by lifetime.
    #[derive(Default)]
    pub struct CacheCreation {
        ephemeral_1h_input_tokens: Option<u64>,
        ephemeral_5m_input_tokens: Option<u64>,
    }

    /// Requests to the API's own tools.
    #[derive(Default)]
    pub struct ServerToolUse {
        web_search_requests: Option<u64>,
        web_fetch_requests: Option<u64>,
    }

    /// Details of output tokens.
    #[derive(Default)]
    pub struct OutputTokensDetails {
        thinking_tokens: Option<u64>,
    }

    /// Tokens and cost of one model; cumulative in a result.
    #[derive(Default)]
    pub struct ModelUsage {
        /// Tokens sent, excluding cached ones.
        input_tokens: Option<u64> = "inputTokens",
        output_tokens: Option<u64> = "outputTokens",
        /// The thinking tokens in the output.
        thinking_tokens: Option<u64> = "thinkingTokens",
        cache_read_input_tokens: Option<u64> = "cacheReadInputTokens",
        cache_creation_input_tokens: Option<u64> = "cacheCreationInputTokens",
        cache_creation_ephemeral_5m_input_tokens: Option<u64> = "cacheCreationEphemeral5mInputTokens",
        cache_creation_ephemeral_1h_input_tokens: Option<u64> = "cacheCreationEphemeral1hInputTokens",
        web_search_requests: Option<u64> = "webSearchRequests",
        cost_usd: Option<f64> = "costUSD",
        context_window: Option<u64> = "contextWindow",
        /// The maximum number of output tokens.
        max_output_tokens: Option<u64> = "maxOutputTokens",
        canonical_model: Option<String> = "canonicalModel",
        provider: Option<String>,
        cost_basis: Option<String> = "costBasis",
    }
}
