//! Requests that list or reload what the CLI offers.

use super::constructors;
use crate::control::{AgentInfo, ModelInfo, PluginConfig, SlashCommand};
use crate::mcp::McpServerStatus;
use crate::wire::wire_struct;

wire_struct! {
    /// Returns the models.
    #[derive(Default)]
    pub struct ListModels {
    }

    /// The models.
    #[derive(Default)]
    pub struct ListModelsResponse {
        models: Vec<ModelInfo>,
    }

    /// Returns the CLI's version.
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

    /// Reloads plugins.
    #[derive(Default)]
    pub struct ReloadPlugins {
        /// Changes nothing if the prompt cache would be invalidated.
        hold_on_cache_impact: Option<bool>,
        add_plugins: Vec<PluginConfig>,
        refuse_if_busy: Option<bool>,
    }

    /// The commands, agents and plugins after a reload.
    #[derive(Default)]
    pub struct ReloadPluginsResponse {
        commands: Vec<SlashCommand>,
        agents: Vec<AgentInfo>,
        plugins: Vec<LoadedPlugin>,
        mcp_servers: Vec<McpServerStatus> = "mcpServers",
        error_count: Option<u64>,
        held: Option<bool>,
        /// The effect on the prompt cache.
        cache_impact: Option<CacheImpact>,
    }

    /// A loaded plugin.
    #[derive(Default)]
    pub struct LoadedPlugin {
        name: String,
        path: Option<String>,
        source: Option<String>,
        version: Option<String>,
    }

    /// The effect of a change on the prompt cache.
    #[derive(Default)]
    pub struct CacheImpact {
        mcp_servers_added: Vec<String>,
        mcp_servers_removed: Vec<String>,
        /// The change of the language server tool.
        lsp_tool_change: Option<String>,
    }

    /// Reloads skills.
    #[derive(Default)]
    pub struct ReloadSkills {
    }

    /// The skills.
    #[derive(Default)]
    pub struct ReloadSkillsResponse {
        skills: Vec<SlashCommand>,
    }

    /// Reloads output styles.
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
