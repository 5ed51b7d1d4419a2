//! Permission requests and decisions.

mod question;

use pilothouse_protocol::JsonObject;
use pilothouse_protocol::permission::{
    Allow, CanUseTool, Deny, PermissionDestination, PermissionMode, PermissionResult,
    PermissionUpdate,
};

use crate::asked::{Answer, Asked};
pub use question::{Answers, Question, QuestionOption};

/// A permission request for a tool call. Its fields are those of [`CanUseTool`].
pub type PermissionRequest = Asked<CanUseTool>;

impl Asked<CanUseTool> {
    /// Parses the tool's input.
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

    /// Returns the plan, if the tool is ExitPlanMode. Empty if the model wrote no plan.
    pub fn plan(&self) -> Option<String> {
        if self.tool_name != "ExitPlanMode" {
            return None;
        }
        Some(self.input.string_at("plan").unwrap_or_default())
    }

    /// Returns whether the CLI requires a person to decide: no rule and no program may.
    pub fn needs_person(&self) -> bool {
        self.requires_user_interaction == Some(true) || self.classifier_approvable == Some(false)
    }
}

/// The response to a permission request.
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
    /// Allows the call with its original input.
    pub fn allow() -> Self {
        Self(Ok(PermissionResult::allow()))
    }

    /// Denies the call; the model reads the message.
    pub fn deny(message: impl Into<String>) -> Self {
        Self(Ok(PermissionResult::deny(message)))
    }

    /// Reports that no decision was possible; the call fails and the turn continues.
    pub fn error(message: impl Into<String>) -> Self {
        Self(Err(message.into()))
    }

    /// Answers the questions of AskUserQuestion.
    pub fn answer(request: &PermissionRequest, answers: &Answers) -> Self {
        Self::allow().with_input(answers.fill(&request.input))
    }

    /// Approves a plan, unchanged or with edits; `mode` is the session's new permission mode.
    pub fn approve_plan(mode: PermissionMode) -> Self {
        Self::allow().remember(PermissionUpdate::set_mode(
            mode,
            PermissionDestination::Session,
        ))
    }

    /// Replaces the input of the call. Has no effect on a denial.
    #[must_use]
    pub fn with_input(mut self, input: JsonObject) -> Self {
        if let Ok(PermissionResult::Allow(allow)) = &mut self.0 {
            allow.updated_input = Some(input);
        }
        self
    }

    /// Also changes future permissions: one of the request's suggestions, or any other update.
    #[must_use]
    pub fn remember(mut self, update: PermissionUpdate) -> Self {
        if let Ok(PermissionResult::Allow(allow)) = &mut self.0 {
            allow.updated_permissions.push(update);
        }
        self
    }

    /// Applies all suggestions of the request, with another destination.
    ///
    /// The CLI suggests to store rules for Bash in the project's local settings; with
    /// [`PermissionDestination::Session`] they last as long as the session.
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

    /// Also interrupts the turn. Because the model would never see the message of such a denial, it is sent as the next
    /// prompt, unless it is empty.
    #[must_use]
    pub fn and_interrupt(mut self) -> Self {
        if let Ok(PermissionResult::Deny(deny)) = &mut self.0 {
            deny.interrupt = Some(true);
        }
        self
    }

    /// Returns whether the call is allowed.
    pub fn is_allow(&self) -> bool {
        matches!(self.0, Ok(PermissionResult::Allow(_)))
    }

    /// Returns whether the call is denied.
    pub fn is_deny(&self) -> bool {
        !self.is_allow()
    }
}

impl Answer<CanUseTool> for Decision {
    /// Adds the fields that the CLI requires: the ID of the call, and the input to run.
    fn into_result(self, ask: &CanUseTool) -> Result<PermissionResult, String> {
        let mut result = self.0?;
        match &mut result {
            PermissionResult::Allow(Allow {
                tool_use_id,
                updated_input,
                ..
            }) => {
                *tool_use_id = tool_use_id.take().or_else(|| ask.tool_use_id.clone());
                // Older CLIs treat a response without an input as a denial (2.1.38).
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
