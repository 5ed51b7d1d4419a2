//! In-process MCP servers, connected through the control protocol.
//!
//! The CLI sends JSON-RPC in `mcp_message` requests and requires a wrapped response to each, including notifications;
//! a response in the wrong format makes it wait forever. This module produces the format for every server.

#[cfg(feature = "rmcp")]
mod rmcp;
mod tools;

use std::collections::{BTreeMap, HashMap};
use std::pin::Pin;
use std::sync::{Arc, Mutex, Weak};

use pilothouse_protocol::RawJson;
use pilothouse_protocol::control::{McpMessage, McpMessageAnswer};
pub use pilothouse_protocol::mcp::{
    CallToolResult, JsonRpc, JsonRpcKind, McpConnectionState, McpContentBlock, McpServerConfig,
    McpServerStatus, McpTool, McpToolAnnotations, PermissionPolicy, SdkServerOptions, error_code,
};
use tokio_util::sync::CancellationToken;

use crate::asked::{Answering, OpenRequest, answer_line};
use crate::connection::{Shared, lock};
use crate::error::{Error, Result};
#[cfg(feature = "rmcp")]
pub use rmcp::RmcpServer;
pub(crate) use tools::answer_schema;
pub use tools::{Json, ToolError, ToolOutput, ToolReturn, ToolServer};

/// An in-process MCP server. [`ToolServer`] is one; with the feature `rmcp`, so is every `ServerHandler` of rmcp.
pub trait McpServer: Send + Sync + 'static {
    /// Handles a message. A request requires a response; the return value for a notification or a response is ignored.
    ///
    /// The future is dropped when the CLI cancels the request.
    fn handle(&self, message: JsonRpc) -> impl Future<Output = Option<JsonRpc>> + Send;

    /// Called once for each session with an outlet for messages of the server.
    fn connected(&self, _outlet: McpOutlet) {}
}

impl<S: McpServer> McpServer for Arc<S> {
    fn handle(&self, message: JsonRpc) -> impl Future<Output = Option<JsonRpc>> + Send {
        S::handle(self, message)
    }

    fn connected(&self, outlet: McpOutlet) {
        S::connected(self, outlet);
    }
}

/// Sends messages of a server to the CLI, such as `notifications/tools/list_changed`.
#[derive(Clone)]
pub struct McpOutlet {
    shared: Weak<Shared>,
    server: Arc<str>,
}

impl McpOutlet {
    /// Sends a notification or a request of the server.
    pub async fn send(&self, message: JsonRpc) -> Result<()> {
        let shared = self.shared.upgrade().ok_or(Error::Closed)?;
        let message = McpMessage::new(&*self.server, message);
        let timeout = shared.settings.request_timeout;
        shared.request(message.into(), timeout).await.map(|_| ())
    }

    /// Notifies the CLI that the list of tools has changed; the CLI then requests it again.
    pub async fn tools_changed(&self) -> Result<()> {
        self.send(JsonRpc::notification(
            "notifications/tools/list_changed",
            None,
        ))
        .await
    }

    /// Returns whether the session is still running.
    pub fn is_open(&self) -> bool {
        self.shared
            .upgrade()
            .is_some_and(|shared| shared.exit().is_none())
    }

    /// Returns the name of the server in this session.
    pub fn server_name(&self) -> &str {
        &self.server
    }
}

trait ErasedServer: Send + Sync {
    fn handle(
        &self,
        message: JsonRpc,
    ) -> Pin<Box<dyn Future<Output = Option<JsonRpc>> + Send + '_>>;
    fn connected(&self, outlet: McpOutlet);
}

impl<S: McpServer> ErasedServer for S {
    fn handle(
        &self,
        message: JsonRpc,
    ) -> Pin<Box<dyn Future<Output = Option<JsonRpc>> + Send + '_>> {
        Box::pin(McpServer::handle(self, message))
    }

    fn connected(&self, outlet: McpOutlet) {
        McpServer::connected(self, outlet);
    }
}

/// A server and its calls in one session.
struct Slot {
    server: Arc<dyn ErasedServer>,
    options: SdkServerOptions,
    calls: Mutex<HashMap<String, CancellationToken>>,
}

/// The servers of a session by name. Servers can be added while it is running.
#[derive(Clone, Default)]
pub(crate) struct Servers {
    slots: Arc<Mutex<HashMap<String, Arc<Slot>>>>,
}

impl Servers {
    pub(crate) fn add(&self, name: String, server: impl McpServer, options: SdkServerOptions) {
        let slot = Slot {
            server: Arc::new(server),
            options,
            calls: Mutex::default(),
        };
        lock(&self.slots).insert(name, Arc::new(slot));
    }

    pub(crate) fn remove(&self, name: &str) -> bool {
        lock(&self.slots).remove(name).is_some()
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = lock(&self.slots).keys().cloned().collect();
        names.sort();
        names
    }

    /// Returns the servers for a request that sets servers, which replaces the options too.
    pub(crate) fn announcement(&self) -> BTreeMap<String, McpServerConfig> {
        let slots = lock(&self.slots);
        let servers = slots.iter().map(|(name, slot)| {
            let server = McpServerConfig::sdk_with(name, slot.options.clone());
            (name.clone(), server)
        });
        servers.collect()
    }

    /// Returns the `sdkMcpServerConfigs` of `initialize`.
    pub(crate) fn configs(&self) -> BTreeMap<String, SdkServerOptions> {
        let slots = lock(&self.slots);
        let with_options = slots
            .iter()
            .filter(|(_, slot)| slot.options != SdkServerOptions::default());
        with_options
            .map(|(name, slot)| (name.clone(), slot.options.clone()))
            .collect()
    }

    /// Passes an outlet to one server, or to all of them.
    pub(crate) fn connect(&self, shared: &Arc<Shared>, only: Option<&str>) {
        let slots: Vec<_> = lock(&self.slots)
            .iter()
            .map(|(name, slot)| (name.clone(), Arc::clone(slot)))
            .collect();
        for (name, slot) in slots {
            if only.is_none_or(|only| only == name) {
                slot.server.connected(McpOutlet {
                    shared: Arc::downgrade(shared),
                    server: name.into(),
                });
            }
        }
    }

    pub(crate) fn answer(&self, request: &OpenRequest, call: &Arc<McpMessage>) -> Answering {
        let slot = lock(&self.slots).get(&call.server_name).cloned();
        let (id, call) = (request.request_id.clone(), Arc::clone(call));
        Box::pin(async move {
            let answer = match slot {
                Some(slot) => Ok(McpMessageAnswer::new(
                    slot.deliver(call.message.clone()).await,
                )),
                None => Err(format!("SDK MCP server not found: {}", call.server_name)),
            };
            answer_line::<McpMessage>(&id, answer).into()
        })
    }
}

impl Slot {
    async fn deliver(&self, message: JsonRpc) -> JsonRpc {
        if message.kind() == JsonRpcKind::Request {
            return self.answer(message).await;
        }
        if message.method.as_deref() == Some("notifications/cancelled") {
            self.cancel(&message);
        }
        // The CLI waits for a response to everything, so even these get one.
        self.server.handle(message).await;
        JsonRpc::acknowledgement()
    }

    async fn answer(&self, message: JsonRpc) -> JsonRpc {
        let id = message.id.clone().unwrap_or_else(RawJson::null);
        let call = OpenCall::new(&self.calls, &id);
        let response = tokio::select! {
            response = self.server.handle(message) => response,
            () = call.cancelled.cancelled() => Some(JsonRpc::failure(id.clone(), error_code::INTERNAL_ERROR, "cancelled")),
        };
        drop(call);
        match response {
            // A response with another ID, or none, would make the CLI wait forever.
            Some(mut response) => {
                response.id = Some(id);
                response
            }
            None => JsonRpc::failure(id, error_code::METHOD_NOT_FOUND, "the server has no answer"),
        }
    }

    fn cancel(&self, message: &JsonRpc) {
        let id = message
            .params
            .as_ref()
            .and_then(|params| params.get("requestId"));
        if let Some(call) = id.and_then(|id| lock(&self.calls).remove(id.as_str())) {
            call.cancel();
        }
    }
}

/// A call that can be cancelled until it is answered or dropped.
struct OpenCall<'a> {
    calls: &'a Mutex<HashMap<String, CancellationToken>>,
    id: String,
    cancelled: CancellationToken,
}

impl<'a> OpenCall<'a> {
    fn new(calls: &'a Mutex<HashMap<String, CancellationToken>>, id: &RawJson) -> Self {
        let (id, cancelled) = (id.to_string(), CancellationToken::new());
        lock(calls).insert(id.clone(), cancelled.clone());
        Self {
            calls,
            id,
            cancelled,
        }
    }
}

impl Drop for OpenCall<'_> {
    fn drop(&mut self) {
        lock(self.calls).remove(&self.id);
    }
}

/// The response after a server panicked: an error of the call, in the format that the CLI expects.
pub(crate) fn failed_answer(call: &McpMessage) -> McpMessageAnswer {
    match &call.message.id {
        Some(id) => McpMessageAnswer::new(JsonRpc::failure(
            id.clone(),
            error_code::INTERNAL_ERROR,
            "the tool of the host failed",
        )),
        None => McpMessageAnswer::acknowledgement(),
    }
}
