//! Automatic responses of the host: in-process MCP servers and hook callbacks.

use serde_json::{Value, json};

use crate::scenario::{McpServer, Scenario};

/// The payload for a request that the scenario's servers and hooks answer automatically.
pub(crate) fn automatic(scenario: &Scenario, request: &Value) -> Option<Result<Value, String>> {
    match request["subtype"].as_str()? {
        "mcp_message" => {
            let server = scenario.mcp.get(request["server_name"].as_str()?)?;
            mcp(
                server,
                request["server_name"].as_str()?,
                &request["message"],
            )
        }
        "hook_callback" => {
            let answer = scenario.hooks.get(request["callback_id"].as_str()?)?;
            Some(Ok(answer.clone()))
        }
        _ => None,
    }
}

/// The response of a server to a JSON-RPC message: the payload, or an error.
pub(crate) fn mcp(
    server: &McpServer,
    name: &str,
    message: &Value,
) -> Option<Result<Value, String>> {
    if let Some(text) = &server.refuse {
        return Some(Err(text.clone()));
    }
    let result = match message["method"].as_str()? {
        "initialize" => json!({
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": name, "version": "1.0.0"},
        }),
        "tools/list" => {
            json!({"tools": server.tools.keys().map(|name| tool(name)).collect::<Vec<_>>()})
        }
        "tools/call" => return call(server, message),
        _ => json!({}),
    };
    Some(Ok(answer(message, "result", result)))
}

fn tool(name: &str) -> Value {
    json!({
        "name": name,
        "description": format!("The tool {name}."),
        "inputSchema": {"type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}}},
    })
}

fn call(server: &McpServer, message: &Value) -> Option<Result<Value, String>> {
    let outcome = server.tools.get(message["params"]["name"].as_str()?)?;
    if outcome["silent"] == true {
        return None;
    }
    if let Some(text) = outcome["refuse"].as_str() {
        return Some(Err(text.to_owned()));
    }
    Some(Ok(match outcome.get("error") {
        Some(error) => answer(message, "error", error.clone()),
        None => answer(message, "result", outcome.clone()),
    }))
}

fn answer(message: &Value, kind: &str, body: Value) -> Value {
    let id = message.get("id").cloned().unwrap_or(json!(0));
    json!({"mcp_response": {"jsonrpc": "2.0", "id": id, kind: body}})
}
