//! Tokens and money.

mod old;

use serde_json::{Map, Value, json};

use crate::script::Usage;

/// What a model costs per million tokens and how much it holds.
#[derive(Debug, Clone, Copy)]
struct Price {
    input: f64,
    output: f64,
    context_window: u64,
    max_output: u64,
    known: bool,
}

/// Tokens of one model.
#[derive(Debug, Clone, Default)]
pub(super) struct ModelUsage {
    usage: [u64; 4],
    cost: f64,
}

/// What the session has used so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Totals {
    pub(super) cost_usd: f64,
    pub(super) api_ms: u64,
    /// How often the model was asked.
    pub(super) requests: u64,
    pub(super) lines_added: u64,
    pub(super) lines_removed: u64,
    /// Whether the prices are those the older version knows.
    has_old_prices: bool,
    models: Vec<(String, ModelUsage)>,
    since_result: Vec<(String, ModelUsage)>,
}

impl Totals {
    pub(super) fn new(has_old_prices: bool) -> Self {
        Self {
            has_old_prices,
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, model: &str, usage: Usage, api_ms: u64) {
        let cost = cost_of(model, usage, self.has_old_prices);
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

    /// Input tokens that came from the cache, and all of them.
    pub(super) fn cached_input(&self) -> (u64, u64) {
        let sum = |places: &[usize]| -> u64 {
            let models = self.models.iter();
            models
                .map(|(_, model)| places.iter().map(|place| model.usage[*place]).sum::<u64>())
                .sum()
        };
        (sum(&[2]), sum(&[0, 2, 3]))
    }

    pub(super) fn model_usage(&self, is_old: bool) -> Value {
        usage_map(&self.models, is_old)
    }

    /// The usage since the last result, which starts anew.
    pub(super) fn take_since_result(&mut self) -> Value {
        let value = usage_map(&self.since_result, false);
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

fn usage_map(models: &[(String, ModelUsage)], is_old: bool) -> Value {
    let mut map = Map::new();
    for (model, usage) in models {
        let price = price_of(model, is_old);
        let [input, output, cache_read, cache_creation] = usage.usage;
        let mut value = json!({
            "inputTokens": input,
            "outputTokens": output,
            "cacheReadInputTokens": cache_read,
            "cacheCreationInputTokens": cache_creation,
            "webSearchRequests": 0,
            "costUSD": money(usage.cost),
            "contextWindow": price.context_window,
            "maxOutputTokens": price.max_output,
        });
        if let (Value::Object(value), false) = (&mut value, is_old) {
            value.insert("thinkingTokens".into(), 0.into());
            value.insert("cacheCreationEphemeral5mInputTokens".into(), 0.into());
            value.insert("cacheCreationEphemeral1hInputTokens".into(), 0.into());
            value.insert("canonicalModel".into(), canonical(model).into());
            value.insert("provider".into(), "firstParty".into());
            value.insert(
                "costBasis".into(),
                if price.known { "list" } else { "unknown" }.into(),
            );
        }
        map.insert(model.clone(), value);
    }
    Value::Object(map)
}

/// The model's name without its date.
fn canonical(model: &str) -> &str {
    match model.rsplit_once('-') {
        Some((name, date)) if date.len() == 8 && date.bytes().all(|byte| byte.is_ascii_digit()) => {
            name
        }
        _ => model,
    }
}

fn price_of(model: &str, is_old: bool) -> Price {
    if is_old {
        return old::price_of(model);
    }
    let price = |input, output, context_window, max_output| Price {
        input,
        output,
        context_window,
        max_output,
        known: true,
    };
    match canonical(model) {
        "claude-opus-5-5" => price(4.0, 20.0, 1_000_000, 128_000),
        "claude-fable-5-2" => price(8.0, 40.0, 1_000_000, 128_000),
        "claude-sonnet-5-5" => price(2.0, 10.0, 1_000_000, 128_000),
        "claude-haiku-5-5" => price(0.1, 0.5, 1_000_000, 128_000),
        "claude-opus-4-6" => price(5.0, 25.0, 200_000, 64_000),
        "claude-haiku-4-5" => price(1.0, 5.0, 200_000, 32_000),
        "claude-sonnet-4-5" | "claude-3-7-sonnet" => price(3.0, 15.0, 200_000, 32_000),
        _ => Price {
            input: 4.0,
            output: 20.0,
            context_window: 1_000_000,
            max_output: 32_000,
            known: false,
        },
    }
}

/// What a reply of the model costs.
pub(super) fn cost_of(model: &str, usage: Usage, is_old: bool) -> f64 {
    let price = if is_old {
        old::price_of_reply(model, usage)
    } else {
        price_of(model, false)
    };
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

/// How many tokens the model holds.
pub(super) fn context_window(model: &str, is_old: bool) -> u64 {
    price_of(model, is_old).context_window
}

/// The `usage` of a result: the tokens of one turn.
pub(super) fn turn_usage(usage: Usage, is_old: bool) -> Value {
    let mut value = json!({
        "input_tokens": usage.input_tokens,
        "cache_creation_input_tokens": usage.cache_creation_input_tokens,
        "cache_read_input_tokens": usage.cache_read_input_tokens,
        "output_tokens": usage.output_tokens,
    });
    if let Value::Object(value) = &mut value {
        if !is_old {
            value.insert(
                "output_tokens_details".into(),
                json!({ "thinking_tokens": 0 }),
            );
        }
        value.insert(
            "server_tool_use".into(),
            json!({ "web_search_requests": 0, "web_fetch_requests": 0 }),
        );
        value.insert("service_tier".into(), "standard".into());
        value.insert(
            "cache_creation".into(),
            json!({ "ephemeral_1h_input_tokens": 0, "ephemeral_5m_input_tokens": 0 }),
        );
        value.insert("inference_geo".into(), "".into());
        value.insert("iterations".into(), json!([]));
        if !is_old {
            value.insert("speed".into(), "standard".into());
            value.insert("fallback_credit".into(), Value::Null);
        }
    }
    value
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

/// An amount as JavaScript writes it: no fraction where there is none.
pub(super) fn money(amount: f64) -> Value {
    if amount == 0.0 {
        0.into()
    } else {
        amount.into()
    }
}

/// No tokens.
pub(super) const NONE: Usage = Usage {
    input_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 0,
};
