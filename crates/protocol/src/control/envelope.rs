//! What carries requests and answers.

use super::{CliCall, CliRequest, HostCall, HostRequest};
use crate::ids::RequestId;
use crate::raw::RawJson;
use crate::wire::{Extra, Reader, Wire, WireError, wire_enum, wire_struct};

/// The code of the error that answers a request nobody knows.
pub const UNSUPPORTED_REQUEST: &str = "unsupported_request";

/// How the text of that error begins; older CLIs send no code.
const UNSUPPORTED_TEXT: &str = "Unsupported control request subtype";

wire_struct! {
    /// The CLI asks the host.
    pub struct ControlRequest {
        request_id: Option<RequestId>,
        request: CliRequest,
    }

    /// The host asks the CLI.
    pub struct HostControlRequest {
        /// The answer carries it back. The CLI also answers a request without one, likewise without.
        request_id: Option<RequestId>,
        /// What is asked. A line without it ends the CLI.
        request: HostRequest,
    }

    /// An answer, in either direction.
    pub struct ControlResponse {
        response: ControlReply,
    }

    /// The sender withdraws its own request. A late answer is ignored.
    #[derive(Default)]
    pub struct ControlCancelRequest {
        request_id: Option<RequestId>,
    }

    /// It was done.
    #[derive(Default)]
    pub struct ControlSuccess {
        request_id: Option<RequestId>,
        /// What came of it; absent when there is nothing to say.
        response: Option<RawJson>,
        /// Asks still open; on the answer to `initialize`.
        pending_permission_requests: Vec<PendingRequest>,
        pending_user_dialog_requests: Vec<PendingRequest>,
        pending_elicitation_requests: Vec<PendingRequest>,
    }

    /// It was not done.
    #[derive(Default)]
    pub struct ControlError {
        request_id: Option<RequestId>,
        error: String,
        /// Why, for programs; an open set.
        error_code: Option<String>,
        /// The model that stays, when a change of model failed.
        model: Option<String>,
        /// Asks still open; on the answer to a second `initialize`.
        pending_permission_requests: Vec<PendingRequest>,
        pending_user_dialog_requests: Vec<PendingRequest>,
        pending_elicitation_requests: Vec<PendingRequest>,
    }

    /// A request of the CLI that was already open. To be taken as if it had just come, unless its id is known.
    pub struct PendingRequest {
        /// Always `control_request`.
        kind: Option<String> = "type",
        request_id: RequestId,
        request: CliRequest,
    }
}

wire_enum! {
    /// How a request was answered.
    pub enum ControlReply by "subtype" {
        /// It was done.
        "success" => Success(ControlSuccess),
        /// It was not done.
        "error" => Error(ControlError),
    }
}

impl ControlRequest {
    /// Makes a request of the CLI.
    pub fn new(request_id: impl Into<RequestId>, request: impl Into<CliRequest>) -> Self {
        Self {
            request_id: Some(request_id.into()),
            request: request.into(),
            extra: Extra::default(),
        }
    }
}

impl HostControlRequest {
    /// Makes a request of the host.
    pub fn new(request_id: impl Into<RequestId>, request: impl Into<HostRequest>) -> Self {
        Self {
            request_id: Some(request_id.into()),
            request: request.into(),
            extra: Extra::default(),
        }
    }
}

impl ControlResponse {
    /// Answers a request of the CLI with the type it expects.
    pub fn answer<C: CliCall>(request_id: impl Into<RequestId>, answer: &C::Answer) -> Self {
        Self::success(request_id, Some(RawJson::from_wire(answer)))
    }

    /// Answers with any payload, or none.
    pub fn success(request_id: impl Into<RequestId>, response: Option<RawJson>) -> Self {
        let success = ControlSuccess {
            request_id: Some(request_id.into()),
            response,
            ..ControlSuccess::default()
        };
        Self {
            response: ControlReply::Success(success),
            extra: Extra::default(),
        }
    }

    /// Answers that it was not done.
    pub fn error(request_id: impl Into<RequestId>, error: impl Into<String>) -> Self {
        let error = ControlError {
            request_id: Some(request_id.into()),
            error: error.into(),
            ..ControlError::default()
        };
        Self {
            response: ControlReply::Error(error),
            extra: Extra::default(),
        }
    }

    /// Answers a request that is not known, as both sides do.
    pub fn unsupported(request_id: impl Into<RequestId>, subtype: &str) -> Self {
        let error = ControlError {
            request_id: Some(request_id.into()),
            error: format!("{UNSUPPORTED_TEXT}: {subtype}"),
            error_code: Some(UNSUPPORTED_REQUEST.into()),
            ..ControlError::default()
        };
        Self {
            response: ControlReply::Error(error),
            extra: Extra::default(),
        }
    }

    /// Returns the id of the request that is answered.
    pub fn request_id(&self) -> Option<&RequestId> {
        match &self.response {
            ControlReply::Success(success) => success.request_id.as_ref(),
            ControlReply::Error(error) => error.request_id.as_ref(),
            ControlReply::Unknown(_) | ControlReply::Malformed(_) => None,
        }
    }

    /// Reads the payload as the answer to a request of type `C`.
    pub fn read<C: HostCall>(&self) -> Result<C::Response, WireError> {
        match &self.response {
            ControlReply::Success(success) => success.read::<C>(),
            other => Err(WireError::expected("a success", other.tag())),
        }
    }

    /// Returns the payload of a success.
    pub fn payload(&self) -> Option<&RawJson> {
        match &self.response {
            ControlReply::Success(success) => success.response.as_ref(),
            _ => None,
        }
    }
}

impl ControlReply {
    /// Returns the requests of the CLI that were already open, which the answer to `initialize` lists.
    pub fn pending_requests(&self) -> impl Iterator<Item = &PendingRequest> {
        let lists = match self {
            Self::Success(success) => [
                &*success.pending_permission_requests,
                &*success.pending_user_dialog_requests,
                &*success.pending_elicitation_requests,
            ],
            Self::Error(error) => [
                &*error.pending_permission_requests,
                &*error.pending_user_dialog_requests,
                &*error.pending_elicitation_requests,
            ],
            Self::Unknown(_) | Self::Malformed(_) => [&[][..]; 3],
        };
        lists.into_iter().flatten()
    }
}

impl ControlError {
    /// Returns whether the CLI does not know the request.
    pub fn is_unsupported(&self) -> bool {
        self.error_code.as_deref() == Some(UNSUPPORTED_REQUEST)
            || self.error.starts_with(UNSUPPORTED_TEXT)
    }
}

impl ControlCancelRequest {
    /// Withdraws a request.
    pub fn new(request_id: impl Into<RequestId>) -> Self {
        Self {
            request_id: Some(request_id.into()),
            ..Self::default()
        }
    }
}

impl ControlSuccess {
    /// Reads the payload as the answer to a request of type `C`. An absent payload reads like `{}`.
    pub fn read<C: HostCall>(&self) -> Result<C::Response, WireError> {
        let mut reader = Reader::sharing(self.response.as_ref().and_then(RawJson::line));
        C::Response::read(self.text(), &mut reader)
    }

    pub(super) fn text(&self) -> &str {
        let payload = self.response.as_ref();
        let payload = payload.filter(|response| !response.is_null());
        payload.map_or("{}", RawJson::as_str)
    }
}
