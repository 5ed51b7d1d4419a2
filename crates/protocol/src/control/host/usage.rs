//! Requests about tokens, cost and limits.

use std::collections::BTreeMap;

use crate::raw::RawJson;
use crate::usage::ModelUsage;
use crate::wire::wire_struct;

wire_struct! {
    /// Returns the cost, as text.
    #[derive(Default)]
    pub struct GetSessionCost {
    }

    /// The cost, as text.
    #[derive(Default)]
    pub struct GetSessionCostResponse {
        text: Option<String>,
    }

    /// Returns tokens, cost and limits.
    #[derive(Default)]
    pub struct GetUsage {
        /// Omits the usage by behavior, which is slow to compute.
        skip_behaviors: Option<bool>,
    }

    /// Tokens, cost and limits.
    #[derive(Default)]
    pub struct GetUsageResponse {
        session: Option<SessionUsage>,
        subscription_type: Option<String>,
        rate_limits_available: Option<bool>,
        rate_limits: Option<RateLimits>,
        behaviors: Option<UsageBehaviors>,
    }

    /// Usage of a session.
    #[derive(Default)]
    pub struct SessionUsage {
        total_cost_usd: Option<f64>,
        total_api_duration_ms: Option<u64>,
        total_duration_ms: Option<u64>,
        total_lines_added: Option<u64>,
        total_lines_removed: Option<u64>,
        model_usage: BTreeMap<String, ModelUsage>,
    }

    /// The limits of a plan.
    #[derive(Default)]
    pub struct RateLimits {
        five_hour: Option<RateLimitWindow>,
        seven_day: Option<RateLimitWindow>,
        /// The seven-day limit of other programs.
        seven_day_oauth_apps: Option<RateLimitWindow>,
        seven_day_opus: Option<RateLimitWindow>,
        seven_day_sonnet: Option<RateLimitWindow>,
        model_scoped: Vec<RateLimitWindow>,
        extra_usage: Option<ExtraUsage>,
    }

    /// Usage of a limit.
    #[derive(Default)]
    pub struct RateLimitWindow {
        display_name: Option<String>,
        utilization: Option<f64>,
        resets_at: Option<String>,
    }

    /// Usage beyond the plan.
    #[derive(Default)]
    pub struct ExtraUsage {
        is_enabled: Option<bool>,
        monthly_limit: Option<f64>,
        used_credits: Option<f64>,
        utilization: Option<f64>,
        currency: Option<String>,
    }

    /// What uses the most tokens.
    #[derive(Default)]
    pub struct UsageBehaviors {
        day: Option<BehaviorReport>,
        week: Option<BehaviorReport>,
    }

    /// What used the most tokens in a period.
    #[derive(Default)]
    pub struct BehaviorReport {
        request_count: Option<f64>,
        session_count: Option<f64>,
        behaviors: Vec<UsageShare>,
        recommendations: Vec<UsageShare>,
        /// A suggested change.
        fix: Option<RawJson>,
        agents: Vec<UsageShare>,
        skills: Vec<UsageShare>,
        plugins: Vec<UsageShare>,
        mcp_servers: Vec<UsageShare>,
    }

    /// The share of one behavior, agent, skill, plugin or server.
    #[derive(Default)]
    pub struct UsageShare {
        key: Option<String>,
        name: Option<String>,
        pct: Option<f64>,
        count: Option<f64>,
        title: Option<String>,
        detail: Option<String>,
    }
}
