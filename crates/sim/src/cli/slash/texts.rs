//! The texts of report commands.

use serde_json::{Value, json};

use super::grid::{color_of, grid};
use crate::cli::session::Sim;

/// The initial conversation has a reminder of the number of available tokens.
const REMINDER: u64 = 23;

impl Sim {
    /// The text of `/usage`.
    pub(in crate::cli) fn cost_text(&self) -> String {
        let state = self.state.borrow();
        let usage = state.totals.model_usage(&self.dialect.catalog);
        let mut text = format!(
            "Total cost:            ${:.4}\nTotal duration (API):  0s\nTotal duration (wall): 0s\nTotal \
             code changes:    {} lines added, {} lines removed",
            state.totals.cost_usd, state.totals.lines_added, state.totals.lines_removed
        );
        let models = usage.as_object().filter(|models| !models.is_empty());
        let Some(models) = models else {
            text.push_str(
                "\nUsage:                 0 input, 0 output, 0 cache read, 0 cache write",
            );
            return text;
        };
        text.push_str("\nUsage by model:");
        for (_, usage) in models {
            let count = |name: &str| usage[name].as_u64().unwrap_or(0);
            let name = usage["canonicalModel"].as_str().unwrap_or_default();
            text.push_str(&format!(
                "\n{name:>20}:  {} input, {} output, {} cache read, {} cache write (${:.4})",
                count("inputTokens"),
                count("outputTokens"),
                count("cacheReadInputTokens"),
                count("cacheCreationInputTokens"),
                usage["costUSD"].as_f64().unwrap_or(0.0)
            ));
        }
        if !self.features().reports_prompt_cache {
            return text;
        }
        let requests = state.totals.requests;
        let plural = if requests == 1 { "" } else { "s" };
        let (cached, input) = state.totals.cached_input();
        let state = if cached == 0 {
            "no prompt caching reported by the API"
        } else {
            "warm (5m TTL, last activity 0s ago)"
        };
        text.push_str(&format!(
            "\nPrompt cache (main):   {requests} request{plural} · {}% of input tokens from cache · no \
             misses · {state}",
            (cached * 100 + input / 2) / input.max(1)
        ));
        text
    }

    /// Name, tokens and kind of the parts of the context.
    fn context_categories(&self) -> Vec<(&'static str, u64, &'static str)> {
        let messages = self.state.borrow().context_tokens.max(REMINDER);
        let mut free = self.context_window().saturating_sub(messages);
        let categories = &self.dialect.catalog.context;
        for (_, tokens, kind) in categories {
            if kind != "deferred" {
                free = free.saturating_sub(tokens.unwrap_or_default());
            }
        }
        let tokens_of = |name: &str| if name == "Messages" { messages } else { free };
        categories
            .iter()
            .map(|(name, tokens, kind)| {
                let tokens = tokens.unwrap_or_else(|| tokens_of(name));
                (name.as_str(), tokens, kind.as_str())
            })
            .collect()
    }

    /// The skills whose descriptions are in the context.
    fn context_skills(&self) -> Vec<Value> {
        let skills = self.dialect.catalog.context_skills.iter();
        let skills = skills
            .map(|(name, tokens)| json!({ "name": name, "source": "built-in", "tokens": tokens }));
        skills.collect()
    }

    fn context_window(&self) -> u64 {
        self.dialect.catalog.context_window(&self.model())
    }

    fn context_total(&self) -> u64 {
        let used = self
            .context_categories()
            .into_iter()
            .filter(|(_, _, kind)| *kind == "used");
        used.map(|(_, tokens, _)| tokens).sum()
    }

    /// The text of `/context`.
    pub(in crate::cli) fn context_text(&self) -> String {
        let window = self.context_window();
        let mut text = format!(
            "## Context Usage\n\n**Model:** {}  \n**Tokens:** {} / {} ({}%)\n\n### Estimated usage by \
             category\n\n| Category | Tokens | Percentage |\n|----------|--------|------------|",
            self.model(),
            short(self.context_total()),
            short(window),
            (self.context_total() * 100 + window / 2) / window
        );
        for (name, tokens, _) in self.context_categories() {
            let tenths = (tokens * 1000 + window / 2) / window;
            text.push_str(&format!(
                "\n| {name} | {} | {}.{}% |",
                short(tokens),
                tenths / 10,
                tenths % 10
            ));
        }
        if self.context_skills().is_empty() {
            text.push_str("\n\n");
            return text;
        }
        text.push_str("\n\n### Skills\n\n| Skill | Source | Tokens |\n|-------|--------|--------|");
        for skill in self.context_skills() {
            let name = skill["name"].as_str().unwrap_or_default();
            let tokens = skill["tokens"].as_u64().unwrap_or(0);
            let shown = if tokens < 20 {
                "< 20".to_owned()
            } else {
                format!("~{}", (tokens + 5) / 10 * 10)
            };
            text.push_str(&format!("\n| {name} | Built-in | {shown} |"));
        }
        text.push_str("\n\n");
        text
    }

    /// The structured data with the text of `/context`.
    pub(in crate::cli) fn context_usage_short(&self) -> Value {
        let window = self.context_window();
        let categories: Value = self
            .context_categories()
            .into_iter()
            .map(|(name, tokens, kind)| json!({ "name": name, "tokens": tokens, "kind": kind }))
            .collect();
        json!({
            "model": self.model(),
            "total_tokens": self.context_total(),
            "raw_max_tokens": window,
            "percentage": (self.context_total() * 100 + window / 2) / window,
            "categories": categories,
            "mcp_tools": [],
            "memory_files": [],
            "agents": [],
            "skills": self.context_skills(),
        })
    }

    /// The response to `get_context_usage`.
    pub(in crate::cli) fn context_usage(&self) -> Value {
        let window = self.context_window();
        let total = self.context_total();
        let buffer = 33_000;
        let mut categories: Vec<Value> = Vec::new();
        for (name, tokens, kind) in self.context_categories() {
            if name == "Messages" {
                continue;
            }
            let id = name
                .to_lowercase()
                .replace([' ', '('], "_")
                .replace(')', "")
                .replace("__", "_");
            let color = color_of(name, kind);
            let mut category = json!({ "id": id, "name": name, "tokens": tokens, "color": color });
            if kind == "deferred" {
                category["isDeferred"] = true.into();
            }
            category["kind"] = kind.into();
            if kind == "free" && window > 200_000 {
                categories.push(json!({
                    "id": "autocompact_buffer", "name": "Autocompact buffer", "tokens": buffer,
                    "color": "inactive", "kind": "buffer",
                }));
                category["tokens"] = window.saturating_sub(total + buffer).into();
            }
            categories.push(category);
        }
        categories.retain(|category| category["tokens"] != 0);
        json!({
            "categories": categories,
            "totalTokens": total,
            "maxTokens": window,
            "rawMaxTokens": window,
            "autocompactSource": if window > 200_000 { "model-default" } else { "auto" },
            "percentage": (total * 100 + window / 2) / window,
            "gridRows": grid(&categories, window),
            "model": self.model(),
            "memoryFiles": [],
            "mcpTools": [],
            "mcpInstructions": [],
            "agents": [],
            "slashCommands": { "totalCommands": 13, "includedCommands": 13, "tokens": 1234 },
            "skills": {
                "totalSkills": 13, "includedSkills": 13, "tokens": 1549,
                "skillFrontmatter": self.context_skills(),
            },
            "autoCompactThreshold": window.saturating_sub(buffer),
            "isAutoCompactEnabled": true,
            "messageBreakdown": {
                "toolCallTokens": 0,
                "toolResultTokens": 0,
                "attachmentTokens": 0,
                "assistantMessageTokens": 0,
                "userMessageTokens": 0,
                "redirectedContextTokens": 0,
                "unattributedTokens": 0,
                "toolCallsByType": [],
                "attachmentsByType": attachments(),
            },
            "apiUsage": if self.state.borrow().has_messages {
                json!({
                    "input_tokens": 100, "output_tokens": 20, "cache_creation_input_tokens": 0,
                    "cache_read_input_tokens": 0,
                })
            } else {
                Value::Null
            },
        })
    }
}

/// The messages that the CLI itself adds to the conversation.
fn attachments() -> Value {
    let named = [
        ("prompt_snapshot", 16_310),
        ("skill_listing", 1704),
        ("agent_listing_delta", 441),
        ("deferred_tools_delta", 133),
        ("model", 62),
        ("remote_session_change", 62),
        ("environment", 53),
        ("total_tokens_reminder", REMINDER),
        ("session_context", 10),
        ("date", 9),
    ];
    named
        .iter()
        .map(|(name, tokens)| json!({ "name": name, "tokens": tokens }))
        .collect()
}

/// `19.2k`, `375`, `1m`
fn short(tokens: u64) -> String {
    match tokens {
        0..1000 => tokens.to_string(),
        1000..1_000_000 => {
            let tenths = (tokens + 50) / 100;
            if tenths.is_multiple_of(10) {
                format!("{}k", tenths / 10)
            } else {
                format!("{}.{}k", tenths / 10, tenths % 10)
            }
        }
        _ => format!("{}m", tokens / 1_000_000),
    }
}
