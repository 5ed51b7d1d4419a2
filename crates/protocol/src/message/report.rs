//! The data of the answers to `/context` and `/usage`.

use std::collections::BTreeMap;

use crate::usage::ModelUsage;
use crate::wire::{wire_string, wire_struct};

wire_struct! {
    /// Usage of the context window.
    pub struct ContextUsage {
        model: Option<String>,
        total_tokens: Option<u64>,
        raw_max_tokens: Option<u64>,
        /// The used share, in percent.
        percentage: Option<f64>,
        /// The amount by which the context exceeds a limit.
        over_limit: Option<OverLimit>,
        categories: Vec<ContextCategory>,
        mcp_tools: Vec<ContextMcpTool>,
        memory_files: Vec<ContextMemoryFile>,
        agents: Vec<ContextAgent>,
        skills: Vec<ContextSkill>,
    }

    /// The amount by which the context exceeds a limit.
    pub struct OverLimit {
        tokens_over: Option<u64>,
        kind: Option<OverLimitKind>,
    }

    /// A category of tokens.
    pub struct ContextCategory {
        name: String,
        tokens: Option<u64>,
        kind: Option<ContextCategoryKind>,
    }

    /// A tool of an MCP server.
    pub struct ContextMcpTool {
        name: String,
        server_name: Option<String>,
        tokens: Option<u64>,
    }

    /// A memory file.
    pub struct ContextMemoryFile {
        path: String,
        kind: Option<String> = "type",
        tokens: Option<u64>,
    }

    /// A kind of subagent.
    pub struct ContextAgent {
        agent_type: String,
        source: Option<String>,
        tokens: Option<u64>,
    }

    /// A skill.
    pub struct ContextSkill {
        name: String,
        source: Option<String>,
        plugin_name: Option<String>,
        tokens: Option<u64>,
    }

    /// Usage of the session and of the plan.
    pub struct UsageReport {
        session: Option<SessionUsage>,
        rate_limits: Option<PlanLimits>,
    }

    /// Usage of a session.
    pub struct SessionUsage {
        total_cost_usd: Option<f64>,
        total_api_duration_ms: Option<u64>,
        total_duration_ms: Option<u64>,
        total_lines_added: Option<u64>,
        total_lines_removed: Option<u64>,
        model_usage: BTreeMap<String, ModelUsage>,
    }

    /// The limits of the plan.
    pub struct PlanLimits {
        limits: Vec<PlanLimit>,
        /// Usage beyond the plan.
        extra_usage: Option<ExtraUsage>,
    }

    /// A limit of the plan.
    pub struct PlanLimit {
        kind: Option<String>,
        group: Option<String>,
        /// The used share, in percent.
        percent: Option<f64>,
        resets_at: Option<String>,
        scope: Option<PlanLimitScope>,
        severity: Option<String>,
        /// This is the limit that currently applies.
        is_active: Option<bool>,
    }

    /// The scope of a limit.
    pub struct PlanLimitScope {
        model: Option<ScopeName>,
        surface: Option<ScopeName>,
    }

    /// The name of a scope.
    pub struct ScopeName {
        display_name: Option<String>,
    }

    /// Usage beyond the plan.
    pub struct ExtraUsage {
        is_enabled: Option<bool>,
        monthly_limit: Option<f64>,
        used_credits: Option<f64>,
        utilization: Option<f64>,
        currency: Option<String>,
    }
}

wire_string! {
    /// The limit that was exceeded.
    pub enum OverLimitKind {
        /// The model's.
        "hard_limit" => HardLimit,
        /// The threshold for compaction.
        "compaction_window" => CompactionWindow,
    }

    /// The kind of tokens in the context.
    pub enum ContextCategoryKind {
        /// In use.
        "used" => Used,
        /// Free.
        "free" => Free,
        /// Reserved.
        "buffer" => Buffer,
        /// Loaded only when needed.
        "deferred" => Deferred,
    }
}
