//! The numbers behind the answers to `/context` and `/usage`.

use std::collections::BTreeMap;

use crate::usage::ModelUsage;
use crate::wire::{wire_string, wire_struct};

wire_struct! {
    /// What fills the context window.
    pub struct ContextUsage {
        /// The model.
        model: Option<String> = "model",
        /// Tokens in use.
        total_tokens: Option<u64> = "total_tokens",
        /// Size of the window.
        raw_max_tokens: Option<u64> = "raw_max_tokens",
        /// Share in use, in percent.
        percentage: Option<f64> = "percentage",
        /// By how much it is too full.
        over_limit: Option<OverLimit> = "over_limit",
        /// What the tokens are spent on.
        categories: Vec<ContextCategory> = "categories",
        /// Tools of MCP servers.
        mcp_tools: Vec<ContextMcpTool> = "mcp_tools",
        /// Memory files.
        memory_files: Vec<ContextMemoryFile> = "memory_files",
        /// Kinds of subagents.
        agents: Vec<ContextAgent> = "agents",
        /// Skills.
        skills: Vec<ContextSkill> = "skills",
    }

    /// By how much the context is too full.
    pub struct OverLimit {
        /// Tokens too many.
        tokens_over: Option<u64> = "tokens_over",
        /// Which limit was passed.
        kind: Option<OverLimitKind> = "kind",
    }

    /// One thing that tokens are spent on.
    pub struct ContextCategory {
        /// Its name.
        name: String = "name",
        /// Its tokens.
        tokens: Option<u64> = "tokens",
        /// Whether they are in use.
        kind: Option<ContextCategoryKind> = "kind",
    }

    /// A tool of an MCP server.
    pub struct ContextMcpTool {
        /// The tool.
        name: String = "name",
        /// Its server.
        server_name: Option<String> = "server_name",
        /// Its tokens.
        tokens: Option<u64> = "tokens",
    }

    /// A memory file.
    pub struct ContextMemoryFile {
        /// Where it is.
        path: String = "path",
        /// What kind of memory it is.
        kind: Option<String> = "type",
        /// Its tokens.
        tokens: Option<u64> = "tokens",
    }

    /// A kind of subagent.
    pub struct ContextAgent {
        /// Its name.
        agent_type: String = "agent_type",
        /// Where it comes from.
        source: Option<String> = "source",
        /// Its tokens.
        tokens: Option<u64> = "tokens",
    }

    /// A skill.
    pub struct ContextSkill {
        /// Its name.
        name: String = "name",
        /// Where it comes from.
        source: Option<String> = "source",
        /// The plugin it comes from.
        plugin_name: Option<String> = "plugin_name",
        /// Its tokens.
        tokens: Option<u64> = "tokens",
    }

    /// What was used and what is left.
    pub struct UsageReport {
        /// This session.
        session: Option<SessionUsage> = "session",
        /// The plan.
        rate_limits: Option<PlanLimits> = "rate_limits",
    }

    /// What one session has used.
    pub struct SessionUsage {
        /// Cost in dollars.
        total_cost_usd: Option<f64> = "total_cost_usd",
        /// Time in the API.
        total_api_duration_ms: Option<u64> = "total_api_duration_ms",
        /// Time in all.
        total_duration_ms: Option<u64> = "total_duration_ms",
        /// Lines written.
        total_lines_added: Option<u64> = "total_lines_added",
        /// Lines removed.
        total_lines_removed: Option<u64> = "total_lines_removed",
        /// Tokens and cost by model.
        model_usage: BTreeMap<String, ModelUsage> = "model_usage",
    }

    /// The limits of the plan.
    pub struct PlanLimits {
        /// Each limit.
        limits: Vec<PlanLimit> = "limits",
        /// What may be used beyond the plan.
        extra_usage: Option<ExtraUsage> = "extra_usage",
    }

    /// One limit of the plan.
    pub struct PlanLimit {
        /// Which limit it is.
        kind: Option<String> = "kind",
        /// Limits that belong together.
        group: Option<String> = "group",
        /// Share in use, in percent.
        percent: Option<f64> = "percent",
        /// When it resets.
        resets_at: Option<String> = "resets_at",
        /// What it counts.
        scope: Option<PlanLimitScope> = "scope",
        /// How near it is.
        severity: Option<String> = "severity",
        /// It is the limit that counts now.
        is_active: Option<bool> = "is_active",
    }

    /// What a limit of the plan counts.
    pub struct PlanLimitScope {
        /// One model.
        model: Option<ScopeName> = "model",
        /// One surface.
        surface: Option<ScopeName> = "surface",
    }

    /// The name of a scope.
    pub struct ScopeName {
        /// What to call it.
        display_name: Option<String> = "display_name",
    }

    /// What may be used beyond the plan.
    pub struct ExtraUsage {
        /// It is switched on.
        is_enabled: Option<bool> = "is_enabled",
        /// Credits for a month.
        monthly_limit: Option<f64> = "monthly_limit",
        /// Credits used.
        used_credits: Option<f64> = "used_credits",
        /// Share used.
        utilization: Option<f64> = "utilization",
        /// The currency of the credits.
        currency: Option<String> = "currency",
    }
}

wire_string! {
    /// Which limit of the context was passed.
    pub enum OverLimitKind {
        /// The model's.
        "hard_limit" => HardLimit,
        /// The one at which the conversation is compacted.
        "compaction_window" => CompactionWindow,
    }

    /// Whether tokens of the context are in use.
    pub enum ContextCategoryKind {
        /// They are.
        "used" => Used,
        /// They are free.
        "free" => Free,
        /// They are kept free.
        "buffer" => Buffer,
        /// They are used when needed.
        "deferred" => Deferred,
    }
}
