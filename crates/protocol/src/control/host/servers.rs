//! MCP servers of a session.

use std::collections::BTreeMap;

use super::constructors;
use crate::mcp::{McpServerConfig, McpServerStatus};
use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::wire_struct;

wire_struct! {
    /// Asks how the servers stand.
    #[derive(Default)]
    pub struct McpStatus {
        live_reply: Option<bool> = "liveReply",
    }

    /// How the servers stand.
    #[derive(Default)]
    pub struct McpStatusResponse {
        mcp_servers: Vec<McpServerStatus> = "mcpServers",
    }

    /// Replaces the servers that a host set, those of `initialize` included.
    #[derive(Default)]
    pub struct McpSetServers {
        /// The servers by name; must be there even when there are none.
        servers: ServerMap,
        hint: Option<String>,
        /// Tools that may not run.
        denied_tools: Vec<String>,
    }

    /// What came of it.
    #[derive(Default)]
    pub struct McpSetServersResponse {
        added: Vec<String>,
        removed: Vec<String>,
        errors: BTreeMap<String, String>,
    }

    /// Connects a server again.
    #[derive(Default)]
    pub struct McpReconnect {
        server_name: String = "serverName",
    }

    /// Switches a server on or off.
    #[derive(Default)]
    pub struct McpToggle {
        server_name: String = "serverName",
        enabled: bool,
    }

    /// Calls a tool of a server that the CLI runs. There is no permission check unless asked for.
    #[derive(Default)]
    pub struct McpCall {
        /// The tool, as `mcp__server__tool`.
        tool: String,
        arguments: Option<JsonObject>,
        /// After this time it is not run.
        expires_at: Option<String>,
        /// How long it may take: 1000 to 600000.
        timeout_ms: Option<u64>,
        /// The model will not see the result.
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
        /// Written only over this version.
        if_match: Option<String>,
    }

    /// What a call gave.
    #[derive(Default)]
    pub struct McpCallResponse {
        content: Option<RawJson>,
        structured_content: Option<JsonObject> = "structuredContent",
        meta: Option<JsonObject> = "_meta",
        staging: Option<RawJson>,
    }

    /// Reads a resource whose address begins with `ui://`.
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

    /// Says how asks of one server are decided.
    #[derive(Default)]
    pub struct SetMcpPermissionModeOverride {
        server_name: String = "serverName",
        /// `default`, `auto`, or null for none.
        mode: crate::wire::Nullable<String>,
        /// Tools that are asked for all the same.
        ask_for_tools: crate::wire::Nullable<Vec<NamedTool>> = "askForTools",
    }

    /// A tool by name.
    #[derive(Default)]
    pub struct NamedTool {
        name: String,
    }

    /// A warning, if there is one.
    #[derive(Default)]
    pub struct WarningResponse {
        warning: Option<String>,
    }

    /// Begins to sign in at a server.
    #[derive(Default)]
    pub struct McpAuthenticate {
        server_name: String = "serverName",
        /// Where the person is sent back to.
        redirect_uri: Option<String> = "redirectUri",
        /// No other way back will do.
        redirect_uri_only: Option<bool> = "redirectUriOnly",
        live_reply: Option<bool> = "liveReply",
    }

    /// How to sign in.
    #[derive(Default)]
    pub struct McpAuthenticateResponse {
        auth_url: Option<String> = "authUrl",
        /// The person must do something.
        requires_user_action: Option<bool> = "requiresUserAction",
        /// The host must pass on where the person came back to.
        callback_expected: Option<bool> = "callbackExpected",
        /// `custom` or `localhost`.
        redirect_scheme: Option<String> = "redirectScheme",
        /// Ties the way back to the way there.
        state: Option<String>,
        callback_port: Option<u32> = "callbackPort",
    }

    /// Passes on where the person came back to.
    #[derive(Default)]
    pub struct McpOauthCallbackUrl {
        server_name: String = "serverName",
        callback_url: String = "callbackUrl",
    }

    /// Signs out at a server.
    #[derive(Default)]
    pub struct McpClearAuth {
        server_name: String = "serverName",
    }
}

/// Servers by name; written even when there are none, because the CLI insists on the object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServerMap(pub BTreeMap<String, McpServerConfig>);

impl crate::wire::Wire for ServerMap {
    fn read(
        raw: &str,
        reader: &mut crate::wire::Reader<'_>,
    ) -> Result<Self, crate::wire::WireError> {
        // An empty map is written back as one, so it is exact here.
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
    /// Sets these servers, and no others.
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
