//! The control protocol: requests and responses in both directions, beside the conversation.
//!
//! Either side sends a request with an ID that it chooses, and the other responds with the same ID.
//! Requests of the CLI are [`CliRequest`]s, requests of a host are [`HostRequest`]s.
//! [`HostCall`] and [`CliCall`] map each request to the type of its response.

mod catalog;
mod cli;
mod envelope;
mod host;

pub use catalog::{AccountInfo, AgentInfo, ModelInfo, PluginConfig, SlashCommand};
pub use cli::*;
pub use envelope::{
    ControlCancelRequest, ControlError, ControlReply, ControlRequest, ControlResponse,
    ControlSuccess, HostControlRequest, PendingRequest, UNSUPPORTED_REQUEST,
};
pub use host::*;

use crate::wire::wire_struct;

wire_struct! {
    /// A response without content.
    #[derive(Default)]
    pub struct Acknowledgement {
    }
}
