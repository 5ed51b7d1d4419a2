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
        /// For cloud sessions.
        live_reply: Option<bool> = "liveReply",
    }

    /// How the servers stand.
    #[derive(Default)]
    pub struct McpStatusResponse {
        /// The servers.
        mcp_servers: Vec<McpServerStatus> = "mcpServers",
    }

    /// Replaces the servers that a host set, those of `initialize` included.
    #[derive(Default)]
    pub struct McpSetServers {
        /// The servers by name; must be there even when there are none.
        servers: ServerMap = "servers",
        /// Why they are set.
        hint: Option<String> = "hint",
        /// Tools that may not run.
        denied_tools: Vec<String> = "denied_tools",
    }

    /// What came of it.
    #[derive(Default)]
    pub struct McpSetServersResponse {
        /// Servers that came.
        added: Vec<String> = "added",
        /// Servers that went.
        removed: Vec<String> = "removed",
        /// Servers that failed, and why.
        errors: BTreeMap<String, String> = "errors",
    }

    /// Connects a server again.
    #[derive(Default)]
    pub struct McpReconnect {
        /// The server.
        server_name: String = "serverName",
    }

    /// Switches a server on or off.
    #[derive(Default)]
    pub struct McpToggle {
        /// The server.
        server_name: String = "serverName",
        /// On.
        enabled: bool = "enabled",
    }

    /// Calls a tool of a server that the CLI runs. There is no permission check unless asked for.
    #[derive(Default)]
    pub struct McpCall {
        /// The tool, as `mcp__server__tool`.
        tool: String = "tool",
        /// Its input.
        arguments: Option<JsonObject> = "arguments",
        /// After this time it is not run.
        expires_at: Option<String> = "expires_at",
        /// How long it may take: 1000 to 600000.
        timeout_ms: Option<u64> = "timeout_ms",
        /// The model will not see the result.
        result_not_for_model: Option<bool> = "result_not_for_model",
        /// Permissions are checked.
        check_permissions: Option<bool> = "check_permissions",
        /// Files it reads.
        input_files: Vec<StagedFile> = "input_files",
        /// Files it writes.
        output_files: Vec<StagedFile> = "output_files",
    }

    /// A file that a call reads or writes.
    #[derive(Default)]
    pub struct StagedFile {
        /// What the tool calls it.
        name: String = "name",
        /// Where it is.
        lane_path: String = "lane_path",
        /// Written only over this version.
        if_match: Option<String> = "if_match",
    }

    /// What a call gave.
    #[derive(Default)]
    pub struct McpCallResponse {
        /// What a model would see.
        content: Option<RawJson> = "content",
        /// The same as data.
        structured_content: Option<JsonObject> = "structuredContent",
        /// What the server adds.
        meta: Option<JsonObject> = "_meta",
        /// What became of the files.
        staging: Option<RawJson> = "staging",
    }

    /// Reads a resource whose address begins with `ui://`.
    #[derive(Default)]
    pub struct McpReadResource {
        /// The server.
        server_name: String = "serverName",
        /// The address.
        uri: String = "uri",
    }

    /// The resource.
    #[derive(Default)]
    pub struct McpReadResourceResponse {
        /// Its parts.
        contents: Vec<ResourceContents> = "contents",
    }

    /// A part of a resource.
    #[derive(Default)]
    pub struct ResourceContents {
        /// The address.
        uri: String = "uri",
        /// What its bytes are.
        mime_type: Option<String> = "mimeType",
        /// The text.
        text: Option<String> = "text",
        /// The bytes in base64.
        blob: Option<String> = "blob",
        /// What the server adds.
        meta: Option<JsonObject> = "_meta",
    }

    /// Says how asks of one server are decided.
    #[derive(Default)]
    pub struct SetMcpPermissionModeOverride {
        /// The server.
        server_name: String = "serverName",
        /// `default`, `auto`, or null for none.
        mode: crate::wire::Nullable<String> = "mode",
        /// Tools that are asked for all the same.
        ask_for_tools: crate::wire::Nullable<Vec<NamedTool>> = "askForTools",
    }

    /// A tool by name.
    #[derive(Default)]
    pub struct NamedTool {
        /// The tool.
        name: String = "name",
    }

    /// A warning, if there is one.
    #[derive(Default)]
    pub struct WarningResponse {
        /// The warning.
        warning: Option<String> = "warning",
    }

    /// Begins to sign in at a server.
    #[derive(Default)]
    pub struct McpAuthenticate {
        /// The server.
        server_name: String = "serverName",
        /// Where the person is sent back to.
        redirect_uri: Option<String> = "redirectUri",
        /// No other way back will do.
        redirect_uri_only: Option<bool> = "redirectUriOnly",
        /// For cloud sessions.
        live_reply: Option<bool> = "liveReply",
    }

    /// How to sign in.
    #[derive(Default)]
    pub struct McpAuthenticateResponse {
        /// Where to send the person.
        auth_url: Option<String> = "authUrl",
        /// The person must do something.
        requires_user_action: Option<bool> = "requiresUserAction",
        /// The host must pass on where the person came back to.
        callback_expected: Option<bool> = "callbackExpected",
        /// `custom` or `localhost`.
        redirect_scheme: Option<String> = "redirectScheme",
        /// Ties the way back to the way there.
        state: Option<String> = "state",
        /// Where the CLI listens.
        callback_port: Option<u32> = "callbackPort",
    }

    /// Passes on where the person came back to.
    #[derive(Default)]
    pub struct McpOauthCallbackUrl {
        /// The server.
        server_name: String = "serverName",
        /// The address.
        callback_url: String = "callbackUrl",
    }

    /// Signs out at a server.
    #[derive(Default)]
    pub struct McpClearAuth {
        /// The server.
        server_name: String = "serverName",
    }

    /// Lets a server push messages.
    #[derive(Default)]
    pub struct ChannelEnable {
        /// The server.
        server_name: String = "serverName",
    }
}

/// Servers by name; written even when there are none, because the CLI insists on the object.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ServerMap(pub BTreeMap<String, McpServerConfig>);

impl crate::wire::Wire for ServerMap {
    fn read(raw: &str, exact: &mut bool) -> Result<Self, crate::wire::WireError> {
        // An empty map is written back as one, so it is exact here.
        let mut inner = true;
        let servers = BTreeMap::read(raw, &mut inner)?;
        *exact &= inner || servers.is_empty();
        Ok(Self(servers))
    }

    fn write(&self, out: &mut String) {
        self.0.write(out);
    }

    fn audit(&self, audit: &mut crate::wire::Audit) {
        self.0.audit(audit);
    }
}

impl McpSetServers {
    /// Adds a server to the set.
    #[must_use]
    pub fn server(mut self, name: impl Into<String>, config: McpServerConfig) -> Self {
        self.servers.0.insert(name.into(), config);
        self
    }
}

constructors! {
    McpReconnect(server_name: String);
    McpToggle(server_name: String, enabled: bool);
    McpCall(tool: String, arguments: Option<JsonObject>);
    McpReadResource(server_name: String, uri: String);
    McpAuthenticate(server_name: String);
    McpOauthCallbackUrl(server_name: String, callback_url: String);
    McpClearAuth(server_name: String);
    ChannelEnable(server_name: String);
}
