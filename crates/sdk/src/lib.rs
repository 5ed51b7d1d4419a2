//! Runs Claude Code sessions: permissions, hooks, tools, interrupts, resume.
//!
//! [`Cli`] is the installed program, [`Session`] a running conversation with it.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use pilothouse_sdk::{Cli, Decision, Step};
//!
//! let (session, _) = Cli::locate()?
//!     .session()
//!     .cwd("/repo")
//!     .permissions(|request| async move {
//!         if request.tool_name == "Edit" { Decision::allow() } else { Decision::deny("only edits, please") }
//!     })
//!     .start()
//!     .await?;
//!
//! let mut turn = session.stream("Fix the failing test.").await?;
//! while let Some(step) = turn.next().await {
//!     match step {
//!         Step::Text { text, .. } => print!("{text}"),
//!         Step::ToolCalled { call, .. } => println!("[{}]", call.name),
//!         _ => {}
//!     }
//! }
//! println!("\n${:.4}", turn.result().await?.cost_usd());
//! session.close().await?;
//! # Ok(())
//! # }
//! ```
//!
//! For a single question, [`Cli::stream`] returns its turn, [`Cli::prompt`] its result, and [`Cli::prompt_blocking`]
//! needs no runtime.
//! [`SessionBuilder::start`] also returns the [`Events`], a stream of everything that happens in the session; the
//! example above discards them with `_`.
//!
//! # Requirements
//!
//! - The `claude` program, signed in; if it is missing, the error of [`Cli::locate`] explains how to install it. For
//!   tests, use [the simulator](concepts::testing).
//! - A tokio runtime with `enable_all`, as created by `#[tokio::main]`: `cargo add tokio --features full`.
//! - For tools and typed answers, `cargo add serde --features derive` and `cargo add schemars@1`; this crate also
//!   re-exports [`schemars`].
//!
//! # Features
//!
//! - Reads everything: unknown and broken lines are events, and unread events never stop the session.
//! - Answers every request of the CLI in the required format, exactly once; if a handler fails, the request is denied.
//! - Matches prompts with results, merges deltas, matches tool calls with results, computes the cost of each turn.
//! - Ends all processes of a session, regardless of how the session ends.
//!
//! # Further reading
//!
//! [`concepts`] has chapters on ordering, permissions, hooks, tools, sessions, cancellation, errors and testing, and a
//! table for users of the official SDKs.
//! [`protocol`] has the types of the wire; the common ones are re-exported here.
//!
//! # Platforms
//!
//! Linux is tested. On macOS there is neither a parent-death signal nor a way to see the mark, so a process that left the CLI's group can survive.
//! On Windows nothing is tested.
#![warn(missing_docs)]

mod asked;
mod attach;
mod budget;
mod builder;
mod cli;
mod connection;
mod conversation;
mod error;
mod events;
mod handlers;
mod one_shot;
mod permission;
mod process;
mod prompt;
mod queue;
mod session;
mod turn;
mod turns;

pub mod concepts;
pub mod disk;
pub mod hook;
pub mod mcp;
pub mod rules;
pub mod store;

pub use asked::{Asked, OpenRequest};
pub use attach::Attach;
pub use budget::Budget;
pub use builder::{Elsewhere, SessionBuilder};
pub use cli::Cli;
pub use connection::{IncomingLine, OutgoingLine};
pub use conversation::{Conversation, Step, Steps};
pub use error::{Error, Exit, Result};
pub use events::{Event, Events, Lagged, Notice};
pub use hook::{HookAnswer, HookCall, HookEvent, HookInput, HookOutput, HookPoint};
pub use mcp::{McpOutlet, McpServer, ToolError, ToolOutput, ToolServer};
pub use permission::{Answers, Decision, PermissionRequest, Question, QuestionOption};
pub use process::{CloseTimeouts, MARK, Mark, processes_marked};
pub use prompt::{Priority, Prompt};
pub use session::{Sent, Session};
pub use store::SessionStore;
pub use turn::{Limit, Outcome, Turn, TurnResult};

pub use pilothouse_protocol as protocol;
pub use pilothouse_protocol::command::{
    Autocompact, CliVersion, PermissionPrompts, QuestionPreview, SettingsFile, ThinkingMode,
};
pub use pilothouse_protocol::content::ContentBlock;
pub use pilothouse_protocol::control::{AgentDefinition, ThinkingDisplay};
/// Questions of MCP servers and dialogs of the CLI.
pub use pilothouse_protocol::elicitation as dialog;
pub use pilothouse_protocol::fold::{BlockId, State, TurnCost};
pub use pilothouse_protocol::ids::{MessageUuid, RequestId, SessionId, ToolUseId};
pub use pilothouse_protocol::mcp::McpServerConfig;
pub use pilothouse_protocol::message::{Effort, ResultSubtype};
pub use pilothouse_protocol::permission::{
    PermissionDestination, PermissionMode, PermissionUpdate,
};
pub use pilothouse_protocol::sandbox::SandboxSettings;
pub use pilothouse_protocol::{JsonObject, Message, RawJson};

/// Generates the schemas of tools and structured answers: `#[derive(schemars::JsonSchema)]`.
pub use schemars;
/// Cancelled when the answer of a handler is no longer needed.
pub use tokio_util::sync::CancellationToken;
