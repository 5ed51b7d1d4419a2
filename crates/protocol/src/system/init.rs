//! What a session has at the start of a turn: `system/init`.

use crate::ids::MessageUuid;
use crate::mcp::McpConnectionState;
use crate::message::stamp::stamped_struct;
use crate::message::{ApiKeySource, Effort, FastModeDisabledReason, FastModeState};
use crate::permission::PermissionMode;
use crate::raw::RawJson;
use crate::wire::{Reader, Wire, WireError, wire_string, wire_struct};

stamped_struct! {
    /// A turn begins: what the session has. Repeated with every turn; the newest counts.
    pub struct Init {
        cwd: Option<String>,
        model: Option<String>,
        /// What the CLI does without asking.
        permission_mode: Option<PermissionMode> = "permissionMode",
        claude_code_version: Option<String>,
        /// What the CLI can do; the way to find out whether a feature is there.
        capabilities: Vec<String>,
        /// The tools; the Agent tool is called `Task` here.
        tools: Vec<InitTool>,
        mcp_servers: Vec<InitMcpServer>,
        slash_commands: Vec<String>,
        /// Those of them that need a terminal.
        terminal_slash_commands: Vec<String>,
        agents: Vec<String>,
        skills: Vec<String>,
        plugins: Vec<InitPlugin>,
        /// Plugins that could not be used.
        plugin_errors: Vec<PluginError>,
        /// Plugins that may not work as they should.
        plugin_warnings: Vec<RawJson>,
        /// MCP servers that could not be set up.
        mcp_server_errors: Vec<McpServerError>,
        output_style: Option<String>,
        api_key_source: Option<ApiKeySource> = "apiKeySource",
        betas: Vec<String>,
        fast_mode_state: Option<FastModeState>,
        /// Why the fast mode cannot be had.
        fast_mode_disabled_reason: Option<FastModeDisabledReason>,
        effort: Option<Effort>,
        view_mode: Option<ViewMode>,
        /// How long the parts of the start took.
        startup_timing: Option<RawJson>,
        /// A text for the foot of the screen.
        footer_indicator: Option<FooterIndicator>,
        /// This turn has an effort of its own.
        per_turn_effort_active: Option<bool>,
        /// The word that raises the effort works.
        ultrathink_available: Option<bool>,
        ultrathink_typed_raises: Option<bool>,
        analytics_disabled: Option<bool>,
        product_feedback_disabled: Option<bool>,
        memory_paths: Option<MemoryPaths>,
        /// Where the model may write what it does not want to keep.
        scratchpad_path: Option<String>,
        original_cwd: Option<String>,
        additional_directories: Vec<String>,
        synced_skills_path: Option<String>,
        worker_epoch: Option<u64>,
        powershell_path: Option<String>,
        client_thinking: Option<RawJson>,
        /// A flag was given again without effect.
        flag_restate_noop: Option<RawJson>,
        cloud_session: Option<RawJson>,
        /// The socket on which other sessions reach this one.
        messaging_socket_path: Option<String>,
        user_message_uuids: Vec<MessageUuid>,
    }
}

wire_struct! {
    /// A tool with what is said about it; older CLIs, else only names are sent.
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

    /// A plugin that could not be used.
    pub struct PluginError {
        plugin: Option<String>,
        kind: Option<String> = "type",
        message: Option<String>,
        path: Option<String>,
        /// The managed setting that is in the way.
        managed_lock: Option<ManagedLock>,
    }

    /// A managed setting about a plugin.
    pub struct ManagedLock {
        plugin_enabled: Option<bool>,
        name: Option<String>,
        marketplace: Option<String>,
    }

    /// An MCP server that could not be set up.
    pub struct McpServerError {
        name: Option<String>,
        kind: Option<String> = "type",
        message: Option<String>,
    }

    /// A text for the foot of the screen.
    pub struct FooterIndicator {
        text: Option<String>,
    }

    /// Where memories are kept.
    pub struct MemoryPaths {
        auto: Option<String>,
        team: Option<String>,
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
    /// Returns whether the CLI says that it can do this.
    pub fn has_capability(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|known| known == capability)
    }
}
