//! Tools in this process.
//!
//! ```
//! use pilothouse_sdk::ToolServer;
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//!
//! #[derive(Deserialize, JsonSchema)]
//! struct Lookup {
//!     /// The word to look up.
//!     word: String,
//! }
//!
//! let dictionary = ToolServer::new().read_only_tool("lookup", "Explain a word", |Lookup { word }: Lookup| async move {
//!     match word.as_str() {
//!         "pilothouse" => Ok("where one stands to steer"),
//!         _ => Err("not in this dictionary"),
//!     }
//! });
//! ```
//!
//! Add it to a session with `.mcp_server("dictionary", dictionary)`; its name for the model is
//! `mcp__dictionary__lookup`.
//! A tool returns text, a number, [`Json`](crate::mcp::Json), a `serde_json::Value`, an image
//! ([`ToolOutput::image`](crate::ToolOutput::image)), or a `Result` of these with any error that implements `Display`.
//! An `Err` is a tool error that the model reads; so are arguments that do not match the type. An unknown tool is a
//! protocol error.
//! Tools can be added and removed during a session; the CLI is notified.
//! A call that the CLI cancels is dropped. Timeouts, and tools that require a permission request, are options of the
//! server:
//!
//! ```
//! # use std::time::Duration;
//! use pilothouse_sdk::mcp::{PermissionPolicy, SdkServerOptions};
//!
//! let options = SdkServerOptions::default()
//!     .with_timeout(Duration::from_secs(30))
//!     .with_tool("forget", PermissionPolicy::AlwaysAsk);
//! # let builder = |cli: pilothouse_sdk::Cli, dictionary: pilothouse_sdk::ToolServer| {
//! cli.session().mcp_server_with("dictionary", dictionary, options)
//! # };
//! ```
//!
//! To share a server between sessions, clone it or use an `Arc`.
//!
//! Any JSON-RPC endpoint can be an [`McpServer`](crate::McpServer); with the feature `rmcp`, every `ServerHandler` of
//! rmcp is one.
