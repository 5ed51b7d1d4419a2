//! The host's own control requests, until the CLI has answered them.

use std::collections::HashMap;

use pilothouse_protocol::control::ControlReply;
use pilothouse_protocol::{Frame, Message};
use serde_json::Value;
use tokio::sync::oneshot;

use crate::problem::Problem;

/// Open requests by their id. Ids carry the server's incarnation: an answer to a server that is gone is nobody's.
pub(super) struct Requests {
    prefix: String,
    next: u64,
    open: HashMap<String, oneshot::Sender<Result<Value, Problem>>>,
}

impl Requests {
    pub(super) fn new(incarnation: &str) -> Self {
        Self {
            prefix: format!("host-{incarnation}-"),
            next: 0,
            open: HashMap::new(),
        }
    }

    /// Makes an id and keeps who waits for its answer.
    pub(super) fn register(
        &mut self,
        reply: Option<oneshot::Sender<Result<Value, Problem>>>,
    ) -> String {
        self.next += 1;
        let id = format!("{}{}", self.prefix, self.next);
        if let Some(reply) = reply {
            self.open.insert(id.clone(), reply);
        }
        id
    }

    /// Hands an answer of the CLI to the one who waits for it.
    pub(super) fn settle(&mut self, line: &bytes::Bytes) {
        if self.open.is_empty() {
            return;
        }
        let frame = Frame::parse(line.clone());
        let Some(Message::ControlResponse(response)) = frame.message() else {
            return;
        };
        let (id, result) = match &response.response {
            ControlReply::Success(success) => (
                success.request_id.as_ref(),
                Ok(success
                    .response
                    .as_ref()
                    .map(|payload| payload.to_value())
                    .unwrap_or_default()),
            ),
            ControlReply::Error(error) => (
                error.request_id.as_ref(),
                Err(Problem::conflict(
                    "refused",
                    format!("The CLI refused: {}.", error.error.trim_end_matches('.')),
                )),
            ),
            _ => return,
        };
        let waiting = id.and_then(|id| self.open.remove(id.as_str()));
        if let Some(waiting) = waiting {
            // Whoever asked may be gone already.
            drop(waiting.send(result));
        }
    }

    /// The process is gone: nobody will answer.
    pub(super) fn fail_all(&mut self, why: &str) {
        for (_, waiting) in self.open.drain() {
            drop(waiting.send(Err(Problem::conflict("ended", why))));
        }
    }
}
