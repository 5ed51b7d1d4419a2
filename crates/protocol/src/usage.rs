//! Tokens and cost.

use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Tokens of one API message, or of the main loop of one turn.
    #[derive(Default)]
    pub struct Usage {
        /// Tokens sent and not cached.
        input_tokens: Option<u64> = "input_tokens",
        /// Tokens received.
        output_tokens: Option<u64> = "output_tokens",
        /// Tokens written to the cache.
        cache_creation_input_tokens: Option<u64> = "cache_creation_input_tokens",
        /// Tokens read from the cache.
        cache_read_input_tokens: Option<u64> = "cache_read_input_tokens",
        /// Cache writes by lifetime.
        cache_creation: Option<CacheCreation> = "cache_creation",
        /// Calls of the API's own tools.
        server_tool_use: Option<ServerToolUse> = "server_tool_use",
        /// The tier that served the request.
        service_tier: Option<String> = "service_tier",
        /// Where it was served.
        inference_geo: Option<String> = "inference_geo",
        /// Fast or standard.
        speed: Option<String> = "speed",
        /// Usage per iteration of a request.
        iterations: Option<RawJson> = "iterations",
        /// How output tokens were spent.
        output_tokens_details: Option<OutputTokensDetails> = "output_tokens_details",
        /// Credit for an answer of a fallback model.
        fallback_credit: Option<RawJson> = "fallback_credit",
    }

    /// Cache writes by lifetime.
    #[derive(Default)]
    pub struct CacheCreation {
        /// Kept an hour.
        ephemeral_1h_input_tokens: Option<u64> = "ephemeral_1h_input_tokens",
        /// Kept five minutes.
        ephemeral_5m_input_tokens: Option<u64> = "ephemeral_5m_input_tokens",
    }

    /// Calls of the API's own tools.
    #[derive(Default)]
    pub struct ServerToolUse {
        /// Web searches.
        web_search_requests: Option<u64> = "web_search_requests",
        /// Web fetches.
        web_fetch_requests: Option<u64> = "web_fetch_requests",
    }

    /// How output tokens were spent.
    #[derive(Default)]
    pub struct OutputTokensDetails {
        /// On thinking.
        thinking_tokens: Option<u64> = "thinking_tokens",
    }

    /// Tokens and cost of one model; cumulative in a result.
    #[derive(Default)]
    pub struct ModelUsage {
        /// Tokens sent and not cached.
        input_tokens: Option<u64> = "inputTokens",
        /// Tokens received.
        output_tokens: Option<u64> = "outputTokens",
        /// Those of the output that were thinking.
        thinking_tokens: Option<u64> = "thinkingTokens",
        /// Tokens read from the cache.
        cache_read_input_tokens: Option<u64> = "cacheReadInputTokens",
        /// Tokens written to the cache.
        cache_creation_input_tokens: Option<u64> = "cacheCreationInputTokens",
        /// Those kept five minutes.
        cache_creation_ephemeral_5m_input_tokens: Option<u64> = "cacheCreationEphemeral5mInputTokens",
        /// Those kept an hour.
        cache_creation_ephemeral_1h_input_tokens: Option<u64> = "cacheCreationEphemeral1hInputTokens",
        /// Web searches.
        web_search_requests: Option<u64> = "webSearchRequests",
        /// Cost in dollars.
        cost_usd: Option<f64> = "costUSD",
        /// Size of the context window.
        context_window: Option<u64> = "contextWindow",
        /// Most tokens it may answer with.
        max_output_tokens: Option<u64> = "maxOutputTokens",
        /// The name used for pricing.
        canonical_model: Option<String> = "canonicalModel",
        /// Who served it.
        provider: Option<String> = "provider",
        /// Which price table was used.
        cost_basis: Option<String> = "costBasis",
    }
}
