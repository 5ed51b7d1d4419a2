//! Identifiers.

mod text;

pub(crate) use text::{IdText, Identifier};

use crate::wire::wire_id;

wire_id! {
    /// A conversation, as the CLI names it. `/clear`, a fork and a fresh start change it.
    pub struct SessionId;
    /// One line of the wire: the `uuid` that most messages carry.
    pub struct MessageUuid;
    /// A control request, unique among those its sender has open.
    pub struct RequestId;
    /// One call of a tool by the model.
    pub struct ToolUseId;
    /// A message of the model's API; all its blocks share it.
    pub struct ApiMessageId;
    /// A background task or subagent.
    pub struct TaskId;
}
