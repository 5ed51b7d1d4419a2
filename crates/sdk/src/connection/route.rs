//! Routing of frames, besides the queue of events.

use std::sync::Arc;

use pilothouse_protocol::control::{CliRequest, ControlReply, ControlResponse};
use pilothouse_protocol::ids::RequestId;
use pilothouse_protocol::{Frame, Input, InputFrame, Message, RawJson};

use super::{Shared, lock};
use crate::asked::OpenRequest;
use crate::events::Notice;
use crate::handlers::{Disposition, serve};

/// Whether a line is history or live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// A line from before the session was attached: no handler runs.
    History,
    /// A live line.
    Live,
}

impl Shared {
    /// Processes a frame from the CLI. Never waits.
    pub(super) fn route(self: &Arc<Self>, frame: &Frame, stage: Stage) -> Option<Notice> {
        match frame.message()? {
            // Nearly all frames are stream events, which need no routing.
            Message::StreamEvent(_) => None,
            Message::ControlRequest(asked) => {
                self.receive_request(asked.request_id.as_ref()?, &asked.request, stage)
            }
            Message::ControlResponse(response) => {
                self.receive_response(response, stage);
                None
            }
            Message::ControlCancelRequest(cancel) => {
                self.pending().cancel(cancel.request_id.as_ref()?);
                None
            }
            Message::TranscriptMirror(added) if stage == Stage::Live => {
                lock(&self.mirror).as_ref()?.take(added)
            }
            message => {
                lock(&self.turns).observe(message);
                None
            }
        }
    }

    /// Processes a line that was written to the CLI by another host or an earlier session.
    pub(super) fn route_sent(&self, frame: &InputFrame) {
        if let Some(Input::ControlResponse(response)) = frame.message()
            && let Some(id) = response.request_id()
        {
            self.pending().settle(id);
        }
    }

    /// Handles the requests that are still open after the history.
    pub(super) fn go_live(self: &Arc<Self>) {
        for request in self.open_requests() {
            // Their notices were returned when they arrived.
            self.dispatch(request);
        }
    }

    fn receive_request(
        self: &Arc<Self>,
        id: &RequestId,
        request: &CliRequest,
        stage: Stage,
    ) -> Option<Notice> {
        let request = self.pending().open(id, request)?;
        match stage {
            Stage::History => None,
            Stage::Live => self.dispatch(request),
        }
    }

    fn receive_response(self: &Arc<Self>, response: &Arc<ControlResponse>, stage: Stage) {
        // If prompts are replayed, the CLI also echoes our responses; those belong to no request of ours.
        let ours = answered(&response.response)
            .is_some_and(|id| self.pending().complete(&id, Arc::clone(response)));
        if ours {
            for pending in response.response.pending_requests() {
                self.receive_request(&pending.request_id, &pending.request, stage);
            }
        }
    }

    fn dispatch(self: &Arc<Self>, request: Arc<OpenRequest>) -> Option<Notice> {
        let disposition = self.handlers.disposition(&request);
        let (request_id, subtype) = (request.request_id.clone(), request.subtype().to_owned());
        match disposition {
            Disposition::Answer(answering) => {
                self.spawn(serve(Arc::clone(self), request, answering));
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
                let refusal = ControlResponse::unsupported(&request_id, &subtype);
                // If stdin is closed, the CLI no longer waits for a response.
                drop(self.answer(&request_id, refusal.into()));
                Some(Notice::Refused {
                    request_id,
                    subtype,
                })
            }
        }
    }
}

/// The ID of the answered request. A response that does not match its type still ends the wait.
fn answered(reply: &ControlReply) -> Option<RequestId> {
    let whole = |raw: &RawJson| raw.get("request_id")?.as_string().map(RequestId::from);
    match reply {
        ControlReply::Success(success) => success.request_id.clone(),
        ControlReply::Error(error) => error.request_id.clone(),
        ControlReply::Unknown(unknown) => whole(&unknown.raw),
        ControlReply::Malformed(malformed) => whole(&malformed.raw),
        _ => None,
    }
}
