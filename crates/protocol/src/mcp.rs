//! MCP: servers, their state, and the JSON-RPC of in-process servers over the control protocol.

mod config;
mod rpc;
mod server;
mod status;

pub use config::{
    McpServerConfig, ProxyServer, RemoteServer, SdkServer, SdkServerOptions, StdioServer,
    ToolPolicy,
};
pub use config::{OrganizationLimit, PermissionPolicy};
pub use rpc::{JsonRpc, JsonRpcError, JsonRpcKind, error_code};
pub use server::{
    CallToolParams, CallToolResult, Implementation, InitializeParams, InitializeResult,
    ListToolsResult, McpContentBlock, McpEmbeddedResource, McpMedia, McpResourceLink, McpText,
    McpTool, McpToolAnnotations, PROTOCOL_VERSION, ServerCapabilities, ServerManifest,
};
pub use status::{
    McpConnectionState, McpServerInfo, McpServerProvenance, McpServerStatus, McpToolHints,
    McpToolInfo,
};
