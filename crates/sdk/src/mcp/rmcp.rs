//! Servers written with rmcp.
//!
//! rmcp requires a transport; this module implements one with channels.
//! Each `initialize` of the CLI starts a new service, because the CLI may repeat it.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex};

use pilothouse_protocol::mcp::{JsonRpc, JsonRpcKind, error_code};
use pilothouse_protocol::wire::Wire;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use tokio::sync::{mpsc, oneshot};
use tokio::task::AbortHandle;

use super::{McpOutlet, McpServer};
use crate::connection::lock;

type Waiting = Arc<Mutex<HashMap<String, oneshot::Sender<JsonRpc>>>>;

/// Any [`ServerHandler`] of rmcp as an in-process server for one session.
pub struct RmcpServer<H> {
    handler: H,
    life: Mutex<Option<Life>>,
    outlet: Arc<Mutex<Option<McpOutlet>>>,
}

/// The service from one `initialize` to the next.
struct Life {
    incoming: mpsc::UnboundedSender<RxJsonRpcMessage<RoleServer>>,
    waiting: Waiting,
    task: AbortHandle,
}

impl Drop for Life {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl<H: ServerHandler + Clone> RmcpServer<H> {
    /// Wraps a handler; it is cloned for each `initialize`.
    pub fn new(handler: H) -> Self {
        Self {
            handler,
            life: Mutex::default(),
            outlet: Arc::default(),
        }
    }

    fn begin(&self) {
        let (incoming, messages) = mpsc::unbounded_channel();
        let waiting = Waiting::default();
        let transport = Channels {
            messages,
            waiting: Arc::clone(&waiting),
            outlet: Arc::clone(&self.outlet),
        };
        let handler = self.handler.clone();
        let task = tokio::spawn(async move {
            match handler.serve(transport).await {
                // The service ends when its transport does.
                Ok(service) => drop(service.waiting().await),
                Err(error) => tracing::debug!(%error, "an rmcp server did not start"),
            }
        });
        *lock(&self.life) = Some(Life {
            incoming,
            waiting,
            task: task.abort_handle(),
        });
    }

    /// Passes a message to the server; for a request, returns the receiver of its response.
    fn deliver(&self, message: &JsonRpc) -> Result<Option<oneshot::Receiver<JsonRpc>>, String> {
        let parsed = serde_json::from_str(&message.to_json()).map_err(|error| error.to_string())?;
        let life = lock(&self.life);
        let life = life.as_ref().ok_or("the server was not initialized")?;
        let response = match (message.kind(), &message.id) {
            (JsonRpcKind::Request, Some(id)) => {
                let (respond, response) = oneshot::channel();
                lock(&life.waiting).insert(id.to_string(), respond);
                Some(response)
            }
            _ => None,
        };
        life.incoming
            .send(parsed)
            .map_err(|_| "the server has ended")?;
        Ok(response)
    }
}

impl<H: ServerHandler + Clone> McpServer for RmcpServer<H> {
    async fn handle(&self, message: JsonRpc) -> Option<JsonRpc> {
        if message.method.as_deref() == Some("initialize") {
            self.begin();
        }
        let id = message.id.clone();
        let failed =
            |reason: String| id.map(|id| JsonRpc::failure(id, error_code::INTERNAL_ERROR, reason));
        match self.deliver(&message) {
            Ok(Some(response)) => match response.await {
                Ok(response) => Some(response),
                Err(_) => failed("the server has ended".into()),
            },
            Ok(None) => None,
            Err(reason) => failed(reason),
        }
    }

    fn connected(&self, outlet: McpOutlet) {
        *lock(&self.outlet) = Some(outlet);
    }
}

/// The transport for rmcp.
struct Channels {
    messages: mpsc::UnboundedReceiver<RxJsonRpcMessage<RoleServer>>,
    waiting: Waiting,
    outlet: Arc<Mutex<Option<McpOutlet>>>,
}

impl Transport<RoleServer> for Channels {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let waiting = Arc::clone(&self.waiting);
        let outlet = lock(&self.outlet).clone();
        async move {
            let text = serde_json::to_string(&item)?;
            let message = JsonRpc::from_json(&text).map_err(io::Error::other)?;
            if message.kind() == JsonRpcKind::Response {
                let id = message
                    .id
                    .as_ref()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                let respond = lock(&waiting).remove(&id);
                if let Some(respond) = respond {
                    // The receiver of a cancelled call is gone.
                    drop(respond.send(message));
                }
                return Ok(());
            }
            match outlet {
                Some(outlet) => outlet.send(message).await.map_err(io::Error::other),
                None => Ok(()),
            }
        }
    }

    fn receive(&mut self) -> impl Future<Output = Option<RxJsonRpcMessage<RoleServer>>> + Send {
        self.messages.recv()
    }

    async fn close(&mut self) -> io::Result<()> {
        self.messages.close();
        Ok(())
    }
}
