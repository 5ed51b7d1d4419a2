//! Where each frame goes, beside the queue of events.

use std::sync::Arc;

use pilothouse_protocol::ids::RequestId;
use pilothouse_protocol::{Frame, InputFrame, Message, RawJson};
use serde::Deserialize;

use super::pending::{OpenRequest, Reply};
use super::{Answer, Shared, lock};
use crate::events::Notice;
use crate::handlers::{Disposition, serve};

/// Whether what comes is happening now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// It happened before the session was attached: no handler runs.
    History,
    /// It is happening.
    Live,
}

#[derive(Deserialize)]
struct RequestFrame {
    request_id: RequestId,
    request: RawJson,
}

#[derive(Deserialize)]
struct Subtype {
    subtype: String,
}

#[derive(Deserialize)]
struct ResponseFrame {
    response: Response,
}

#[derive(Deserialize)]
struct Response {
    request_id: RequestId,
    subtype: String,
    response: Option<RawJson>,
    error: Option<String>,
    error_code: Option<String>,
    #[serde(default)]
    pending_permission_requests: Vec<RequestFrame>,
    #[serde(default)]
    pending_user_dialog_requests: Vec<RequestFrame>,
    #[serde(default)]
    pending_elicitation_requests: Vec<RequestFrame>,
}

#[derive(Deserialize)]
struct CancelFrame {
    request_id: RequestId,
}

impl Shared {
    /// Serves a frame from the CLI. Never waits.
    pub(super) fn route(self: &Arc<Self>, frame: &Frame, stage: Stage) -> Option<Notice> {
        let message = frame.message()?;
        // Nearly all frames are these, and they concern nobody here.
        if matches!(message, Message::StreamEvent(_)) {
            return None;
        }
        match message.tag() {
            "control_request" => self.receive_request(read(&frame.bytes)?, stage),
            "control_response" => {
                self.receive_response(read(&frame.bytes)?, stage);
                None
            }
            "control_cancel_request" => {
                let cancel: CancelFrame = read(&frame.bytes)?;
                self.pending().cancel(&cancel.request_id);
                None
            }
            _ => {
                lock(&self.turns).observe(frame);
                None
            }
        }
    }

    /// Serves a line that was written to the CLI by another host, or by us in an earlier life.
    pub(super) fn route_sent(&self, frame: &InputFrame) {
        let Some(message) = frame.message() else {
            return;
        };
        if message.tag() == "control_response"
            && let Some(response) = read::<ResponseFrame>(&frame.bytes)
        {
            self.pending().settle(&response.response.request_id);
        }
    }

    /// Hands out the requests that are still open after the history.
    pub(super) fn go_live(self: &Arc<Self>) {
        for request in self.open_requests() {
            // What has to be said about them was said when they came.
            self.dispatch(request);
        }
    }

    fn receive_request(self: &Arc<Self>, frame: RequestFrame, stage: Stage) -> Option<Notice> {
        let subtype = frame
            .request
            .parse::<Subtype>()
            .map(|body| body.subtype)
            .unwrap_or_default();
        let request = self
            .pending()
            .open(frame.request_id, subtype, frame.request)?;
        match stage {
            Stage::History => None,
            Stage::Live => self.dispatch(request),
        }
    }

    fn receive_response(self: &Arc<Self>, frame: ResponseFrame, stage: Stage) {
        let response = frame.response;
        let id = response.request_id;
        let reply = match &*response.subtype {
            "success" => Reply::Success(response.response),
            _ => Reply::Error {
                message: response.error.unwrap_or_default(),
                code: response.error_code,
            },
        };
        // With replayed messages the CLI echoes our own answers; those belong to no request of ours.
        let ours = self.pending().complete(&id, reply);
        if !ours {
            return;
        }
        let redelivered = [
            response.pending_permission_requests,
            response.pending_user_dialog_requests,
            response.pending_elicitation_requests,
        ];
        for request in redelivered.into_iter().flatten() {
            self.receive_request(request, stage);
        }
    }

    fn dispatch(self: &Arc<Self>, request: Arc<OpenRequest>) -> Option<Notice> {
        let (request_id, subtype) = (request.request_id.clone(), request.subtype.clone());
        match self.handlers.disposition(&request) {
            Disposition::Handle => {
                self.spawn(serve(Arc::clone(self), request));
                None
            }
            Disposition::LeaveOpen => None,
            Disposition::LeaveUnanswered => {
                self.pending().settle(&request_id);
                Some(Notice::LeftUnanswered {
                    request_id,
                    subtype,
                })
            }
            Disposition::Refuse => {
                // If the way to the CLI is closed, it no longer waits for an answer.
                drop(self.answer(&request_id, Answer::unsupported(&subtype)));
                Some(Notice::Refused {
                    request_id,
                    subtype,
                })
            }
        }
    }
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    serde_json::from_slice(bytes)
        .inspect_err(|error| tracing::debug!(%error, "a control message does not fit"))
        .ok()
}
