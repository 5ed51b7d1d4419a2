//! Requests of the CLI.

use std::sync::Arc;

use crate::elicitation::{DialogResult, Elicitation, ElicitationResult, RequestUserDialog};
use crate::hook::{HookCallback, HookOutput};
use crate::mcp::JsonRpc;
use crate::permission::{CanUseTool, PermissionResult};
use crate::wire::{Wire, wire_enum, wire_struct};

/// A request of the CLI, with the type of its response.
pub trait CliCall: Wire {
    /// The subtype on the wire.
    const SUBTYPE: &'static str;
    /// The type of the response.
    type Answer: Wire;

    /// Returns the request, if it has this type.
    fn of(request: &CliRequest) -> Option<&Arc<Self>>;
}

wire_struct! {
    /// A JSON-RPC message for an in-process MCP server. Notifications require a response too.
    #[derive(Default)]
    pub struct McpMessage {
        server_name: String,
        message: JsonRpc,
    }

    /// The response of an in-process MCP server.
    #[derive(Default)]
    pub struct McpMessageAnswer {
        /// The JSON-RPC response, with the ID of the request. Without this wrapper a call hangs forever.
        mcp_response: Option<JsonRpc>,
    }
}

impl McpMessage {
    /// Creates a message to or from a server.
    pub fn new(server_name: impl Into<String>, message: JsonRpc) -> Self {
        Self {
            server_name: server_name.into(),
            message,
            ..Self::default()
        }
    }
}

impl McpMessageAnswer {
    /// Wraps the response of a server.
    pub fn new(response: JsonRpc) -> Self {
        Self {
            mcp_response: Some(response),
            ..Self::default()
        }
    }

    /// Creates the response to a notification or a response.
    pub fn acknowledgement() -> Self {
        Self::new(JsonRpc::acknowledgement())
    }
}

/// Generates the enum and maps each request to its response.
macro_rules! cli_requests {
    ($( $(#[$attribute:meta])* $subtype:literal => $variant:ident($payload:ty) -> $answer:ty, )* untyped $($untyped:literal),+) => {
        wire_enum! {
            /// A request of the CLI. Clones share the request, so that handlers and events can both hold it.
            pub enum CliRequest by "subtype" {
                $( $(#[$attribute])* $subtype => $variant(Arc<$payload>), )*
                untyped $($untyped),+ => Untyped,
            }
        }

        $(
            impl CliCall for $payload {
                const SUBTYPE: &'static str = $subtype;
                type Answer = $answer;

                fn of(request: &CliRequest) -> Option<&Arc<Self>> {
                    match request {
                        CliRequest::$variant(request) => Some(request),
                        _ => None,
                    }
                }
            }

            impl From<$payload> for CliRequest {
                fn from(request: $payload) -> Self {
                    Self::$variant(Arc::new(request))
                }
            }
        )*
    };
}

cli_requests! {
    /// A permission request for a tool call.
    "can_use_tool" => CanUseTool(CanUseTool) -> PermissionResult,
    /// A hook fired.
    "hook_callback" => HookCallback(HookCallback) -> HookOutput,
    /// A message for an in-process MCP server.
    "mcp_message" => McpMessage(McpMessage) -> McpMessageAnswer,
    /// An elicitation of an MCP server.
    "elicitation" => Elicitation(Elicitation) -> ElicitationResult,
    /// The CLI opens a dialog. Kinds that the host did not declare must be left unanswered.
    "request_user_dialog" => RequestUserDialog(RequestUserDialog) -> DialogResult,
    untyped
        "oauth_token_refresh", "host_auth_token_refresh", "remote_control_work_secret", "ui_copy",
        "ui_prompt_read", "ui_prompt_fill", "ui_prompt_paint", "ui_prompt_suggest", "ui_read_selection",
        "remote_tool_call", "remote_plumbing_call", "remote_tools_probe", "remote_tools_reannounce"
}

impl CliRequest {
    /// Returns whether a host that does not support this request must not respond, not even with an error.
    ///
    /// The CLI would accept an error or a cancelled dialog as the answer, although another host may still give one.
    pub fn wants_silence(&self) -> bool {
        const ANSWERED_ELSEWHERE: [&str; 5] = [
            "request_user_dialog",
            "remote_tool_call",
            "remote_plumbing_call",
            "remote_tools_probe",
            "remote_tools_reannounce",
        ];
        ANSWERED_ELSEWHERE.contains(&self.tag())
    }
}
