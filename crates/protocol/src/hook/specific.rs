//! What single events take as an answer.

use crate::elicitation::ElicitationAction;
use crate::object::JsonObject;
use crate::permission::PermissionUpdate;
use crate::raw::RawJson;
use crate::wire::{wire_enum, wire_string, wire_struct};

wire_string! {
    /// What becomes of a call.
    pub enum HookPermissionDecision {
        /// It runs without an ask.
        "allow" => Allow,
        /// It does not run.
        "deny" => Deny,
        /// It is asked for.
        "ask" => Ask,
        /// The turn ends and the call is handed to the host.
        "defer" => Defer,
    }
}

wire_struct! {
    /// Answer to `PreToolUse`.
    #[derive(Default)]
    pub struct PreToolUseOutput {
        permission_decision: Option<HookPermissionDecision> = "permissionDecision",
        permission_decision_reason: Option<String> = "permissionDecisionReason",
        /// The call runs with this input instead.
        updated_input: Option<JsonObject> = "updatedInput",
        additional_context: Option<String> = "additionalContext",
        permission_display: Option<PermissionDisplay> = "permissionDisplay",
    }

    /// How an ask is worded.
    #[derive(Default)]
    pub struct PermissionDisplay {
        title: Option<String>,
        description: Option<String>,
        display_name: Option<String> = "displayName",
    }

    /// Answer to `PostToolUse`.
    #[derive(Default)]
    pub struct PostToolUseOutput {
        additional_context: Option<String> = "additionalContext",
        /// The classifier of auto mode reads this.
        classifier_context: Option<String> = "classifierContext",
        /// The model gets this result instead.
        updated_tool_output: Option<RawJson> = "updatedToolOutput",
        /// The same for MCP tools; older name.
        updated_mcp_tool_output: Option<RawJson> = "updatedMCPToolOutput",
    }

    /// Answer to events that only add to what the model reads.
    #[derive(Default)]
    pub struct ContextOutput {
        additional_context: Option<String> = "additionalContext",
    }

    /// Answer to `PermissionRequest`.
    pub struct PermissionRequestOutput {
        decision: PermissionRequestDecision,
    }

    /// Lets a call run.
    #[derive(Default)]
    pub struct PermissionRequestAllow {
        /// The call runs with this input instead.
        updated_input: Option<JsonObject> = "updatedInput",
        /// Changes that the CLI applies and keeps.
        updated_permissions: Vec<PermissionUpdate> = "updatedPermissions",
    }

    /// Refuses a call.
    #[derive(Default)]
    pub struct PermissionRequestDeny {
        message: Option<String>,
        interrupt: Option<bool>,
    }

    /// Answer to `PermissionDenied`.
    #[derive(Default)]
    pub struct PermissionDeniedOutput {
        /// The model may try again.
        retry: Option<bool>,
    }

    /// Answer to `UserPromptSubmit`.
    #[derive(Default)]
    pub struct UserPromptSubmitOutput {
        additional_context: Option<String> = "additionalContext",
        session_title: Option<String> = "sessionTitle",
        /// The prompt itself is not sent.
        suppress_original_prompt: Option<bool> = "suppressOriginalPrompt",
    }

    /// Answer to `UserPromptExpansion`.
    #[derive(Default)]
    pub struct UserPromptExpansionOutput {
        additional_context: Option<String> = "additionalContext",
        /// The prompt itself is not sent.
        suppress_original_prompt: Option<bool> = "suppressOriginalPrompt",
    }

    /// Answer to `SessionStart`.
    #[derive(Default)]
    pub struct SessionStartOutput {
        additional_context: Option<String> = "additionalContext",
        initial_user_message: Option<String> = "initialUserMessage",
        session_title: Option<String> = "sessionTitle",
        watch_paths: Vec<String> = "watchPaths",
        reload_skills: Option<bool> = "reloadSkills",
    }

    /// Answer to `PreModelSwitch`.
    #[derive(Default)]
    pub struct PreModelSwitchOutput {
        /// What becomes of the change; not `defer`.
        permission_decision: Option<HookPermissionDecision> = "permissionDecision",
        permission_decision_reason: Option<String> = "permissionDecisionReason",
    }

    /// Answer to `Elicitation` and `ElicitationResult`.
    #[derive(Default)]
    pub struct ElicitationOutput {
        /// What is done in the person's place.
        action: Option<ElicitationAction>,
        content: Option<JsonObject>,
    }

    /// Answer to `WorktreeCreate`.
    #[derive(Default)]
    pub struct WorktreeCreateOutput {
        worktree_path: String = "worktreePath",
    }

    /// Answer to `CwdChanged` and `FileChanged`.
    #[derive(Default)]
    pub struct WatchOutput {
        watch_paths: Vec<String> = "watchPaths",
    }

    /// Answer to `MessageDisplay`.
    #[derive(Default)]
    pub struct MessageDisplayOutput {
        display_content: Option<String> = "displayContent",
    }
}

wire_enum! {
    /// A decision in place of the person.
    pub enum PermissionRequestDecision by "behavior" {
        /// The call runs.
        "allow" => Allow(PermissionRequestAllow),
        /// The call does not run.
        "deny" => Deny(PermissionRequestDeny),
    }

    /// What a single event takes as an answer.
    pub enum HookSpecificOutput by "hookEventName" {
        /// Before a tool runs.
        "PreToolUse" => PreToolUse(PreToolUseOutput),
        /// After a tool ran.
        "PostToolUse" => PostToolUse(PostToolUseOutput),
        /// After a tool failed.
        "PostToolUseFailure" => PostToolUseFailure(ContextOutput),
        /// After all calls of one answer.
        "PostToolBatch" => PostToolBatch(ContextOutput),
        /// When a permission is asked for.
        "PermissionRequest" => PermissionRequest(PermissionRequestOutput),
        /// When a call was denied.
        "PermissionDenied" => PermissionDenied(PermissionDeniedOutput),
        /// When a prompt comes.
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
        /// When an MCP server asks a person.
        "Elicitation" => Elicitation(ElicitationOutput),
        /// When a person answered an MCP server.
        "ElicitationResult" => ElicitationResult(ElicitationOutput),
        /// When a worktree is to be made.
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
    /// Lets the call run without an ask.
    pub fn allow() -> Self {
        Self {
            permission_decision: Some(HookPermissionDecision::Allow),
            ..Self::default()
        }
    }

    /// Refuses the call and tells the model why.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self::decide(HookPermissionDecision::Deny, reason)
    }

    /// Has the call asked for, with this reason.
    pub fn ask(reason: impl Into<String>) -> Self {
        Self::decide(HookPermissionDecision::Ask, reason)
    }

    /// Runs the call with another input.
    #[must_use]
    pub fn with_input(mut self, input: JsonObject) -> Self {
        self.updated_input = Some(input);
        self
    }

    /// Has the model read this too.
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
    /// Has the model read this too.
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
