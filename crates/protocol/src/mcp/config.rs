//! How servers are configured.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::raw::RawJson;
use crate::wire::{Object, Reader, Wire, WireError, WireObject, macros, wire_string, wire_struct};

wire_string! {
    /// What happens when a tool is called.
    pub enum PermissionPolicy {
        /// It runs.
        "always_allow" => AlwaysAllow,
        /// It is asked for.
        "always_ask" => AlwaysAsk,
        /// It does not run.
        "always_deny" => AlwaysDeny,
    }

    /// The most an organization lets a tool do.
    pub enum OrganizationLimit {
        /// It may run.
        "allow" => Allow,
        /// It must be asked for.
        "ask" => Ask,
        /// It may not run.
        "blocked" => Blocked,
    }
}

wire_struct! {
    /// What one tool of a server may do. For in-process servers only `always_ask` and `always_deny` act.
    #[derive(Default)]
    pub struct ToolPolicy {
        /// The tool, without the server's prefix.
        name: String,
        permission_policy: Option<PermissionPolicy>,
        /// The most the organization lets it do.
        org_max_permission: Option<OrganizationLimit>,
    }

    /// A server that the CLI starts and speaks to over its stdin and stdout.
    #[derive(Default)]
    pub struct StdioServer {
        /// `stdio`, or absent.
        kind: Option<String> = "type",
        command: String,
        args: Vec<String>,
        env: BTreeMap<String, String>,
        /// Milliseconds a call may take.
        timeout: Option<u64>,
        /// Its tools are never hidden behind a search for tools.
        always_load: Option<bool> = "alwaysLoad",
        role: Option<String>,
    }

    /// A server at an address.
    #[derive(Default)]
    pub struct RemoteServer {
        url: String,
        headers: BTreeMap<String, String>,
        /// What its tools may do.
        tools: Vec<ToolPolicy>,
        /// Milliseconds a call may take.
        timeout: Option<u64>,
        /// Its tools are never hidden behind a search for tools.
        always_load: Option<bool> = "alwaysLoad",
        /// Milliseconds one request may take.
        request_timeout_ms: Option<u64>,
        display_name: Option<String> = "displayName",
        role: Option<String>,
    }

    /// A server inside the host.
    #[derive(Default)]
    pub struct SdkServer {
        name: String,
        /// Milliseconds a call may take, at least 1000.
        timeout: Option<u64>,
        /// What its tools may do.
        tools: Vec<ToolPolicy>,
        /// Long calls are not moved to the background.
        disable_auto_background: Option<bool> = "disableAutoBackground",
        connector_id: Option<String> = "connectorId",
        /// Tools on which auto mode gives its verdict.
        auto_mode_verdict_tools: Vec<String> = "autoModeVerdictTools",
        data_flow_server: Option<RawJson> = "dataFlowServer",
    }

    /// Options of an in-process server named in `initialize`.
    #[derive(Default)]
    pub struct SdkServerOptions {
        /// Milliseconds a call may take, at least 1000.
        timeout: Option<u64>,
        /// What its tools may do.
        tools: Vec<ToolPolicy>,
        /// Long calls are not moved to the background.
        disable_auto_background: Option<bool> = "disableAutoBackground",
        connector_id: Option<String> = "connectorId",
        /// Tools on which auto mode gives its verdict.
        auto_mode_verdict_tools: Vec<String> = "autoModeVerdictTools",
        data_flow_server: Option<RawJson> = "dataFlowServer",
    }

    /// A server behind claude.ai; seen in states only.
    #[derive(Default)]
    pub struct ProxyServer {
        url: String,
        id: Option<String>,
        /// Milliseconds a call may take.
        timeout: Option<u64>,
    }
}

impl SdkServerOptions {
    /// Sets how long a call may take; less than a second is rounded up, because the CLI ignores it.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        let milliseconds = timeout.as_millis().try_into().unwrap_or(u64::MAX);
        self.timeout = Some(milliseconds.max(1000));
        self
    }

    /// Sets what one tool may do, by its name without the server's prefix.
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

/// How one server is configured.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum McpServerConfig {
    /// A program; also what a configuration without a type is.
    Stdio(StdioServer),
    /// An address that answers with server-sent events.
    Sse(RemoteServer),
    /// An address that streams over HTTP.
    Http(RemoteServer),
    /// A server inside the host.
    Sdk(SdkServer),
    /// A server behind claude.ai.
    ClaudeAiProxy(ProxyServer),
    /// A kind that is not known here; kept whole.
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

    /// Configures an address that streams over HTTP.
    pub fn http(url: impl Into<String>) -> Self {
        Self::Http(RemoteServer {
            url: url.into(),
            ..RemoteServer::default()
        })
    }

    /// Configures an address that answers with server-sent events.
    pub fn sse(url: impl Into<String>) -> Self {
        Self::Sse(RemoteServer {
            url: url.into(),
            ..RemoteServer::default()
        })
    }

    /// Configures a server inside the host.
    pub fn sdk(name: impl Into<String>) -> Self {
        Self::Sdk(SdkServer {
            name: name.into(),
            ..SdkServer::default()
        })
    }

    /// The same, with options.
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

    /// Sets a variable of a program's environment. Does nothing to other servers.
    #[must_use]
    pub fn with_env(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        if let Self::Stdio(server) = &mut self {
            server.env.insert(name.into(), value.into());
        }
        self
    }

    /// Sets a header of every request to an address. Does nothing to other servers.
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
    /// Reads any configuration; one that does not fit its kind is kept whole.
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
