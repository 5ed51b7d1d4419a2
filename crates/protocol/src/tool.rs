//! Tools: typed readings of their inputs and structured results.
//!
//! On the wire both are plain JSON, because tools change more often than the protocol.
//! A lens never fails: a tool or a shape that is not known is a value too, and the JSON stays where it was.
//!
//! ```
//! use pilothouse_protocol::RawJson;
//! use pilothouse_protocol::tool::ToolInput;
//!
//! let input = RawJson::from_text(r#"{"command":"ls","description":"List files"}"#)?;
//! let ToolInput::Bash(bash) = ToolInput::of("Bash", &input) else { panic!("a shell") };
//! assert_eq!(bash.command, "ls");
//! # Ok::<(), pilothouse_protocol::JsonError>(())
//! ```

mod input;
mod name;
mod output;

pub use input::*;
pub use name::{BUILTIN_TOOL_NAMES, McpToolName, canonical_name, is_builtin};
pub use output::*;
