//! What turns used: tokens, cost, context and limits.

use std::collections::BTreeMap;

use pilothouse_protocol::content::ApiMessage;
use pilothouse_protocol::message::{
    ContextCategoryKind, ContextUsage as Report, RateLimitInfo, RateLimitStatus as Limit,
    ResultMessage,
};
use pilothouse_protocol::usage::{ModelUsage as WireUsage, Usage as WireTokens};
use pilothouse_protocol::wire::Wire;

use crate::change::Change;
use crate::context;
use crate::id::EntryId;
use crate::json::Json;
use crate::turn::{
    ContextCategory, ContextKind, ContextUsage, ModelUsage, RateLimit, RateLimitStatus, Tokens,
    TurnEnd, Usage,
};

use super::SessionFold;

impl SessionFold {
    /// What each model used in this turn, out of the CLI's running totals.
    pub(super) fn turn_models(
        &mut self,
        result: &ResultMessage,
        costs: &BTreeMap<String, f64>,
        since: Option<&BTreeMap<String, WireUsage>>,
    ) -> Vec<ModelUsage> {
        let reported = &result.model_usage;
        let before = std::mem::take(&mut self.state.reported_models);
        let now: BTreeMap<String, ModelUsage> = reported
            .iter()
            .map(|(model, usage)| (model.clone(), model_usage(model, usage)))
            .collect();
        let models = match since {
            Some(since) => since
                .iter()
                .map(|(model, usage)| model_usage(model, usage))
                .collect(),
            None => grown(&now, &before, costs),
        };
        self.state.reported_models = now;
        models
    }

    pub(super) fn add_up(&mut self, end: &TurnEnd, result: &ResultMessage) -> Usage {
        let mut usage = self.view.usage.clone();
        usage.turns += 1;
        usage.total_cost_usd = self.state.costs.total_usd;
        usage.carried_cost_usd = self.state.costs.carried_usd;
        usage.duration_ms += end.duration_ms;
        usage.api_duration_ms = result.duration_api_ms.unwrap_or(usage.api_duration_ms);
        for model in &end.models {
            add_model(&mut usage.models, model);
        }
        let windows = end.models.iter().chain(&usage.models);
        let window = windows.filter_map(|model| model.context_window.map(|size| (model, size)));
        let windows: Vec<(String, u64)> = window
            .map(|(model, size)| (model.model.clone(), size))
            .collect();
        if let Some(context) = usage.context.as_mut().filter(|context| !context.reported) {
            let named = windows
                .iter()
                .find(|(name, _)| Some(name) == context.model.as_ref());
            if let Some((_, size)) = named.filter(|_| context.max_tokens.is_none()) {
                fill_window(context, *size);
            }
        }
        usage
    }

    pub(super) fn emit_usage(&mut self, usage: Usage) {
        if usage != self.view.usage {
            self.emit(Change::UsageSet {
                usage: Box::new(usage),
            });
        }
    }

    /// How full the context is, reckoned from what a request of the main conversation sent.
    pub(super) fn note_context(&mut self, parent: Option<&EntryId>, body: &ApiMessage) {
        let Some(tokens) = body
            .usage
            .as_ref()
            .map(tokens_of)
            .filter(|_| parent.is_none())
        else {
            return;
        };
        let used = tokens.input + tokens.cache_read + tokens.cache_write;
        if used == 0 {
            return;
        }
        let mut usage = self.view.usage.clone();
        let known = usage.context.as_ref();
        if known.is_some_and(|context| !context.reported && context.used_tokens == used) {
            return;
        }
        let model = body.model.clone();
        let window = usage
            .models
            .iter()
            .find(|one| Some(&one.model) == model.as_ref());
        let window = window.and_then(|one| one.context_window);
        let reported = usage.context.take();
        let mut context = ContextUsage {
            used_tokens: used,
            max_tokens: None,
            percentage: None,
            reported: false,
            categories: reported
                .as_ref()
                .map(|one| one.categories.clone())
                .unwrap_or_default(),
            model,
            at: self.now.at,
        };
        let window = window.or_else(|| reported.and_then(|one| one.max_tokens));
        if let Some(size) = window {
            fill_window(&mut context, size);
        }
        usage.context = Some(context);
        self.emit_usage(usage);
    }

    pub(super) fn context_report(&mut self, report: &Report) {
        let categories = report.categories.iter().map(|category| ContextCategory {
            name: category.name.clone(),
            tokens: category.tokens.unwrap_or_default(),
            kind: match &category.kind {
                Some(ContextCategoryKind::Free) => ContextKind::Free,
                Some(ContextCategoryKind::Buffer) => ContextKind::Buffer,
                Some(ContextCategoryKind::Deferred) => ContextKind::Deferred,
                _ => ContextKind::Used,
            },
        });
        let context = ContextUsage {
            used_tokens: report.total_tokens.unwrap_or_default(),
            max_tokens: report.raw_max_tokens,
            percentage: report.percentage,
            reported: true,
            categories: categories.collect(),
            model: report.model.clone(),
            at: self.now.at,
        };
        self.set_context(context);
    }

    pub(super) fn context_markdown(&mut self, text: &str) {
        if let Some(context) = context::from_markdown(text, self.now.at) {
            self.set_context(context);
        }
    }

    pub(super) fn set_context(&mut self, context: ContextUsage) {
        let usage = Usage {
            context: Some(context),
            ..self.view.usage.clone()
        };
        self.emit_usage(usage);
    }

    pub(super) fn rate_limit(&mut self, info: &RateLimitInfo) {
        let limit = RateLimit {
            status: match &info.status {
                Some(Limit::Allowed) => RateLimitStatus::Allowed,
                Some(Limit::AllowedWarning) => RateLimitStatus::Warning,
                Some(Limit::Rejected) => RateLimitStatus::Rejected,
                _ => RateLimitStatus::Unknown,
            },
            limit: info
                .rate_limit_type
                .as_ref()
                .map(|kind| kind.as_str().to_owned()),
            utilization: info.utilization,
            resets_at: info.resets_at,
            using_overage: info.is_using_overage == Some(true) || info.overage_in_use == Some(true),
            at: self.now.at,
            detail: Json(serde_json::from_str(&info.to_json()).unwrap_or_default()),
        };
        let usage = Usage {
            rate_limit: Some(limit),
            ..self.view.usage.clone()
        };
        self.emit_usage(usage);
    }
}

pub(super) fn tokens_of(usage: &WireTokens) -> Tokens {
    let details = usage.output_tokens_details.as_ref();
    Tokens {
        input: usage.input_tokens.unwrap_or_default(),
        output: usage.output_tokens.unwrap_or_default(),
        cache_read: usage.cache_read_input_tokens.unwrap_or_default(),
        cache_write: usage.cache_creation_input_tokens.unwrap_or_default(),
        thinking: details
            .and_then(|details| details.thinking_tokens)
            .unwrap_or_default(),
    }
}

fn model_usage(model: &str, usage: &WireUsage) -> ModelUsage {
    ModelUsage {
        model: model.to_owned(),
        tokens: Tokens {
            input: usage.input_tokens.unwrap_or_default(),
            output: usage.output_tokens.unwrap_or_default(),
            cache_read: usage.cache_read_input_tokens.unwrap_or_default(),
            cache_write: usage.cache_creation_input_tokens.unwrap_or_default(),
            thinking: usage.thinking_tokens.unwrap_or_default(),
        },
        cost_usd: usage.cost_usd.unwrap_or_default(),
        web_searches: usage.web_search_requests.unwrap_or_default(),
        context_window: usage.context_window,
        max_output_tokens: usage.max_output_tokens,
    }
}

/// The differences of two running totals; one that fell began again.
fn grown(
    now: &BTreeMap<String, ModelUsage>,
    before: &BTreeMap<String, ModelUsage>,
    costs: &BTreeMap<String, f64>,
) -> Vec<ModelUsage> {
    let models = now.values().map(|usage| {
        let earlier = before
            .get(&usage.model)
            .map(|usage| usage.tokens)
            .unwrap_or_default();
        let rest = |now: u64, before: u64| now.checked_sub(before).unwrap_or(now);
        ModelUsage {
            tokens: Tokens {
                input: rest(usage.tokens.input, earlier.input),
                output: rest(usage.tokens.output, earlier.output),
                cache_read: rest(usage.tokens.cache_read, earlier.cache_read),
                cache_write: rest(usage.tokens.cache_write, earlier.cache_write),
                thinking: rest(usage.tokens.thinking, earlier.thinking),
            },
            cost_usd: costs.get(&usage.model).copied().unwrap_or_default(),
            ..usage.clone()
        }
    });
    models
        .filter(|usage| usage.tokens != Tokens::default() || usage.cost_usd > 0.0)
        .collect()
}

fn add_model(models: &mut Vec<ModelUsage>, turn: &ModelUsage) {
    let Some(model) = models.iter_mut().find(|model| model.model == turn.model) else {
        return models.push(turn.clone());
    };
    model.tokens.input += turn.tokens.input;
    model.tokens.output += turn.tokens.output;
    model.tokens.cache_read += turn.tokens.cache_read;
    model.tokens.cache_write += turn.tokens.cache_write;
    model.tokens.thinking += turn.tokens.thinking;
    model.cost_usd += turn.cost_usd;
    model.web_searches += turn.web_searches;
    model.context_window = turn.context_window.or(model.context_window);
    model.max_output_tokens = turn.max_output_tokens.or(model.max_output_tokens);
}

fn fill_window(context: &mut ContextUsage, size: u64) {
    context.max_tokens = Some(size);
    if size > 0 {
        let percentage = context.used_tokens as f64 * 100.0 / size as f64;
        context.percentage = Some((percentage * 10.0).round() / 10.0);
    }
}
