//! Usage of the context.

use crate::raw::RawJson;
use crate::usage::Usage;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// The kind of a part of the context.
    pub enum ContextKind {
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

wire_struct! {
    /// Returns the usage of the context.
    #[derive(Default)]
    pub struct GetContextUsage {
        /// `summary` or `full`.
        detail: Option<String>,
    }

    /// Usage of the context.
    #[derive(Default)]
    pub struct GetContextUsageResponse {
        categories: Vec<ContextCategory>,
        total_tokens: Option<u64> = "totalTokens",
        max_tokens: Option<u64> = "maxTokens",
        /// The same without the reserved part.
        raw_max_tokens: Option<u64> = "rawMaxTokens",
        percentage: Option<f64>,
        /// A grid that shows the usage, row by row.
        grid_rows: Vec<Vec<ContextSquare>> = "gridRows",
        model: Option<String>,
        memory_files: Vec<ContextFile> = "memoryFiles",
        mcp_tools: Vec<ContextTool> = "mcpTools",
        mcp_instructions: Vec<ContextTool> = "mcpInstructions",
        /// Built-in tools that are loaded only when needed.
        deferred_builtin_tools: Vec<ContextTool> = "deferredBuiltinTools",
        system_tools: Vec<ContextTool> = "systemTools",
        system_prompt_sections: Vec<ContextTool> = "systemPromptSections",
        agents: Vec<ContextAgent>,
        slash_commands: Option<ContextCommands> = "slashCommands",
        skills: Option<ContextSkills>,
        /// The number of tokens at which the CLI compacts.
        auto_compact_threshold: Option<u64> = "autoCompactThreshold",
        is_auto_compact_enabled: Option<bool> = "isAutoCompactEnabled",
        autocompact_source: Option<String> = "autocompactSource",
        message_breakdown: Option<MessageBreakdown> = "messageBreakdown",
        /// The last token count of the API.
        api_usage: Option<Usage> = "apiUsage",
        /// The cost of resuming without a cache, as a share of the plan.
        cold_resume_quota: Option<RawJson> = "coldResumeQuota",
    }

    /// A part of the context.
    #[derive(Default)]
    pub struct ContextCategory {
        /// The part: `system_prompt`, `messages`, `free_space`, …
        id: Option<String>,
        name: Option<String>,
        tokens: Option<u64>,
        color: Option<String>,
        /// It is loaded only when needed.
        is_deferred: Option<bool> = "isDeferred",
        kind: Option<ContextKind>,
    }

    /// A square of the grid.
    #[derive(Default)]
    pub struct ContextSquare {
        color: Option<String>,
        is_filled: Option<bool> = "isFilled",
        category_name: Option<String> = "categoryName",
        tokens: Option<u64>,
        percentage: Option<f64>,
        /// How much of the square is filled.
        square_fullness: Option<f64> = "squareFullness",
    }

    /// A file of instructions.
    #[derive(Default)]
    pub struct ContextFile {
        path: Option<String>,
        kind: Option<String> = "type",
        tokens: Option<u64>,
    }

    /// A tool, a server's instructions, or a part of the system prompt.
    #[derive(Default)]
    pub struct ContextTool {
        name: Option<String>,
        server_name: Option<String> = "serverName",
        tokens: Option<u64>,
        is_loaded: Option<bool> = "isLoaded",
    }

    /// A kind of subagent.
    #[derive(Default)]
    pub struct ContextAgent {
        agent_type: Option<String> = "agentType",
        source: Option<String>,
        plugin_id: Option<String> = "pluginId",
        path: Option<String>,
        tokens: Option<u64>,
    }

    /// Slash commands.
    #[derive(Default)]
    pub struct ContextCommands {
        total_commands: Option<u64> = "totalCommands",
        /// How many are listed in the prompt.
        included_commands: Option<u64> = "includedCommands",
        tokens: Option<u64>,
    }

    /// Skills.
    #[derive(Default)]
    pub struct ContextSkills {
        total_skills: Option<u64> = "totalSkills",
        /// How many are listed in the prompt.
        included_skills: Option<u64> = "includedSkills",
        tokens: Option<u64>,
        skill_frontmatter: Vec<ContextSkill> = "skillFrontmatter",
    }

    /// A skill.
    #[derive(Default)]
    pub struct ContextSkill {
        name: Option<String>,
        source: Option<String>,
        plugin_name: Option<String> = "pluginName",
        plugin_id: Option<String> = "pluginId",
        path: Option<String>,
        tokens: Option<u64>,
    }

    /// Tokens of the messages.
    #[derive(Default)]
    pub struct MessageBreakdown {
        tool_call_tokens: Option<u64> = "toolCallTokens",
        tool_result_tokens: Option<u64> = "toolResultTokens",
        attachment_tokens: Option<u64> = "attachmentTokens",
        assistant_message_tokens: Option<u64> = "assistantMessageTokens",
        user_message_tokens: Option<u64> = "userMessageTokens",
        redirected_context_tokens: Option<u64> = "redirectedContextTokens",
        unattributed_tokens: Option<u64> = "unattributedTokens",
        tool_calls_by_type: Vec<ToolTokens> = "toolCallsByType",
        attachments_by_type: Vec<ContextTool> = "attachmentsByType",
    }

    /// Tokens of one tool.
    #[derive(Default)]
    pub struct ToolTokens {
        name: Option<String>,
        call_tokens: Option<u64> = "callTokens",
        result_tokens: Option<u64> = "resultTokens",
    }
}
