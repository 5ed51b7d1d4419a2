//! Drive one Claude Code session: permissions, hooks, tools, interrupts, resume.
#![warn(missing_docs)]

mod attach;
mod builder;
mod cli;
mod connection;
mod error;
mod events;
mod handlers;
mod permission;
mod process;
mod prompt;
mod queue;
mod session;
mod turns;

pub mod dialog;
pub mod hook;
pub mod mcp;
pub mod rules;

pub use attach::Attach;
pub use builder::SessionBuilder;
pub use cli::{Cli, Version};
pub use connection::{IncomingLine, OpenRequest, OutgoingLine};
pub use dialog::{DialogHandler, ElicitationHandler};
pub use error::{Error, Exit, Result};
pub use events::{Event, Events, Lagged, Notice};
pub use hook::{HookAnswer, HookCall, HookHandler, HookPoint};
pub use mcp::{McpOutlet, McpServer, ToolError, ToolOutput, ToolServer};
pub use permission::{
    Answers, Decision, PermissionHandler, PermissionRequest, Question, QuestionOption, kept_in,
};
pub use process::{CloseTimeouts, MARK, Mark, processes_marked};
pub use prompt::{Priority, Prompt};
pub use session::{Sent, Session};
pub use turns::{Outcome, TurnResult};

pub use pilothouse_protocol as protocol;
