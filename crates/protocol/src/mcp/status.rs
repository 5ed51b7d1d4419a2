//! The status of servers.

use super::McpServerConfig;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// The connection state of a server.
    pub enum McpConnectionState {
        /// It answered the handshake.
        "connected" => Connected,
        /// The connection or the handshake failed.
        "failed" => Failed,
        /// A sign-in is required.
        "needs-auth" => NeedsAuthentication,
        /// The connection is in progress.
        "pending" => Pending,
        /// The server is disabled.
        "disabled" => Disabled,
    }
}

wire_struct! {
    /// The origin of an MCP tool. Trust decisions depend on `source`.
    #[derive(Default)]
    pub struct McpServerProvenance {
        name: Option<String>,
        /// The origin of its configuration: `sdk`, `plugin`, `user`, `project`, `local`, `dynamic`, `managed`, …
        source: Option<String>,
    }

    /// The state of one server.
    pub struct McpServerStatus {
        name: String,
        status: McpConnectionState,
        server_info: Option<McpServerInfo> = "serverInfo",
        /// The reason for a failure.
        error: Option<String>,
        /// The reason for a failure, as a code.
        error_code: Option<String>,
        config: Option<McpServerConfig>,
        scope: Option<String>,
        source: Option<String>,
        tools: Vec<McpToolInfo>,
        transport: Option<String>,
        session_proxied: Option<bool> = "sessionProxied",
        cloud_service_provided: Option<bool> = "cloudServiceProvided",
        url_host: Option<String> = "urlHost",
        tool_count: Option<u64> = "toolCount",
        capabilities: Option<RawJson>,
    }

    /// The server's name and version, as it reports them.
    #[derive(Default)]
    pub struct McpServerInfo {
        name: Option<String>,
        version: Option<String>,
    }

    /// A tool of a server.
    #[derive(Default)]
    pub struct McpToolInfo {
        /// The tool, without the server's prefix.
        name: String,
        description: Option<String>,
        annotations: Option<McpToolHints>,
        meta: Option<RawJson> = "_meta",
    }

    /// Hints about the effects of a tool, as claimed by its server.
    #[derive(Default)]
    pub struct McpToolHints {
        read_only: Option<bool> = "readOnly",
        destructive: Option<bool>,
        open_world: Option<bool> = "openWorld",
    }
}
