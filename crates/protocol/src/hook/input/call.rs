//! Events of tool calls.

use super::hook_inputs;
use crate::ids::ToolUseId;
use crate::mcp::McpServerProvenance;
use crate::permission::PermissionUpdate;
use crate::raw::RawJson;
use crate::wire::wire_struct;

hook_inputs! {
    /// Input of `PreToolUse`.
    pub struct PreToolUseInput {
        /// The tool.
        tool_name: String = "tool_name",
        /// Its input.
        tool_input: RawJson = "tool_input",
        /// The call.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// The origin of an MCP tool.
        mcp_server: Option<McpServerProvenance> = "mcp_server",
    }

    /// Input of `PostToolUse`.
    pub struct PostToolUseInput {
        /// The tool.
        tool_name: String = "tool_name",
        /// Its input.
        tool_input: RawJson = "tool_input",
        /// The result; parse it with the types of [`crate::tool`].
        tool_response: RawJson = "tool_response",
        /// The call.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// The duration.
        duration_ms: Option<f64> = "duration_ms",
        /// The origin of an MCP tool.
        mcp_server: Option<McpServerProvenance> = "mcp_server",
    }

    /// Input of `PostToolUseFailure`.
    pub struct PostToolUseFailureInput {
        /// The tool.
        tool_name: String = "tool_name",
        /// Its input.
        tool_input: RawJson = "tool_input",
        /// The call.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// The error.
        error: Option<String> = "error",
        /// The user interrupted it.
        is_interrupt: Option<bool> = "is_interrupt",
        /// The duration.
        duration_ms: Option<f64> = "duration_ms",
        /// The origin of an MCP tool.
        mcp_server: Option<McpServerProvenance> = "mcp_server",
    }

    /// Input of `PostToolBatch`.
    pub struct PostToolBatchInput {
        /// The calls.
        tool_calls: Vec<BatchedCall> = "tool_calls",
    }

    /// Input of `PermissionRequest`.
    pub struct PermissionRequestInput {
        /// The tool.
        tool_name: String = "tool_name",
        /// Its input.
        tool_input: RawJson = "tool_input",
        /// The call, if the CLI sends it.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// Suggested permission changes for "always allow".
        permission_suggestions: Vec<PermissionUpdate> = "permission_suggestions",
        /// The origin of an MCP tool.
        mcp_server: Option<McpServerProvenance> = "mcp_server",
    }

    /// Input of `PermissionDenied`.
    pub struct PermissionDeniedInput {
        /// The tool.
        tool_name: String = "tool_name",
        /// Its input.
        tool_input: RawJson = "tool_input",
        /// The call.
        tool_use_id: Option<ToolUseId> = "tool_use_id",
        /// Why it was denied.
        reason: Option<String> = "reason",
        /// The origin of an MCP tool.
        mcp_server: Option<McpServerProvenance> = "mcp_server",
    }
}

wire_struct! {
    /// A tool call of an answer.
    #[derive(Default)]
    pub struct BatchedCall {
        tool_name: String,
        tool_input: RawJson,
        tool_use_id: Option<ToolUseId>,
        tool_response: Option<RawJson>,
    }
}
