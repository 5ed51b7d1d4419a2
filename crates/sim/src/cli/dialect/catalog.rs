//! The names, models and prices of a version, read from `catalog.json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::fill;
use crate::script::Usage;

/// The catalog of one version.
#[derive(Debug, Default, Deserialize)]
pub(in crate::cli) struct Catalog {
    default_model: String,
    model_aliases: BTreeMap<String, String>,
    /// The model to which the CLI sends its own requests about shell commands.
    pub(in crate::cli) small_model: Option<String>,
    /// Entries of `models` in the response to `initialize`.
    models: Vec<Value>,
    /// The template of the entry for any other model.
    other_model: Value,
    prices: BTreeMap<String, Price>,
    other_price: Price,
    /// Models with a higher price for long prompts.
    long_prompt_models: Vec<String>,
    /// The number of tokens at which every turn compacts, regardless of the settings.
    pub(in crate::cli) autocompact_window: Option<u64>,
    /// The parts of the context: name, tokens if they are fixed, and kind.
    pub(in crate::cli) context: Vec<(String, Option<u64>, String)>,
    /// The skills whose descriptions are in the context, with their tokens.
    pub(in crate::cli) context_skills: Vec<(String, u64)>,
    pub(in crate::cli) tools: Vec<String>,
    pub(in crate::cli) tool_needs: BTreeMap<String, Need>,
    /// Tools that are listed if a server has resources.
    pub(in crate::cli) resource_tools: Vec<String>,
    /// Tools that are listed if Bash is denied.
    pub(in crate::cli) tools_without_bash: Vec<String>,
    /// The position of custom commands and skills among the built-in ones.
    pub(in crate::cli) custom_position: usize,
    pub(in crate::cli) skills: Vec<String>,
    pub(in crate::cli) commands: Vec<Value>,
    pub(in crate::cli) agents: Vec<Value>,
    pub(in crate::cli) output_styles: Vec<String>,
    /// The control requests with a response; others get none. `None`: all get a response.
    pub(in crate::cli) control_requests: Option<Vec<String>>,
}

/// The condition under which a tool is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::cli) enum Need {
    /// The host answers permission requests.
    HostPrompts,
    SlashCommands,
    /// The model is of the generation with task tools.
    TaskModel,
    /// The environment disables the task tools.
    NoTaskTools,
    /// The environment requests the task tools.
    TasksRequested,
    TasksNotRequested,
}

/// The price of a model per million tokens, and its context window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Deserialize)]
pub(in crate::cli) struct Price {
    pub(in crate::cli) input: f64,
    pub(in crate::cli) output: f64,
    pub(in crate::cli) context_window: u64,
    pub(in crate::cli) max_output: u64,
}

impl Catalog {
    /// Returns the model for an alias.
    pub(in crate::cli) fn resolve_model(&self, name: &str) -> String {
        match name {
            "" | "default" => self.default_model.clone(),
            name => self
                .model_aliases
                .get(name)
                .map_or_else(|| name.to_owned(), Clone::clone),
        }
    }

    /// The entries of `models` in the response to `initialize`, including the current model.
    pub(in crate::cli) fn models(&self, current: &str, title: &str) -> Value {
        let name = |entry: &Value| entry.get("resolvedModel").unwrap_or(&entry["value"]) == current;
        let mut models = self.models.clone();
        if !models.iter().any(name) {
            models.push(fill(&self.other_model, &|hole| match hole {
                "model" => Some(current.into()),
                _ => Some(title.into()),
            }));
        }
        json!(models)
    }

    /// The price of a model, and whether it is known.
    pub(in crate::cli) fn price(&self, model: &str) -> (Price, bool) {
        match self.prices.get(canonical(model)) {
            Some(price) => (*price, true),
            None => (self.other_price, false),
        }
    }

    /// The price of one reply: a long prompt costs twice as much for input and half as much again for output.
    pub(in crate::cli) fn price_of_reply(&self, model: &str, usage: Usage) -> Price {
        let (price, _) = self.price(model);
        let prompt =
            usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens;
        let has_long_price = self
            .long_prompt_models
            .iter()
            .any(|name| name == canonical(model));
        if prompt <= price.context_window || !has_long_price {
            return price;
        }
        Price {
            input: price.input * 2.0,
            output: price.output * 1.5,
            ..price
        }
    }

    /// The size of the model's context window in tokens.
    pub(in crate::cli) fn context_window(&self, model: &str) -> u64 {
        self.price(model).0.context_window
    }
}

/// The model's name without its date.
pub(in crate::cli) fn canonical(model: &str) -> &str {
    match model.rsplit_once('-') {
        Some((name, date)) if date.len() == 8 && date.bytes().all(|byte| byte.is_ascii_digit()) => {
            name
        }
        _ => model,
    }
}
