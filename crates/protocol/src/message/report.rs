//! The numbers behind the answers to `/context` and `/usage`.

use std::collections::BTreeMap;

use crate::usage::ModelUsage;
use crate::wire::{wire_string, wire_struct};

wire_struct! {
    /// What fills the context window.
    pub struct ContextUsage {
        model: Option<String>,
        total_tokens: Option<u64>,
        raw_max_tokens: Option<u64>,
        /// Share in use, in percent.
        percentage: Option<f64>,
        /// By how much it is too full.
        over_limit: Option<OverLimit>,
        categories: Vec<ContextCategory>,
        mcp_tools: Vec<ContextMcpTool>,
        memory_files: Vec<ContextMemoryFile>,
        agents: Vec<ContextAgent>,
        skills: Vec<ContextSkill>,
    }

    /// By how much the context is too full.
    pub struct OverLimit {
        tokens_over: Option<u64>,
        kind: Option<OverLimitKind>,
    }

    /// One thing that tokens are spent on.
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

    /// What was used and what is left.
    pub struct UsageReport {
        session: Option<SessionUsage>,
        rate_limits: Option<PlanLimits>,
    }

    /// What one session has used.
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
        /// What may be used beyond the plan.
        extra_usage: Option<ExtraUsage>,
    }

    /// One limit of the plan.
    pub struct PlanLimit {
        kind: Option<String>,
        group: Option<String>,
        /// Share in use, in percent.
        percent: Option<f64>,
        resets_at: Option<String>,
        scope: Option<PlanLimitScope>,
        severity: Option<String>,
        /// It is the limit that counts now.
        is_active: Option<bool>,
    }

    /// What a limit of the plan counts.
    pub struct PlanLimitScope {
        model: Option<ScopeName>,
        surface: Option<ScopeName>,
    }

    /// The name of a scope.
    pub struct ScopeName {
        display_name: Option<String>,
    }

    /// What may be used beyond the plan.
    pub struct ExtraUsage {
        is_enabled: Option<bool>,
        monthly_limit: Option<f64>,
        used_credits: Option<f64>,
        utilization: Option<f64>,
        currency: Option<String>,
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
