//! Hooks: closures that the CLI calls at certain moments of a session.

use std::collections::{BTreeMap, HashMap};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub use pilothouse_protocol::hook::*;
use pilothouse_protocol::ids::ToolUseId;
use pilothouse_protocol::wire::Wire;
use tokio_util::sync::CancellationToken;

use crate::connection::{Answer, OpenRequest};
use crate::handlers::raw;

/// A hook fired.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct HookCall {
    /// What happened, by event.
    pub input: HookInput,
    /// The call it is about; a random id for events without a tool.
    pub tool_use_id: Option<ToolUseId>,
    /// Cancelled when the CLI no longer waits.
    pub cancelled: CancellationToken,
}

/// When a hook is called, and what its failure means.
///
/// ```
/// use std::time::Duration;
/// use pilothouse_sdk::{HookPoint, hook::HookEvent};
///
/// let point = HookPoint::on(HookEvent::PreToolUse).matching("Bash|Write").timeout(Duration::from_secs(5)).block_on_failure();
/// ```
#[derive(Debug, Clone)]
pub struct HookPoint {
    event: HookEvent,
    matcher: HookMatcher,
}

impl HookPoint {
    /// On every occasion of an event.
    pub fn on(event: HookEvent) -> Self {
        Self {
            event,
            matcher: HookMatcher::default(),
        }
    }

    /// Only where the matcher fits: exact names split by `|` or `,`, or a regular expression; empty or `*` matches all.
    #[must_use]
    pub fn matching(mut self, matcher: impl Into<String>) -> Self {
        self.matcher = self.matcher.matching(matcher);
        self
    }

    /// How long the CLI waits for the answer; 600 s unless said otherwise. A tool call whose hook did not answer is not run.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.matcher = self.matcher.timeout_seconds(timeout.as_secs_f64());
        self
    }

    /// Blocks the guarded action when the handler fails; by default it goes on.
    #[must_use]
    pub fn block_on_failure(mut self) -> Self {
        self.matcher = self.matcher.block_on_failure();
        self
    }
}

/// What a hook answers: an output, or the reason why there is none.
#[derive(Debug, Clone, PartialEq)]
pub struct HookAnswer(Result<HookOutput, String>);

impl From<HookOutput> for HookAnswer {
    fn from(output: HookOutput) -> Self {
        Self(Ok(output))
    }
}

impl<E: std::fmt::Display> From<Result<HookOutput, E>> for HookAnswer {
    fn from(result: Result<HookOutput, E>) -> Self {
        Self(result.map_err(|error| error.to_string()))
    }
}

/// Answers hooks. Closures do: `|call: HookCall| async move { HookOutput::proceed() }`, or a `Result` of it.
pub trait HookHandler: Send + Sync + 'static {
    /// Answers. Hooks run in parallel, each in a task of its own.
    fn call(&self, call: HookCall) -> impl Future<Output = HookAnswer> + Send;
}

impl<F, R, A> HookHandler for F
where
    F: Fn(HookCall) -> R + Send + Sync + 'static,
    R: Future<Output = A> + Send,
    A: Into<HookAnswer>,
{
    fn call(&self, call: HookCall) -> impl Future<Output = HookAnswer> + Send {
        let answer = self(call);
        async move { answer.await.into() }
    }
}

impl<H: HookHandler> HookHandler for Arc<H> {
    fn call(&self, call: HookCall) -> impl Future<Output = HookAnswer> + Send {
        H::call(self, call)
    }
}

trait ErasedHook: Send + Sync {
    fn call(&self, call: HookCall) -> Pin<Box<dyn Future<Output = HookAnswer> + Send + '_>>;
}

impl<H: HookHandler> ErasedHook for H {
    fn call(&self, call: HookCall) -> Pin<Box<dyn Future<Output = HookAnswer> + Send + '_>> {
        Box::pin(HookHandler::call(self, call))
    }
}

/// The registered hooks, by the ids under which the CLI knows them.
#[derive(Clone, Default)]
pub(crate) struct HookCallbacks {
    handlers: HashMap<String, Arc<dyn ErasedHook>>,
    points: Vec<HookPoint>,
}

impl HookCallbacks {
    pub(crate) fn add(&mut self, mut point: HookPoint, handler: impl HookHandler) {
        let id = format!("hook_{}", self.points.len());
        point.matcher.hook_callback_ids = [HookCallbackId::from(&*id)].into_iter().collect();
        self.points.push(point);
        self.handlers.insert(id, Arc::new(handler));
    }

    /// Returns the `hooks` of `initialize`.
    pub(crate) fn registration(&self) -> BTreeMap<String, Vec<HookMatcher>> {
        let mut events: BTreeMap<String, Vec<HookMatcher>> = BTreeMap::new();
        for point in &self.points {
            events
                .entry(point.event.as_str().to_owned())
                .or_default()
                .push(point.matcher.clone());
        }
        events
    }

    pub(crate) async fn call(&self, request: &OpenRequest) -> Answer {
        let callback = match HookCallback::from_json(request.body.as_str()) {
            Ok(callback) => callback,
            Err(error) => return Answer::error(format!("the request does not fit: {error}")),
        };
        let Some(handler) = self.handlers.get(callback.callback_id.as_str()) else {
            return Answer::error(format!("no hook callback with id {}", callback.callback_id));
        };
        let call = HookCall {
            input: callback.input,
            tool_use_id: callback.tool_use_id,
            cancelled: request.cancelled.clone(),
        };
        match handler.call(call).await.0 {
            Ok(output) => Answer::Success(raw(&output)),
            Err(message) => Answer::error(message),
        }
    }
}
