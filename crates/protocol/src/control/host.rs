//! What a host asks.

mod initialize;
mod steering;

pub use initialize::*;
pub use steering::*;

use super::Acknowledgement;
use super::cli::McpMessage;
use crate::wire::{Wire, wire_enum};

/// A request of the host, tied to its answer.
pub trait HostCall: Wire + Into<HostRequest> {
    /// The subtype on the wire.
    const SUBTYPE: &'static str;
    /// What answers it. An acknowledgement reads from an absent payload too.
    type Response: Wire;
}

/// Makes the enum, and ties each request to its answer.
macro_rules! host_requests {
    ($( $(#[$attribute:meta])* $subtype:literal => $variant:ident($payload:ty) -> $response:ty, )*) => {
        wire_enum! {
            /// What a host asks of the CLI.
            pub enum HostRequest by "subtype" {
                $( $(#[$attribute])* $subtype => $variant(Box<$payload>), )*
            }
        }

        $(
            impl HostCall for $payload {
                const SUBTYPE: &'static str = $subtype;
                type Response = $response;
            }

            impl From<$payload> for HostRequest {
                fn from(request: $payload) -> Self {
                    Self::$variant(Box::new(request))
                }
            }
        )*
    };
}

host_requests! {
    /// Introduces the host: hooks, in-process servers, prompts.
    "initialize" => Initialize(Initialize) -> InitializeResponse,
    /// Stops the turn.
    "interrupt" => Interrupt(Interrupt) -> InterruptResponse,
    /// Changes the mode.
    "set_permission_mode" => SetPermissionMode(SetPermissionMode) -> SetPermissionModeResponse,
    /// Changes the model.
    "set_model" => SetModel(SetModel) -> SetModelResponse,
    /// Changes how much the model thinks.
    "set_max_thinking_tokens" => SetMaxThinkingTokens(SetMaxThinkingTokens) -> Acknowledgement,
    /// Names the session.
    "rename_session" => RenameSession(RenameSession) -> Acknowledgement,
    /// Colors the session.
    "set_color" => SetColor(SetColor) -> Acknowledgement,
    /// Takes a queued message back.
    "cancel_async_message" => CancelAsyncMessage(CancelAsyncMessage) -> CancelAsyncMessageResponse,
    /// Says whether anybody watches.
    "set_has_subscribers" => SetHasSubscribers(SetHasSubscribers) -> Acknowledgement,
    /// A message of an in-process MCP server.
    "mcp_message" => McpMessage(McpMessage) -> Acknowledgement,
}
