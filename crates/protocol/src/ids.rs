//! Identifiers.

mod text;

pub(crate) use text::{IdText, Identifier};

use crate::wire::wire_id;

wire_id! {
    /// The CLI's ID of a conversation. It changes with `/clear`, a fork and a fresh session.
    pub struct SessionId;
    /// The ID of a line: the `uuid` of most messages.
    pub struct MessageUuid;
    /// The ID of a control request, unique among the open requests of its sender.
    pub struct RequestId;
    /// The ID of a tool call.
    pub struct ToolUseId;
    /// The ID of a message of the model's API, shared by all its blocks.
    pub struct ApiMessageId;
    /// The ID of a background task or subagent.
    pub struct TaskId;
}
