//! The Claude Code stream-json protocol in types, with nothing lost.
//!
//! The CLI and its host exchange lines of JSON.
//! A [`Frame`] is one such line: its bytes and its parsed message.
//! Parsing cannot fail: lines of an unknown type, of a known type with an invalid body, or that are not JSON are values
//! too.
//! Unpublished messages are known by name and kept as JSON, except those that Pilothouse uses.
//!
//! ```
//! use pilothouse_protocol::{Frame, Message};
//!
//! let frame = Frame::parse(r#"{"type":"keep_alive"}"#);
//! assert!(frame.message().is_some());
//! ```
//!
//! This crate has no I/O, no clock and no async runtime: it converts between bytes and types.
#![warn(missing_docs)]

mod frame;
mod json;
mod object;
mod raw;

pub mod check;
pub mod command;
pub mod content;
pub mod control;
pub mod elicitation;
pub mod fold;
pub mod hook;
pub mod ids;
pub mod input;
pub mod lines;
pub mod mcp;
pub mod message;
pub mod permission;
pub mod sandbox;
pub mod stream;
pub mod system;
pub mod tool;
pub mod usage;
pub mod wire;

pub use frame::{AnyFrame, Body, Frame, InputFrame, Meaning};
pub use input::Input;
pub use json::JsonError;
pub use message::Message;
pub use object::JsonObject;
pub use raw::RawJson;
