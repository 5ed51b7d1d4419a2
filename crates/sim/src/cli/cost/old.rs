//! The prices that the older version knows.

use super::{Price, canonical};
use crate::script::Usage;

/// Models that cost more when the prompt is long.
const LONG: &[&str] = &[
    "claude-3-7-sonnet",
    "claude-sonnet-4",
    "claude-sonnet-4-5",
    "claude-opus-4-5",
    "claude-opus-4-6",
];

pub(super) fn price_of(model: &str) -> Price {
    let (input, output, max_output) = match canonical(model) {
        "claude-3-5-haiku" => (0.8, 4.0, 8_192),
        "claude-haiku-4-5" => (1.0, 5.0, 64_000),
        "claude-sonnet-4" => (3.0, 15.0, 64_000),
        "claude-sonnet-4-5" | "claude-opus-4-5" => (5.0, 25.0, 64_000),
        "claude-opus-4-6" => (5.0, 25.0, 32_000),
        "claude-opus-4" | "claude-opus-4-1" => (15.0, 75.0, 32_000),
        _ => (3.0, 15.0, 32_000),
    };
    Price {
        input,
        output,
        context_window: 200_000,
        max_output,
        known: true,
    }
}

/// With a long prompt the input costs twice as much, and the output half as much again.
pub(super) fn price_of_reply(model: &str, usage: Usage) -> Price {
    let price = price_of(model);
    let prompt =
        usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens;
    if prompt <= price.context_window || !LONG.contains(&canonical(model)) {
        return price;
    }
    Price {
        input: price.input * 2.0,
        output: price.output * 1.5,
        ..price
    }
}
