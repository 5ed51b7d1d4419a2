//! Which requests are open, in both directions. Correlation is data: nothing here waits.

use std::collections::HashMap;
use std::sync::Arc;

use pilothouse_protocol::RawJson;
use pilothouse_protocol::ids::RequestId;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::error::{Error, Result};

/// The CLI's answer to a request of ours.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Reply {
    /// Success, with a payload or without.
    Success(Option<RawJson>),
    /// An error.
    Error {
        message: String,
        code: Option<String>,
    },
}

/// A request of the CLI that waits for an answer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OpenRequest {
    /// Identifies the request.
    pub request_id: RequestId,
    /// What kind of request.
    pub subtype: String,
    /// The request itself, as it came.
    pub body: RawJson,
    /// Cancelled when the CLI withdraws the request or is gone.
    pub cancelled: CancellationToken,
}

#[derive(Debug)]
pub(crate) struct Pending {
    prefix: String,
    next: u64,
    outgoing: HashMap<RequestId, oneshot::Sender<Result<Reply>>>,
    incoming: HashMap<RequestId, Arc<OpenRequest>>,
    order: u64,
    arrived: HashMap<RequestId, u64>,
    ended: Option<Error>,
}

impl Pending {
    /// Makes an empty one; ids of our requests begin with the prefix, so that they never meet the CLI's.
    pub(crate) fn new(prefix: String) -> Self {
        Self {
            prefix,
            next: 0,
            outgoing: HashMap::new(),
            incoming: HashMap::new(),
            order: 0,
            arrived: HashMap::new(),
            ended: None,
        }
    }

    /// Registers a request that is about to be written.
    pub(crate) fn register(&mut self) -> Result<(RequestId, oneshot::Receiver<Result<Reply>>)> {
        if let Some(error) = &self.ended {
            return Err(error.clone());
        }
        self.next += 1;
        let id = RequestId::from(format!("{}{}", self.prefix, self.next));
        let (reply, answer) = oneshot::channel();
        self.outgoing.insert(id.clone(), reply);
        Ok((id, answer))
    }

    /// Forgets a request whose caller gave up.
    pub(crate) fn unregister(&mut self, id: &RequestId) {
        self.outgoing.remove(id);
    }

    /// Hands the answer to whoever waits for it. Returns false for answers that nobody waits for, such as the echo of our own.
    pub(crate) fn complete(&mut self, id: &RequestId, reply: Reply) -> bool {
        // A caller that gave up in this moment no longer wants the answer.
        self.outgoing
            .remove(id)
            .map(|waiting| drop(waiting.send(Ok(reply))))
            .is_some()
    }

    /// Notes a request of the CLI. Returns `None` if one with this id is open already.
    pub(crate) fn open(
        &mut self,
        request_id: RequestId,
        subtype: String,
        body: RawJson,
    ) -> Option<Arc<OpenRequest>> {
        if self.incoming.contains_key(&request_id) {
            return None;
        }
        let cancelled = CancellationToken::new();
        let request = Arc::new(OpenRequest {
            request_id: request_id.clone(),
            subtype,
            body,
            cancelled,
        });
        self.order += 1;
        self.arrived.insert(request_id.clone(), self.order);
        self.incoming.insert(request_id, Arc::clone(&request));
        Some(request)
    }

    /// Takes a request of the CLI to answer it. Only the first to ask gets it.
    pub(crate) fn settle(&mut self, id: &RequestId) -> Option<Arc<OpenRequest>> {
        self.arrived.remove(id);
        self.incoming.remove(id)
    }

    /// Withdraws a request of the CLI, and tells its handler.
    pub(crate) fn cancel(&mut self, id: &RequestId) -> bool {
        self.settle(id)
            .map(|request| request.cancelled.cancel())
            .is_some()
    }

    /// Returns the open requests of the CLI in the order in which they came.
    pub(crate) fn open_requests(&self) -> Vec<Arc<OpenRequest>> {
        let mut requests: Vec<_> = self.incoming.values().cloned().collect();
        requests.sort_by_key(|request| self.arrived.get(&request.request_id).copied());
        requests
    }

    /// Ends everything: waiting callers get the error, waiting handlers are cancelled, nothing can be registered any more.
    pub(crate) fn fail_all(&mut self, error: &Error) {
        self.ended.get_or_insert_with(|| error.clone());
        for (_, waiting) in self.outgoing.drain() {
            // A caller that gave up in this moment no longer wants the answer.
            drop(waiting.send(Err(error.clone())));
        }
        self.arrived.clear();
        for (_, request) in self.incoming.drain() {
            request.cancelled.cancel();
        }
    }

    /// Why nothing can be registered any more.
    pub(crate) fn ended(&self) -> Option<&Error> {
        self.ended.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pending() -> Pending {
        Pending::new("t-".into())
    }

    #[test]
    fn an_answer_reaches_its_request_once() {
        let mut pending = pending();
        let (id, mut answer) = pending.register().unwrap();
        assert!(pending.complete(&id, Reply::Success(None)));
        assert!(
            !pending.complete(&id, Reply::Success(None)),
            "a second answer is nobody's"
        );
        assert_eq!(answer.try_recv().unwrap().unwrap(), Reply::Success(None));
    }

    #[test]
    fn an_id_is_never_used_twice() {
        let mut pending = pending();
        let (first, _) = pending.register().unwrap();
        let (second, mut answer) = pending.register().unwrap();
        pending.complete(&first, Reply::Success(None));
        let (third, _) = pending.register().unwrap();
        assert_ne!(third, second);
        assert!(pending.complete(&second, Reply::Success(None)));
        assert!(
            answer.try_recv().is_ok(),
            "the second request has its answer"
        );
    }

    #[test]
    fn a_withdrawn_request_cannot_be_answered() {
        let mut pending = pending();
        let id = RequestId::from("theirs");
        pending.open(id.clone(), "can_use_tool".into(), RawJson::empty_object());
        assert!(pending.cancel(&id));
        assert!(pending.open_requests().is_empty());
        assert!(pending.settle(&id).is_none());
    }

    #[test]
    fn only_the_first_answer_settles_a_request_of_the_cli() {
        let mut pending = pending();
        let id = RequestId::from("theirs");
        assert!(
            pending
                .open(id.clone(), "can_use_tool".into(), RawJson::empty_object())
                .is_some()
        );
        assert!(
            pending
                .open(id.clone(), "can_use_tool".into(), RawJson::empty_object())
                .is_none(),
            "redelivered"
        );
        assert!(pending.settle(&id).is_some());
        assert!(pending.settle(&id).is_none());
        assert!(!pending.cancel(&id), "a late cancel does no harm");
    }

    #[test]
    fn the_end_fails_what_waits_and_what_comes() {
        let mut pending = pending();
        let (_, mut answer) = pending.register().unwrap();
        let request = pending
            .open(
                "theirs".into(),
                "can_use_tool".into(),
                RawJson::empty_object(),
            )
            .unwrap();
        pending.fail_all(&Error::Closed);
        assert!(matches!(answer.try_recv().unwrap(), Err(Error::Closed)));
        assert!(request.cancelled.is_cancelled());
        assert!(matches!(pending.register(), Err(Error::Closed)));
    }

    #[test]
    fn open_requests_are_listed_as_they_came() {
        let mut pending = pending();
        for id in ["b", "a", "c"] {
            pending.open(id.into(), String::new(), RawJson::empty_object());
        }
        let ids: Vec<_> = pending
            .open_requests()
            .iter()
            .map(|request| request.request_id.to_string())
            .collect();
        assert_eq!(ids, ["b", "a", "c"]);
    }
}
