//! What fills the context.

use crate::raw::RawJson;
use crate::usage::Usage;
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
        api_usage: Option<Usage> = "apiUsage",
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
}
