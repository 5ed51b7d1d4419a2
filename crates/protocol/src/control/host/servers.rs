//! The MCP servers of a session.

use std::collections::BTreeMap;

use super::constructors;
use crate::mcp::{McpServerConfig, McpServerStatus};
use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Returns the state of the servers.
    #[derive(Default)]
    pub struct McpStatus {
        live_reply: Option<bool> = "liveReply",
    }

    /// The state of the servers.
    #[derive(Default)]
    pub struct McpStatusResponse {
        mcp_servers: Vec<McpServerStatus> = "mcpServers",
    }

    /// Replaces the servers set by a host, including those of `initialize`.
    #[derive(Default)]
    pub struct McpSetServers {
        /// The servers by name; required even if empty.
        servers: ServerMap,
        hint: Option<String>,
        /// Tools that must not run.
        denied_tools: Vec<String>,
    }

    /// The changes, and the servers that failed.
    #[derive(Default)]
    pub struct McpSetServersResponse {
        added: Vec<String>,
        removed: Vec<String>,
        errors: BTreeMap<String, String>,
    }

    /// Reconnects a server.
    #[derive(Default)]
    pub struct McpReconnect {
        server_name: String = "serverName",
    }

    /// Enables or disables a server.
    #[derive(Default)]
    pub struct McpToggle {
        server_name: String = "serverName",
        enabled: bool,
    }

    /// Calls a tool of a server that the CLI runs. Permissions are checked only on request.
    #[derive(Default)]
    pub struct McpCall {
        /// The tool, as `mcp__server__tool`.
        tool: String,
        arguments: Option<JsonObject>,
        /// The time after which the call is not run.
        expires_at: Option<String>,
        /// The timeout: 1000 to 600000.
        timeout_ms: Option<u64>,
        /// The model does not receive the result.
        result_not_for_model: Option<bool>,
        check_permissions: Option<bool>,
        input_files: Vec<StagedFile>,
        output_files: Vec<StagedFile>,
    }

    /// A file that a call reads or writes.
    #[derive(Default)]
    pub struct StagedFile {
        name: String,
        lane_path: String,
        /// Written only if the file still has this version.
        if_match: Option<String>,
    }

    /// The result of a call.
    #[derive(Default)]
    pub struct McpCallResponse {
        content: Option<RawJson>,
        structured_content: Option<JsonObject> = "structuredContent",
        meta: Option<JsonObject> = "_meta",
        staging: Option<RawJson>,
    }

    /// Reads a resource whose URI begins with `ui://`.
    #[derive(Default)]
    pub struct McpReadResource {
        server_name: String = "serverName",
        uri: String,
    }

    /// The resource.
    #[derive(Default)]
    pub struct McpReadResourceResponse {
        contents: Vec<ResourceContents>,
    }

    /// A part of a resource.
    #[derive(Default)]
    pub struct ResourceContents {
        uri: String,
        mime_type: Option<String> = "mimeType",
        text: Option<String>,
        blob: Option<String>,
        meta: Option<JsonObject> = "_meta",
    }

    /// Sets the permission mode of one server.
    #[derive(Default)]
    pub struct SetMcpPermissionModeOverride {
        server_name: String = "serverName",
        /// `default`, `auto`, or null for none.
        mode: crate::wire::Nullable<String>,
        /// Tools that still require a permission request.
        ask_for_tools: crate::wire::Nullable<Vec<NamedTool>> = "askForTools",
    }

    /// A tool by name.
    #[derive(Default)]
    pub struct NamedTool {
        name: String,
    }

    /// A warning, if any.
    #[derive(Default)]
    pub struct WarningResponse {
        warning: Option<String>,
    }

    /// Starts the sign-in to a server.
    #[derive(Default)]
    pub struct McpAuthenticate {
        server_name: String = "serverName",
        /// The redirect URI.
        redirect_uri: Option<String> = "redirectUri",
        /// No other redirect URI is accepted.
        redirect_uri_only: Option<bool> = "redirectUriOnly",
        live_reply: Option<bool> = "liveReply",
    }

    /// How to sign in.
    #[derive(Default)]
    pub struct McpAuthenticateResponse {
        auth_url: Option<String> = "authUrl",
        /// The user must do something.
        requires_user_action: Option<bool> = "requiresUserAction",
        /// The host must pass on the URL of the callback.
        callback_expected: Option<bool> = "callbackExpected",
        /// `custom` or `localhost`.
        redirect_scheme: Option<String> = "redirectScheme",
        /// The OAuth state, which connects the callback with the request.
        state: Option<String>,
        callback_port: Option<u32> = "callbackPort",
    }

    /// Passes on the URL of the OAuth callback.
    #[derive(Default)]
    pub struct McpOauthCallbackUrl {
        server_name: String = "serverName",
        callback_url: String = "callbackUrl",
    }

    /// Signs out of a server.
    #[derive(Default)]
    pub struct McpClearAuth {
        server_name: String = "serverName",
    }
}

/// Servers by name; written even if empty, because the CLI requires the object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServerMap(pub BTreeMap<String, McpServerConfig>);

impl crate::wire::Wire for ServerMap {
    fn read(
        raw: &str,
        reader: &mut crate::wire::Reader<'_>,
    ) -> Result<Self, crate::wire::WireError> {
        // An empty map is written back as one, so no text needs to be kept.
        let (servers, exact) = reader.apart(|reader| BTreeMap::read(raw, reader));
        let servers: BTreeMap<_, _> = servers?;
        reader.exact &= exact || servers.is_empty();
        Ok(Self(servers))
    }

    fn write(&self, out: &mut String) {
        self.0.write(out);
    }
}

impl McpSetServers {
    /// Sets exactly these servers.
    pub fn new(servers: BTreeMap<String, McpServerConfig>) -> Self {
        Self {
            servers: ServerMap(servers),
            ..Self::default()
        }
    }

    /// Adds a server to the set.
    #[must_use]
    pub fn server(mut self, name: impl Into<String>, config: McpServerConfig) -> Self {
        self.servers.0.insert(name.into(), config);
        self
    }
}

constructors! {
    SetMcpPermissionModeOverride(server_name: String, mode: crate::wire::Nullable<String>);
    McpReconnect(server_name: String);
    McpToggle(server_name: String, enabled: bool);
    McpCall(tool: String, arguments: Option<JsonObject>);
    McpReadResource(server_name: String, uri: String);
    McpAuthenticate(server_name: String);
    McpOauthCallbackUrl(server_name: String, callback_url: String);
    McpClearAuth(server_name: String);
}
