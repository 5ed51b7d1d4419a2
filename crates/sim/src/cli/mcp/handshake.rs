//! Connections: the MCP handshake through the host, and configured servers.

use std::rc::Rc;
use std::time::Duration;

use serde_json::{Value, json};

use super::{Server, Status};
use crate::cli::abort::Abort;
use crate::cli::asks::{Answer, Open};
use crate::cli::mutant::Mutant;
use crate::cli::session::Sim;

/// The timeout of a handshake with an in-process server.
const HANDSHAKE_LIMIT: Duration = Duration::from_secs(60);

impl Sim {
    /// Connects the servers of an initialize request; returns the parked ones.
    pub(in crate::cli) fn connect_sdk_servers(self: &Rc<Self>, request: &Value) -> Option<Value> {
        let mut names = request["sdkMcpServers"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        // The official SDKs name their servers on the command line instead.
        names.extend(self.configured_sdk_servers().into_iter().map(Value::from));
        let manifests = request["sdkMcpServerManifests"].as_object().cloned();
        let mut parked = serde_json::Map::new();
        for name in names.iter().filter_map(Value::as_str) {
            if self.state.borrow().servers.find(name).is_some() {
                continue;
            }
            let mut server = Server::new(name, "sdk", Value::Null);
            server.timeout_ms = request["sdkMcpServerConfigs"][name]["timeout"].as_u64();
            if let Some(manifest) = manifests.as_ref().and_then(|manifests| manifests.get(name)) {
                server.status = Status::Connected;
                server.info = manifest["initializeResult"]["serverInfo"].clone();
                server.tools = manifest["toolsListResult"]["tools"]
                    .as_array()
                    .cloned()
                    .unwrap_or_default();
                server.next_id = 2;
                parked.insert(name.to_owned(), "parked".into());
                self.state.borrow_mut().servers.list.push(server);
                continue;
            }
            self.state.borrow_mut().servers.list.push(server);
            self.start_handshake(name);
        }
        (!parked.is_empty()).then(|| Value::Object(parked))
    }

    /// Starts the handshake with an in-process server.
    pub(in crate::cli) fn start_handshake(self: &Rc<Self>, name: &str) {
        self.state.borrow_mut().servers.connecting += 1;
        let first = self.open_initialize(name);
        tokio::task::spawn_local(Rc::clone(self).connect(name.to_owned(), first));
    }

    /// Performs the handshake with an in-process server.
    async fn connect(self: Rc<Self>, name: String, first: Open) {
        let twice = async {
            match self.handshake(&name, first).await {
                Err(_) if self.features().retries_handshake => {
                    self.handshake(&name, self.open_initialize(&name)).await
                }
                done => done,
            }
        };
        let result = tokio::time::timeout(HANDSHAKE_LIMIT, twice).await;
        let error = match result {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error),
            Err(_elapsed) => Some(format!(
                "MCP server \"{name}\" connection timed out after 60000ms"
            )),
        };
        {
            let mut state = self.state.borrow_mut();
            state.servers.connecting = state.servers.connecting.saturating_sub(1);
            if let (Some(server), Some(error)) = (state.servers.find_mut(&name), error) {
                server.status = Status::Failed(error);
            }
        }
        self.changed.notify_waiters();
        self.changed.notify_one();
    }

    /// Sends the first message of a handshake.
    pub(in crate::cli) fn open_initialize(self: &Rc<Self>, name: &str) -> Open {
        let client = json!({
            "name": "claude-code",
            "title": "Claude Code",
            "description": "Anthropic's agentic coding tool",
            "websiteUrl": "https://claude.com/claude-code",
            "version": self.dialect.version.as_str(),
        });
        let message = json!({
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client,
            },
            "jsonrpc": "2.0",
            "id": 0,
        });
        self.open_message(name, message)
    }

    async fn handshake(self: &Rc<Self>, name: &str, first: Open) -> Result<(), String> {
        let answer = server_answer(first).await?;
        let result = rpc_result(&answer, 0)?;
        if !self.is_mutant(Mutant::NoInitialized) {
            self.send_to_server(
                name,
                json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
            )
            .await?;
        }
        if let Some(server) = self.state.borrow_mut().servers.find_mut(name) {
            server.info = result["serverInfo"].clone();
            server.capabilities = result["capabilities"].clone();
            server.next_id = 1;
        }
        self.list_tools(name).await?;
        if let Some(server) = self.state.borrow_mut().servers.find_mut(name) {
            server.status = Status::Connected;
        }
        Ok(())
    }

    /// Requests the tools of a server.
    pub(in crate::cli) async fn list_tools(self: &Rc<Self>, name: &str) -> Result<(), String> {
        let id = self.next_rpc_id(name);
        let request = json!({ "method": "tools/list", "jsonrpc": "2.0", "id": id });
        let answer = self.send_to_server(name, request).await?;
        let result = rpc_result(&answer, id)?;
        if let Some(server) = self.state.borrow_mut().servers.find_mut(name) {
            server.tools = result["tools"].as_array().cloned().unwrap_or_default();
        }
        Ok(())
    }

    pub(in crate::cli) fn next_rpc_id(&self, name: &str) -> u64 {
        let mut state = self.state.borrow_mut();
        let Some(server) = state.servers.find_mut(name) else {
            return 0;
        };
        let id = server.next_id;
        server.next_id += 1;
        id
    }

    /// Sends a JSON-RPC message to an in-process server; returns the wrapped response.
    pub(in crate::cli) async fn send_to_server(
        self: &Rc<Self>,
        name: &str,
        message: Value,
    ) -> Result<Value, String> {
        server_answer(self.open_message(name, message)).await
    }

    /// Sends a JSON-RPC message to an in-process server.
    pub(in crate::cli) fn open_message(self: &Rc<Self>, name: &str, message: Value) -> Open {
        self.open(json!({
            "subtype": "mcp_message", "server_name": name, "message": message,
        }))
    }

    /// Waits for the running handshakes, in the first turn.
    pub(in crate::cli) async fn await_servers(&self, abort: &Abort) {
        while self.state.borrow().servers.connecting > 0 && !self.state.borrow().input_ended {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if self.state.borrow().servers.connecting == 0 {
                break;
            }
            if abort
                .guard(tokio::time::timeout(Duration::from_secs(1), changed))
                .await
                .is_err()
            {
                break;
            }
        }
    }

    /// Reads `--mcp-config` and `.mcp.json`. These servers are not started: a script provides the results of their
    /// tools, so they count as connected if their program exists.
    pub(in crate::cli) fn load_mcp_config(&self) -> Result<(), String> {
        for given in self.options.values("mcp-config") {
            let text = if given.trim_start().starts_with('{') {
                given.clone()
            } else {
                std::fs::read_to_string(given).map_err(|_| {
                    format!(
                        "Error: Invalid MCP configuration:\nMCP config file not found: {}",
                        self.absolute(given).display()
                    )
                })?
            };
            let config: Value = serde_json::from_str(&text).map_err(|_| {
                "Error: Invalid MCP configuration:\nMCP config is not a valid JSON".to_owned()
            })?;
            self.add_configured(&config, "dynamic");
        }
        let project = self.cwd.join(".mcp.json");
        let wants_project = !self.options.has("strict-mcp-config")
            && !self.options.has("bare")
            && self
                .options
                .value("setting-sources")
                .is_none_or(|sources| sources.contains("project"));
        if wants_project
            && let Some(text) = self.files.borrow().read_text(&project)
            && let Ok(config) = serde_json::from_str(&text)
        {
            self.add_configured(&config, "project");
        }
        Ok(())
    }

    /// The names of the in-process servers in `--mcp-config`.
    pub(super) fn configured_sdk_servers(&self) -> Vec<String> {
        let configs = self.options.values("mcp-config");
        configs
            .iter()
            .filter_map(|given| serde_json::from_str::<Value>(given).ok())
            .filter_map(|config| config["mcpServers"].as_object().cloned())
            .flatten()
            .filter(|(_, config)| config["type"] == "sdk")
            .map(|(name, _)| name)
            .collect()
    }

    fn add_configured(&self, config: &Value, source: &'static str) {
        let servers = config["mcpServers"]
            .as_object()
            .cloned()
            .unwrap_or_default();
        for (name, config) in servers {
            if config["type"] == "sdk" {
                continue;
            }
            let mut server = self.configured_server(&name, source, config);
            server.info = json!({ "name": name, "version": "0.0.0" });
            self.state.borrow_mut().servers.list.push(server);
        }
    }
}

/// The response of a server, unwrapped.
pub(in crate::cli) async fn server_answer(mut open: Open) -> Result<Value, String> {
    match open.answer_quietly().await {
        Answer::Success(Some(payload)) => match payload.get("mcp_response") {
            Some(response) => Ok(response.clone()),
            // A response without the wrapper is ignored.
            None => std::future::pending().await,
        },
        Answer::Success(None) => std::future::pending().await,
        Answer::Error(error) => Err(error),
        Answer::Closed | Answer::Superseded => Err("Connection closed".to_owned()),
    }
}

/// The result of a JSON-RPC response with this ID.
fn rpc_result(answer: &Value, id: u64) -> Result<Value, String> {
    if answer["id"] != id {
        return Err("MCP answer with another id".to_owned());
    }
    if let Some(error) = answer.get("error") {
        return Err(error["message"].as_str().unwrap_or("MCP error").to_owned());
    }
    Ok(answer["result"].clone())
}
