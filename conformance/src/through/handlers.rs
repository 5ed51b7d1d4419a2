//! Handlers of the CLI's requests in a session of the SDK: the scenario's servers and hooks, and its steps.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use pilothouse_sdk::hook::HookOutput;
use pilothouse_sdk::mcp::JsonRpc;
use pilothouse_sdk::protocol::permission::PermissionResult;
use pilothouse_sdk::protocol::wire::Wire;
use pilothouse_sdk::{Decision, McpServer, PermissionRequest};
use serde_json::Value;
use tokio::sync::Notify;

use crate::responder;
use crate::scenario;

/// The response of a step: a payload, or an error.
type Answer = Result<Value, String>;

/// Passes the responses of steps to waiting handlers.
#[derive(Debug, Default)]
pub(super) struct Desk {
    answers: Mutex<BTreeMap<String, VecDeque<Answer>>>,
    put: Notify,
}

impl Desk {
    /// Adds a response for a handler.
    pub(super) fn put(&self, key: &str, answer: Answer) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.entry(key.to_owned()).or_default().push_back(answer);
        drop(answers);
        self.put.notify_waiters();
    }

    /// Waits for a response, forever if no step provides one.
    async fn take(&self, key: &str) -> Answer {
        loop {
            let notified = self.put.notified();
            tokio::pin!(notified);
            // Registered before checking, so that no response is missed in between.
            notified.as_mut().enable();
            if let Some(answer) = self.find(key) {
                return answer;
            }
            notified.await;
        }
    }

    fn find(&self, key: &str) -> Option<Answer> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.get_mut(key)?.pop_front()
    }
}

/// Decides a permission request with the response of a step.
pub(super) async fn decide(desk: Arc<Desk>, request: PermissionRequest) -> Decision {
    match desk.take(request.request_id.as_str()).await {
        Ok(payload) => match PermissionResult::from_json(&payload.to_string()) {
            Ok(result) => Decision::from(result),
            Err(error) => Decision::error(error.to_string()),
        },
        Err(message) => Decision::error(message),
    }
}

/// Responds to a hook with the scenario's fixed response, or else with that of a step.
pub(super) async fn hook(
    desk: Arc<Desk>,
    name: String,
    answer: Option<Value>,
) -> Result<HookOutput, String> {
    let payload = match answer {
        Some(answer) => answer,
        None => desk.take(&name).await?,
    };
    HookOutput::from_json(&payload.to_string()).map_err(|error| error.to_string())
}

/// A server of the scenario.
pub(super) struct Server {
    pub(super) name: String,
    pub(super) server: scenario::McpServer,
}

impl McpServer for Server {
    async fn handle(&self, message: JsonRpc) -> Option<JsonRpc> {
        let message: Value = serde_json::from_str(&message.to_json()).ok()?;
        match responder::mcp(&self.server, &self.name, &message) {
            Some(Ok(payload)) => JsonRpc::from_json(&payload["mcp_response"].to_string()).ok(),
            // Scenarios with this case are not played.
            Some(Err(_)) => None,
            // A tool that never responds.
            None => std::future::pending().await,
        }
    }
}
