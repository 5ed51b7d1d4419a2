//! What the CLI offers, and reading it again.

use super::constructors;
use crate::control::{AgentInfo, ModelInfo, PluginConfig, SlashCommand};
use crate::mcp::McpServerStatus;
use crate::wire::wire_struct;

wire_struct! {
    /// Asks for the models.
    #[derive(Default)]
    pub struct ListModels {
    }

    /// The models.
    #[derive(Default)]
    pub struct ListModelsResponse {
        /// The models to choose from.
        models: Vec<ModelInfo> = "models",
    }

    /// Asks for the CLI's version.
    #[derive(Default)]
    pub struct GetBinaryVersion {
    }

    /// The CLI's version.
    #[derive(Default)]
    pub struct GetBinaryVersionResponse {
        /// The version.
        version: String = "version",
        /// When it was built.
        build_time: Option<String> = "buildTime",
    }

    /// Adds a repository to the session.
    #[derive(Default)]
    pub struct RegisterRepoRoot {
        /// Its directory.
        directory: String = "directory",
        /// Its instructions are read.
        reload_claude_md: Option<bool> = "reload_claude_md",
        /// Its plugins are read.
        reload_plugins: Option<bool> = "reload_plugins",
        /// Its skills are read.
        reload_skills: Option<bool> = "reload_skills",
    }

    /// The repository that was added.
    #[derive(Default)]
    pub struct RegisterRepoRootResponse {
        /// Its directory.
        directory: Option<String> = "directory",
    }

    /// Reads plugins again.
    #[derive(Default)]
    pub struct ReloadPlugins {
        /// Nothing changes if the prompt cache would suffer.
        hold_on_cache_impact: Option<bool> = "hold_on_cache_impact",
        /// Plugins to add.
        add_plugins: Vec<PluginConfig> = "add_plugins",
        /// Nothing changes while a turn runs.
        refuse_if_busy: Option<bool> = "refuse_if_busy",
    }

    /// What there is after reading plugins again.
    #[derive(Default)]
    pub struct ReloadPluginsResponse {
        /// Slash commands.
        commands: Vec<SlashCommand> = "commands",
        /// Kinds of subagents.
        agents: Vec<AgentInfo> = "agents",
        /// Plugins.
        plugins: Vec<LoadedPlugin> = "plugins",
        /// MCP servers.
        mcp_servers: Vec<McpServerStatus> = "mcpServers",
        /// How many failed.
        error_count: Option<u64> = "error_count",
        /// Nothing was changed.
        held: Option<bool> = "held",
        /// What it does to the prompt cache.
        cache_impact: Option<CacheImpact> = "cache_impact",
    }

    /// A plugin that was loaded.
    #[derive(Default)]
    pub struct LoadedPlugin {
        /// Its name.
        name: String = "name",
        /// Its directory.
        path: Option<String> = "path",
        /// Where it comes from.
        source: Option<String> = "source",
        /// Its version.
        version: Option<String> = "version",
    }

    /// What a change does to the prompt cache.
    #[derive(Default)]
    pub struct CacheImpact {
        /// Servers that come.
        mcp_servers_added: Vec<String> = "mcp_servers_added",
        /// Servers that go.
        mcp_servers_removed: Vec<String> = "mcp_servers_removed",
        /// What happens to the language server tool.
        lsp_tool_change: Option<String> = "lsp_tool_change",
    }

    /// Reads skills again.
    #[derive(Default)]
    pub struct ReloadSkills {
    }

    /// The skills.
    #[derive(Default)]
    pub struct ReloadSkillsResponse {
        /// The skills.
        skills: Vec<SlashCommand> = "skills",
    }

    /// Reads output styles again.
    #[derive(Default)]
    pub struct ReloadOutputStyles {
    }

    /// The output styles.
    #[derive(Default)]
    pub struct ReloadOutputStylesResponse {
        /// The output styles to choose from.
        available_output_styles: Vec<String> = "available_output_styles",
    }
}

constructors! {
    RegisterRepoRoot(directory: String);
}
