//! Calls of MCP tools.

use std::rc::Rc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::cancel::CancelOnDrop;
use crate::cli::call::Call;
use crate::cli::session::Sim;
use crate::cli::tools::ToolResult;
use crate::cli::turn::Turn;

/// A task that ends with its owner.
#[derive(Debug)]
pub(in crate::cli) struct Heartbeat(JoinHandle<()>);

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Sim {
    /// Reports every 30 seconds that a call is still running.
    pub(in crate::cli) fn heartbeat(
        self: &Rc<Self>,
        tool_use_id: &str,
        tool_name: String,
    ) -> Heartbeat {
        let (sim, id) = (Rc::clone(self), tool_use_id.to_owned());
        Heartbeat(tokio::task::spawn_local(async move {
            for beat in 0_u64.. {
                tokio::time::sleep(Duration::from_secs(30)).await;
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

    /// The names of an MCP tool on an assistant frame.
    pub(in crate::cli) fn tool_use_meta(&self, id: &str, name: &str) -> Value {
        let state = self.state.borrow();
        if !name.starts_with("mcp__") {
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
                    cancel.reason = "SdkError: Request timed out".to_owned();
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

    /// Waits for the response with the right ID; others are ignored.
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

    fn rpc_error(&self, error: &Value) -> String {
        let message = error["message"].as_str().unwrap_or("MCP error");
        self.message(
            "mcp_error",
            &[("code", &error["code"]), ("message", &message)],
        )
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

    /// A failed call; the error includes the schema, which was not in the model's prompt.
    fn server_error(&self, call: &Call, tool: &Value, message: &str) -> ToolResult {
        if !self.features().explains_tool_schema {
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

    /// A content block of a server in the format of the API; an image includes the path of its file.
    fn as_content(&self, call: &Call, block: &Value) -> Vec<Value> {
        if block["type"] != "image" || block.get("data").is_none() {
            return vec![block.clone()];
        }
        let picture = json!({
            "type": "image",
            "source": { "type": "base64", "media_type": block["mimeType"], "data": block["data"] },
        });
        if !self.features().keeps_result_images {
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
