//! Calling a server's tool.

use std::rc::Rc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::cli::call::Call;
use crate::cli::session::Sim;
use crate::cli::tools::ToolResult;
use crate::cli::turn::Turn;

/// How long a turn waits at most for the host to answer its cancelled calls.
const CANCEL_GRACE: Duration = Duration::from_secs(1);

/// A task that ends with its owner.
#[derive(Debug)]
pub(in crate::cli) struct Heartbeat(JoinHandle<()>);

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Tells the server that its call is not waited for any more.
struct CancelOnDrop {
    sim: Rc<Sim>,
    server: String,
    id: u64,
    is_done: bool,
    reason: &'static str,
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        let was_running = self.sim.end_server_call(&self.server, self.id);
        if !was_running || self.is_done {
            return;
        }
        let late = (self.server.clone(), self.id, self.reason);
        self.sim.state.borrow_mut().late_cancels.push(late);
    }
}

impl Sim {
    /// Forgets a call; returns whether it was still running.
    fn end_server_call(&self, server: &str, id: u64) -> bool {
        let mut state = self.state.borrow_mut();
        let before = state.server_calls.len();
        state
            .server_calls
            .retain(|call| *call != (server.to_owned(), id));
        before != state.server_calls.len()
    }

    /// Tells a server that a call is not waited for any more; the host answers that too.
    fn cancel_server_call(self: &Rc<Self>, server: &str, id: u64, reason: &str) {
        let open = self.open_message(
            server,
            json!({
                "method": "notifications/cancelled",
                "params": { "requestId": id, "reason": reason },
                "jsonrpc": "2.0",
            }),
        );
        let sim = Rc::clone(self);
        self.cancels_open.set(self.cancels_open.get() + 1);
        tokio::task::spawn_local(async move {
            // The server need not agree.
            let _ignored = super::handshake::server_answer(open).await;
            sim.cancels_open.set(sim.cancels_open.get() - 1);
            sim.cancel_answered.notify_waiters();
        });
    }

    /// Waits for the host to answer that calls were cancelled, before the turn goes on.
    /// The older version does not wait.
    pub(in crate::cli) async fn await_cancels(&self) {
        let answered = async {
            while self.cancels_open.get() > 0 && !self.is_old() {
                self.cancel_answered.notified().await;
            }
        };
        // A host that does not answer is not waited for.
        let _unanswered = tokio::time::timeout(CANCEL_GRACE, answered).await;
    }

    /// Tells servers of calls that took too long, once the conversation has gone on.
    pub(in crate::cli) fn send_late_cancels(self: &Rc<Self>) {
        let late = std::mem::take(&mut self.state.borrow_mut().late_cancels);
        for (server, id, reason) in late {
            self.cancel_server_call(&server, id, reason);
        }
    }

    /// Tells the servers of all running calls that the turn has stopped.
    pub(in crate::cli) fn cancel_server_calls(self: &Rc<Self>) {
        let calls = std::mem::take(&mut self.state.borrow_mut().server_calls);
        for (server, id) in calls {
            self.cancel_server_call(&server, id, self.abort_reason());
        }
    }
}

impl Sim {
    /// Says every 30 seconds that a call is still waited for.
    pub(in crate::cli) fn heartbeat(
        self: &Rc<Self>,
        tool_use_id: &str,
        tool_name: String,
    ) -> Heartbeat {
        let (sim, id) = (Rc::clone(self), tool_use_id.to_owned());
        Heartbeat(tokio::task::spawn_local(async move {
            for beat in 0_u64.. {
                tokio::time::sleep(Duration::from_secs(30)).await;
                if sim.is_old() {
                    continue;
                }
                sim.emit(&json!({
                    "type": "tool_progress",
                    "tool_use_id": format!("{id}-heartbeat-{beat}"),
                    "tool_name": tool_name,
                    "parent_tool_use_id": id,
                    "elapsed_time_seconds": (beat + 1) * 30,
                    "heartbeat": true,
                    "uuid": crate::cli::clock::uuid(),
                    "session_id": sim.session_id(),
                }));
            }
        }))
    }

    /// The names of a server's tool on an assistant frame.
    pub(in crate::cli) fn tool_use_meta(&self, id: &str, name: &str) -> Value {
        let state = self.state.borrow();
        if self.is_old() || !name.starts_with("mcp__") {
            return json!({});
        }
        let Some((server, tool)) = state.servers.tool(name) else {
            let short = name.rsplit("__").next().unwrap_or_default();
            return json!({
                "tool_use_meta": [{ "id": id, "display_name": super::capitalize(short) }],
            });
        };
        json!({
            "tool_use_meta": [{
                "id": id,
                "display_name": state.servers.tool_title(name),
                "server_display_name": server.name,
                "tool_name": tool["name"],
            }],
        })
    }

    /// Calls a tool of a server.
    pub(in crate::cli) async fn call_server_tool(
        self: &Rc<Self>,
        _turn: &Turn,
        call: &Call,
    ) -> ToolResult {
        let found = {
            let state = self.state.borrow();
            state.servers.tool(&call.name).map(|(server, tool)| {
                (
                    server.name.clone(),
                    server.is_sdk(),
                    tool.clone(),
                    server.timeout_ms,
                )
            })
        };
        let Some((server, is_sdk, tool, limit)) = found else {
            return ToolResult::error(&format!("No such tool available: {}", call.name));
        };
        if !is_sdk {
            let text = format!("{} was called.", tool["name"].as_str().unwrap_or_default());
            let content = json!([{ "type": "text", "text": text }]);
            return ToolResult::success(content.clone(), content);
        }
        let id = self.next_rpc_id(&server);
        let mut meta = json!({ "claudecode/toolUseId": call.id });
        meta["progressToken"] = id.into();
        let request = json!({
            "method": "tools/call",
            "params": { "name": tool["name"], "arguments": call.input, "_meta": meta },
            "jsonrpc": "2.0",
            "id": id,
        });
        let mut cancel = CancelOnDrop {
            sim: Rc::clone(self),
            server: server.clone(),
            id,
            is_done: false,
            reason: self.abort_reason(),
        };
        self.state
            .borrow_mut()
            .server_calls
            .push((server.clone(), id));
        let heartbeat = self.heartbeat(&call.id, call.name.clone());
        let work = self.matching_answer(&server, request, id);
        let answer = match limit {
            Some(limit) => match tokio::time::timeout(Duration::from_millis(limit), work).await {
                Ok(answer) => answer,
                Err(_elapsed) => {
                    cancel.reason = "SdkError: Request timed out";
                    let name = tool["name"].as_str().unwrap_or_default();
                    let seconds = limit / 1000;
                    return ToolResult::error(&format!(
                        "MCP server \"{server}\" tool \"{name}\" timed out after {seconds}s"
                    ));
                }
            },
            None => work.await,
        };
        cancel.is_done = true;
        drop(heartbeat);
        self.server_result(call, &tool, answer)
    }

    /// The answer with the right id; others are not answers and are waited past.
    async fn matching_answer(
        self: &Rc<Self>,
        server: &str,
        request: Value,
        id: u64,
    ) -> Result<Value, String> {
        let answer = self.send_to_server(server, request).await?;
        if answer["id"] == id {
            return Ok(answer);
        }
        std::future::pending().await
    }

    /// Why a server's call is withdrawn when the turn stops.
    fn abort_reason(&self) -> &'static str {
        if self.is_old() {
            "AbortError: This operation was aborted"
        } else {
            "AbortError: remote-cancel"
        }
    }

    fn rpc_error(&self, error: &Value) -> String {
        let message = error["message"].as_str().unwrap_or("MCP error");
        if self.is_old() {
            format!("MCP error {}: {message}", error["code"])
        } else {
            message.to_owned()
        }
    }

    fn server_result(
        &self,
        call: &Call,
        tool: &Value,
        answer: Result<Value, String>,
    ) -> ToolResult {
        let answer = match answer {
            Ok(answer) => answer,
            Err(error) => return ToolResult::error(&error),
        };
        if let Some(error) = answer.get("error") {
            return ToolResult::error(&self.rpc_error(error));
        }
        let result = &answer["result"];
        let blocks = result["content"].as_array().cloned().unwrap_or_default();
        if result["isError"] == true {
            let texts: Vec<&str> = blocks
                .iter()
                .filter_map(|block| block["text"].as_str())
                .collect();
            return self.server_error(call, tool, &texts.join("\n"));
        }
        let content: Vec<Value> = blocks
            .iter()
            .flat_map(|block| self.as_content(call, block))
            .collect();
        if result["structuredContent"].is_object() {
            let text = result["structuredContent"].to_string();
            return ToolResult::success(
                text.clone(),
                json!({ "content": text, "structuredContent": result["structuredContent"] }),
            );
        }
        let content = Value::Array(content);
        ToolResult::success(content.clone(), content)
    }

    /// A failed call; the model is told the schema because the tool's was not in its prompt.
    fn server_error(&self, call: &Call, tool: &Value, message: &str) -> ToolResult {
        if self.is_old() {
            return ToolResult::error(message);
        }
        let schema = &tool["inputSchema"];
        let content = format!(
            "{message}\n\nThis tool's input schema was not in your prompt when you called it. The input \
             schema is: {schema}\nIf your input does not match this schema, correct it and call the tool \
             again. If it matches, the error above has another cause. If the corrected call fails the \
             same way, call ToolSearch with query \"select:{}\" to load the tool, then call it again.",
            call.name
        );
        ToolResult::plain_error(&content, &format!("Error: {message}"))
    }

    /// A content block of a server as the API takes it; a picture says where it is kept.
    fn as_content(&self, call: &Call, block: &Value) -> Vec<Value> {
        if block["type"] != "image" || block.get("data").is_none() {
            return vec![block.clone()];
        }
        let picture = json!({
            "type": "image",
            "source": { "type": "base64", "media_type": block["mimeType"], "data": block["data"] },
        });
        if self.is_old() {
            return vec![picture];
        }
        let server = self
            .state
            .borrow()
            .servers
            .of_tool(&call.name)
            .map(|server| server.name.clone());
        let kept = self
            .project_directory()
            .join(self.session_id())
            .join("tool-results")
            .join(format!(
                "mcp-{}-blob-{}-{}.png",
                server.unwrap_or_default(),
                crate::cli::clock::now_ms(),
                crate::cli::clock::short_id('1', 5)
            ));
        let note = format!("[Image: source: {}]", kept.display());
        vec![picture, json!({ "type": "text", "text": note })]
    }
}
