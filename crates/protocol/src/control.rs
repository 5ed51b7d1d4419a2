//! The control protocol: requests and answers in both directions, beside the conversation.
//!
//! Either side sends a request with an id of its own choosing, and the other answers with that id.
//! What the CLI asks is a [`CliRequest`], what a host asks is a [`HostRequest`].
//! [`HostCall`] and [`CliCall`] tie each request to the type of its answer.

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
    /// An answer that says nothing beyond "done".
    #[derive(Default)]
    pub struct Acknowledgement {
    }
}
