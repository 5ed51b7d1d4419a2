//! Open requests of the CLI, and the handlers that answer them.

use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use pilothouse_protocol::Input;
use pilothouse_protocol::control::{CliCall, CliRequest};
use pilothouse_protocol::elicitation::{
    DialogResult, Elicitation, ElicitationResult, RequestUserDialog,
};
use pilothouse_protocol::ids::RequestId;
use tokio_util::sync::CancellationToken;

/// An open request of the CLI, of any type.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OpenRequest {
    /// Identifies the request.
    pub request_id: RequestId,
    /// The request itself.
    pub request: CliRequest,
    /// Cancelled when the CLI withdraws the request or exits.
    pub cancelled: CancellationToken,
}

impl OpenRequest {
    pub(crate) fn new(request_id: RequestId, request: CliRequest) -> Self {
        Self {
            request_id,
            request,
            cancelled: CancellationToken::new(),
        }
    }

    /// Returns the subtype of the request.
    pub fn subtype(&self) -> &str {
        self.request.tag()
    }

    /// Returns the request as type `C`, if it has this type: `open.asked::<CanUseTool>()` is a permission request.
    pub fn asked<C: CliCall>(&self) -> Option<Asked<C>> {
        C::of(&self.request).map(|call| self.with(call))
    }

    pub(crate) fn with<C>(&self, call: &Arc<C>) -> Asked<C> {
        Asked {
            request_id: self.request_id.clone(),
            call: Arc::clone(call),
            cancelled: self.cancelled.clone(),
        }
    }
}

/// A request of the CLI with a known type, as passed to a handler. Its fields are those of `C`.
///
/// There is no deadline for the answer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Asked<C> {
    /// Identifies the request.
    pub request_id: RequestId,
    /// The request itself, shared with its event.
    pub call: Arc<C>,
    /// Cancelled when the CLI withdraws the request: the turn was interrupted, a hook decided, or the CLI exited.
    pub cancelled: CancellationToken,
}

impl<C> Asked<C> {
    /// Creates a request for testing a handler.
    pub fn new(request_id: impl Into<RequestId>, call: C) -> Self {
        Self {
            request_id: request_id.into(),
            call: Arc::new(call),
            cancelled: CancellationToken::new(),
        }
    }
}

impl<C> Deref for Asked<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.call
    }
}

/// The return value of a handler for a request of type `C`.
pub(crate) trait Answer<C: CliCall> {
    /// Returns the response to this request, or the error to send instead.
    fn into_result(self, call: &C) -> Result<C::Answer, String>;

    /// Returns the prompt to send after the answer.
    fn follow_up(&self) -> Option<String> {
        None
    }
}

impl Answer<Elicitation> for ElicitationResult {
    fn into_result(self, _: &Elicitation) -> Result<Self, String> {
        Ok(self)
    }
}

impl Answer<RequestUserDialog> for DialogResult {
    fn into_result(self, _: &RequestUserDialog) -> Result<Self, String> {
        Ok(self)
    }
}

/// A response that is ready to be written.
pub(crate) struct Answered {
    pub(crate) line: Input,
    /// A prompt to send after the response.
    pub(crate) follow_up: Option<String>,
}

impl Answered {
    pub(crate) fn new<C: CliCall>(id: &RequestId, call: &C, answer: impl Answer<C>) -> Self {
        let follow_up = answer.follow_up();
        let line = answer_line::<C>(id, answer.into_result(call));
        Self { line, follow_up }
    }
}

impl From<Input> for Answered {
    fn from(line: Input) -> Self {
        Self {
            line,
            follow_up: None,
        }
    }
}

/// Creates the line that responds to a request.
pub(crate) fn answer_line<C: CliCall>(id: &RequestId, answer: Result<C::Answer, String>) -> Input {
    match answer {
        Ok(answer) => Input::answer::<C>(id, &answer),
        Err(message) => Input::error(id, message),
    }
}

/// A future that computes the response. User code runs only while it is polled.
pub(crate) type Answering = Pin<Box<dyn Future<Output = Answered> + Send>>;

/// A user closure that answers requests of type `C`.
pub(crate) struct Handler<C>(Arc<dyn Fn(Asked<C>) -> Answering + Send + Sync>);

impl<C> Clone for Handler<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C: CliCall + Send + Sync + 'static> Handler<C> {
    pub(crate) fn new<F, R>(handle: F) -> Self
    where
        F: Fn(Asked<C>) -> R + Send + Sync + 'static,
        R: Future<Output: Answer<C>> + Send + 'static,
    {
        let handle = Arc::new(handle);
        Self(Arc::new(move |asked| {
            let handle = Arc::clone(&handle);
            Box::pin(async move {
                let (id, call) = (asked.request_id.clone(), Arc::clone(&asked.call));
                Answered::new(&id, &*call, handle(asked).await)
            })
        }))
    }

    pub(crate) fn answer(&self, asked: Asked<C>) -> Answering {
        (self.0)(asked)
    }
}
