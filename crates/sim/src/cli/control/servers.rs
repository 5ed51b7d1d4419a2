//! Requests about MCP servers.

use std::rc::Rc;

use serde_json::{Value, json};

use super::Reply;
use crate::cli::mcp::{Server, Status};
use crate::cli::session::Sim;

impl Sim {
    pub(super) fn server_request(
        self: &Rc<Self>,
        id: Option<&Value>,
        subtype: &str,
        request: &Value,
    ) -> Reply {
        let name = request["serverName"].as_str().unwrap_or_default();
        match subtype {
            "mcp_status" => Reply::Payload(
                json!({ "mcpServers": self.state.borrow().servers.status(self.features()) }),
            ),
            "mcp_set_servers" => self.set_servers(&request["servers"]),
            "mcp_reconnect" => self.reconnect(name),
            "mcp_toggle" => self.toggle(name, request["enabled"] != false),
            "mcp_message" => {
                self.server_notification(request);
                Reply::Payload(json!({}))
            }
            "mcp_call" => self.mcp_call(id, request),
            "mcp_read_resource" => Reply::Error(
                "mcp_read_resource: only ui:// resources can be read".to_owned(),
                None,
            ),
            other => Reply::Error(
                format!("Unsupported control request subtype: {other}"),
                Some("unsupported_request"),
            ),
        }
    }

    fn set_servers(self: &Rc<Self>, servers: &Value) -> Reply {
        let Some(wanted) = servers.as_object() else {
            return Reply::Error(
                "mcp_set_servers: servers must be an object".to_owned(),
                None,
            );
        };
        let removed: Vec<String> = {
            let mut state = self.state.borrow_mut();
            // Servers of settings files and of the project are kept: only the host's own are replaced.
            let stays = |server: &Server| {
                wanted.contains_key(&server.name) || !["sdk", "dynamic"].contains(&server.source)
            };
            let gone = state.servers.list.iter().filter(|server| !stays(server));
            let gone: Vec<String> = gone.map(|server| server.name.clone()).collect();
            state.servers.list.retain(stays);
            gone
        };
        let mut added = Vec::new();
        for (name, config) in wanted {
            if self.state.borrow().servers.find(name).is_some() {
                continue;
            }
            added.push(name.clone());
            if config["type"] == "sdk" {
                let server = Server::new(name, "sdk", Value::Null);
                self.state.borrow_mut().servers.list.push(server);
                self.start_handshake(name);
            } else {
                let server = self.configured_server(name, "dynamic", config.clone());
                self.state.borrow_mut().servers.list.push(server);
            }
        }
        Reply::Payload(json!({ "added": added, "removed": removed, "errors": {} }))
    }

    fn reconnect(&self, name: &str) -> Reply {
        let state = self.state.borrow();
        match state.servers.find(name) {
            None => Reply::Error(format!("Server not found: {name}"), None),
            Some(server) if server.is_sdk() => {
                Reply::Error("SDK servers should be handled in print.ts".to_owned(), None)
            }
            Some(_) => Reply::Empty,
        }
    }

    fn toggle(&self, name: &str, enabled: bool) -> Reply {
        let mut state = self.state.borrow_mut();
        match state.servers.find_mut(name) {
            None => Reply::Error(format!("Server not found: {name}"), None),
            Some(server) => {
                server.status = match enabled {
                    true => self.configured_status(&server.config),
                    false => Status::Disabled,
                };
                Reply::Empty
            }
        }
    }

    /// A notification of a server: the tools are listed again if they changed.
    fn server_notification(self: &Rc<Self>, request: &Value) {
        let server = request["server_name"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let known = self.state.borrow().servers.find(&server).is_some();
        if known && request["message"]["method"] == "notifications/tools/list_changed" {
            let sim = Rc::clone(self);
            tokio::task::spawn_local(async move {
                // If the server does not respond, its earlier tools are kept.
                let _kept = sim.list_tools(&server).await;
            });
        }
    }

    fn mcp_call(&self, _id: Option<&Value>, request: &Value) -> Reply {
        let tool = request["tool"].as_str().unwrap_or_default();
        let state = self.state.borrow();
        match state.servers.of_tool(tool).or_else(|| {
            state
                .servers
                .find(request["server"].as_str().unwrap_or_default())
        }) {
            Some(server) if server.is_sdk() => Reply::Error(
                format!(
                    "mcp_call: \"{}\" is an SDK server; call it in the host",
                    server.name
                ),
                None,
            ),
            Some(_) => Reply::Payload(json!({
                "content": [{ "type": "text", "text": format!("{tool} was called.") }],
            })),
            None => Reply::Error(format!("Server not found: {tool}"), None),
        }
    }
}
