//! Open requests in both directions. Correlation is plain data: nothing here waits.

use std::collections::HashMap;
use std::sync::Arc;

use pilothouse_protocol::control::{CliRequest, ControlResponse};
use pilothouse_protocol::ids::RequestId;
use tokio::sync::oneshot;

use crate::asked::OpenRequest;
use crate::error::{Error, Result};

/// Receives the CLI's response to a request.
type Waiting = oneshot::Receiver<Result<Arc<ControlResponse>>>;

#[derive(Debug)]
pub(crate) struct Pending {
    prefix: String,
    next: u64,
    outgoing: HashMap<RequestId, oneshot::Sender<Result<Arc<ControlResponse>>>>,
    /// Requests of the CLI in the order of their arrival. There are few.
    incoming: Vec<Arc<OpenRequest>>,
    ended: Option<Error>,
}

impl Pending {
    /// Creates an empty set; IDs of outgoing requests have the prefix, so that they never equal those of the CLI.
    pub(crate) fn new(prefix: String) -> Self {
        Self {
            prefix,
            next: 0,
            outgoing: HashMap::new(),
            incoming: Vec::new(),
            ended: None,
        }
    }

    /// Registers a request that is about to be written.
    pub(crate) fn register(&mut self) -> Result<(RequestId, Waiting)> {
        if let Some(error) = &self.ended {
            return Err(error.clone());
        }
        self.next += 1;
        let id = RequestId::from(format!("{}{}", self.prefix, self.next));
        let (reply, answer) = oneshot::channel();
        self.outgoing.insert(id.clone(), reply);
        Ok((id, answer))
    }

    /// Removes a request whose caller no longer waits.
    pub(crate) fn unregister(&mut self, id: &RequestId) {
        self.outgoing.remove(id);
    }

    /// Passes the response to its request. Returns false if no request waits for it, as for the echo of our own
    /// response.
    pub(crate) fn complete(&mut self, id: &RequestId, reply: Arc<ControlResponse>) -> bool {
        // The caller may have stopped waiting.
        self.outgoing
            .remove(id)
            .map(|waiting| drop(waiting.send(Ok(reply))))
            .is_some()
    }

    /// Registers a request of the CLI. Returns `None` if one with this ID is already open.
    pub(crate) fn open(
        &mut self,
        id: &RequestId,
        request: &CliRequest,
    ) -> Option<Arc<OpenRequest>> {
        if self.position(id).is_some() {
            return None;
        }
        let request = Arc::new(OpenRequest::new(id.clone(), request.clone()));
        self.incoming.push(Arc::clone(&request));
        Some(request)
    }

    /// Removes a request of the CLI in order to answer it. Only the first caller receives it.
    pub(crate) fn settle(&mut self, id: &RequestId) -> Option<Arc<OpenRequest>> {
        self.position(id).map(|index| self.incoming.remove(index))
    }

    fn position(&self, id: &RequestId) -> Option<usize> {
        let mut open = self.incoming.iter();
        open.position(|request| request.request_id == *id)
    }

    /// Withdraws a request of the CLI, and cancels its handler.
    pub(crate) fn cancel(&mut self, id: &RequestId) -> bool {
        self.settle(id)
            .map(|request| request.cancelled.cancel())
            .is_some()
    }

    /// Returns the open requests of the CLI in the order of their arrival.
    pub(crate) fn open_requests(&self) -> Vec<Arc<OpenRequest>> {
        self.incoming.clone()
    }

    /// Ends everything: waiting callers receive the error, handlers are cancelled, and no request can be registered any
    /// more.
    pub(crate) fn fail_all(&mut self, error: &Error) {
        self.ended.get_or_insert_with(|| error.clone());
        for (_, waiting) in self.outgoing.drain() {
            // The caller may have stopped waiting.
            drop(waiting.send(Err(error.clone())));
        }
        for request in self.incoming.drain(..) {
            request.cancelled.cancel();
        }
    }

    /// Returns why no request can be registered any more.
    pub(crate) fn ended(&self) -> Option<&Error> {
        self.ended.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use pilothouse_protocol::permission::CanUseTool;

    use super::*;

    fn pending() -> Pending {
        Pending::new("t-".into())
    }

    fn done() -> Arc<ControlResponse> {
        Arc::new(ControlResponse::success("any", None))
    }

    fn ask() -> CliRequest {
        CanUseTool::default().into()
    }

    #[test]
    fn an_answer_reaches_its_request_once() {
        let mut pending = pending();
        let (id, mut answer) = pending.register().unwrap();
        assert!(pending.complete(&id, done()));
        assert!(
            !pending.complete(&id, done()),
            "a second answer is nobody's"
        );
        assert_eq!(answer.try_recv().unwrap().unwrap(), done());
    }

    #[test]
    fn an_id_is_never_used_twice() {
        let mut pending = pending();
        let (first, _) = pending.register().unwrap();
        let (second, mut answer) = pending.register().unwrap();
        pending.complete(&first, done());
        let (third, _) = pending.register().unwrap();
        assert_ne!(third, second);
        assert!(pending.complete(&second, done()));
        assert!(
            answer.try_recv().is_ok(),
            "the second request has its answer"
        );
    }

    #[test]
    fn a_withdrawn_request_cannot_be_answered() {
        let mut pending = pending();
        let id = RequestId::from("theirs");
        pending.open(&id, &ask());
        assert!(pending.cancel(&id));
        assert!(pending.open_requests().is_empty());
        assert!(pending.settle(&id).is_none());
    }

    #[test]
    fn only_the_first_answer_settles_a_request_of_the_cli() {
        let mut pending = pending();
        let id = RequestId::from("theirs");
        assert!(pending.open(&id, &ask()).is_some());
        assert!(pending.open(&id, &ask()).is_none(), "redelivered");
        assert!(pending.settle(&id).is_some());
        assert!(pending.settle(&id).is_none());
        assert!(!pending.cancel(&id), "a late cancel does no harm");
    }

    #[test]
    fn the_end_fails_what_waits_and_what_comes() {
        let mut pending = pending();
        let (_, mut answer) = pending.register().unwrap();
        let request = pending.open(&"theirs".into(), &ask()).unwrap();
        pending.fail_all(&Error::Closed);
        assert!(matches!(answer.try_recv().unwrap(), Err(Error::Closed)));
        assert!(request.cancelled.is_cancelled());
        assert!(matches!(pending.register(), Err(Error::Closed)));
    }

    #[test]
    fn open_requests_are_listed_as_they_came() {
        let mut pending = pending();
        for id in ["b", "a", "c"] {
            pending.open(&id.into(), &ask());
        }
        let ids: Vec<_> = pending
            .open_requests()
            .iter()
            .map(|request| request.request_id.to_string())
            .collect();
        assert_eq!(ids, ["b", "a", "c"]);
    }
}
