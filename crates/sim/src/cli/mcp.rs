//! MCP servers: in-process ones of the host behind `mcp_message`, and configured ones.

mod at_turn;
mod cancel;
mod elicit;
mod handshake;
mod program;
mod tool;

use serde_json::{Value, json};

use super::dialect::Features;

/// The state of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Status {
    Pending,
    Connected,
    Failed(String),
    Disabled,
}

impl Status {
    pub(super) fn as_str(&self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Connected => "connected",
            Self::Failed(_) => "failed",
            Self::Disabled => "disabled",
        }
    }
}

/// A server.
#[derive(Debug, Clone)]
pub(super) struct Server {
    pub(super) name: String,
    pub(super) source: &'static str,
    pub(super) status: Status,
    pub(super) config: Value,
    pub(super) info: Value,
    pub(super) capabilities: Value,
    pub(super) tools: Vec<Value>,
    pub(super) next_id: u64,
    pub(super) timeout_ms: Option<u64>,
}

impl Server {
    pub(super) fn new(name: &str, source: &'static str, config: Value) -> Self {
        Self {
            name: name.to_owned(),
            source,
            status: Status::Pending,
            config,
            info: Value::Null,
            capabilities: Value::Null,
            tools: Vec::new(),
            next_id: 0,
            timeout_ms: None,
        }
    }

    pub(super) fn is_sdk(&self) -> bool {
        self.source == "sdk"
    }

    fn tool_name(&self, tool: &str) -> String {
        format!("mcp__{}__{tool}", self.name.replace([' ', '.'], "_"))
    }
}

/// All servers, in the order of their registration.
#[derive(Debug, Default)]
pub(super) struct Servers {
    pub(super) list: Vec<Server>,
    /// The number of handshakes for which the first turn waits.
    pub(super) connecting: usize,
    /// Servers that connect when the next turn starts.
    named: Vec<String>,
}

impl Servers {
    pub(super) fn find(&self, name: &str) -> Option<&Server> {
        self.list.iter().find(|server| server.name == name)
    }

    pub(super) fn find_mut(&mut self, name: &str) -> Option<&mut Server> {
        self.list.iter_mut().find(|server| server.name == name)
    }

    /// The server of a tool.
    pub(super) fn of_tool(&self, tool: &str) -> Option<&Server> {
        if !tool.starts_with("mcp__") {
            return None;
        }
        self.list
            .iter()
            .find(|server| tool.starts_with(&server.tool_name("")))
    }

    /// The description of a tool by its full name.
    pub(super) fn tool(&self, full_name: &str) -> Option<(&Server, &Value)> {
        let server = self.of_tool(full_name)?;
        let short = full_name.strip_prefix(&server.tool_name(""))?;
        let tool = server.tools.iter().find(|tool| tool["name"] == short)?;
        Some((server, tool))
    }

    pub(super) fn tool_names(&self) -> Vec<String> {
        let connected = self
            .list
            .iter()
            .filter(|server| server.status == Status::Connected);
        connected
            .flat_map(|server| {
                let names = server.tools.iter().filter_map(|tool| tool["name"].as_str());
                names.map(|name| server.tool_name(name)).collect::<Vec<_>>()
            })
            .collect()
    }

    /// The display title: the tool's own, or its capitalized name.
    pub(super) fn tool_title(&self, full_name: &str) -> Option<String> {
        let (_, tool) = self.tool(full_name)?;
        let given = tool["title"]
            .as_str()
            .or_else(|| tool["annotations"]["title"].as_str());
        Some(given.map_or_else(
            || capitalize(tool["name"].as_str().unwrap_or_default()),
            str::to_owned,
        ))
    }

    pub(super) fn is_read_only(&self, full_name: &str) -> bool {
        self.tool(full_name)
            .is_some_and(|(_, tool)| tool["annotations"]["readOnlyHint"] == true)
    }

    /// Returns whether the next turn must wait for servers.
    pub(super) fn are_awaited(&self) -> bool {
        self.connecting > 0 || !self.named.is_empty()
    }

    pub(super) fn has_resources(&self) -> bool {
        self.list.iter().any(|server| {
            server.status == Status::Connected && server.capabilities["resources"].is_object()
        })
    }

    /// `mcp_servers` of `system/init`.
    pub(super) fn summary(&self) -> Value {
        let servers = self.list.iter();
        servers
            .map(|server| {
                json!({
                    "name": server.name,
                    "status": server.status.as_str(),
                    "source": server.source,
                })
            })
            .collect()
    }

    /// The response to `mcp_status`.
    pub(super) fn status(&self, features: &Features) -> Value {
        let servers = self.list.iter();
        servers
            .map(|server| status_entry(server, features))
            .collect()
    }
}

fn status_entry(server: &Server, features: &Features) -> Value {
    let mut entry = json!({ "name": server.name, "status": server.status.as_str() });
    let has_info =
        !server.info.is_null() && (features.reports_host_server_info || !server.is_sdk());
    if server.status == Status::Connected && has_info {
        entry["serverInfo"] = server.info.clone();
    }
    if let (Status::Failed(error), false) = (&server.status, server.is_sdk()) {
        entry["error"] = error.clone().into();
    }
    if !server.config.is_null() {
        entry["config"] = server.config.clone();
    }
    entry["transport"] = if server.is_sdk() {
        "sdk"
    } else {
        server.config["type"].as_str().unwrap_or("stdio")
    }
    .into();
    let has_failed = matches!(server.status, Status::Failed(_));
    entry["scope"] = if server.is_sdk() && has_failed {
        "user"
    } else {
        "dynamic"
    }
    .into();
    entry["source"] = server.source.into();
    if server.status == Status::Connected {
        entry["tools"] = server
            .tools
            .iter()
            .map(|tool| {
                let annotations = &tool["annotations"];
                let mut shown = serde_json::Map::new();
                for (hint, name) in [
                    ("readOnlyHint", "readOnly"),
                    ("destructiveHint", "destructive"),
                    ("openWorldHint", "openWorld"),
                ] {
                    if let Some(value) = annotations.get(hint) {
                        shown.insert(name.to_owned(), value.clone());
                    }
                }
                json!({ "name": tool["name"], "annotations": shown })
            })
            .collect();
    }
    entry
}

fn capitalize(text: &str) -> String {
    let spaced = text.replace(['_', '-'], " ");
    let mut characters = spaced.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => spaced,
    }
}
