//! Tokens, money and limits.

use std::collections::BTreeMap;

use crate::raw::RawJson;
use crate::usage::ModelUsage;
use crate::wire::wire_struct;

wire_struct! {
    /// Asks for the cost, as text.
    #[derive(Default)]
    pub struct GetSessionCost {
    }

    /// The cost, as text.
    #[derive(Default)]
    pub struct GetSessionCostResponse {
        text: Option<String>,
    }

    /// Asks for tokens, cost and limits.
    #[derive(Default)]
    pub struct GetUsage {
        /// Habits are left out; they take long.
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

    /// What a session used.
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
        /// Of seven days, for other programs.
        seven_day_oauth_apps: Option<RateLimitWindow>,
        seven_day_opus: Option<RateLimitWindow>,
        seven_day_sonnet: Option<RateLimitWindow>,
        model_scoped: Vec<RateLimitWindow>,
        extra_usage: Option<ExtraUsage>,
    }

    /// How much of a limit is used up.
    #[derive(Default)]
    pub struct RateLimitWindow {
        display_name: Option<String>,
        utilization: Option<f64>,
        resets_at: Option<String>,
    }

    /// Use beyond the plan.
    #[derive(Default)]
    pub struct ExtraUsage {
        is_enabled: Option<bool>,
        monthly_limit: Option<f64>,
        used_credits: Option<f64>,
        utilization: Option<f64>,
        currency: Option<String>,
    }

    /// What uses the most.
    #[derive(Default)]
    pub struct UsageBehaviors {
        day: Option<BehaviorReport>,
        week: Option<BehaviorReport>,
    }

    /// What used the most in some time.
    #[derive(Default)]
    pub struct BehaviorReport {
        request_count: Option<f64>,
        session_count: Option<f64>,
        behaviors: Vec<UsageShare>,
        recommendations: Vec<UsageShare>,
        /// What can be changed at once.
        fix: Option<RawJson>,
        agents: Vec<UsageShare>,
        skills: Vec<UsageShare>,
        plugins: Vec<UsageShare>,
        mcp_servers: Vec<UsageShare>,
    }

    /// The share of one habit, agent, skill, plugin or server.
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
