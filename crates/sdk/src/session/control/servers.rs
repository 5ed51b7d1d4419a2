//! MCP servers that the CLI itself speaks to.

use std::collections::BTreeMap;

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::control::{
    McpCall, McpCallResponse, McpReadResource, McpReadResourceResponse, McpReconnect,
    McpSetServers, McpSetServersResponse, McpStatus, McpToggle, ServerMap,
    SetMcpPermissionModeOverride, WarningResponse,
};
use pilothouse_protocol::mcp::{McpServerConfig, McpServerStatus};
use pilothouse_protocol::wire::Nullable;

use super::call;
use crate::connection::lock;
use crate::error::Result;
use crate::session::Session;

/// MCP servers that the CLI itself speaks to.
impl Session {
    /// Asks how the servers stand.
    pub async fn mcp_status(&self) -> Result<Vec<McpServerStatus>> {
        self.request(McpStatus::default())
            .await
            .map(|response| response.mcp_servers)
    }

    /// Replaces the servers that were set while the session runs. In-process servers of this session stay.
    pub async fn set_mcp_servers(
        &self,
        servers: BTreeMap<String, McpServerConfig>,
    ) -> Result<McpSetServersResponse> {
        *lock(&self.handle.set_servers) = servers;
        self.announce_servers().await
    }

    /// Tells the CLI all servers that a host sets: it takes each such request for the whole set.
    pub(in crate::session) async fn announce_servers(&self) -> Result<McpSetServersResponse> {
        let mut all = lock(&self.handle.set_servers).clone();
        for (name, server) in self.shared().handlers.servers.announcement() {
            all.entry(name).or_insert(server);
        }
        self.request(call::<McpSetServers>(|call| call.servers = ServerMap(all)))
            .await
    }

    /// Connects a server again.
    pub async fn reconnect_mcp_server(&self, name: impl Into<String>) -> Result<()> {
        let name = name.into();
        self.request(call::<McpReconnect>(|call| call.server_name = name))
            .await
            .map(|_| ())
    }

    /// Switches a server on or off.
    pub async fn toggle_mcp_server(&self, name: impl Into<String>, enabled: bool) -> Result<()> {
        let name = name.into();
        let request = call::<McpToggle>(|call| {
            call.server_name = name;
            call.enabled = enabled;
        });
        self.request(request).await.map(|_| ())
    }

    /// Changes how much the tools of one server may do without asking: `default`, `auto`, or `None` as the session's mode says.
    pub async fn set_mcp_permission_mode_override(
        &self,
        name: impl Into<String>,
        mode: Option<&str>,
    ) -> Result<WarningResponse> {
        let name = name.into();
        let mode = mode.map_or(Nullable::Null, |mode| Nullable::Value(mode.to_owned()));
        let request = call::<SetMcpPermissionModeOverride>(|call| {
            call.server_name = name;
            call.mode = mode;
        });
        self.request(request).await
    }

    /// Calls a tool of a server, by its full name, without the model. Not for in-process servers.
    pub async fn call_mcp_tool(
        &self,
        tool: impl Into<String>,
        arguments: JsonObject,
    ) -> Result<McpCallResponse> {
        let tool = tool.into();
        let request = call::<McpCall>(|call| {
            call.tool = tool;
            call.arguments = Some(arguments);
        });
        self.request(request).await
    }

    /// Reads a resource of a server; `ui://` addresses only.
    pub async fn read_mcp_resource(
        &self,
        server: impl Into<String>,
        uri: impl Into<String>,
    ) -> Result<McpReadResourceResponse> {
        let (server, uri) = (server.into(), uri.into());
        let request = call::<McpReadResource>(|call| {
            call.server_name = server;
            call.uri = uri;
        });
        self.request(request).await
    }
}
