//! Outputs specific to one event.

use crate::elicitation::ElicitationAction;
use crate::object::JsonObject;
use crate::permission::PermissionUpdate;
use crate::raw::RawJson;
use crate::wire::{wire_enum, wire_string, wire_struct};

wire_string! {
    /// The decision about a call.
    pub enum HookPermissionDecision {
        /// The call runs without a permission request.
        "allow" => Allow,
        /// The call does not run.
        "deny" => Deny,
        /// The call requires a permission request.
        "ask" => Ask,
        /// The turn ends and the call is handed to the host.
        "defer" => Defer,
    }
}

wire_struct! {
    /// Output of `PreToolUse`.
    #[derive(Default)]
    pub struct PreToolUseOutput {
        permission_decision: Option<HookPermissionDecision> = "permissionDecision",
        permission_decision_reason: Option<String> = "permissionDecisionReason",
        /// Replaces the input of the call.
        updated_input: Option<JsonObject> = "updatedInput",
        additional_context: Option<String> = "additionalContext",
        permission_display: Option<PermissionDisplay> = "permissionDisplay",
    }

    /// The text of a permission request.
    #[derive(Default)]
    pub struct PermissionDisplay {
        title: Option<String>,
        description: Option<String>,
        display_name: Option<String> = "displayName",
    }

    /// Output of `PostToolUse`.
    #[derive(Default)]
    pub struct PostToolUseOutput {
        additional_context: Option<String> = "additionalContext",
        /// The classifier of auto mode reads this.
        classifier_context: Option<String> = "classifierContext",
        /// Replaces the result for the model.
        updated_tool_output: Option<RawJson> = "updatedToolOutput",
        /// Replaces the result of an MCP tool; older name.
        updated_mcp_tool_output: Option<RawJson> = "updatedMCPToolOutput",
    }

    /// Output of events that only add context for the model.
    #[derive(Default)]
    pub struct ContextOutput {
        additional_context: Option<String> = "additionalContext",
    }

    /// Output of `PermissionRequest`.
    pub struct PermissionRequestOutput {
        decision: PermissionRequestDecision,
    }

    /// Allows the call.
    #[derive(Default)]
    pub struct PermissionRequestAllow {
        /// Replaces the input of the call.
        updated_input: Option<JsonObject> = "updatedInput",
        /// Permission changes that the CLI applies and keeps.
        updated_permissions: Vec<PermissionUpdate> = "updatedPermissions",
    }

    /// Denies the call.
    #[derive(Default)]
    pub struct PermissionRequestDeny {
        message: Option<String>,
        interrupt: Option<bool>,
    }

    /// Output of `PermissionDenied`.
    #[derive(Default)]
    pub struct PermissionDeniedOutput {
        /// The model may try again.
        retry: Option<bool>,
    }

    /// Output of `UserPromptSubmit`.
    #[derive(Default)]
    pub struct UserPromptSubmitOutput {
        additional_context: Option<String> = "additionalContext",
        session_title: Option<String> = "sessionTitle",
        /// The prompt itself is not sent.
        suppress_original_prompt: Option<bool> = "suppressOriginalPrompt",
    }

    /// Output of `UserPromptExpansion`.
    #[derive(Default)]
    pub struct UserPromptExpansionOutput {
        additional_context: Option<String> = "additionalContext",
        /// The prompt itself is not sent.
        suppress_original_prompt: Option<bool> = "suppressOriginalPrompt",
    }

    /// Output of `SessionStart`.
    #[derive(Default)]
    pub struct SessionStartOutput {
        additional_context: Option<String> = "additionalContext",
        initial_user_message: Option<String> = "initialUserMessage",
        session_title: Option<String> = "sessionTitle",
        watch_paths: Vec<String> = "watchPaths",
        reload_skills: Option<bool> = "reloadSkills",
    }

    /// Output of `PreModelSwitch`.
    #[derive(Default)]
    pub struct PreModelSwitchOutput {
        /// The decision about the change; not `defer`.
        permission_decision: Option<HookPermissionDecision> = "permissionDecision",
        permission_decision_reason: Option<String> = "permissionDecisionReason",
    }

    /// Output of `Elicitation` and `ElicitationResult`.
    #[derive(Default)]
    pub struct ElicitationOutput {
        /// The response on behalf of the user.
        action: Option<ElicitationAction>,
        content: Option<JsonObject>,
    }

    /// Output of `WorktreeCreate`.
    #[derive(Default)]
    pub struct WorktreeCreateOutput {
        worktree_path: String = "worktreePath",
    }

    /// Output of `CwdChanged` and `FileChanged`.
    #[derive(Default)]
    pub struct WatchOutput {
        watch_paths: Vec<String> = "watchPaths",
    }

    /// Output of `MessageDisplay`.
    #[derive(Default)]
    pub struct MessageDisplayOutput {
        display_content: Option<String> = "displayContent",
    }
}

wire_enum! {
    /// A decision on behalf of the user.
    pub enum PermissionRequestDecision by "behavior" {
        /// The call runs.
        "allow" => Allow(PermissionRequestAllow),
        /// The call does not run.
        "deny" => Deny(PermissionRequestDeny),
    }

    /// The output specific to an event.
    pub enum HookSpecificOutput by "hookEventName" {
        /// Before a tool runs.
        "PreToolUse" => PreToolUse(PreToolUseOutput),
        /// After a tool ran.
        "PostToolUse" => PostToolUse(PostToolUseOutput),
        /// After a tool failed.
        "PostToolUseFailure" => PostToolUseFailure(ContextOutput),
        /// After all calls of an answer.
        "PostToolBatch" => PostToolBatch(ContextOutput),
        /// When a permission request is made.
        "PermissionRequest" => PermissionRequest(PermissionRequestOutput),
        /// When a call was denied.
        "PermissionDenied" => PermissionDenied(PermissionDeniedOutput),
        /// When a prompt is submitted.
        "UserPromptSubmit" => UserPromptSubmit(UserPromptSubmitOutput),
        /// When a slash command became a prompt.
        "UserPromptExpansion" => UserPromptExpansion(UserPromptExpansionOutput),
        /// When a conversation begins.
        "SessionStart" => SessionStart(SessionStartOutput),
        /// When a project is set up.
        "Setup" => Setup(ContextOutput),
        /// When the model is about to stop.
        "Stop" => Stop(ContextOutput),
        /// When a subagent starts.
        "SubagentStart" => SubagentStart(ContextOutput),
        /// When a subagent is about to stop.
        "SubagentStop" => SubagentStop(ContextOutput),
        /// When the CLI notifies a person.
        "Notification" => Notification(ContextOutput),
        /// Before the model changes.
        "PreModelSwitch" => PreModelSwitch(PreModelSwitchOutput),
        /// After the model changed.
        "PostModelSwitch" => PostModelSwitch(ContextOutput),
        /// When an MCP server sends an elicitation.
        "Elicitation" => Elicitation(ElicitationOutput),
        /// When a person answered an elicitation.
        "ElicitationResult" => ElicitationResult(ElicitationOutput),
        /// Before a worktree is created.
        "WorktreeCreate" => WorktreeCreate(WorktreeCreateOutput),
        /// When the working directory changed.
        "CwdChanged" => CwdChanged(WatchOutput),
        /// When a watched file changed.
        "FileChanged" => FileChanged(WatchOutput),
        /// While a message is shown.
        "MessageDisplay" => MessageDisplay(MessageDisplayOutput),
    }
}

impl PreToolUseOutput {
    /// Allows the call without a permission request.
    pub fn allow() -> Self {
        Self {
            permission_decision: Some(HookPermissionDecision::Allow),
            ..Self::default()
        }
    }

    /// Denies the call with a reason for the model.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self::decide(HookPermissionDecision::Deny, reason)
    }

    /// Requires a permission request with this reason.
    pub fn ask(reason: impl Into<String>) -> Self {
        Self::decide(HookPermissionDecision::Ask, reason)
    }

    /// Replaces the input of the call.
    #[must_use]
    pub fn with_input(mut self, input: JsonObject) -> Self {
        self.updated_input = Some(input);
        self
    }

    /// Adds context for the model.
    #[must_use]
    pub fn with_context(mut self, context: impl Into<String>) -> Self {
        self.additional_context = Some(context.into());
        self
    }

    fn decide(decision: HookPermissionDecision, reason: impl Into<String>) -> Self {
        Self {
            permission_decision: Some(decision),
            permission_decision_reason: Some(reason.into()),
            ..Self::default()
        }
    }
}

impl ContextOutput {
    /// Adds context for the model.
    pub fn new(context: impl Into<String>) -> Self {
        Self {
            additional_context: Some(context.into()),
            ..Self::default()
        }
    }
}

impl From<PreToolUseOutput> for HookSpecificOutput {
    fn from(output: PreToolUseOutput) -> Self {
        Self::PreToolUse(output)
    }
}

impl From<PostToolUseOutput> for HookSpecificOutput {
    fn from(output: PostToolUseOutput) -> Self {
        Self::PostToolUse(output)
    }
}

impl From<UserPromptSubmitOutput> for HookSpecificOutput {
    fn from(output: UserPromptSubmitOutput) -> Self {
        Self::UserPromptSubmit(output)
    }
}
