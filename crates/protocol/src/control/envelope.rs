//! The envelopes of requests and responses.

use super::{CliCall, CliRequest, HostCall, HostRequest};
use crate::ids::RequestId;
use crate::raw::RawJson;
use crate::wire::{Extra, Reader, Wire, WireError, wire_enum, wire_struct};

/// The error code for an unsupported request.
pub const UNSUPPORTED_REQUEST: &str = "unsupported_request";

/// The beginning of that error's message; older CLIs send no code.
const UNSUPPORTED_TEXT: &str = "Unsupported control request subtype";

wire_struct! {
    /// A request from the CLI to the host.
    pub struct ControlRequest {
        request_id: Option<RequestId>,
        request: CliRequest,
    }

    /// A request from the host to the CLI.
    pub struct HostControlRequest {
        /// Repeated in the response. The CLI also responds to a request without an ID, likewise without one.
        request_id: Option<RequestId>,
        /// The request itself. A line without it ends the CLI.
        request: HostRequest,
    }

    /// A response, in either direction.
    pub struct ControlResponse {
        response: ControlReply,
    }

    /// The sender withdraws its own request. A late response is ignored.
    #[derive(Default)]
    pub struct ControlCancelRequest {
        request_id: Option<RequestId>,
    }

    /// The request succeeded.
    #[derive(Default)]
    pub struct ControlSuccess {
        request_id: Option<RequestId>,
        /// The result; absent if there is none.
        response: Option<RawJson>,
        /// Open permission requests; in the response to `initialize`.
        pending_permission_requests: Vec<PendingRequest>,
        pending_user_dialog_requests: Vec<PendingRequest>,
        pending_elicitation_requests: Vec<PendingRequest>,
    }

    /// The request failed.
    #[derive(Default)]
    pub struct ControlError {
        request_id: Option<RequestId>,
        error: String,
        /// The error code; an open set.
        error_code: Option<String>,
        /// The model that stays in use after a failed change of model.
        model: Option<String>,
        /// Open permission requests; in the response to a second `initialize`.
        pending_permission_requests: Vec<PendingRequest>,
        pending_user_dialog_requests: Vec<PendingRequest>,
        pending_elicitation_requests: Vec<PendingRequest>,
    }

    /// A request of the CLI that was already open. Handle it like a new one, unless its ID is known.
    pub struct PendingRequest {
        /// Always `control_request`.
        kind: Option<String> = "type",
        request_id: RequestId,
        request: CliRequest,
    }
}

wire_enum! {
    /// The outcome of a request.
    pub enum ControlReply by "subtype" {
        /// The request succeeded.
        "success" => Success(ControlSuccess),
        /// The request failed.
        "error" => Error(ControlError),
    }
}

impl ControlRequest {
    /// Creates a request of the CLI.
    pub fn new(request_id: impl Into<RequestId>, request: impl Into<CliRequest>) -> Self {
        Self {
            request_id: Some(request_id.into()),
            request: request.into(),
            extra: Extra::default(),
        }
    }
}

impl HostControlRequest {
    /// Creates a request of the host.
    pub fn new(request_id: impl Into<RequestId>, request: impl Into<HostRequest>) -> Self {
        Self {
            request_id: Some(request_id.into()),
            request: request.into(),
            extra: Extra::default(),
        }
    }
}

impl ControlResponse {
    /// Responds to a request of the CLI with the type it expects.
    pub fn answer<C: CliCall>(request_id: impl Into<RequestId>, answer: &C::Answer) -> Self {
        Self::success(request_id, Some(RawJson::from_wire(answer)))
    }

    /// Responds with any payload, or none.
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

    /// Responds with an error.
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

    /// Responds to an unsupported request, in the format of both sides.
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

    /// Returns the ID of the request.
    pub fn request_id(&self) -> Option<&RequestId> {
        match &self.response {
            ControlReply::Success(success) => success.request_id.as_ref(),
            ControlReply::Error(error) => error.request_id.as_ref(),
            ControlReply::Unknown(_) | ControlReply::Malformed(_) => None,
        }
    }

    /// Parses the payload as the response to a request of type `C`.
    pub fn read<C: HostCall>(&self) -> Result<C::Response, WireError> {
        match &self.response {
            ControlReply::Success(success) => success.read::<C>(),
            other => Err(WireError::expected("a success", other.tag())),
        }
    }

    /// Returns the payload of a successful response.
    pub fn payload(&self) -> Option<&RawJson> {
        match &self.response {
            ControlReply::Success(success) => success.response.as_ref(),
            _ => None,
        }
    }
}

impl ControlReply {
    /// Returns the open requests of the CLI, which the response to `initialize` lists.
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
    /// Returns whether the CLI does not support the request.
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
    /// Parses the payload as the response to a request of type `C`. An absent payload is parsed like `{}`.
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
