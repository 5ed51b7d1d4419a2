//! Configurations of servers.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::raw::RawJson;
use crate::wire::{Object, Reader, Wire, WireError, WireObject, macros, wire_string, wire_struct};

wire_string! {
    /// The policy for calls of a tool.
    pub enum PermissionPolicy {
        /// Run the call.
        "always_allow" => AlwaysAllow,
        /// Require a permission request.
        "always_ask" => AlwaysAsk,
        /// Deny the call.
        "always_deny" => AlwaysDeny,
    }

    /// The most permissive policy that an organization allows for a tool.
    pub enum OrganizationLimit {
        /// It may run.
        "allow" => Allow,
        /// It requires a permission request.
        "ask" => Ask,
        /// It must not run.
        "blocked" => Blocked,
    }
}

wire_struct! {
    /// The policy for a tool of a server. For in-process servers, only `always_ask` and `always_deny` have an effect.
    #[derive(Default)]
    pub struct ToolPolicy {
        /// The tool, without the server's prefix.
        name: String,
        permission_policy: Option<PermissionPolicy>,
        /// The most permissive policy that the organization allows.
        org_max_permission: Option<OrganizationLimit>,
    }

    /// A server that the CLI starts and connects to over its stdin and stdout.
    #[derive(Default)]
    pub struct StdioServer {
        /// `stdio`, or absent.
        kind: Option<String> = "type",
        command: String,
        args: Vec<String>,
        env: BTreeMap<String, String>,
        /// The timeout of a call in milliseconds.
        timeout: Option<u64>,
        /// Its tools are always loaded, not deferred to tool search.
        always_load: Option<bool> = "alwaysLoad",
        role: Option<String>,
    }

    /// A server at a URL.
    #[derive(Default)]
    pub struct RemoteServer {
        url: String,
        headers: BTreeMap<String, String>,
        /// Policies for its tools.
        tools: Vec<ToolPolicy>,
        /// The timeout of a call in milliseconds.
        timeout: Option<u64>,
        /// Its tools are always loaded, not deferred to tool search.
        always_load: Option<bool> = "alwaysLoad",
        /// The timeout of a request in milliseconds.
        request_timeout_ms: Option<u64>,
        display_name: Option<String> = "displayName",
        role: Option<String>,
    }

    /// An in-process server.
    #[derive(Default)]
    pub struct SdkServer {
        name: String,
        /// The timeout of a call in milliseconds, at least 1000.
        timeout: Option<u64>,
        /// Policies for its tools.
        tools: Vec<ToolPolicy>,
        /// Long calls are not moved to the background.
        disable_auto_background: Option<bool> = "disableAutoBackground",
        connector_id: Option<String> = "connectorId",
        /// Tools for which auto mode decides.
        auto_mode_verdict_tools: Vec<String> = "autoModeVerdictTools",
        data_flow_server: Option<RawJson> = "dataFlowServer",
    }

    /// Options of an in-process server named in `initialize`.
    #[derive(Default)]
    pub struct SdkServerOptions {
        /// The timeout of a call in milliseconds, at least 1000.
        timeout: Option<u64>,
        /// Policies for its tools.
        tools: Vec<ToolPolicy>,
        /// Long calls are not moved to the background.
        disable_auto_background: Option<bool> = "disableAutoBackground",
        connector_id: Option<String> = "connectorId",
        /// Tools for which auto mode decides.
        auto_mode_verdict_tools: Vec<String> = "autoModeVerdictTools",
        data_flow_server: Option<RawJson> = "dataFlowServer",
    }

    /// A server behind claude.ai; occurs only in status messages.
    #[derive(Default)]
    pub struct ProxyServer {
        url: String,
        id: Option<String>,
        /// The timeout of a call in milliseconds.
        timeout: Option<u64>,
    }
}

impl SdkServerOptions {
    /// Sets the timeout of a call; less than a second is rounded up, because the CLI ignores it.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        let milliseconds = timeout.as_millis().try_into().unwrap_or(u64::MAX);
        self.timeout = Some(milliseconds.max(1000));
        self
    }

    /// Sets the policy for a tool, by its name without the server's prefix.
    #[must_use]
    pub fn with_tool(mut self, name: impl Into<String>, policy: PermissionPolicy) -> Self {
        self.tools.push(ToolPolicy {
            name: name.into(),
            permission_policy: Some(policy),
            ..ToolPolicy::default()
        });
        self
    }
}

/// The configuration of a server.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum McpServerConfig {
    /// A program; also the default for a configuration without a type.
    Stdio(StdioServer),
    /// A URL with server-sent events.
    Sse(RemoteServer),
    /// A URL with streamable HTTP.
    Http(RemoteServer),
    /// An in-process server.
    Sdk(SdkServer),
    /// A server behind claude.ai.
    ClaudeAiProxy(ProxyServer),
    /// An unknown type; kept unparsed.
    Unknown(RawJson),
}

impl McpServerConfig {
    /// Configures a program.
    pub fn stdio<S: Into<String>>(
        command: impl Into<String>,
        args: impl IntoIterator<Item = S>,
    ) -> Self {
        let args = args.into_iter().map(Into::into).collect();
        Self::Stdio(StdioServer {
            kind: Some("stdio".into()),
            command: command.into(),
            args,
            ..StdioServer::default()
        })
    }

    /// Configures a URL with streamable HTTP.
    pub fn http(url: impl Into<String>) -> Self {
        Self::Http(RemoteServer {
            url: url.into(),
            ..RemoteServer::default()
        })
    }

    /// Configures a URL with server-sent events.
    pub fn sse(url: impl Into<String>) -> Self {
        Self::Sse(RemoteServer {
            url: url.into(),
            ..RemoteServer::default()
        })
    }

    /// Configures an in-process server.
    pub fn sdk(name: impl Into<String>) -> Self {
        Self::Sdk(SdkServer {
            name: name.into(),
            ..SdkServer::default()
        })
    }

    /// Configures an in-process server with options.
    pub fn sdk_with(name: impl Into<String>, options: SdkServerOptions) -> Self {
        Self::Sdk(SdkServer {
            name: name.into(),
            timeout: options.timeout,
            tools: options.tools,
            disable_auto_background: options.disable_auto_background,
            connector_id: options.connector_id,
            auto_mode_verdict_tools: options.auto_mode_verdict_tools,
            data_flow_server: options.data_flow_server,
            extra: options.extra,
        })
    }

    /// Sets an environment variable of a program. Has no effect on other servers.
    #[must_use]
    pub fn with_env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        if let Self::Stdio(server) = &mut self {
            server.env.insert(name.into(), value.into());
        }
        self
    }

    /// Sets a header of every request to a URL. Has no effect on other servers.
    #[must_use]
    pub fn with_header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        if let Self::Sse(server) | Self::Http(server) = &mut self {
            server.headers.insert(name.into(), value.into());
        }
        self
    }

    fn tag(&self) -> &'static str {
        match self {
            Self::Stdio(_) | Self::Unknown(_) => "stdio",
            Self::Sse(_) => "sse",
            Self::Http(_) => "http",
            Self::Sdk(_) => "sdk",
            Self::ClaudeAiProxy(_) => "claudeai-proxy",
        }
    }

    fn read_tagged(raw: &str, tag: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        let mut object = Object::read(raw)?;
        if tag != "stdio" {
            object.take_tag("type");
        }
        match tag {
            "stdio" => StdioServer::take(&mut object, reader).map(Self::Stdio),
            "sse" => RemoteServer::take(&mut object, reader).map(Self::Sse),
            "http" => RemoteServer::take(&mut object, reader).map(Self::Http),
            "sdk" => SdkServer::take(&mut object, reader).map(Self::Sdk),
            "claudeai-proxy" => ProxyServer::take(&mut object, reader).map(Self::ClaudeAiProxy),
            _ => Err(WireError::new("an unknown kind of server")),
        }
    }
}

impl Wire for McpServerConfig {
    /// Parses any configuration; one that does not match its type is kept unparsed.
    fn read(raw: &str, reader: &mut Reader<'_>) -> Result<Self, WireError> {
        let kept = reader.keep(raw);
        let tag = match kept.get("type") {
            None => Some("stdio".to_owned()),
            Some(tag) => tag.as_string(),
        };
        let tag = tag.unwrap_or_default();
        Ok(Self::read_tagged(raw, &tag, reader).unwrap_or_else(|_| {
            reader.report(|audit| audit.unknown("McpServerConfig", &tag));
            Self::Unknown(kept)
        }))
    }

    fn write(&self, out: &mut String) {
        if let Self::Unknown(raw) = self {
            out.push_str(raw.as_str());
            return;
        }
        out.push('{');
        if !matches!(self, Self::Stdio(_)) {
            macros::write_tag("type", self.tag(), out);
        }
        match self {
            Self::Stdio(server) => server.write_members(out),
            Self::Sse(server) | Self::Http(server) => server.write_members(out),
            Self::Sdk(server) => server.write_members(out),
            Self::ClaudeAiProxy(server) => server.write_members(out),
            Self::Unknown(_) => {}
        }
        out.push('}');
    }
}

macros::wire_serde!(McpServerConfig);
