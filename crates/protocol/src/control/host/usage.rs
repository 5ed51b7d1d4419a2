//! What a session uses: context, tokens, money, limits.

use std::collections::BTreeMap;

use crate::raw::RawJson;
use crate::usage::ModelUsage;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// What a part of the context is.
    pub enum ContextKind {
        /// In use.
        "used" => Used,
        /// Free.
        "free" => Free,
        /// Kept back.
        "buffer" => Buffer,
        /// Loaded only when needed.
        "deferred" => Deferred,
    }
}

wire_struct! {
    /// Asks what fills the context.
    #[derive(Default)]
    pub struct GetContextUsage {
        /// `summary` or `full`.
        detail: Option<String> = "detail",
    }

    /// What fills the context.
    #[derive(Default)]
    pub struct GetContextUsageResponse {
        /// The parts.
        categories: Vec<ContextCategory> = "categories",
        /// Tokens in use.
        total_tokens: Option<u64> = "totalTokens",
        /// Tokens there may be.
        max_tokens: Option<u64> = "maxTokens",
        /// The same without what is kept back.
        raw_max_tokens: Option<u64> = "rawMaxTokens",
        /// How full it is.
        percentage: Option<f64> = "percentage",
        /// A picture of it, row by row.
        grid_rows: Vec<Vec<ContextSquare>> = "gridRows",
        /// The model.
        model: Option<String> = "model",
        /// Files of instructions.
        memory_files: Vec<ContextFile> = "memoryFiles",
        /// MCP tools.
        mcp_tools: Vec<ContextTool> = "mcpTools",
        /// Instructions of MCP servers.
        mcp_instructions: Vec<ContextTool> = "mcpInstructions",
        /// Built-in tools that are loaded when needed.
        deferred_builtin_tools: Vec<ContextTool> = "deferredBuiltinTools",
        /// Built-in tools.
        system_tools: Vec<ContextTool> = "systemTools",
        /// Parts of the system prompt.
        system_prompt_sections: Vec<ContextTool> = "systemPromptSections",
        /// Kinds of subagents.
        agents: Vec<ContextAgent> = "agents",
        /// Slash commands.
        slash_commands: Option<ContextCommands> = "slashCommands",
        /// Skills.
        skills: Option<ContextSkills> = "skills",
        /// At how many tokens the CLI compacts.
        auto_compact_threshold: Option<u64> = "autoCompactThreshold",
        /// It does compact.
        is_auto_compact_enabled: Option<bool> = "isAutoCompactEnabled",
        /// What set the threshold.
        autocompact_source: Option<String> = "autocompactSource",
        /// What the messages hold.
        message_breakdown: Option<MessageBreakdown> = "messageBreakdown",
        /// Tokens as the API counted them last.
        api_usage: Option<crate::usage::Usage> = "apiUsage",
        /// What resuming cold costs of the plan.
        cold_resume_quota: Option<RawJson> = "coldResumeQuota",
    }

    /// A part of the context.
    #[derive(Default)]
    pub struct ContextCategory {
        /// Which part: `system_prompt`, `messages`, `free_space`, …
        id: Option<String> = "id",
        /// Its name for people.
        name: Option<String> = "name",
        /// Its tokens.
        tokens: Option<u64> = "tokens",
        /// Its color.
        color: Option<String> = "color",
        /// It is loaded only when needed.
        is_deferred: Option<bool> = "isDeferred",
        /// What it is.
        kind: Option<ContextKind> = "kind",
    }

    /// A square of the picture.
    #[derive(Default)]
    pub struct ContextSquare {
        /// Its color.
        color: Option<String> = "color",
        /// It is filled.
        is_filled: Option<bool> = "isFilled",
        /// The part it belongs to.
        category_name: Option<String> = "categoryName",
        /// Tokens of that part.
        tokens: Option<u64> = "tokens",
        /// Share of that part.
        percentage: Option<f64> = "percentage",
        /// How much of the square is filled.
        square_fullness: Option<f64> = "squareFullness",
    }

    /// A file of instructions.
    #[derive(Default)]
    pub struct ContextFile {
        /// The file.
        path: Option<String> = "path",
        /// Whose it is.
        kind: Option<String> = "type",
        /// Its tokens.
        tokens: Option<u64> = "tokens",
    }

    /// A tool, a server's instructions, or a part of the system prompt.
    #[derive(Default)]
    pub struct ContextTool {
        /// Its name.
        name: Option<String> = "name",
        /// Its server.
        server_name: Option<String> = "serverName",
        /// Its tokens.
        tokens: Option<u64> = "tokens",
        /// It is loaded.
        is_loaded: Option<bool> = "isLoaded",
    }

    /// A kind of subagent.
    #[derive(Default)]
    pub struct ContextAgent {
        /// Its name.
        agent_type: Option<String> = "agentType",
        /// Where it is defined.
        source: Option<String> = "source",
        /// Its plugin.
        plugin_id: Option<String> = "pluginId",
        /// Its file.
        path: Option<String> = "path",
        /// Its tokens.
        tokens: Option<u64> = "tokens",
    }

    /// Slash commands.
    #[derive(Default)]
    pub struct ContextCommands {
        /// How many there are.
        total_commands: Option<u64> = "totalCommands",
        /// How many the model is told of.
        included_commands: Option<u64> = "includedCommands",
        /// Their tokens.
        tokens: Option<u64> = "tokens",
    }

    /// Skills.
    #[derive(Default)]
    pub struct ContextSkills {
        /// How many there are.
        total_skills: Option<u64> = "totalSkills",
        /// How many the model is told of.
        included_skills: Option<u64> = "includedSkills",
        /// Their tokens.
        tokens: Option<u64> = "tokens",
        /// Each of them.
        skill_frontmatter: Vec<ContextSkill> = "skillFrontmatter",
    }

    /// A skill.
    #[derive(Default)]
    pub struct ContextSkill {
        /// Its name.
        name: Option<String> = "name",
        /// Where it is defined.
        source: Option<String> = "source",
        /// Its plugin's name.
        plugin_name: Option<String> = "pluginName",
        /// Its plugin.
        plugin_id: Option<String> = "pluginId",
        /// Its file.
        path: Option<String> = "path",
        /// Its tokens.
        tokens: Option<u64> = "tokens",
    }

    /// What the messages hold, in tokens.
    #[derive(Default)]
    pub struct MessageBreakdown {
        /// Calls of tools.
        tool_call_tokens: Option<u64> = "toolCallTokens",
        /// Their results.
        tool_result_tokens: Option<u64> = "toolResultTokens",
        /// Attachments.
        attachment_tokens: Option<u64> = "attachmentTokens",
        /// Answers.
        assistant_message_tokens: Option<u64> = "assistantMessageTokens",
        /// Prompts.
        user_message_tokens: Option<u64> = "userMessageTokens",
        /// Context that was moved elsewhere.
        redirected_context_tokens: Option<u64> = "redirectedContextTokens",
        /// The rest.
        unattributed_tokens: Option<u64> = "unattributedTokens",
        /// Calls by tool.
        tool_calls_by_type: Vec<ToolTokens> = "toolCallsByType",
        /// Attachments by kind.
        attachments_by_type: Vec<ContextTool> = "attachmentsByType",
    }

    /// Tokens of one tool.
    #[derive(Default)]
    pub struct ToolTokens {
        /// The tool.
        name: Option<String> = "name",
        /// Of its calls.
        call_tokens: Option<u64> = "callTokens",
        /// Of its results.
        result_tokens: Option<u64> = "resultTokens",
    }

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
