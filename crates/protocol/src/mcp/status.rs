//! What became of the servers.

use super::McpServerConfig;
use crate::raw::RawJson;
use crate::wire::{wire_string, wire_struct};

wire_string! {
    /// Whether a server is there.
    pub enum McpConnectionState {
        /// It answered the handshake.
        "connected" => Connected,
        /// It could not be reached or failed the handshake.
        "failed" => Failed,
        /// A person must sign in.
        "needs-auth" => NeedsAuthentication,
        /// It is being connected.
        "pending" => Pending,
        /// It is switched off.
        "disabled" => Disabled,
    }
}

wire_struct! {
    /// Where an MCP tool comes from. Trust decisions rest on `source`.
    #[derive(Default)]
    pub struct McpServerProvenance {
        name: Option<String>,
        /// What named it: `sdk`, `plugin`, `user`, `project`, `local`, `dynamic`, `managed`, …
        source: Option<String>,
    }

    /// The state of one server.
    pub struct McpServerStatus {
        name: String,
        status: McpConnectionState,
        server_info: Option<McpServerInfo> = "serverInfo",
        /// Why it is not there.
        error: Option<String>,
        /// Why it is not there, as a code.
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

    /// What a server says of itself.
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

    /// What a tool may touch, as the server claims.
    #[derive(Default)]
    pub struct McpToolHints {
        read_only: Option<bool> = "readOnly",
        destructive: Option<bool>,
        open_world: Option<bool> = "openWorld",
    }
}
