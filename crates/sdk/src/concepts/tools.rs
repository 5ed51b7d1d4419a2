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
//! Give it to a session with `.mcp_server("dictionary", dictionary)`; the model sees `mcp__dictionary__lookup`.
//! A tool returns text, a number, [`Json`](crate::mcp::Json), a `serde_json::Value`, a picture ([`ToolOutput::image`](crate::ToolOutput::image)), or a `Result` of these with any error that can be displayed.
//! An `Err` is a tool's error that the model reads; arguments that do not fit the type are one too. An unknown tool is an error of the protocol.
//! Tools can be added and removed while sessions run, and the CLI is told.
//! A call that the CLI cancels is dropped. A limit for each call, and tools that must be asked for, are options of the server:
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
//! A server is shared by several sessions as a clone, or in an `Arc`.
//!
//! Anything that speaks JSON-RPC can be an [`McpServer`](crate::McpServer); with the feature `rmcp`, every `ServerHandler` of rmcp is one.
