//! The configuration of a session at the start of a turn: `system/init`.

use crate::ids::MessageUuid;
use crate::mcp::McpConnectionState;
use crate::message::stamp::stamped_struct;
use crate::message::{ApiKeySource, Effort, FastModeDisabledReason, FastModeState};
use crate::permission::PermissionMode;
use crate::raw::RawJson;
use crate::wire::{Reader, Wire, WireError, wire_string, wire_struct};

stamped_struct! {
    /// The start of a turn, with the configuration of the session. Sent with every turn; the latest counts.
    pub struct Init {
        cwd: Option<String>,
        model: Option<String>,
        /// The permission mode.
        permission_mode: Option<PermissionMode> = "permissionMode",
        claude_code_version: Option<String>,
        /// The capabilities of the CLI; check them before using a feature.
        capabilities: Vec<String>,
        /// The tools; the Agent tool is called `Task` here.
        tools: Vec<InitTool>,
        mcp_servers: Vec<InitMcpServer>,
        slash_commands: Vec<String>,
        /// The slash commands that need a terminal.
        terminal_slash_commands: Vec<String>,
        agents: Vec<String>,
        skills: Vec<String>,
        plugins: Vec<InitPlugin>,
        /// Plugins that could not be loaded.
        plugin_errors: Vec<PluginError>,
        /// Plugins that may not work correctly.
        plugin_warnings: Vec<RawJson>,
        /// MCP servers that could not be configured.
        mcp_server_errors: Vec<McpServerError>,
        output_style: Option<String>,
        api_key_source: Option<ApiKeySource> = "apiKeySource",
        betas: Vec<String>,
        fast_mode_state: Option<FastModeState>,
        /// Why fast mode is not available.
        fast_mode_disabled_reason: Option<FastModeDisabledReason>,
        effort: Option<Effort>,
        view_mode: Option<ViewMode>,
        /// Durations of the startup phases.
        startup_timing: Option<RawJson>,
        /// Text for the footer of the screen.
        footer_indicator: Option<FooterIndicator>,
        /// This turn has its own effort level.
        per_turn_effort_active: Option<bool>,
        /// The keyword for more thinking is supported.
        ultrathink_available: Option<bool>,
        ultrathink_typed_raises: Option<bool>,
        analytics_disabled: Option<bool>,
        product_feedback_disabled: Option<bool>,
        memory_paths: Option<MemoryPaths>,
        /// A directory for temporary files of the model.
        scratchpad_path: Option<String>,
        original_cwd: Option<String>,
        additional_directories: Vec<String>,
        synced_skills_path: Option<String>,
        worker_epoch: Option<u64>,
        powershell_path: Option<String>,
        client_thinking: Option<RawJson>,
        /// A repeated flag that had no effect.
        flag_restate_noop: Option<RawJson>,
        cloud_session: Option<RawJson>,
        /// The socket on which other sessions can reach this one.
        messaging_socket_path: Option<String>,
        user_message_uuids: Vec<MessageUuid>,
    }
}

wire_struct! {
    /// A tool with a description; older CLIs, newer ones send only names.
    pub struct InitToolDetails {
        name: String,
        kind: Option<String> = "type",
    }

    /// An MCP server and its state.
    pub struct InitMcpServer {
        name: String,
        status: Option<McpConnectionState>,
        source: Option<String>,
    }

    /// A plugin.
    pub struct InitPlugin {
        name: String,
        path: Option<String>,
        source: Option<String>,
        version: Option<String>,
    }

    /// A plugin that could not be loaded.
    pub struct PluginError {
        plugin: Option<String>,
        kind: Option<String> = "type",
        message: Option<String>,
        path: Option<String>,
        /// The managed setting that prevents it.
        managed_lock: Option<ManagedLock>,
    }

    /// A managed setting about a plugin.
    pub struct ManagedLock {
        plugin_enabled: Option<bool>,
        name: Option<String>,
        marketplace: Option<String>,
    }

    /// An MCP server that could not be configured.
    pub struct McpServerError {
        name: Option<String>,
        kind: Option<String> = "type",
        message: Option<String>,
    }

    /// Text for the footer of the screen.
    pub struct FooterIndicator {
        text: Option<String>,
    }

    /// Directories of memories.
    pub struct MemoryPaths {
        auto: Option<String>,
        team: Option<String>,
    }
}

wire_string! {
    /// How much is shown.
    pub enum ViewMode {
        /// Only the essentials.
        "focus" => Focus,
        /// The default amount.
        "default" => Default,
    }
}

/// A tool in [`Init::tools`]: its name, or an object that includes the name.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum InitTool {
    /// The name.
    Name(String),
    /// The name and details.
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
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        if raw.starts_with('{') {
            return InitToolDetails::read(raw, reader).map(Self::Details);
        }
        String::read(raw, reader).map(Self::Name)
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Name(name) => name.write(out),
            Self::Details(details) => details.write(out),
        }
    }
}

impl Init {
    /// Returns whether the CLI reports this capability.
    pub fn has_capability(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|known| known == capability)
    }
}
