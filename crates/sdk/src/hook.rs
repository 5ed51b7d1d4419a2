//! Hooks: closures that the CLI calls at certain events of a session.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

pub use pilothouse_protocol::hook::{
    HookBase, HookCallback, HookCallbackId, HookDecision, HookEvent, HookFailure, HookInput,
    HookMatcher, HookOutput, HookPermissionDecision, HookSpecificOutput,
};
use pilothouse_protocol::{Input, RawJson};

use crate::asked::{Answer, Answering, Asked, Handler, OpenRequest};

/// A call of a hook. Its fields are those of [`HookCallback`].
pub type HookCall = Asked<HookCallback>;

impl Asked<HookCallback> {
    /// Returns the name of the tool, if the hook is about a call.
    pub fn tool_name(&self) -> Option<&str> {
        self.call_of_tool().map(|(name, _)| name)
    }

    /// Returns the input of the call, if the hook is about one.
    pub fn tool_input(&self) -> Option<&RawJson> {
        self.call_of_tool().map(|(_, input)| input)
    }

    /// Returns the command, if the hook is about a tool that runs one.
    pub fn command(&self) -> Option<String> {
        self.tool_input()?.string_at("command")
    }

    fn call_of_tool(&self) -> Option<(&str, &RawJson)> {
        match &self.input {
            HookInput::PreToolUse(input) => Some((&input.tool_name, &input.tool_input)),
            HookInput::PostToolUse(input) => Some((&input.tool_name, &input.tool_input)),
            HookInput::PostToolUseFailure(input) => Some((&input.tool_name, &input.tool_input)),
            HookInput::PermissionRequest(input) => Some((&input.tool_name, &input.tool_input)),
            HookInput::PermissionDenied(input) => Some((&input.tool_name, &input.tool_input)),
            _ => None,
        }
    }
}

/// The event and matcher of a hook, and the effect of its failure.
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
    /// Matches every event of this type.
    pub fn on(event: HookEvent) -> Self {
        Self {
            event,
            matcher: HookMatcher::default(),
        }
    }

    /// Sets the matcher: exact names separated by `|` or `,`, or a regular expression; empty or `*` matches all.
    #[must_use]
    pub fn matching(mut self, matcher: impl Into<String>) -> Self {
        self.matcher = self.matcher.matching(matcher);
        self
    }

    /// Sets the timeout; 600 s by default. A tool call whose hook does not answer in time is not run.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.matcher = self.matcher.timeout_seconds(timeout.as_secs_f64());
        self
    }

    /// Blocks the guarded action when the handler fails; by default it continues.
    #[must_use]
    pub fn block_on_failure(mut self) -> Self {
        self.matcher = self.matcher.block_on_failure();
        self
    }
}

/// The result of a hook: an output, or the reason for a failure.
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

impl Answer<HookCallback> for HookAnswer {
    fn into_result(self, _: &HookCallback) -> Result<HookOutput, String> {
        self.0
    }
}

/// The registered hooks by their IDs.
#[derive(Clone, Default)]
pub(crate) struct HookCallbacks {
    handlers: HashMap<HookCallbackId, Handler<HookCallback>>,
    points: Vec<HookPoint>,
}

impl HookCallbacks {
    pub(crate) fn add(&mut self, mut point: HookPoint, handler: Handler<HookCallback>) {
        let id = HookCallbackId::from(format!("hook_{}", self.points.len()));
        point.matcher.hook_callback_ids = vec![id.clone()].into();
        self.points.push(point);
        self.handlers.insert(id, handler);
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

    pub(crate) fn answer(&self, request: &OpenRequest, call: &Arc<HookCallback>) -> Answering {
        match self.handlers.get(&call.callback_id) {
            Some(handler) => handler.answer(request.with(call)),
            None => {
                let error = format!("no hook callback with id {}", call.callback_id);
                let line = Input::error(&request.request_id, error);
                Box::pin(std::future::ready(line.into()))
            }
        }
    }
}
