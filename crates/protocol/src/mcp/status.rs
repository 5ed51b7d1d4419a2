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
        /// The server.
        name: Option<String> = "name",
        /// What named it: `sdk`, `plugin`, `user`, `project`, `local`, `dynamic`, `managed`, …
        source: Option<String> = "source",
    }

    /// The state of one server.
    pub struct McpServerStatus {
        /// The server.
        name: String = "name",
        /// Whether it is there.
        status: McpConnectionState = "status",
        /// What it says of itself.
        server_info: Option<McpServerInfo> = "serverInfo",
        /// Why it is not there.
        error: Option<String> = "error",
        /// Why it is not there, as a code.
        error_code: Option<String> = "error_code",
        /// How it is configured.
        config: Option<McpServerConfig> = "config",
        /// Which settings configured it.
        scope: Option<String> = "scope",
        /// What named it.
        source: Option<String> = "source",
        /// Its tools.
        tools: Vec<McpToolInfo> = "tools",
        /// How it is spoken to.
        transport: Option<String> = "transport",
        /// It is reached through the session.
        session_proxied: Option<bool> = "sessionProxied",
        /// A cloud service provides it.
        cloud_service_provided: Option<bool> = "cloudServiceProvided",
        /// The host of its address.
        url_host: Option<String> = "urlHost",
        /// How many tools it has.
        tool_count: Option<u64> = "toolCount",
        /// What it can do.
        capabilities: Option<RawJson> = "capabilities",
    }

    /// What a server says of itself.
    #[derive(Default)]
    pub struct McpServerInfo {
        /// Its name.
        name: Option<String> = "name",
        /// Its version.
        version: Option<String> = "version",
    }

    /// A tool of a server.
    #[derive(Default)]
    pub struct McpToolInfo {
        /// The tool, without the server's prefix.
        name: String = "name",
        /// What it does.
        description: Option<String> = "description",
        /// What it may touch.
        annotations: Option<McpToolHints> = "annotations",
        /// What the server adds.
        meta: Option<RawJson> = "_meta",
    }

    /// What a tool may touch, as the server claims.
    #[derive(Default)]
    pub struct McpToolHints {
        /// It changes nothing.
        read_only: Option<bool> = "readOnly",
        /// It may destroy.
        destructive: Option<bool> = "destructive",
        /// It reaches the outside world.
        open_world: Option<bool> = "openWorld",
    }
}
