//! May this tool run? Permission requests, and what may be decided.

mod question;

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::permission::{
    Allow, CanUseTool, Deny, PermissionDestination, PermissionMode, PermissionResult,
    PermissionUpdate,
};

use crate::asked::{Answer, Asked};
pub use question::{Answers, Question, QuestionOption};

/// The CLI asks whether a tool may run. Its fields are those of [`CanUseTool`].
pub type PermissionRequest = Asked<CanUseTool>;

impl Asked<CanUseTool> {
    /// Reads the tool's input into a type.
    pub fn input_as<T: serde::de::DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        self.input.as_raw().parse()
    }

    /// Returns the command, if the tool runs one: Bash, PowerShell, Monitor.
    pub fn command(&self) -> Option<String> {
        self.input.string_at("command")
    }

    /// Returns the questions, if the tool is AskUserQuestion. Answer them with [`Answers`].
    pub fn questions(&self) -> Option<Vec<Question>> {
        if self.tool_name != "AskUserQuestion" {
            return None;
        }
        self.input.get("questions")?.parse().ok()
    }

    /// Returns the plan, if the tool is ExitPlanMode. Empty if the model wrote none.
    pub fn plan(&self) -> Option<String> {
        if self.tool_name != "ExitPlanMode" {
            return None;
        }
        Some(self.input.string_at("plan").unwrap_or_default())
    }

    /// Whether the CLI says that a person must decide: no rule and no program may.
    pub fn needs_person(&self) -> bool {
        self.requires_user_interaction == Some(true) || self.classifier_approvable == Some(false)
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
pub struct Decision(Result<PermissionResult, String>);

impl Decision {
    /// Lets the tool run as asked.
    pub fn allow() -> Self {
        Self(Ok(PermissionResult::allow()))
    }

    /// Refuses; the model reads the message.
    pub fn deny(message: impl Into<String>) -> Self {
        Self(Ok(PermissionResult::deny(message)))
    }

    /// Says that the ask could not be decided; the call fails and the turn goes on.
    pub fn error(message: impl Into<String>) -> Self {
        Self(Err(message.into()))
    }

    /// Answers the questions of AskUserQuestion.
    pub fn answer(request: &PermissionRequest, answers: &Answers) -> Self {
        Self::allow().with_input(answers.fill(&request.input))
    }

    /// Approves a plan, changed or not; the mode is what the session goes on in.
    pub fn approve_plan(mode: PermissionMode) -> Self {
        Self::allow().remember(PermissionUpdate::set_mode(
            mode,
            PermissionDestination::Session,
        ))
    }

    /// Runs the tool with another input. Does nothing to a denial.
    #[must_use]
    pub fn with_input(mut self, input: JsonObject) -> Self {
        if let Ok(PermissionResult::Allow(allow)) = &mut self.0 {
            allow.updated_input = Some(input);
        }
        self
    }

    /// Also changes what is allowed from now on: one of the ask's suggestions, or a change of your own.
    #[must_use]
    pub fn remember(mut self, update: PermissionUpdate) -> Self {
        if let Ok(PermissionResult::Allow(allow)) = &mut self.0 {
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
        if request.suppress_always_allow_rule == Some(true) {
            return self;
        }
        for suggestion in &request.permission_suggestions {
            self = self.remember(suggestion.clone().kept_in(destination.clone()));
        }
        self
    }

    /// Also ends the turn. The model would never see the message of such a denial, so it is sent as the next prompt; an empty one is not.
    #[must_use]
    pub fn and_interrupt(mut self) -> Self {
        if let Ok(PermissionResult::Deny(deny)) = &mut self.0 {
            deny.interrupt = Some(true);
        }
        self
    }

    /// Returns whether the tool may run.
    pub fn is_allow(&self) -> bool {
        matches!(self.0, Ok(PermissionResult::Allow(_)))
    }

    /// Returns whether the tool may not run.
    pub fn is_deny(&self) -> bool {
        !self.is_allow()
    }
}

impl Answer<CanUseTool> for Decision {
    /// Completes the answer with what the CLI needs: whose answer it is, and what runs.
    fn into_result(self, ask: &CanUseTool) -> Result<PermissionResult, String> {
        let mut result = self.0?;
        match &mut result {
            PermissionResult::Allow(Allow {
                tool_use_id,
                updated_input,
                ..
            }) => {
                *tool_use_id = tool_use_id.take().or_else(|| ask.tool_use_id.clone());
                // An older CLI takes an answer without an input for a denial (2.1.38).
                updated_input.get_or_insert_with(|| ask.input.clone());
            }
            PermissionResult::Deny(Deny { tool_use_id, .. }) => {
                *tool_use_id = tool_use_id.take().or_else(|| ask.tool_use_id.clone());
            }
            _ => {}
        }
        Ok(result)
    }

    fn follow_up(&self) -> Option<String> {
        match &self.0 {
            Ok(PermissionResult::Deny(deny))
                if deny.interrupt == Some(true) && !deny.message.trim().is_empty() =>
            {
                Some(deny.message.clone())
            }
            _ => None,
        }
    }
}

impl From<PermissionResult> for Decision {
    fn from(result: PermissionResult) -> Self {
        match result {
            PermissionResult::Allow(_) | PermissionResult::Deny(_) => Self(Ok(result)),
            other => Self::error(format!("unknown decision {}", other.tag())),
        }
    }
}
