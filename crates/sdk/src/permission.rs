//! May this tool run? Asks, and what may be decided.

mod question;

use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use pilothouse_protocol::ids::{RequestId, ToolUseId};
use pilothouse_protocol::permission::{
    Allow, CanUseTool, Deny, PermissionDestination, PermissionMode, PermissionResult,
    PermissionUpdate,
};
use pilothouse_protocol::wire::{Wire, WireError};
use pilothouse_protocol::{JsonObject, RawJson};
use tokio_util::sync::CancellationToken;

use crate::connection::{Answer, OpenRequest};
use crate::handlers::raw;
pub use question::{Answers, Question, QuestionOption};

/// The CLI asks whether a tool may run. Its fields are those of [`CanUseTool`].
///
/// There is no deadline: the CLI waits as long as it takes.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PermissionRequest {
    /// Identifies the ask.
    pub request_id: RequestId,
    /// What is asked.
    pub ask: CanUseTool,
    /// Cancelled when the CLI withdraws the ask: the turn was interrupted, a hook decided, the CLI is gone.
    pub cancelled: CancellationToken,
}

impl PermissionRequest {
    /// Reads the ask out of an open request, for those who answer by hand.
    pub fn read(request: &OpenRequest) -> Result<Self, WireError> {
        let ask = CanUseTool::from_json(request.body.as_str())?;
        Ok(Self {
            request_id: request.request_id.clone(),
            ask,
            cancelled: request.cancelled.clone(),
        })
    }

    /// Reads the tool's input into a type.
    pub fn input_as<T: serde::de::DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        self.ask.input.as_raw().parse()
    }

    /// Returns the questions, if the tool is AskUserQuestion. Answer them with [`Answers`].
    pub fn questions(&self) -> Option<Vec<Question>> {
        if self.ask.tool_name != "AskUserQuestion" {
            return None;
        }
        self.ask.input.get("questions")?.parse().ok()
    }

    /// Returns the plan, if the tool is ExitPlanMode. Empty if the model wrote none.
    pub fn plan(&self) -> Option<String> {
        if self.ask.tool_name != "ExitPlanMode" {
            return None;
        }
        Some(
            self.ask
                .input
                .get("plan")
                .and_then(|plan| plan.as_string())
                .unwrap_or_default(),
        )
    }

    /// Whether the CLI says that a person must decide: no rule and no program may.
    pub fn needs_person(&self) -> bool {
        self.ask.requires_user_interaction == Some(true)
            || self.ask.classifier_approvable == Some(false)
    }
}

impl Deref for PermissionRequest {
    type Target = CanUseTool;

    fn deref(&self) -> &CanUseTool {
        &self.ask
    }
}

/// The answer to an ask.
///
/// ```
/// use pilothouse_sdk::Decision;
///
/// let once = Decision::allow();
/// let never = Decision::deny("this session only reads");
/// let stop = Decision::deny("let us talk first").and_interrupt();
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Decision(Kind);

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Allow(Allow),
    Deny(Deny),
    Error(String),
}

impl Decision {
    /// Lets the tool run as asked.
    pub fn allow() -> Self {
        Self(Kind::Allow(Allow::default()))
    }

    /// Refuses; the model reads the message.
    pub fn deny(message: impl Into<String>) -> Self {
        Self(Kind::Deny(Deny::new(message)))
    }

    /// Says that the ask could not be decided; the call fails and the turn goes on.
    pub fn error(message: impl Into<String>) -> Self {
        Self(Kind::Error(message.into()))
    }

    /// Answers the questions of AskUserQuestion.
    pub fn answer(request: &PermissionRequest, answers: &Answers) -> Self {
        Self::allow().with_input(answers.fill(&request.ask.input))
    }

    /// Approves a plan, changed or not; the mode is what the session goes on in.
    pub fn approve_plan(mode: PermissionMode) -> Self {
        Self::allow().remember(set_mode(mode))
    }

    /// Runs the tool with another input. Does nothing to a denial.
    #[must_use]
    pub fn with_input(mut self, input: JsonObject) -> Self {
        if let Kind::Allow(allow) = &mut self.0 {
            allow.updated_input = Some(input);
        }
        self
    }

    /// Also changes what is allowed from now on: one of the ask's suggestions, or a change of your own.
    #[must_use]
    pub fn remember(mut self, update: PermissionUpdate) -> Self {
        if let Kind::Allow(allow) = &mut self.0 {
            allow.updated_permissions.push(update);
        }
        self
    }

    /// Takes all suggestions of the ask, kept where you say rather than where the CLI would.
    ///
    /// The CLI suggests to write rules for Bash into the project's local settings; [`PermissionDestination::Session`] forgets them with the session.
    #[must_use]
    pub fn remember_suggestions(
        mut self,
        request: &PermissionRequest,
        destination: &PermissionDestination,
    ) -> Self {
        if request.ask.suppress_always_allow_rule == Some(true) {
            return self;
        }
        for suggestion in &request.ask.permission_suggestions {
            self = self.remember(kept_in(suggestion.clone(), destination));
        }
        self
    }

    /// Also ends the turn. The model would never see the message of such a denial, so it is sent as the next prompt; an empty one is not.
    #[must_use]
    pub fn and_interrupt(mut self) -> Self {
        if let Kind::Deny(deny) = &mut self.0 {
            deny.interrupt = Some(true);
        }
        self
    }

    /// Returns whether the tool may run.
    pub fn is_allow(&self) -> bool {
        matches!(self.0, Kind::Allow(_))
    }

    /// Returns whether the tool may not run.
    pub fn is_deny(&self) -> bool {
        !self.is_allow()
    }

    pub(crate) fn follow_up(&self) -> Option<String> {
        match &self.0 {
            Kind::Deny(deny) if deny.interrupt == Some(true) && !deny.message.trim().is_empty() => {
                Some(deny.message.clone())
            }
            _ => None,
        }
    }

    /// Makes the answer to a request, which is needed to say whose answer it is and what runs.
    pub(crate) fn into_answer(self, request: &OpenRequest) -> Answer {
        let member = |key: &str| request.body.get(key);
        let tool_use_id = member("tool_use_id").and_then(|id| id.as_string());
        let tool_use_id = tool_use_id.map(ToolUseId::from);
        match self.0 {
            Kind::Allow(mut allow) => {
                allow.tool_use_id = allow.tool_use_id.or(tool_use_id);
                // An older CLI takes an answer without an input for a denial (2.1.38).
                let original = || member("input")?.try_into().ok();
                allow.updated_input = allow.updated_input.or_else(original);
                Answer::Success(raw(&PermissionResult::Allow(allow)))
            }
            Kind::Deny(mut deny) => {
                deny.tool_use_id = deny.tool_use_id.or(tool_use_id);
                Answer::Success(raw(&PermissionResult::Deny(deny)))
            }
            Kind::Error(message) => Answer::error(message),
        }
    }
}

impl From<PermissionResult> for Decision {
    fn from(result: PermissionResult) -> Self {
        match result {
            PermissionResult::Allow(allow) => Self(Kind::Allow(allow)),
            PermissionResult::Deny(deny) => Self(Kind::Deny(deny)),
            other => Self::error(format!("unknown decision {}", other.tag())),
        }
    }
}

fn set_mode(mode: PermissionMode) -> PermissionUpdate {
    let value =
        serde_json::json!({"type": "setMode", "mode": mode.as_str(), "destination": "session"});
    read_update(&value.into())
}

/// Rewrites where an update is kept.
pub fn kept_in(update: PermissionUpdate, destination: &PermissionDestination) -> PermissionUpdate {
    let mut update = update;
    match &mut update {
        PermissionUpdate::AddRules(rules)
        | PermissionUpdate::ReplaceRules(rules)
        | PermissionUpdate::RemoveRules(rules) => {
            rules.destination = destination.clone();
        }
        PermissionUpdate::SetMode(mode) => mode.destination = destination.clone(),
        PermissionUpdate::AddDirectories(directories)
        | PermissionUpdate::RemoveDirectories(directories) => {
            directories.destination = destination.clone();
        }
        // What we do not know is sent back as it came.
        _ => {}
    }
    update
}

fn read_update(raw: &RawJson) -> PermissionUpdate {
    PermissionUpdate::from_json(raw.as_str()).unwrap_or_else(|error| {
        // Reading an update cannot fail: what does not fit is its malformed variant.
        unreachable!("{error}")
    })
}

/// Decides asks. Closures do: `|request: PermissionRequest| async move { Decision::allow() }`.
pub trait PermissionHandler: Send + Sync + 'static {
    /// Decides. Several asks may be open at once; each is decided in a task of its own.
    fn decide(&self, request: PermissionRequest) -> impl Future<Output = Decision> + Send;
}

impl<F, R> PermissionHandler for F
where
    F: Fn(PermissionRequest) -> R + Send + Sync + 'static,
    R: Future<Output = Decision> + Send,
{
    fn decide(&self, request: PermissionRequest) -> impl Future<Output = Decision> + Send {
        self(request)
    }
}

impl<H: PermissionHandler> PermissionHandler for Arc<H> {
    fn decide(&self, request: PermissionRequest) -> impl Future<Output = Decision> + Send {
        H::decide(self, request)
    }
}

/// The same as an object.
pub(crate) trait ErasedPermissionHandler: Send + Sync {
    fn decide(
        &self,
        request: PermissionRequest,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + '_>>;
}

impl<H: PermissionHandler> ErasedPermissionHandler for H {
    fn decide(
        &self,
        request: PermissionRequest,
    ) -> Pin<Box<dyn Future<Output = Decision> + Send + '_>> {
        Box::pin(PermissionHandler::decide(self, request))
    }
}
