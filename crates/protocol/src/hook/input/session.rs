//! Events in the lifetime of a session.

use super::hook_inputs;
use crate::wire::Nullable;

hook_inputs! {
    /// Input of `SessionStart`. Callbacks of a host receive it only after a compaction.
    pub struct SessionStartInput {
        /// `startup`, `resume`, `clear`, `compact` or `fork`.
        source: Option<String> = "source",
        /// The model.
        model: Option<String> = "model",
        /// The title of the session.
        session_title: Option<String> = "session_title",
        /// Seconds since the last response of the model.
        seconds_since_last_response: Option<f64> = "seconds_since_last_response",
        /// The size of the context.
        context_tokens: Option<u64> = "context_tokens",
        /// The prompt cache is probably cold.
        prompt_cache_likely_expired: Option<bool> = "prompt_cache_likely_expired",
        /// The estimated cost of writing the cache.
        estimated_cache_write_usd: Option<f64> = "estimated_cache_write_usd",
    }

    /// Input of `SessionEnd`.
    pub struct SessionEndInput {
        /// `clear`, `resume`, `logout`, `prompt_input_exit` or `other`.
        reason: Option<String> = "reason",
    }

    /// Input of `Setup`.
    pub struct SetupInput {
        /// `init` or `maintenance`.
        trigger: Option<String> = "trigger",
    }

    /// Input of `PreCompact`.
    pub struct PreCompactInput {
        /// `manual` or `auto`.
        trigger: Option<String> = "trigger",
        /// What to keep, as given by the user.
        custom_instructions: Nullable<String> = "custom_instructions",
    }

    /// Input of `PostCompact`.
    pub struct PostCompactInput {
        /// `manual` or `auto`.
        trigger: Option<String> = "trigger",
        /// The summary of the conversation.
        compact_summary: Option<String> = "compact_summary",
    }

    /// Input of `PreModelSwitch` and `PostModelSwitch`.
    pub struct ModelSwitchInput {
        /// The model before.
        from_model: Option<String> = "from_model",
        /// The model after.
        to_model: Option<String> = "to_model",
        /// The requested model; null for the default.
        requested_model: Nullable<String> = "requested_model",
        /// `command`, `picker`, `sdk`; after the change also `auto` and `resume`.
        source: Option<String> = "source",
        /// The size of the context.
        context_tokens: Option<u64> = "context_tokens",
        /// The prompt cache is warm.
        prompt_cache_warm: Option<bool> = "prompt_cache_warm",
        /// The lifetime of the cache: `5m` or `1h`.
        cache_ttl: Option<String> = "cache_ttl",
        /// The estimated cost of writing the cache of the new model.
        estimated_cache_write_usd: Option<f64> = "estimated_cache_write_usd",
        /// The source of the price.
        pricing: Option<String> = "pricing",
    }
}
