//! Every request that the CLI publishes has a method that sends it.

use std::collections::BTreeSet;

use pilothouse_protocol::control::ThinkingDisplay;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::task::JoinHandle;

use crate::{Cli, JsonObject, MessageUuid, Session, ToolServer};

/// The host requests in the types of CLI 2.1.325's SDK.
const PUBLISHED: [&str; 37] = [
    "initialize",
    "interrupt",
    "set_permission_mode",
    "set_model",
    "set_max_thinking_tokens",
    "apply_flag_settings",
    "update_settings",
    "get_settings",
    "get_hooks_listing",
    "list_permission_rules",
    "get_context_usage",
    "get_session_cost",
    "get_usage",
    "list_models",
    "get_binary_version",
    "rename_session",
    "set_color",
    "mcp_status",
    "mcp_set_servers",
    "mcp_reconnect",
    "mcp_toggle",
    "mcp_call",
    "mcp_read_resource",
    "mcp_message",
    "rewind_files",
    "cancel_async_message",
    "seed_read_state",
    "read_file",
    "file_suggestions",
    "register_repo_root",
    "reload_plugins",
    "reload_skills",
    "reload_output_styles",
    "set_has_subscribers",
    "stop_task",
    "background_tasks",
    "get_task_output",
];

/// A CLI that answers every request with an empty success; it returns the requests at the end.
fn agreeable(stream: DuplexStream) -> JoinHandle<Vec<Value>> {
    tokio::spawn(async move {
        let (source, mut sink) = tokio::io::split(stream);
        let mut lines = BufReader::new(source).lines();
        let mut heard = Vec::new();
        while let Ok(Some(line)) = lines.next_line().await {
            let line: Value = serde_json::from_str(&line).unwrap();
            let response =
                json!({"subtype": "success", "request_id": line["request_id"], "response": {}});
            let answer = json!({"type": "control_response", "response": response});
            heard.push(line["request"].clone());
            if sink
                .write_all(format!("{answer}\n").as_bytes())
                .await
                .is_err()
            {
                break;
            }
        }
        heard
    })
}

/// Calls every method. Errors for empty responses do not matter here.
async fn ask_everything(session: &Session, tools: &ToolServer) {
    let message = MessageUuid::from("00000000-0000-4000-8000-000000000000");
    drop(session.interrupt().await);
    drop(session.set_permission_mode("plan".into()).await);
    drop(session.set_model("sonnet").await);
    drop(session.set_max_thinking_tokens(1000).await);
    let display = ThinkingDisplay::Omitted;
    drop(session.set_thinking_display(display).await);
    drop(session.apply_settings(JsonObject::default()).await);
    let settings = JsonObject::default();
    drop(session.update_settings("userSettings", settings).await);
    drop(session.settings().await);
    drop(session.hooks().await);
    drop(session.permission_rules().await);
    drop(session.context_usage().await);
    drop(session.cost_text().await);
    drop(session.usage().await);
    drop(session.models().await);
    drop(session.binary_version().await);
    drop(session.rename("a name").await);
    drop(session.set_color("blue").await);
    drop(session.mcp_status().await);
    drop(session.set_mcp_servers(Default::default()).await);
    drop(session.reconnect_mcp_server("s").await);
    drop(session.toggle_mcp_server("s", false).await);
    let arguments = JsonObject::default();
    drop(session.call_mcp_tool("mcp__s__t", arguments).await);
    drop(session.read_mcp_resource("s", "ui://x").await);
    drop(tools.remove_tool("none").await);
    drop(session.rewind_files(&message).await);
    drop(session.cancel_prompt(&message).await);
    drop(session.seed_read_state("/a", 1.0).await);
    drop(session.read_file("/a").await);
    drop(session.file_suggestions("a").await);
    drop(session.register_repo_root("/a").await);
    drop(session.reload_plugins().await);
    drop(session.reload_skills().await);
    drop(session.reload_output_styles().await);
    drop(session.set_has_subscribers(true).await);
    drop(session.stop_task("b1").await);
    drop(session.background_all().await);
    drop(session.task_output("b1").await);
}

#[tokio::test]
async fn every_published_request_has_a_method() {
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let cli = agreeable(theirs);
    let tools = ToolServer::new();
    let elsewhere = Cli::unchecked("claude")
        .session()
        .mcp_server("tools", tools.clone())
        .elsewhere()
        .unwrap();
    let (source, sink) = tokio::io::split(ours);
    let (session, events) = elsewhere.over(source, sink).await.unwrap();
    ask_everything(&session, &tools).await;
    drop(events);
    session.close().await.unwrap();
    let heard = cli.await.unwrap();
    let asked: BTreeSet<&str> = heard
        .iter()
        .filter_map(|request| request["subtype"].as_str())
        .collect();
    assert_eq!(asked, BTreeSet::from(PUBLISHED));
}

#[tokio::test]
async fn a_server_keeps_its_options_when_another_is_added() {
    use crate::mcp::{PermissionPolicy, SdkServerOptions};

    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let cli = agreeable(theirs);
    let options = SdkServerOptions::default()
        .with_timeout(std::time::Duration::from_secs(5))
        .with_tool("forget", PermissionPolicy::AlwaysDeny);
    let elsewhere = Cli::unchecked("claude")
        .session()
        .mcp_server_with("first", ToolServer::new(), options)
        .elsewhere()
        .unwrap();
    let (source, sink) = tokio::io::split(ours);
    let (session, events) = elsewhere.over(source, sink).await.unwrap();
    session
        .add_mcp_server("second", ToolServer::new())
        .await
        .unwrap();
    drop(events);
    session.close().await.unwrap();
    let heard = cli.await.unwrap();
    let set = heard
        .iter()
        .find(|request| request["subtype"] == "mcp_set_servers")
        .unwrap();
    assert_eq!(
        set["servers"],
        json!({
            "first": {"type": "sdk", "name": "first", "timeout": 5000,
                "tools": [{"name": "forget", "permission_policy": "always_deny"}]},
            "second": {"type": "sdk", "name": "second"},
        })
    );
}
