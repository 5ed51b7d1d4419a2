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
        models: Vec<ModelInfo>,
    }

    /// Asks for the CLI's version.
    #[derive(Default)]
    pub struct GetBinaryVersion {
    }

    /// The CLI's version.
    #[derive(Default)]
    pub struct GetBinaryVersionResponse {
        version: String,
        build_time: Option<String> = "buildTime",
    }

    /// Adds a repository to the session.
    #[derive(Default)]
    pub struct RegisterRepoRoot {
        directory: String,
        reload_claude_md: Option<bool>,
        reload_plugins: Option<bool>,
        reload_skills: Option<bool>,
    }

    /// The repository that was added.
    #[derive(Default)]
    pub struct RegisterRepoRootResponse {
        directory: Option<String>,
    }

    /// Reads plugins again.
    #[derive(Default)]
    pub struct ReloadPlugins {
        /// Nothing changes if the prompt cache would suffer.
        hold_on_cache_impact: Option<bool>,
        add_plugins: Vec<PluginConfig>,
        refuse_if_busy: Option<bool>,
    }

    /// What there is after reading plugins again.
    #[derive(Default)]
    pub struct ReloadPluginsResponse {
        commands: Vec<SlashCommand>,
        agents: Vec<AgentInfo>,
        plugins: Vec<LoadedPlugin>,
        mcp_servers: Vec<McpServerStatus> = "mcpServers",
        error_count: Option<u64>,
        held: Option<bool>,
        /// What it does to the prompt cache.
        cache_impact: Option<CacheImpact>,
    }

    /// A plugin that was loaded.
    #[derive(Default)]
    pub struct LoadedPlugin {
        name: String,
        path: Option<String>,
        source: Option<String>,
        version: Option<String>,
    }

    /// What a change does to the prompt cache.
    #[derive(Default)]
    pub struct CacheImpact {
        mcp_servers_added: Vec<String>,
        mcp_servers_removed: Vec<String>,
        /// What happens to the language server tool.
        lsp_tool_change: Option<String>,
    }

    /// Reads skills again.
    #[derive(Default)]
    pub struct ReloadSkills {
    }

    /// The skills.
    #[derive(Default)]
    pub struct ReloadSkillsResponse {
        skills: Vec<SlashCommand>,
    }

    /// Reads output styles again.
    #[derive(Default)]
    pub struct ReloadOutputStyles {
    }

    /// The output styles.
    #[derive(Default)]
    pub struct ReloadOutputStylesResponse {
        available_output_styles: Vec<String>,
    }
}

constructors! {
    RegisterRepoRoot(directory: String);
}
