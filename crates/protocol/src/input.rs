//! The lines that the CLI accepts on stdin.
//!
//! [`Input`] parses any such line. To write one, create it with the constructors here and call [`Input::to_line`],
//! which rejects lines on which the CLI would exit.

mod line;
mod user;

pub use line::FatalLine;
pub use user::{Priority, PromptMessage, PromptText, UserInput};

use std::collections::BTreeMap;

use crate::control::{
    CliCall, ControlCancelRequest, ControlResponse, HostControlRequest, HostRequest,
};
use crate::ids::{MessageUuid, RequestId, SessionId};
use crate::object::JsonObject;
use crate::raw::RawJson;
use crate::wire::{Nullable, wire_enum, wire_struct};

wire_enum! {
    /// A message to the CLI.
    pub enum Input by "type" {
        /// A prompt.
        "user" => User(Box<UserInput>),
        /// A request of the host.
        "control_request" => ControlRequest(HostControlRequest),
        /// A response to a request of the CLI.
        "control_response" => ControlResponse(Box<ControlResponse>),
        /// The host withdraws its own request.
        "control_cancel_request" => ControlCancelRequest(ControlCancelRequest),
        /// A keep-alive; ignored by the CLI.
        "keep_alive" => KeepAlive(KeepAlive),
        /// New credentials.
        "update_environment_variables" => UpdateEnvironmentVariables(UpdateEnvironmentVariables),
        /// An answer of the model, appended to the history.
        "assistant" => Assistant(AssistantHistory),
        /// A notice, appended to the history.
        "system" => System(SystemHistory),
        /// A shell command that runs without the model and without a permission check.
        "bash_command" => BashCommand(BashCommand),
        /// From a backend; dropped on a local pipe.
        "queued_notification" => QueuedNotification(BackendNotice),
        /// From a backend; dropped on a local pipe.
        "session_notice" => SessionNotice(BackendNotice),
        /// Starts a workflow.
        "workflow_launch" => WorkflowLaunch(BackendNotice),
    }
}

wire_struct! {
    /// A keep-alive.
    #[derive(Default)]
    pub struct KeepAlive {
    }

    /// New credentials. The CLI accepts only a few names and ignores others silently.
    #[derive(Default)]
    pub struct UpdateEnvironmentVariables {
        variables: BTreeMap<String, String>,
        /// If set, the CLI responds with the accepted names.
        request_id: Option<RequestId>,
    }

    /// An answer of the model, appended to the history.
    pub struct AssistantHistory {
        /// The answer in the format of the model's API.
        message: JsonObject,
        /// The call that started the subagent it came from.
        parent_tool_use_id: Nullable<String>,
        uuid: Option<MessageUuid>,
        session_id: Option<SessionId>,
    }

    /// A notice, appended to the history.
    #[derive(Default)]
    pub struct SystemHistory {
        subtype: Option<String>,
        uuid: Option<MessageUuid>,
        session_id: Option<SessionId>,
    }

    /// A shell command that runs without the model and without a permission check.
    #[derive(Default)]
    pub struct BashCommand {
        command: String,
        cwd: Option<String>,
        uuid: Option<MessageUuid>,
        session_id: Option<SessionId>,
    }

    /// A message of a backend, passed through unparsed.
    #[derive(Default)]
    pub struct BackendNotice {
        uuid: Option<MessageUuid>,
        session_id: Option<SessionId>,
    }
}

impl Input {
    /// Creates a prompt from plain text.
    pub fn prompt(text: impl Into<String>) -> Self {
        UserInput::text(text).into()
    }

    /// Creates a request.
    pub fn request(request_id: impl Into<RequestId>, request: impl Into<HostRequest>) -> Self {
        Self::ControlRequest(HostControlRequest::new(request_id, request))
    }

    /// Creates a request without a type in this crate.
    pub fn raw_request(
        request_id: impl Into<RequestId>,
        subtype: &str,
        fields: &JsonObject,
    ) -> Self {
        Self::request(request_id, HostRequest::raw(subtype, fields))
    }

    /// Responds to a request of the CLI with the type it expects.
    pub fn answer<C: CliCall>(request_id: impl Into<RequestId>, answer: &C::Answer) -> Self {
        Self::ControlResponse(Box::new(ControlResponse::answer::<C>(request_id, answer)))
    }

    /// Responds to a request of the CLI with any payload, or none.
    pub fn success(request_id: impl Into<RequestId>, response: Option<RawJson>) -> Self {
        Self::ControlResponse(Box::new(ControlResponse::success(request_id, response)))
    }

    /// Responds to a request of the CLI with an error.
    pub fn error(request_id: impl Into<RequestId>, error: impl Into<String>) -> Self {
        Self::ControlResponse(Box::new(ControlResponse::error(request_id, error)))
    }

    /// Withdraws a request of the host.
    pub fn cancel(request_id: impl Into<RequestId>) -> Self {
        Self::ControlCancelRequest(ControlCancelRequest::new(request_id))
    }
}

impl From<UserInput> for Input {
    fn from(user: UserInput) -> Self {
        Self::User(Box::new(user))
    }
}

impl From<ControlResponse> for Input {
    fn from(response: ControlResponse) -> Self {
        Self::ControlResponse(Box::new(response))
    }
}
