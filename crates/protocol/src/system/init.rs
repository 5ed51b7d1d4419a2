//! What a session has at the start of a turn: `system/init`.

use crate::ids::MessageUuid;
use crate::mcp::McpConnectionState;
use crate::message::stamp::stamped_struct;
use crate::message::{ApiKeySource, Effort, FastModeDisabledReason, FastModeState};
use crate::permission::PermissionMode;
use crate::raw::RawJson;
use crate::wire::{Wire, WireError, wire_string, wire_struct};

stamped_struct! {
    /// A turn begins: what the session has. Repeated with every turn; the newest counts.
    pub struct Init {
        /// The working directory.
        cwd: Option<String> = "cwd",
        /// The model.
        model: Option<String> = "model",
        /// What the CLI does without asking.
        permission_mode: Option<PermissionMode> = "permissionMode",
        /// The CLI's version.
        claude_code_version: Option<String> = "claude_code_version",
        /// What the CLI can do; the way to find out whether a feature is there.
        capabilities: Vec<String> = "capabilities",
        /// The tools; the Agent tool is called `Task` here.
        tools: Vec<InitTool> = "tools",
        /// MCP servers and their state.
        mcp_servers: Vec<InitMcpServer> = "mcp_servers",
        /// Slash commands.
        slash_commands: Vec<String> = "slash_commands",
        /// Those of them that need a terminal.
        terminal_slash_commands: Vec<String> = "terminal_slash_commands",
        /// Kinds of subagents.
        agents: Vec<String> = "agents",
        /// Skills.
        skills: Vec<String> = "skills",
        /// Plugins.
        plugins: Vec<InitPlugin> = "plugins",
        /// Plugins that could not be used.
        plugin_errors: Vec<PluginError> = "plugin_errors",
        /// Plugins that may not work as they should.
        plugin_warnings: Vec<RawJson> = "plugin_warnings",
        /// MCP servers that could not be set up.
        mcp_server_errors: Vec<McpServerError> = "mcp_server_errors",
        /// The style of the answers.
        output_style: Option<String> = "output_style",
        /// Where the API key comes from.
        api_key_source: Option<ApiKeySource> = "apiKeySource",
        /// Beta features that are on.
        betas: Vec<String> = "betas",
        /// Whether the fast mode is on.
        fast_mode_state: Option<FastModeState> = "fast_mode_state",
        /// Why the fast mode cannot be had.
        fast_mode_disabled_reason: Option<FastModeDisabledReason> = "fast_mode_disabled_reason",
        /// How hard the model tries.
        effort: Option<Effort> = "effort",
        /// How much is shown.
        view_mode: Option<ViewMode> = "view_mode",
        /// How long the parts of the start took.
        startup_timing: Option<RawJson> = "startup_timing",
        /// A text for the foot of the screen.
        footer_indicator: Option<FooterIndicator> = "footer_indicator",
        /// This turn has an effort of its own.
        per_turn_effort_active: Option<bool> = "per_turn_effort_active",
        /// The word that raises the effort works.
        ultrathink_available: Option<bool> = "ultrathink_available",
        /// Typing that word raises the effort.
        ultrathink_typed_raises: Option<bool> = "ultrathink_typed_raises",
        /// Analytics are off.
        analytics_disabled: Option<bool> = "analytics_disabled",
        /// Feedback on the product is off.
        product_feedback_disabled: Option<bool> = "product_feedback_disabled",
        /// Where memories are kept.
        memory_paths: Option<MemoryPaths> = "memory_paths",
        /// Where the model may write what it does not want to keep.
        scratchpad_path: Option<String> = "scratchpad_path",
        /// The working directory at the start.
        original_cwd: Option<String> = "original_cwd",
        /// Directories beside the working directory.
        additional_directories: Vec<String> = "additional_directories",
        /// Where synchronized skills are kept.
        synced_skills_path: Option<String> = "synced_skills_path",
        /// Which worker this is.
        worker_epoch: Option<u64> = "worker_epoch",
        /// Where PowerShell is.
        powershell_path: Option<String> = "powershell_path",
        /// How the client shows thinking.
        client_thinking: Option<RawJson> = "client_thinking",
        /// A flag was given again without effect.
        flag_restate_noop: Option<RawJson> = "flag_restate_noop",
        /// The session in the cloud.
        cloud_session: Option<RawJson> = "cloud_session",
        /// The socket on which other sessions reach this one.
        messaging_socket_path: Option<String> = "messaging_socket_path",
        /// The prompts this turn answers.
        user_message_uuids: Vec<MessageUuid> = "user_message_uuids",
    }
}

wire_struct! {
    /// A tool with what is said about it; older CLIs, else only names are sent.
    pub struct InitToolDetails {
        /// The tool.
        name: String = "name",
        /// The kind of tool.
        kind: Option<String> = "type",
    }

    /// An MCP server and its state.
    pub struct InitMcpServer {
        /// The server.
        name: String = "name",
        /// Its state.
        status: Option<McpConnectionState> = "status",
        /// Where it comes from.
        source: Option<String> = "source",
    }

    /// A plugin.
    pub struct InitPlugin {
        /// The plugin.
        name: String = "name",
        /// Where it is.
        path: Option<String> = "path",
        /// Where it comes from.
        source: Option<String> = "source",
        /// Its version.
        version: Option<String> = "version",
    }

    /// A plugin that could not be used.
    pub struct PluginError {
        /// The plugin.
        plugin: Option<String> = "plugin",
        /// The kind of error.
        kind: Option<String> = "type",
        /// The error in words.
        message: Option<String> = "message",
        /// Where it happened.
        path: Option<String> = "path",
        /// The managed setting that is in the way.
        managed_lock: Option<ManagedLock> = "managed_lock",
    }

    /// A managed setting about a plugin.
    pub struct ManagedLock {
        /// The plugin is switched on.
        plugin_enabled: Option<bool> = "plugin_enabled",
        /// The plugin.
        name: Option<String> = "name",
        /// The marketplace it comes from.
        marketplace: Option<String> = "marketplace",
    }

    /// An MCP server that could not be set up.
    pub struct McpServerError {
        /// The server.
        name: Option<String> = "name",
        /// The kind of error.
        kind: Option<String> = "type",
        /// The error in words.
        message: Option<String> = "message",
    }

    /// A text for the foot of the screen.
    pub struct FooterIndicator {
        /// The text.
        text: Option<String> = "text",
    }

    /// Where memories are kept.
    pub struct MemoryPaths {
        /// The CLI's own.
        auto: Option<String> = "auto",
        /// The team's.
        team: Option<String> = "team",
    }
}

wire_string! {
    /// How much is shown.
    pub enum ViewMode {
        /// Only what matters.
        "focus" => Focus,
        /// As usual.
        "default" => Default,
    }
}

/// A tool in [`Init::tools`]: its name, or an object with the name in it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum InitTool {
    /// The name.
    Name(String),
    /// The name and more.
    Details(InitToolDetails),
}

impl InitTool {
    /// Returns the name.
    pub fn name(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Details(details) => &details.name,
        }
    }
}

impl Wire for InitTool {
    fn read(raw: &str, exact: &mut bool) -> Result<Self, WireError> {
        if raw.starts_with('{') {
            return InitToolDetails::read(raw, exact).map(Self::Details);
        }
        String::read(raw, exact).map(Self::Name)
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Name(name) => name.write(out),
            Self::Details(details) => details.write(out),
        }
    }

    fn audit(&self, audit: &mut crate::wire::Audit) {
        if let Self::Details(details) = self {
            details.audit(audit);
        }
    }
}

impl Init {
    /// Returns whether the CLI says that it can do this.
    pub fn has_capability(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|known| known == capability)
    }
}
