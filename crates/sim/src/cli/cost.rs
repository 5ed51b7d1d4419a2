//! Tokens and cost.

use serde_json::{Map, Value, json};

use super::dialect::{Catalog, canonical};
use super::session::Sim;
use crate::script::Usage;

/// Tokens of one model.
#[derive(Debug, Clone, Default)]
pub(super) struct ModelUsage {
    usage: [u64; 4],
    cost: f64,
}

/// The usage of the session so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Totals {
    pub(super) cost_usd: f64,
    pub(super) api_ms: u64,
    /// The number of requests to the model.
    pub(super) requests: u64,
    pub(super) lines_added: u64,
    pub(super) lines_removed: u64,
    models: Vec<(String, ModelUsage)>,
    since_result: Vec<(String, ModelUsage)>,
}

impl Totals {
    fn add(&mut self, model: &str, usage: Usage, cost: f64, api_ms: u64) {
        self.cost_usd += cost;
        self.api_ms += api_ms;
        self.requests += 1;
        for models in [&mut self.models, &mut self.since_result] {
            let entry = entry(models, model);
            let counts = [
                usage.input_tokens,
                usage.output_tokens,
                usage.cache_read_input_tokens,
                usage.cache_creation_input_tokens,
            ];
            for (total, count) in entry.usage.iter_mut().zip(counts) {
                *total += count;
            }
            entry.cost += cost;
        }
    }

    /// Input tokens from the cache, and all input tokens.
    pub(super) fn cached_input(&self) -> (u64, u64) {
        let sum = |places: &[usize]| -> u64 {
            let models = self.models.iter();
            models
                .map(|(_, model)| places.iter().map(|place| model.usage[*place]).sum::<u64>())
                .sum()
        };
        (sum(&[2]), sum(&[0, 2, 3]))
    }

    pub(super) fn model_usage(&self, catalog: &Catalog) -> Value {
        usage_map(&self.models, catalog)
    }

    /// Returns the usage since the last result, and resets it.
    pub(super) fn take_since_result(&mut self, catalog: &Catalog) -> Value {
        let value = usage_map(&self.since_result, catalog);
        self.since_result.clear();
        value
    }

    /// Continues with the cost of a resumed session.
    pub(super) fn restore(&mut self, cost_usd: f64, model_usage: &Value) {
        self.cost_usd = cost_usd;
        let Some(models) = model_usage.as_object() else {
            return;
        };
        for (model, usage) in models {
            let count = |name: &str| usage[name].as_u64().unwrap_or(0);
            let entry = entry(&mut self.models, model);
            entry.usage = [
                count("inputTokens"),
                count("outputTokens"),
                count("cacheReadInputTokens"),
                count("cacheCreationInputTokens"),
            ];
            entry.cost = usage["costUSD"].as_f64().unwrap_or(0.0);
        }
    }
}

fn entry<'a>(models: &'a mut Vec<(String, ModelUsage)>, model: &str) -> &'a mut ModelUsage {
    let position = models.iter().position(|(name, _)| name == model);
    let position = position.unwrap_or_else(|| {
        models.push((model.to_owned(), ModelUsage::default()));
        models.len() - 1
    });
    &mut models[position].1
}

fn usage_map(models: &[(String, ModelUsage)], catalog: &Catalog) -> Value {
    let mut map = Map::new();
    for (model, usage) in models {
        let (price, is_known) = catalog.price(model);
        let [input, output, cache_read, cache_creation] = usage.usage;
        let value = json!({
            "inputTokens": input,
            "outputTokens": output,
            "cacheReadInputTokens": cache_read,
            "cacheCreationInputTokens": cache_creation,
            "webSearchRequests": 0,
            "costUSD": money(usage.cost),
            "contextWindow": price.context_window,
            "maxOutputTokens": price.max_output,
            "thinkingTokens": 0,
            "cacheCreationEphemeral5mInputTokens": 0,
            "cacheCreationEphemeral1hInputTokens": 0,
            "canonicalModel": canonical(model),
            "provider": "firstParty",
            "costBasis": if is_known { "list" } else { "unknown" },
        });
        map.insert(model.clone(), value);
    }
    Value::Object(map)
}

impl Sim {
    /// Adds a request to the model to the totals.
    pub(super) fn charge(&self, model: &str, usage: Usage, api_ms: u64) {
        let cost = self.cost_of(model, usage);
        let mut state = self.state.borrow_mut();
        state.totals.add(model, usage, cost, api_ms);
    }

    /// The cost of a reply.
    pub(super) fn cost_of(&self, model: &str, usage: Usage) -> f64 {
        let price = self.dialect.catalog.price_of_reply(model, usage);
        #[expect(
            clippy::cast_precision_loss,
            reason = "token counts are far below 2^52"
        )]
        let cost = |tokens: u64, per_million: f64| tokens as f64 / 1_000_000.0 * per_million;
        cost(usage.input_tokens, price.input)
            + cost(usage.output_tokens, price.output)
            + cost(usage.cache_read_input_tokens, price.input * 0.1)
            + cost(usage.cache_creation_input_tokens, price.input * 1.25)
    }
}

/// The `usage` of a result: the tokens of one turn.
pub(super) fn turn_usage(usage: Usage) -> Value {
    json!({
        "input_tokens": usage.input_tokens,
        "cache_creation_input_tokens": usage.cache_creation_input_tokens,
        "cache_read_input_tokens": usage.cache_read_input_tokens,
        "output_tokens": usage.output_tokens,
        "output_tokens_details": { "thinking_tokens": 0 },
        "server_tool_use": { "web_search_requests": 0, "web_fetch_requests": 0 },
        "service_tier": "standard",
        "cache_creation": { "ephemeral_1h_input_tokens": 0, "ephemeral_5m_input_tokens": 0 },
        "inference_geo": "",
        "iterations": [],
        "speed": "standard",
        "fallback_credit": null,
    })
}

/// The sum of two usages.
pub(super) fn sum(left: Usage, right: Usage) -> Usage {
    Usage {
        input_tokens: left.input_tokens + right.input_tokens,
        cache_creation_input_tokens: left.cache_creation_input_tokens
            + right.cache_creation_input_tokens,
        cache_read_input_tokens: left.cache_read_input_tokens + right.cache_read_input_tokens,
        output_tokens: left.output_tokens + right.output_tokens,
    }
}

/// An amount formatted as in JavaScript: no fraction for integers.
pub(super) fn money(amount: f64) -> Value {
    if amount == 0.0 {
        0.into()
    } else {
        amount.into()
    }
}

/// Zero usage.
pub(super) const NONE: Usage = Usage {
    input_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 0,
};
