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
        /// The text.
        text: Option<String> = "text",
    }

    /// Asks for tokens, cost and limits.
    #[derive(Default)]
    pub struct GetUsage {
        /// Habits are left out; they take long.
        skip_behaviors: Option<bool> = "skip_behaviors",
    }

    /// Tokens, cost and limits.
    #[derive(Default)]
    pub struct GetUsageResponse {
        /// Of this session.
        session: Option<SessionUsage> = "session",
        /// The plan.
        subscription_type: Option<String> = "subscription_type",
        /// Limits are known.
        rate_limits_available: Option<bool> = "rate_limits_available",
        /// The limits.
        rate_limits: Option<RateLimits> = "rate_limits",
        /// What uses the most.
        behaviors: Option<UsageBehaviors> = "behaviors",
    }

    /// What a session used.
    #[derive(Default)]
    pub struct SessionUsage {
        /// Cost in dollars.
        total_cost_usd: Option<f64> = "total_cost_usd",
        /// Time spent waiting for the API.
        total_api_duration_ms: Option<u64> = "total_api_duration_ms",
        /// Time in all.
        total_duration_ms: Option<u64> = "total_duration_ms",
        /// Lines added to files.
        total_lines_added: Option<u64> = "total_lines_added",
        /// Lines removed from files.
        total_lines_removed: Option<u64> = "total_lines_removed",
        /// By model.
        model_usage: BTreeMap<String, ModelUsage> = "model_usage",
    }

    /// The limits of a plan.
    #[derive(Default)]
    pub struct RateLimits {
        /// Of five hours.
        five_hour: Option<RateLimitWindow> = "five_hour",
        /// Of seven days.
        seven_day: Option<RateLimitWindow> = "seven_day",
        /// Of seven days, for other programs.
        seven_day_oauth_apps: Option<RateLimitWindow> = "seven_day_oauth_apps",
        /// Of seven days, for Opus.
        seven_day_opus: Option<RateLimitWindow> = "seven_day_opus",
        /// Of seven days, for Sonnet.
        seven_day_sonnet: Option<RateLimitWindow> = "seven_day_sonnet",
        /// By model.
        model_scoped: Vec<RateLimitWindow> = "model_scoped",
        /// Use beyond the plan.
        extra_usage: Option<ExtraUsage> = "extra_usage",
    }

    /// How much of a limit is used up.
    #[derive(Default)]
    pub struct RateLimitWindow {
        /// Which model.
        display_name: Option<String> = "display_name",
        /// In percent.
        utilization: Option<f64> = "utilization",
        /// When it begins anew.
        resets_at: Option<String> = "resets_at",
    }

    /// Use beyond the plan.
    #[derive(Default)]
    pub struct ExtraUsage {
        /// It is allowed.
        is_enabled: Option<bool> = "is_enabled",
        /// How much of it.
        monthly_limit: Option<f64> = "monthly_limit",
        /// How much was used.
        used_credits: Option<f64> = "used_credits",
        /// In percent.
        utilization: Option<f64> = "utilization",
        /// In what money.
        currency: Option<String> = "currency",
    }

    /// What uses the most.
    #[derive(Default)]
    pub struct UsageBehaviors {
        /// In a day.
        day: Option<BehaviorReport> = "day",
        /// In a week.
        week: Option<BehaviorReport> = "week",
    }

    /// What used the most in some time.
    #[derive(Default)]
    pub struct BehaviorReport {
        /// Requests.
        request_count: Option<f64> = "request_count",
        /// Sessions.
        session_count: Option<f64> = "session_count",
        /// Habits.
        behaviors: Vec<UsageShare> = "behaviors",
        /// What to change.
        recommendations: Vec<UsageShare> = "recommendations",
        /// What can be changed at once.
        fix: Option<RawJson> = "fix",
        /// Subagents.
        agents: Vec<UsageShare> = "agents",
        /// Skills.
        skills: Vec<UsageShare> = "skills",
        /// Plugins.
        plugins: Vec<UsageShare> = "plugins",
        /// MCP servers.
        mcp_servers: Vec<UsageShare> = "mcp_servers",
    }

    /// The share of one habit, agent, skill, plugin or server.
    #[derive(Default)]
    pub struct UsageShare {
        /// Which habit.
        key: Option<String> = "key",
        /// Which agent, skill, plugin or server.
        name: Option<String> = "name",
        /// In percent.
        pct: Option<f64> = "pct",
        /// How often.
        count: Option<f64> = "count",
        /// What to do about it.
        title: Option<String> = "title",
        /// More about that.
        detail: Option<String> = "detail",
    }
}
