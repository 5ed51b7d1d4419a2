//! Drive one Claude Code session: permissions, hooks, tools, interrupts, resume.
//!
//! [`Cli`] is the installed program, [`Session`] one running conversation with it.
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
//! One question is shorter: [`Cli::stream`] returns its turn, [`Cli::prompt`] its result, and [`Cli::prompt_blocking`] needs no runtime.
//! [`SessionBuilder::start`] also returns the [`Events`], the stream of everything that happens in the session; the `_` above does without them.
//!
//! # What you need
//!
//! - The `claude` program, signed in; [`Cli::locate`] finds it or says how to install it. For tests [the simulator](concepts::testing) will do.
//! - A tokio runtime with `enable_all`, as `#[tokio::main]` makes: `cargo add tokio --features full`.
//! - For tools and typed answers `cargo add serde --features derive` and `cargo add schemars@1`; [`schemars`] is also exported from here.
//!
//! # What it does for you
//!
//! - Reads everything, always: unknown and broken lines are events, and events that nobody reads never stop the session.
//! - Answers every request of the CLI, in the shape it wants, exactly once; a handler that fails denies.
//! - Binds prompts to results, merges deltas, joins tool calls to results, counts the cost of each turn.
//! - Ends everything a session started, whichever way it ends.
//!
//! # Where to go on
//!
//! [`concepts`] has chapters on ordering, permissions, hooks, tools, sessions, cancellation, errors and testing, and a table for those who come from the official SDKs.
//! [`protocol`] holds the types of the wire; those one meets every day are exported from here too.
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

/// The schemas of tools and structured answers are made with it: `#[derive(schemars::JsonSchema)]`.
pub use schemars;
/// Tells a handler that its answer no longer matters.
pub use tokio_util::sync::CancellationToken;
